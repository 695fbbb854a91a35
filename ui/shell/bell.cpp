#include "shell/bell.h"

#include "support/format.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"
#include "widgets/label.h"
#include "widgets/painting.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace lazaret::ui {

namespace {

constexpr qsizetype mostLines = 200, apart = 3; // more of one kind at once are one line
constexpr int panelWidth = 420, panelHeight = 380;

NoticeLine lineOf(const store::Notice &notice)
{
    using Kind = store::NoticeKind;
    const auto tail = tailOfId(notice.id);
    switch (notice.kind) {
    case Kind::releasePaused:
        return {QStringLiteral("circle-pause"),
                QStringLiteral("warn"),
                Notices::tr("Release %1 is paused").arg(tail),
                notice.about,
                0,
                {QStringLiteral("releases"), notice.id, {}, {}}};
    case Kind::releaseAsked:
        return {QStringLiteral("user-check"),
                QStringLiteral("accent"),
                Notices::tr("Release %1 waits for approval").arg(tail),
                Notices::tr("planned by %1").arg(notice.about),
                0,
                {QStringLiteral("releases"), notice.id, {}, {}}};
    case Kind::requestAsked: {
        const auto kind = fromText<DispositionKind>(notice.about);
        return {QStringLiteral("user-check"),
                QStringLiteral("accent"),
                Notices::tr("A decision waits for approval"),
                Notices::tr("%1, case %2").arg(kind ? token(*kind).label : notice.about, tail),
                0,
                {QStringLiteral("cases"), notice.id, {}, {}}};
    }
    case Kind::uncertainEffect:
        return {QStringLiteral("circle-help"),
                QStringLiteral("uncertain"),
                Notices::tr("An effect is uncertain"),
                Notices::tr("%1, case %2").arg(notice.about, tail),
                0,
                {QStringLiteral("cases"), notice.id, {}, {}}};
    case Kind::overdue:
        break;
    }
    return {QStringLiteral("calendar-clock"),
            QStringLiteral("bad"),
            Notices::tr("A review is overdue"),
            Notices::tr("%1, case %2").arg(notice.about, tail),
            0,
            {QStringLiteral("cases"), notice.id, {}, {}}};
}

NoticeLine lineOfMany(store::NoticeKind kind, int count)
{
    using Kind = store::NoticeKind;
    const auto cases = [&](const char *icon, const char *tone, const QString &title, const QString &query) {
        return NoticeLine{QLatin1String(icon), QLatin1String(tone), title, {}, 0, {QStringLiteral("cases"), {}, query, {}}};
    };
    switch (kind) {
    case Kind::releasePaused:
        return {
            QStringLiteral("circle-pause"),          QStringLiteral("warn"), Notices::tr("%n release(s) are paused", nullptr, count), {}, 0,
            {QStringLiteral("releases"), {}, {}, {}}};
    case Kind::releaseAsked:
        return {QStringLiteral("user-check"),
                QStringLiteral("accent"),
                Notices::tr("%n release(s) wait for approval", nullptr, count),
                {},
                0,
                {QStringLiteral("releases"), {}, {}, {}}};
    case Kind::requestAsked:
        return cases("user-check", "accent", Notices::tr("%n decision(s) wait for approval", nullptr, count),
                     QStringLiteral("status:awaiting_approval"));
    case Kind::uncertainEffect:
        return cases("circle-help", "uncertain", Notices::tr("%n effect(s) are uncertain", nullptr, count),
                     QStringLiteral("class:uncertain_effect -status:closed"));
    case Kind::overdue:
        break;
    }
    return cases("calendar-clock", "bad", Notices::tr("%n review(s) are overdue", nullptr, count),
                 QStringLiteral("due:<=today -status:closed"));
}

} // namespace

void Notices::take(const QList<store::Notice> &now, qint64 nowMs)
{
    QSet<QString> holding;
    std::map<store::NoticeKind, QList<store::Notice>> fresh;
    for (const auto &notice : now) {
        const auto key = QStringLiteral("%1 %2 %3").arg(int(notice.kind)).arg(notice.id, notice.about);
        holding.insert(key);
        if (!m_holding.contains(key))
            fresh[notice.kind].append(notice);
    }
    m_holding = holding;
    for (const auto &[kind, list] : fresh) {
        if (list.size() > apart) {
            auto line = lineOfMany(kind, int(list.size()));
            line.at = nowMs;
            add(line);
            continue;
        }
        for (auto it = list.crbegin(); it != list.crend(); ++it) {
            auto line = lineOf(*it);
            line.at = kind == store::NoticeKind::releasePaused ? nowMs : it->at; // a pause keeps no time of its own
            add(line);
        }
    }
    if (!fresh.empty())
        Q_EMIT changed();
}

