// A definition as fields: each is one JSON Pointer of it. The form shows a definition, tells what a person changes in it, and shows
// problems at the field they belong to; it checks nothing itself.
#pragma once

#include "model/workspace.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLineEdit;
class QVBoxLayout;
class QCheckBox;

namespace lazaret::ui {

class Label;
class Text;

class Form : public QWidget
{
    Q_OBJECT
public:
    enum class As {
        text,    // "" is null
        needed,  // "" stays an empty text, which the check refuses
        number,  // what is no number is kept as text, so that the check says so
        list,    // comma separated; empty is null
        numbers, // comma separated
        rule,    // "header NAME", a JSON Pointer, "body hash"; empty is null
        json,    // any JSON, on one line
    };
    struct Line
    {
        QString pointer;
        QString label;
        As as = As::text;
        QString hint{};
        QString placeholder{};
        bool mono = false;
    };
    struct Choice
    {
        QString pointer;
        QString label;
        QList<std::pair<QString, QJsonValue>> options; // what is not among them is shown as it is
        QString hint{};
    };

    explicit Form(QWidget *parent = nullptr);

    QLineEdit *add(const Line &line);
    QComboBox *add(const Choice &choice);
    void addSwitch(const QString &pointer, const QString &text, const QString &hint = {});
    void addTitle(const QString &title);
    void add(QWidget *widget, const QString &pointer = {}); // with a pointer: problems below it are shown there
    void beginRow();                                        // what follows stands side by side, until endRow
    void endRow();
    void setOptions(const QString &pointer, const QList<std::pair<QString, QJsonValue>> &options);

    virtual void show(const QJsonObject &definition); // tells nothing; a field being typed in keeps its text
    virtual void setReadOnly(bool readOnly);
    // Paths into the definition. Answers those no field here stands for.
    virtual QList<Problem> showProblems(const QList<Problem> &problems);
    virtual qsizetype problemCount() const;
    virtual bool focusProblem();                     // the first field that has one
    static QString pathName(const QString &pointer); // "/steps/0/url" as an object's name: "field_steps_0_url"

Q_SIGNALS:
    void edited(const QString &pointer, const QJsonValue &value);

private:
    struct Part
    {
        QString pointer;
        As as = As::text;
        QLineEdit *line = nullptr;
        QComboBox *choice = nullptr;
        QCheckBox *box = nullptr;
        QWidget *other = nullptr;
        Text *below = nullptr; // the hint, or the problem
        QString hint;
        QList<std::pair<QString, QJsonValue>> options;
        bool wrong = false;
    };
    QVBoxLayout *place(QWidget *control, const QString &label, Part &part);
    void fill(Part &part, const QJsonValue &value);
    void setProblem(Part &part, const QString &message);
    static QWidget *controlOf(const Part &part);

    QVBoxLayout *m_column;
    QBoxLayout *m_row = nullptr;
    QList<Part> m_parts;
};

// What a line's text means, and how a value is written in a line: inverse for everything a definition may hold.
QJsonValue valueOfLine(const QString &text, Form::As as);
QString lineOfValue(const QJsonValue &value, Form::As as);

} // namespace lazaret::ui
