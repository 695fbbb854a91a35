// The selection query in one line: coloured as it is typed, with its result beside it and its error below, at its place. GUI thread.
#pragma once

#include "widgets/querycompletion.h"

#include <QPlainTextEdit>
#include <QSyntaxHighlighter>
#include <QTimer>

class QCompleter;
class QStringListModel;

namespace lazaret::ui {

class Button;
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
    static constexpr qsizetype longest = 4'000;
    explicit QueryEdit(QWidget *parent = nullptr);
    void setPopup(const QWidget *popup) { m_popup = popup; } // while it is shown it has the keys that move in it

Q_SIGNALS:
    void entered();
    void leftDown();         // Down or Esc: on to the list
    void historyWanted();    // Down in the empty line
    void completionWanted(); // Ctrl+Space
    void shortened();        // more was pasted than a query can be long

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    const QWidget *m_popup = nullptr;
};

class QueryBar : public QWidget
{
    Q_OBJECT
public:
    // name: of the line, and the beginning of the names of its parts.
    explicit QueryBar(const QString &name = QStringLiteral("query"), const queries::QueryLanguage &language = queries::caseLanguage(),
                      QWidget *parent = nullptr);

    QString query() const;
    void setQuery(const QString &query); // applies it at once
    void showResult(const QString &text);
    bool hasProblem() const { return m_problem; }
    void takeFocus();
    QueryEdit *edit() const { return m_edit; }
    void setWords(const QHash<QString, QStringList> &words) { m_words = words; } // values that occur, by key
    void setHistory(const QStringList &latestFirst) { m_history = latestFirst; }

Q_SIGNALS:
    void queryChanged(const QString &query); // readable queries only, a moment after the last key
    void leftDown();
    void entering(); // the line has the keyboard now: words may be fetched
    void historyChanged(const QStringList &latestFirst);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void read();
    void apply();
    void offer(bool eager);
    void offerHistory();
    void take(const QString &option);
    void useFix();
    void remember();

    const queries::QueryLanguage &m_language;
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
    bool m_cut = false;
    Button *m_fix;
    QCompleter *m_completer;
    QStringListModel *m_options;
    Completion m_completion;
    std::optional<queries::QueryError> m_error;
    QHash<QString, QStringList> m_words;
    QStringList m_history;
};

} // namespace lazaret::ui