void Notices::sealed(const QString &why, qint64 nowMs)
{
    if (std::exchange(m_sealed, true))
        return;
    add({QStringLiteral("octagon-alert"),
         QStringLiteral("bad"),
         tr("The store is sealed"),
         why,
         nowMs,
         {QStringLiteral("overview"), {}, {}, {}}});
    Q_EMIT changed();
}

void Notices::add(NoticeLine line)
{
    m_lines.prepend(std::move(line));
    if (m_lines.size() > mostLines)
        m_lines.removeLast();
}

int Notices::unread() const
{
    return int(std::count_if(m_lines.begin(), m_lines.end(), [](const NoticeLine &line) { return line.unread; }));
}

void Notices::markRead()
{
    for (auto &line : m_lines)
        line.unread = false;
    Q_EMIT changed();
}

BellButton::BellButton(QWidget *parent) : QPushButton(parent)
{
    setObjectName(QStringLiteral("bell"));
    setFixedSize(ui::size(u"control"), ui::size(u"control"));
    setAttribute(Qt::WA_Hover);
    showUnread(0);
}

void BellButton::showUnread(int count)
{
    const bool more = count > std::exchange(m_unread, count);
    const auto name = count ? tr("Notifications, %n not read", nullptr, count) : tr("Notifications");
    setAccessibleName(name);
    setToolTip(name);
    update();
    if (more) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

QSize BellButton::sizeHint() const
{
    return {ui::size(u"control"), ui::size(u"control")};
}

void BellButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (underMouse() || isDown())
        paintRounded(painter, rect(), ui::radius(u"control"), color(u"bg.hover"));
    paintIcon(painter, QStringLiteral("bell"), QRectF((width() - 16) / 2.0, (height() - 16) / 2.0, 16, 16), color(u"text.secondary"));
    if (m_unread > 0)
        paintRounded(painter, QRectF(width() - 13, 5, 8, 8), 4, color(u"bad.fill"));
    if (hasFocus())
        paintFocusRing(painter, rect(), ui::radius(u"control"));
}

BellPanel::BellPanel(Notices &notices, QWidget *window)
    : QFrame(window), m_notices(notices), m_list(new EntryList), m_nothing(new Label({}, ui::font(u"body"), QStringLiteral("text.muted")))
{
    setObjectName(QStringLiteral("bellPanel"));
    setAccessibleName(tr("Notifications"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 12, 1, 8);
    auto *title = new Label(tr("Since this desk was started"), ui::font(u"section"));
    title->setContentsMargins(18, 0, 18, 4);
    column->addWidget(title);
    m_nothing->setObjectName(QStringLiteral("bellNothing"));
    m_nothing->setContentsMargins(18, 8, 18, 8);
    column->addWidget(m_nothing);
    m_list->setObjectName(QStringLiteral("bellList"));
    m_list->setAccessibleName(tr("Notifications"));
    column->addWidget(m_list, 1);
    connect(m_list, &QListView::clicked, this, &BellPanel::run);
    connect(&notices, &Notices::changed, this, [this] {
        if (isVisible())
            rebuild();
    });
    m_list->installEventFilter(this);
    window->installEventFilter(this);
    hide();
}

void BellPanel::open(const QPoint &topRight, const TimeView &view)
{
    m_view = view;
    m_before = window()->focusWidget();
    const int high = qMin(panelHeight, parentWidget()->height() - topRight.y() - 40);
    setGeometry(topRight.x() - panelWidth, topRight.y(), panelWidth, high);
    rebuild();
    show();
    raise();
    m_list->setFocus(Qt::PopupFocusReason);
    m_notices.markRead();
}

void BellPanel::rebuild()
{
    QList<Entry> entries;
    for (const auto &line : m_notices.lines()) {
        Entry entry{line.title};
        entry.detail = line.detail;
        entry.icon = line.icon;
        entry.tone = line.tone;
        entry.aside = shortTime(line.at, m_view);
        entry.marked = line.unread;
        entry.run = [this, link = line.link] { Q_EMIT linkRequested(link); };
        entries.append(entry);
    }
    m_list->show(entries, true);
    m_nothing->setVisible(entries.isEmpty());
    m_nothing->setText(tr("Nothing has asked for anybody yet"));
}

void BellPanel::run()
{
    const auto *entry = m_list->current();
    if (!entry)
        return;
    const auto call = entry->run;
    m_before = nullptr;
    hide();
    call();
}

bool BellPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize)
            hide();
        return false;
    }
    if (event->type() == QEvent::FocusOut) {
        hide();
    } else if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    } else if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            return run(), true;
        if (key->key() == Qt::Key_Escape) {
            const auto before = m_before;
            hide();
            if (before)
                before->setFocus(Qt::PopupFocusReason);
            return true;
        }
        return m_list->takeKey(key);
    }
    return QFrame::eventFilter(watched, event);
}

void BellPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"card"), color(u"bg.surface"), color(u"border.control"));
}

} // namespace lazaret::ui
