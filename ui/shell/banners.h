// Grave trouble and unusual circumstances, above every page: what it is, what it means, what to do, and the way there. GUI thread.
#pragma once

#include "engine/queries_attention.h"
#include "models/deskservices.h"
#include "pages/page.h"

#include <QWidget>

namespace lazaret::ui {

class Banner;

// What the desk says above a page.
struct StatusBanner
{
    QString name; // tells banners apart: "sealed"
    QString tone, icon, title, text;
    bool dismissable = false; // it may be put away
    QString act{};            // of the button; empty: there is nothing to do here
    Link link{};
    QString notOn{}; // the page that says it itself
};
// Of the pipeline and its data. Pure, in order of gravity.
QList<StatusBanner> bannersFor(const DeskStatus &status, const QString &dataDirectory);

// Who looks, and who could let them see more.
struct Sight
{
    QString me;
    QStringList tenants{QStringLiteral("*")};
    QStringList administrators{};
};
// Someone who does not see all tenants is told that every figure and list counts what they see.
std::optional<StatusBanner> sightBanner(const Sight &sight);

std::optional<StatusBanner> pausedBanner(const QList<store::Notice> &notices); // of the paused releases among them

class Banners : public QWidget
{
    Q_OBJECT
public:
    explicit Banners(QWidget *parent = nullptr);
    void showStatus(const DeskStatus &status, const QString &dataDirectory);
    void showFrame(const Sight &sight, const QList<store::Notice> &notices);
    void setPage(const QString &page);

Q_SIGNALS:
    void linkRequested(const lazaret::ui::Link &link);

private:
    void choose();
    void rebuild(const QStringList &before);
    void addDismiss(Banner &banner, const StatusBanner &of);
    QList<StatusBanner> m_ofStatus, m_ofFrame, m_shown;
    QString m_page;
    QStringList m_dismissed; // while they hold
};

} // namespace lazaret::ui
