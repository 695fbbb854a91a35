#include "shell/toasts.h"

#include "support/announce.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace lazaret::ui {

namespace {

constexpr int mostWide = 560, edge = 16, gap = 8;
constexpr qsizetype most = 3; // at once: they lie over the page
constexpr int secondMs = 1000;

QString codeWord(ErrorCode code)
{
    switch (code) {
    case ErrorCode::usage:
        return QStringLiteral("usage");
    case ErrorCode::refused:
        return QStringLiteral("refused");
    case ErrorCode::not_found:
        return QStringLiteral("not_found");
    case ErrorCode::locked:
        return QStringLiteral("locked");
    case ErrorCode::sealed:
        return QStringLiteral("sealed");
    case ErrorCode::newer:
        return QStringLiteral("newer");
    case ErrorCode::corrupt:
        return QStringLiteral("corrupt");
    case ErrorCode::io:
        return QStringLiteral("io");
    case ErrorCode::conflict:
        return QStringLiteral("conflict");
    case ErrorCode::cancelled:
        return QStringLiteral("cancelled");
    case ErrorCode::internal:
        break;
    }
    return QStringLiteral("internal");
}

} // namespace

QString troubleTitle(const QString &doing, const Error &error)
{
    switch (error.code) {
    case ErrorCode::refused:
        return Toasts::tr("Refused: %1").arg(doing);
    case ErrorCode::cancelled:
        return Toasts::tr("Stopped: %1").arg(doing);
    case ErrorCode::conflict:
        return Toasts::tr("Somebody was faster: %1").arg(doing);
    default:
        return Toasts::tr("Not done: %1").arg(doing);
    }
}

QString troubleAdvice(ErrorCode code)
{
    switch (code) {
    case ErrorCode::usage:
        return Toasts::tr("Correct what was entered, then try again.");
    case ErrorCode::refused:
        return Toasts::tr("Nothing was changed.");
    case ErrorCode::not_found:
        return Toasts::tr("It may have been removed meanwhile. Read again with F5.");
    case ErrorCode::locked:
        return Toasts::tr("Another process is writing. Try again in a moment.");
    case ErrorCode::io:
        return Toasts::tr("Nothing was changed. Look at the place named, then try again or choose another.");
    case ErrorCode::sealed:
        return Toasts::tr("Nothing was changed. Look at the disk of the data directory, then try again.");
    case ErrorCode::newer:
        return Toasts::tr("Open this data directory with the newer Lazaret.");
    case ErrorCode::corrupt:
        return Toasts::tr("Stop working on it and restore a copy.");
    case ErrorCode::conflict:
        return Toasts::tr("Nothing of yours was applied. Look at what changed, then decide again.");
    case ErrorCode::cancelled:
        return Toasts::tr("What was done stays done.");
    case ErrorCode::internal:
        break;
    }
    return Toasts::tr("This is a defect of Lazaret. Copy the details into a report.");
}

Toast::Toast(Content content, QWidget *parent) : QFrame(parent), m_content(std::move(content))
{
    setObjectName(QStringLiteral("toast"));
    setAccessibleName(m_content.text.isEmpty() ? m_content.title : m_content.title + u". " + m_content.text);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 8, 8);
    row->setSpacing(10);
    row->addWidget(new IconLabel(m_content.icon, 16, m_content.tone + u".text"), 0, Qt::AlignVCenter);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    auto *title = new Text(m_content.title, ui::font(u"body", QFont::Medium),
                           m_content.tone == u"bad" ? QStringLiteral("bad.text") : QStringLiteral("text.primary"));
    title->setObjectName(QStringLiteral("toastTitle"));
    words->addWidget(title);
    if (!m_content.text.isEmpty()) {
        auto *text = new Text(m_content.text, ui::font(u"small"), QStringLiteral("text.secondary"));
        text->setObjectName(QStringLiteral("toastText"));
        words->addWidget(text);
    }
    row->addLayout(words, 1);
    const auto button = [&](const QString &name, const QString &text, Button::Kind kind) {
        auto *made = new Button(text, kind);
        made->compact()->setObjectName(name);
        row->addWidget(made, 0, Qt::AlignVCenter);
        return made;
    };
    if (m_content.undo) {
        m_undo = button(QStringLiteral("toastUndo"), tr("Undo"), Button::Kind::secondary);
        m_undo->withKeys(QStringLiteral("Ctrl Z"));
        connect(m_undo, &Button::clicked, this, &Toast::takeBack);
    }
    if (!m_content.details.isEmpty()) {
        auto *copy = button(QStringLiteral("toastCopy"), tr("Copy details"), Button::Kind::secondary);
        copy->withIcon(QStringLiteral("copy"));
        connect(copy, &Button::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_content.details); });
    }
    auto *dismiss = button(QStringLiteral("toastDismiss"), {}, Button::Kind::ghost);
    dismiss->withIcon(QStringLiteral("x"));
    dismiss->setAccessibleName(tr("Dismiss: %1").arg(m_content.title));
    dismiss->setToolTip(tr("Dismiss"));
    connect(dismiss, &Button::clicked, this, &Toast::close);
    if (m_content.lastsMs > 0) {
        m_end.setSingleShot(true);
        connect(&m_end, &QTimer::timeout, this, &Toast::close);
        m_end.start(m_content.lastsMs);
    }
    if (m_undo) {
        connect(&m_second, &QTimer::timeout, this, &Toast::count);
        m_second.start(secondMs);
        count();
    }
}

