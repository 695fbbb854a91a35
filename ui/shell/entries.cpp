#include "shell/entries.h"

#include "support/command.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QRegularExpression>

#include <algorithm>

namespace lazaret::ui {

namespace {

constexpr int rowHigh = 34, headingHigh = 30, inset = 8, textLeft = 40;
constexpr int pageSteps = 8;

} // namespace

Entry headingEntry(const QString &title)
{
    Entry entry{title};
    entry.heading = true;
    return entry;
}

Entry entryOf(QAction *action)
{
    Entry entry{plainText(action->text())};
    entry.action = action;
    entry.keys = keysText(action->shortcut());
    entry.icon = action->data().toString();
    if (const auto *command = qobject_cast<Command *>(action)) {
        entry.icon = command->iconName();
        entry.locked = command->lockedReason();
    }
    if (entry.locked.isEmpty() && !action->isEnabled())
        entry.locked = EntryList::tr("not possible now");
    return entry;
}

QString keysText(const QKeySequence &keys)
{
    QStringList caps;
    for (int i = 0; i < keys.count(); ++i) {
        const auto chord = QKeySequence(keys[i]).toString(QKeySequence::NativeText);
        static const QRegularExpression plus(QStringLiteral("\\+(?=.)"));
        caps += QString(chord).replace(plus, QStringLiteral(" "));
    }
    return caps.join(u' ');
}

QString plainText(const QString &text)
{
    QString plain = text;
    plain.replace(QStringLiteral("&&"), QStringLiteral("\x01"));
    plain.remove(u'&');
    return plain.replace(u'\x01', u'&');
}

namespace {

int fitnessOfWord(const QString &word, const QString &text)
{
    const auto at = text.indexOf(word);
    if (at == 0)
        return 100;
    if (at > 0)
        return text[at - 1].isLetterOrNumber() ? 50 : 80;
    qsizetype from = 0, gaps = 0;
    for (const QChar c : word) {
        const auto found = text.indexOf(c, from);
        if (found < 0)
            return 0;
        gaps += found - from;
        from = found + 1;
    }
    return word.size() < 2 ? 0 : int(qMax<qsizetype>(1, 30 - gaps));
}

} // namespace

int fitness(const QString &typed, const QString &text)
{
    const auto folded = text.toCaseFolded();
    int sum = 1;
    for (const auto &word : typed.toCaseFolded().split(u' ', Qt::SkipEmptyParts)) {
        const int one = fitnessOfWord(word, folded);
        if (!one)
            return 0;
        sum += one;
    }
    return sum;
}

void EntryModel::show(QList<Entry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

qsizetype EntryModel::choices() const
{
    return std::count_if(m_entries.begin(), m_entries.end(), [](const Entry &entry) { return !entry.heading; });
}

int EntryModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

QVariant EntryModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_entries.size())
        return {};
    const auto &entry = m_entries.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.title;
    case Qt::ToolTipRole:
        return entry.locked.isEmpty() ? entry.detail : entry.locked;
    case Qt::AccessibleTextRole: {
        QStringList parts{entry.title};
        if (!entry.locked.isEmpty())
            parts << tr("locked: %1").arg(entry.locked);
        for (const auto &part : {entry.detail, entry.aside, entry.keys}) {
            if (!part.isEmpty())
                parts << part;
        }
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

Qt::ItemFlags EntryModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    return entry(index.row()).heading ? Qt::ItemNeverHasChildren : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const auto &entry = static_cast<const EntryModel *>(index.model())->entry(index.row());
    return {textLeft, entry.heading ? headingHigh : rowHigh};
}

void EntryDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto &entry = static_cast<const EntryModel *>(index.model())->entry(index.row());
    const QRect row = option.rect.adjusted(inset, 0, -inset, 0);
    if (entry.heading)
        return paintElided(*painter, QRectF(row).adjusted(12, 6, -12, 0), entry.title, ui::font(u"caption", QFont::DemiBold),
                           color(u"text.muted"));
    if (option.state & QStyle::State_Selected)
        paintRounded(*painter, row, ui::radius(u"control"), color(u"bg.selected"));
    else if (option.state & QStyle::State_MouseOver)
        paintRounded(*painter, row, ui::radius(u"control"), color(u"bg.hover"));
    const bool locked = !entry.locked.isEmpty();
    const auto icon = locked ? QStringLiteral("lock") : entry.icon;
    const auto tint = locked ? color(u"text.muted") : entry.tone.isEmpty() ? color(u"text.secondary") : toneColor(entry.tone, u"text");
    if (!icon.isEmpty())
        paintIcon(*painter, icon, QRectF(row.x() + 12, row.center().y() - 7, 16, 16), tint);
    int right = row.right() - 10;
    if (!entry.keys.isEmpty())
        right = paintKeys(*painter, entry.keys, right, row.center().y() + 1) - 10;
    const auto small = ui::font(u"small");
    if (!entry.aside.isEmpty()) {
        const int wide = QFontMetrics(small).horizontalAdvance(entry.aside) + 2;
        paintElided(*painter, QRectF(right - wide, row.y(), wide, row.height()), entry.aside, small, color(u"text.muted"));
        right -= wide + 10;
    }
    if (entry.marked)
        paintRounded(*painter, QRectF(row.x() + 3, row.center().y() - 2, 6, 6), 3, color(u"accent.fill"));
    const auto font = ui::font(u"body", entry.marked ? QFont::DemiBold : QFont::Medium);
    const int left = row.x() + textLeft, room = qMax(0, right - left);
    const int wide = qMin(QFontMetrics(font).horizontalAdvance(entry.title) + 2, room);
    paintElided(*painter, QRectF(left, row.y(), wide, row.height()), entry.title, font, color(locked ? u"text.muted" : u"text.primary"));
    const int rest = room - wide - 12;
    if (rest > 24)
        paintElided(*painter, QRectF(left + wide + 12, row.y(), rest, row.height()), locked ? entry.locked : entry.detail, small,
                    color(u"text.muted"));
}

