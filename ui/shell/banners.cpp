#include "shell/banners.h"

#include "support/announce.h"
#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/surfaces.h"

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
    const Link storage{QStringLiteral("settings"), QStringLiteral("storage"), {}, {}};
    QList<StatusBanner> list;
    if (status.directory != DeskStatus::Directory::fine)
        list.append(directoryBanner(status.directory, dataDirectory));
    if (status.pipeline == Pipeline::sealed)
        list.append({QStringLiteral("sealed"), QStringLiteral("bad"), QStringLiteral("octagon-alert"),
                     Banners::tr("The store is sealed: nothing new is accepted"),
                     Banners::tr("%1. Senders get 503 with Retry-After, workers take no jobs, and nothing accepted is lost. It recovers by "
                                 "itself once the cause is gone.")
                         .arg(status.sealedText),
                     false, Banners::tr("Settings"), storage});
    else if (status.diskFreeBytes && *status.diskFreeBytes < almostFull)
        list.append(
            {QStringLiteral("disk"), QStringLiteral("warn"), QStringLiteral("hard-drive"),
             Banners::tr("The disk is almost full: %1 free").arg(bytesText(*status.diskFreeBytes)),
             Banners::tr("When it is full, senders get 503 with Retry-After and nothing new is accepted; what was accepted is kept. "
                         "Free space on the disk of %1.")
                 .arg(dataDirectory),
             false, Banners::tr("Settings"), storage});
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

std::optional<StatusBanner> sightBanner(const Sight &sight)
{
    if (sight.tenants.contains(QStringLiteral("*")))
        return std::nullopt;
    const QString who = sight.administrators.isEmpty()
                            ? Banners::tr("Nobody here is an administrator; the owner of the data directory can name one.")
                            : Banners::tr("An administrator can change that: %1.").arg(sight.administrators.join(QStringLiteral(", ")));
    const bool nothing = sight.tenants.isEmpty();
    return StatusBanner{QStringLiteral("sight"),
                        nothing ? QStringLiteral("warn") : QStringLiteral("neutral"),
                        QStringLiteral("eye"),
                        nothing ? Banners::tr("%1 may see no case here").arg(sight.me)
                                : Banners::tr("You see the cases of %1 only").arg(sight.tenants.join(QStringLiteral(", "))),
                        nothing ? Banners::tr("You are not among the people of this workspace, or have no tenant. Lists stay empty and "
                                              "cases count as 0, whatever there is. %1")
                                      .arg(who)
                                : Banners::tr("Cases, deliveries and releases of other tenants are neither listed nor counted; listener, "
                                              "queue and workers stand for all. %1")
                                      .arg(who),
                        !nothing,
                        Banners::tr("People and roles"),
                        {QStringLiteral("settings"), QStringLiteral("people"), {}, {}}};
}

std::optional<StatusBanner> pausedBanner(const QList<store::Notice> &notices)
{
    QList<store::Notice> paused = notices;
    paused.removeIf([](const store::Notice &each) { return each.kind != store::NoticeKind::releasePaused; });
    if (paused.isEmpty())
        return std::nullopt;
    QStringList ids;
    for (const auto &each : std::as_const(paused))
        ids << each.id;
    const auto &first = paused.first();
    const bool one = paused.size() == 1;
    return StatusBanner{QStringLiteral("paused %1").arg(ids.join(u' ')),
                        QStringLiteral("warn"),
                        QStringLiteral("circle-pause"),
                        one ? Banners::tr("A release is paused: %1").arg(tailOfId(first.id))
                            : Banners::tr("%n release(s) are paused", nullptr, int(paused.size())),
                        one && !first.about.isEmpty()
                            ? Banners::tr("%1. What was not sent stays in quarantine until somebody resumes or aborts it.").arg(first.about)
                            : Banners::tr("What was not sent stays in quarantine until somebody resumes or aborts it."),
                        true,
                        one ? Banners::tr("Open the release") : Banners::tr("Open the releases"),
                        {QStringLiteral("releases"), one ? first.id : QString(), {}, {}},
                        QStringLiteral("releases")};
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
    m_ofStatus = bannersFor(status, dataDirectory);
    choose();
}

void Banners::showFrame(const Sight &sight, const QList<store::Notice> &notices)
{
    m_ofFrame.clear();
    for (const auto &banner : {pausedBanner(notices), sightBanner(sight)}) {
        if (banner)
            m_ofFrame.append(*banner);
    }
    choose();
}

void Banners::setPage(const QString &page)
{
    m_page = page;
    choose();
}

void Banners::choose()
{
    auto wanted = m_ofStatus + m_ofFrame;
    m_dismissed.removeIf([&](const QString &name) {
        return std::none_of(wanted.begin(), wanted.end(), [&](const StatusBanner &each) { return each.name == name; });
    });
    wanted.removeIf(
        [this](const StatusBanner &each) { return m_dismissed.contains(each.name) || (!each.notOn.isEmpty() && each.notOn == m_page); });
    const auto same = [](const StatusBanner &a, const StatusBanner &b) {
        return a.name == b.name && a.title == b.title && a.text == b.text;
    };
    if (std::equal(wanted.begin(), wanted.end(), m_shown.begin(), m_shown.end(), same))
        return; // asked every second: no flicker
    QStringList before;
    for (const auto &each : std::as_const(m_shown))
        before << each.name;
    m_shown = wanted;
    rebuild(before);
}

void Banners::rebuild(const QStringList &before)
{
    while (auto *item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto &each : std::as_const(m_shown)) {
        auto *banner = new Banner(this);
        layout()->addWidget(banner);
        if (!each.act.isEmpty()) {
            auto *act = new Button(each.act, Button::Kind::secondary);
            act->compact()->setObjectName(QStringLiteral("bannerAct_") + each.name);
            act->setAccessibleName(QStringLiteral("%1: %2").arg(each.act, each.title));
            banner->layout()->addWidget(act);
            banner->layout()->setAlignment(act, Qt::AlignVCenter);
            connect(act, &Button::clicked, this, [this, link = each.link] { Q_EMIT linkRequested(link); });
        }
        if (each.dismissable)
            addDismiss(*banner, each);
        banner->show(each.tone, each.icon, each.title, each.text);
        // Trouble interrupts, once; a circumstance waits to be read.
        if (each.tone != u"neutral" && !before.contains(each.name))
            announce(banner);
    }
    setVisible(!m_shown.isEmpty());
}

void Banners::addDismiss(Banner &banner, const StatusBanner &of)
{
    auto *dismiss = new Button({}, Button::Kind::ghost);
    dismiss->withIcon(QStringLiteral("x"))->compact()->setObjectName(QStringLiteral("bannerDismiss"));
    dismiss->setAccessibleName(tr("Dismiss: %1").arg(of.title));
    dismiss->setToolTip(tr("Dismiss"));
    banner.layout()->addWidget(dismiss);
    connect(dismiss, &Button::clicked, this, [this, name = of.name] {
        m_dismissed.append(name);
        choose();
    });
}

} // namespace lazaret::ui
