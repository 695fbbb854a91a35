// A definition as text, with its mistakes at their lines and listed below. What is typed is told at once; whoever listens checks it.
#pragma once

#include "model/workspace.h"

#include <QPlainTextEdit>
#include <QWidget>

class QListWidget;

namespace lazaret::ui {

class Label;

class JsonEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit JsonEdit(QWidget *parent = nullptr);
    void showMistakes(const QHash<int, QString> &byLine); // line → message
    void goTo(int line);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    class Gutter;
    void paintGutter(QPainter &painter) const;
    Gutter *m_gutter;
    QHash<int, QString> m_mistakes;
};

class JsonPane : public QWidget
{
    Q_OBJECT
public:
    explicit JsonPane(QWidget *parent = nullptr);

    void setText(const QString &text); // keeps cursor and scroll place; tells nothing
    QString text() const { return m_edit->toPlainText(); }
    void setReadOnly(bool readOnly) { m_edit->setReadOnly(readOnly); }
    void showProblems(const QList<Problem> &problems, const QList<Problem> &warnings); // paths into the text
    void showNote(const QString &note);                                                // above the text: what it is compared with
    JsonEdit *edit() const { return m_edit; }

Q_SIGNALS:
    void edited(const QString &text);

private:
    void addRow(const Problem &problem, int line, bool warning);

    Label *m_state;
    JsonEdit *m_edit;
    QListWidget *m_list;
    bool m_setting = false;
};

} // namespace lazaret::ui
