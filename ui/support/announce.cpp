#include "support/announce.h"

#include <QAccessible>
#include <QWidget>

namespace lazaret::ui {

namespace {

std::function<void(const QWidget *)> &watcher()
{
    static std::function<void(const QWidget *)> one;
    return one;
}

} // namespace

void announce(QWidget *widget)
{
    QAccessibleEvent alert(widget, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    if (watcher())
        watcher()(widget);
}

void watchAnnouncements(std::function<void(const QWidget *)> watching)
{
    watcher() = std::move(watching);
}

} // namespace lazaret::ui
