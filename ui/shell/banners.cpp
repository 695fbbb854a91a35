#include "shell/banners.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/surfaces.h"

#include <QAccessible>
#include <QVBoxLayout>

#include <algorithm>

namespace lazaret::ui {

namespace {

constexpr qint64 almostFull = qint64(1) << 30;

StatusBanner directoryBanner(DeskStatus::Directory state, const QString &directory)
{
    if (state == DeskStatus::Directory::vanished)
        return {QStringLiteral("vanished"), QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                Banners::tr("The data directory is gone"),
                Banners::tr("%1 is no longer there: it was removed, renamed or its disk was taken away. What you see was read before. "
                            "Nothing new is accepted. Put it back, then start Lazaret again.")
                    .arg(directory)};
    return {QStringLiteral("readOnlyDirectory"), QStringLiteral("bad"), QStringLiteral("lock"),
            Banners::tr("The data directory cannot be written"),
            Banners::tr("%1 became read-only. You can look at everything and change nothing; senders get 503 with Retry-After. Give this "
                        "user the right to write there, or mount the disk for writing.")
                .arg(directory)};
}

StatusBanner attachedBanner(const DeskStatus &status)
{
    const auto program = status.ownerProgram.isEmpty() ? Banners::tr("another process") : status.ownerProgram;
    return {QStringLiteral("attached"),
            QStringLiteral("neutral"),
            QStringLiteral("link"),
            Banners::tr("Attached to the pipeline of %1, process %2").arg(program).arg(status.ownerPid),
            Banners::tr("That process receives and works; everything you decide here is carried out there. When it ends, this window "
                        "takes the pipeline over by itself."),
            true};
}

} // namespace

QList<StatusBanner> bannersFor(const DeskStatus &status, const QString &dataDirectory)
{
    using Pipeline = DeskStatus::Pipeline;
    QList<StatusBanner> list;
    if (status.directory != DeskStatus::Directory::fine)
        list.append(directoryBanner(status.directory, dataDirectory));
    if (status.pipeline == Pipeline::sealed)
        list.append({QStringLiteral("sealed"), QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                     Banners::tr("The store is sealed: nothing new is accepted"),
                     Banners::tr("%1. Senders get 503 with Retry-After, workers take no jobs, and nothing accepted is lost. It recovers by "
                                 "itself once the cause is gone.")
                         .arg(status.sealedText)});
    else if (status.diskFreeBytes && *status.diskFreeBytes < almostFull)
        list.append(
            {QStringLiteral("disk"), QStringLiteral("warn"), QStringLiteral("hard-drive"),
             Banners::tr("The disk is almost full: %1 free").arg(bytesText(*status.diskFreeBytes)),
             Banners::tr("When it is full, senders get 503 with Retry-After and nothing new is accepted; what was accepted is kept. "
                         "Free space on the disk of %1.")
                 .arg(dataDirectory)});
    if (status.pipeline == Pipeline::readOnly && !status.sealedText.isEmpty())
        list.append({QStringLiteral("noPipeline"), QStringLiteral("warn"), QStringLiteral("power"),
                     Banners::tr("No pipeline runs over this data"),
                     Banners::tr("%1. Nothing is received or worked here; deciding works, and what was decided waits. Lazaret tries again "
                                 "every second.")
                         .arg(status.sealedText)});
    if (status.pipeline == Pipeline::attached)
        list.append(attachedBanner(status));
    return list;
}

Banners::Banners(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("banners"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    hide();
}

void Banners::showStatus(const DeskStatus &status, const QString &dataDirectory)
{
    auto wanted = bannersFor(status, dataDirectory);
    m_dismissed.removeIf([&](const QString &name) {
        return std::none_of(wanted.begin(), wanted.end(), [&](const StatusBanner &each) { return each.name == name; });
    });
    wanted.removeIf([this](const StatusBanner &each) { return m_dismissed.contains(each.name); });
    const auto same = [](const StatusBanner &a, const StatusBanner &b) {
        return a.name == b.name && a.title == b.title && a.text == b.text;
    };
    if (std::equal(wanted.begin(), wanted.end(), m_shown.begin(), m_shown.end(), same))
        return; // asked every second: no flicker, and said once
    m_shown = wanted;
    rebuild();
}

void Banners::rebuild()
{
    while (auto *item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto &each : std::as_const(m_shown)) {
        auto *banner = new Banner(this);
        layout()->addWidget(banner);
        if (each.dismissable) {
            auto *dismiss = new Button({}, Button::Kind::ghost);
            dismiss->withIcon(QStringLiteral("x"))->compact()->setObjectName(QStringLiteral("bannerDismiss"));
            dismiss->setAccessibleName(tr("Dismiss: %1").arg(each.title));
            dismiss->setToolTip(tr("Dismiss"));
            banner->layout()->addWidget(dismiss);
            connect(dismiss, &Button::clicked, this, [this, name = each.name] {
                m_dismissed.append(name);
                m_shown.removeIf([&](const StatusBanner &shown) { return shown.name == name; });
                rebuild();
            });
        }
        banner->show(each.tone, each.icon, each.title, each.text);
        if (!each.dismissable) {
            QAccessibleEvent alert(banner, QAccessible::Alert);
            QAccessible::updateAccessibility(&alert);
        }
    }
    setVisible(!m_shown.isEmpty());
}

} // namespace lazaret::ui
