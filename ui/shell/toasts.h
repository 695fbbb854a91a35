// What was done, what can still be taken back, and what did not work: a stack above the status strip. Things done leave by themselves;
// trouble stays until it is dismissed. Each is announced to screen readers once.
#pragma once

#include "base/result.h"

#include <QFrame>
#include <QTimer>

#include <functional>

namespace lazaret::ui {

class Button;

// "What happened, why, what to do" of a failure, in the desk's words.
QString troubleTitle(const QString &doing, const Error &error);
QString troubleAdvice(ErrorCode code);

class Toast : public QFrame
{
    Q_OBJECT
public:
    struct Content
    {
        QString tone; // "neutral", "bad"
        QString icon;
        QString title;
        QString text{};    // why, and what to do
        QString details{}; // for the clipboard; empty: nothing to copy
        int lastsMs = 0;   // 0: until dismissed
        std::function<void()> undo{};
    };
    Toast(Content content, QWidget *parent);

    const Content &content() const { return m_content; }
    void takeBack(); // the undo, once
    void close();

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void count();

    Content m_content;
    Button *m_undo = nullptr;
    QTimer m_second, m_end;
};

class Toasts : public QWidget
{
    Q_OBJECT
public:
    // Above `above`, in the middle of `window`.
    Toasts(QWidget *window, QWidget *above);

    void said(const QString &what);
    void undoable(const QString &what, std::function<void()> undo);
    void troubled(const QString &doing, const Error &error);
    bool canUndo() const { return newestUndo() != nullptr; }
    void undo(); // the newest that can be
    QList<Toast *> shown() const { return m_shown; }
    bool dismissNewest(); // false: there was none

    int undoMs = 10'000;
    int saidMs = 6'000;

Q_SIGNALS:
    void undoChanged(const QString &what); // empty: nothing can be undone

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void add(Toast::Content content);
    void remove(Toast *toast);
    void place();
    Toast *newestUndo() const;

    QWidget *m_above;
    QList<Toast *> m_shown; // oldest first
};

} // namespace lazaret::ui