EntryList::EntryList(QWidget *parent) : QListView(parent), m_model(new EntryModel(this))
{
    setModel(m_model);
    setItemDelegate(new EntryDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(SingleSelection);
    setMouseTracking(true);
    setVerticalScrollMode(ScrollPerPixel);
    viewport()->setAutoFillBackground(false);
}

int EntryList::nextChoice(int from, int direction) const
{
    for (int row = from; row >= 0 && row < m_model->rowCount(); row += direction) {
        if (!m_model->entry(row).heading)
            return row;
    }
    return -1;
}

void EntryList::show(QList<Entry> entries, bool keepPlace)
{
    const auto *was = current();
    const auto title = keepPlace && was ? was->title : QString();
    m_model->show(std::move(entries));
    int row = nextChoice(0, 1);
    for (int i = 0; !title.isEmpty() && i < m_model->rowCount(); ++i) {
        if (!m_model->entry(i).heading && m_model->entry(i).title == title)
            row = i;
    }
    if (row >= 0)
        setCurrentIndex(m_model->index(row));
    if (!keepPlace)
        scrollToTop();
    Q_EMIT currentMoved();
}

void EntryList::move(int steps)
{
    const int direction = steps < 0 ? -1 : 1;
    int row = currentIndex().row();
    for (int i = 0; i < qAbs(steps); ++i) {
        const int next = nextChoice(row + direction, direction);
        if (next < 0)
            break;
        row = next;
    }
    if (row >= 0 && row != currentIndex().row())
        setCurrentIndex(m_model->index(row));
    if (nextChoice(row - 1, -1) < 0)
        scrollToTop(); // with its heading
}

const Entry *EntryList::current() const
{
    return currentIndex().isValid() ? &m_model->entry(currentIndex().row()) : nullptr;
}

bool EntryList::takeKey(const QKeyEvent *event)
{
    const int all = m_model->rowCount();
    switch (event->key()) {
    case Qt::Key_Down:
        return move(1), true;
    case Qt::Key_Up:
        return move(-1), true;
    case Qt::Key_PageDown:
        return move(pageSteps), true;
    case Qt::Key_PageUp:
        return move(-pageSteps), true;
    default:
        if (event->modifiers() != Qt::ControlModifier || (event->key() != Qt::Key_Home && event->key() != Qt::Key_End))
            return false;
        return move(event->key() == Qt::Key_End ? all : -all), true;
    }
}

void EntryList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (current.isValid() && !hasFocus()) { // the focus stays where one types: say what the arrows reached
        QAccessibleEvent event(this, QAccessible::Focus);
        event.setChild(current.row());
        QAccessible::updateAccessibility(&event);
    }
    Q_EMIT currentMoved();
}

} // namespace lazaret::ui
