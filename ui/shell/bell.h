// What asked for a person since the desk was started: a bell with a dot for what was not looked at yet, and a list that opens it.
#pragma once

#include "engine/queries_attention.h"
#include "pages/page.h"
#include "shell/entries.h"

#include <QFrame>
#include <QPushButton>
#include <QSet>

namespace lazaret::ui {

class Label;

struct NoticeLine
{
    QString icon, tone, title, detail;
    qint64 at = 0;
    Link link;
    bool unread = true;
};

// Kept in memory since start. The store says what holds now; what was not there before becomes a line.
class Notices : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    void take(const QList<store::Notice> &now, qint64 nowMs);
    void sealed(const QString &why, qint64 nowMs);
    void unsealed() { m_sealed = false; }
    const QList<NoticeLine> &lines() const { return m_lines; } // newest first
    int unread() const;
    void markRead();

Q_SIGNALS:
    void changed();

private:
    void add(NoticeLine line);
    QSet<QString> m_holding; // keys of what holds now
    QList<NoticeLine> m_lines;
    bool m_sealed = false;
};

class BellButton : public QPushButton
{
    Q_OBJECT
public:
    explicit BellButton(QWidget *parent = nullptr);
    void showUnread(int count); // announced when there are more
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_unread = 0;
};

class BellPanel : public QFrame
{
    Q_OBJECT
public:
    BellPanel(Notices &notices, QWidget *window);
    void open(const QPoint &topRight, const TimeView &view); // in the window's coordinates
    EntryList *list() const { return m_list; }

Q_SIGNALS:
    void linkRequested(const lazaret::ui::Link &link);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void run();
    Notices &m_notices;
    EntryList *m_list;
    Label *m_nothing;
    TimeView m_view;
    QPointer<QWidget> m_before;
};

} // namespace lazaret::ui
