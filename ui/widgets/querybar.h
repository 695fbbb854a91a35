// The selection query in one line: coloured as it is typed, with its result beside it and its error below, at its place. GUI thread.
#pragma once

#include "engine/queries.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>
#include <QTimer>

namespace lazaret::ui {

class IconLabel;
class KeyHint;
class Label;
class Text;

class QueryHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    QueryHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}
    // What to colour: the tokens of the text, and where it cannot be read.
    void show(const QList<queries::QueryToken> &tokens, const std::optional<queries::QueryError> &error);

protected:
    void highlightBlock(const QString &text) override;

private:
    QList<queries::QueryToken> m_tokens;
    std::optional<queries::QueryError> m_error;
};

class QueryEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit QueryEdit(QWidget *parent = nullptr);

Q_SIGNALS:
    void entered();
    void leftDown(); // Down or Esc: on to the list

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
};

class QueryBar : public QWidget
{
    Q_OBJECT
public:
    explicit QueryBar(QWidget *parent = nullptr);

    QString query() const;
    void setQuery(const QString &query); // applies it at once
    void showResult(const QString &text);
    bool hasProblem() const { return m_problem; }
    void takeFocus();
    QueryEdit *edit() const { return m_edit; }

Q_SIGNALS:
    void queryChanged(const QString &query); // readable queries only, a moment after the last key
    void leftDown();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void read();
    void apply();

    QWidget *m_frame;
    QueryEdit *m_edit;
    QueryHighlighter *m_highlighter;
    Label *m_result;
    QWidget *m_problemRow;
    Text *m_problemText;
    QTimer m_pause;
    QString m_resultText;
    QString m_read; // the text the highlighter shows
    bool m_problem = false;
};

} // namespace lazaret::ui