void Toast::count()
{
    m_undo->setText(tr("Undo (%1 s)").arg((m_end.remainingTime() + secondMs - 1) / secondMs));
    m_undo->setAccessibleName(tr("Undo: %1").arg(m_content.title));
}

void Toast::takeBack()
{
    const auto undo = std::exchange(m_content.undo, {});
    if (undo)
        undo();
    close();
}

void Toast::close()
{
    m_end.stop();
    m_second.stop();
    Q_EMIT closed();
}

void Toast::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"card"), color(m_content.tone == u"bad" ? u"bad.soft" : u"bg.surface"),
                 color(m_content.tone == u"bad" ? u"bad.fill" : u"border.control"));
}

Toasts::Toasts(QWidget *window, QWidget *above) : QWidget(window), m_above(above)
{
    setObjectName(QStringLiteral("toasts"));
    setAccessibleName(tr("Messages"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    window->installEventFilter(this);
    above->installEventFilter(this);
    hide();
}

void Toasts::said(const QString &what)
{
    add({QStringLiteral("good"), QStringLiteral("check"), what, {}, {}, saidMs});
}

void Toasts::undoable(const QString &what, std::function<void()> undo)
{
    add({QStringLiteral("neutral"), QStringLiteral("undo-2"), what, {}, {}, undoMs, std::move(undo)});
}

void Toasts::troubled(const QString &doing, const Error &error)
{
    const auto title = troubleTitle(doing, error);
    const auto why = error.detail.isEmpty() ? QString() : error.detail + (error.detail.endsWith(u'.') ? u" " : u". ");
    const auto details =
        QStringLiteral("%1\n%2 (%3)\nLazaret %4").arg(title, error.detail, codeWord(error.code), QStringLiteral(LAZARET_VERSION));
    for (const auto *each : std::as_const(m_shown)) {
        if (each->content().details == details) // the same trouble twice is one thing to read
            return;
    }
    add({QStringLiteral("bad"), QStringLiteral("octagon-alert"), title, why + troubleAdvice(error.code), details});
}

void Toasts::add(Toast::Content content)
{
    for (auto *each : QList(m_shown)) {
        const bool sameUndoless = each->content().title == content.title && !each->content().undo && content.lastsMs > 0;
        if (sameUndoless)
            each->close();
    }
    while (m_shown.size() >= most) { // what passes by itself goes first, trouble last
        const auto passing = std::find_if(m_shown.begin(), m_shown.end(), [](const Toast *each) { return each->content().lastsMs > 0; });
        (passing == m_shown.end() ? m_shown.first() : *passing)->close();
    }
    auto *toast = new Toast(std::move(content), this);
    connect(toast, &Toast::closed, this, [this, toast] { remove(toast); });
    m_shown.append(toast);
    layout()->addWidget(toast);
    toast->show();
    show();
    place();
    raise();
    announce(toast);
    if (const auto *undo = newestUndo())
        Q_EMIT undoChanged(undo->content().title);
}

void Toasts::remove(Toast *toast)
{
    if (!m_shown.removeOne(toast))
        return;
    const bool hadFocus = toast->isAncestorOf(window()->focusWidget());
    layout()->removeWidget(toast);
    toast->hide();
    toast->deleteLater();
    if (hadFocus && m_shown.isEmpty())
        m_above->nextInFocusChain()->setFocus(Qt::OtherFocusReason);
    setVisible(!m_shown.isEmpty());
    place();
    const auto *undo = newestUndo();
    Q_EMIT undoChanged(undo ? undo->content().title : QString());
}

Toast *Toasts::newestUndo() const
{
    for (auto it = m_shown.crbegin(); it != m_shown.crend(); ++it) {
        if ((*it)->content().undo)
            return *it;
    }
    return nullptr;
}

void Toasts::undo()
{
    if (auto *toast = newestUndo())
        toast->takeBack();
}

bool Toasts::dismissNewest()
{
    if (m_shown.isEmpty())
        return false;
    m_shown.last()->close();
    return true;
}

void Toasts::place()
{
    if (m_shown.isEmpty())
        return;
    const QRect foot(m_above->mapTo(parentWidget(), QPoint()), m_above->size());
    const int wide = qMin(mostWide, foot.width() - 2 * edge);
    const int high = qMin(layout()->heightForWidth(wide), foot.y() - edge);
    setGeometry(foot.center().x() - wide / 2, foot.y() - edge - high, wide, high);
}

bool Toasts::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::LayoutRequest)
        place();
    return QWidget::eventFilter(watched, event);
}

} // namespace lazaret::ui
