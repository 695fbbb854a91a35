// One page of the desk. The window shows one at a time, in its stack, with the page's title and tools in the top bar.
#pragma once

#include "base/result.h"
#include "support/format.h"

#include <QWidget>

#include <functional>

class QAction;

namespace lazaret::ui {

// A way from one page to another: what the other page should show. Empty fields say nothing.
struct Link
{
    QString page;
    QString id;      // a case, a release, a delivery's number, a source …
    QString query;   // for a page with a query bar
    QStringList ids; // a frozen list of cases, for a plan
};

class Page : public QWidget
{
    Q_OBJECT
public:
    Page(const QString &name, const QString &title, const QString &icon, QWidget *parent = nullptr)
        : QWidget(parent), m_title(title), m_icon(icon)
    {
        setObjectName(name);
        setAccessibleName(title);
    }

    QString name() const { return objectName(); } // untranslated: "overview"
    QString title() const { return m_title; }
    QString icon() const { return m_icon; }
    QString subtitle() const { return m_subtitle; }

    virtual QWidget *tools() { return nullptr; }     // shown in the top bar while the page is
    virtual QList<QWidget *> panes() = 0;            // where F6 goes, in order
    virtual QWidget *arrivalFocus() { return this; } // where the keyboard is when one comes here
    virtual void refresh() = 0;                      // read again; called when shown, on F5 and after commits
    virtual void setTimeView(const TimeView &view) { m_view = view; }
    virtual void setRowHeight(int) {}
    virtual void follow(const Link &) {}        // called after the page is shown
    virtual bool focusQuery() { return false; } // of its query bar; false: it has none
    // What one can do here, for menu, palette and key sheet; the most fitting first. Locked ones say why (support/command.h).
    virtual QList<QAction *> commands() const { return {}; }
    // Views the person saved here, for the palette: text is the name, statusTip the query; triggering one shows it.
    virtual QList<QAction *> savedViews() const { return {}; }

Q_SIGNALS:
    void ready();    // everything first asked for has been answered (or has failed, visibly)
    void answered(); // something was read: what is shown is fresh now
    void subtitleChanged(const QString &subtitle);
    void casesRequested(const QString &query, const QString &caseId); // go to the cases page
    void linkRequested(const lazaret::ui::Link &link);
    void said(const QString &what);                                   // done: told for a moment, and to screen readers
    void undoable(const QString &what, std::function<void()> undo);   // done, and for ten seconds not for good
    void troubled(const QString &doing, const lazaret::Error &error); // could not be done: what, why

protected:
    void setSubtitle(const QString &subtitle)
    {
        if (m_subtitle == subtitle)
            return;
        m_subtitle = subtitle;
        Q_EMIT subtitleChanged(subtitle);
    }
    const TimeView &timeView() const { return m_view; }

private:
    QString m_title, m_icon, m_subtitle;
    TimeView m_view;
};

} // namespace lazaret::ui
