// A small form in front of a decision: what it is about, what it needs, what follows. The main button says what is missing until nothing
// is.
#pragma once

#include "widgets/sheet.h"

class QDateTimeEdit;

namespace lazaret::ui {

class Select;
class Text;
class TextField;

class FormSheet : public Sheet
{
    Q_OBJECT
public:
    FormSheet(const QString &name, const QString &title, const QString &consequence, QWidget *over);

    // Fields stand below each other in the order they are added; their objectName is `name`.
    Field *addLine(const QString &name, const QString &label, const QString &placeholder = {});
    TextField *addText(const QString &name, const QString &label, const QString &placeholder = {});
    Select *addChoice(const QString &name, const QString &label, const QStringList &items);
    QDateTimeEdit *addTime(const QString &name, const QString &label, qint64 ms, bool utc); // minutes
    void addList(const QString &name, const QStringList &lines);                            // to read; Ctrl+C copies
    void addNote(const QString &icon, const QString &text);

    // missing: what the form still needs, or empty; asked after every change. act: once, after the form has closed.
    void setAction(const QString &verb, bool danger, std::function<QString()> missing, std::function<void()> act);

private:
    void check();
    Text *m_hint;
    std::function<QString()> m_missing;
};

qint64 timeIn(const QDateTimeEdit *edit);

} // namespace lazaret::ui
