#include "widgets/viewtabs.h"

#include "support/format.h"
#include "widgets/button.h"
#include "widgets/tabs.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>

namespace lazaret::ui {

ViewTabs::ViewTabs(QWidget *parent)
    : QWidget(parent), m_strip(new TabStrip), m_more(new Button({}, Button::Kind::ghost)), m_add(new Button({}, Button::Kind::ghost))
{
    setFixedHeight(34);
    m_strip->setObjectName(QStringLiteral("viewTabs"));
    m_strip->setAccessibleName(tr("Saved views"));
    m_strip->setContextMenuPolicy(Qt::CustomContextMenu);
    m_more->setObjectName(QStringLiteral("moreViews"));
    m_more->compact()->setAccessibleName(tr("More views"));
    m_add->setObjectName(QStringLiteral("saveView"));
    m_add->withIcon(QStringLiteral("plus"))->compact()->setAccessibleName(tr("Save this query as a view"));
    m_add->setToolTip(tr("Save this query as a view (S)"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(m_strip, 1);
    row->addWidget(m_more);
    row->addWidget(m_add);
    connect(m_strip, &QTabBar::currentChanged, this, [this](int index) {
        if (m_arranging || index < 0)
            return;
        m_current = index;
        Q_EMIT chosen(index);
    });
    connect(m_strip, &QTabBar::tabBarClicked, this, [this](int index) { // the chosen view again: back to its query
        if (index >= 0 && index == m_strip->currentIndex())
            Q_EMIT chosen(index);
    });
    connect(m_strip, &QWidget::customContextMenuRequested, this, &ViewTabs::showMenu);
    connect(m_more, &Button::clicked, this, &ViewTabs::showMore);
    connect(m_add, &Button::clicked, this, &ViewTabs::saveRequested);
}

void ViewTabs::setViews(const QList<View> &views, int current)
{
    m_arranging = true;
    m_views = views;
    m_counts = QList<qint64>(views.size(), -1);
    m_strip->clearViews();
    for (const auto &view : views)
        m_strip->addView(view.name);
    m_current = current;
    m_strip->setCurrentIndex(current);
    m_arranging = false;
    arrange();
}

void ViewTabs::setCurrent(int index)
{
    m_current = index;
    arrange();
}

void ViewTabs::setCounts(const QList<qint64> &counts)
{
    if (counts.size() != m_views.size() || counts == m_counts)
        return;
    m_counts = counts;
    m_arranging = true;
    for (int i = 0; i < counts.size(); ++i)
        m_strip->setNote(i, counts[i] < 0 ? QString() : headlineText(counts[i]), counts[i] > 0 ? m_views[i].tone : QString());
    m_arranging = false;
    arrange();
}

// The chosen view always has room; the others from the left.
void ViewTabs::arrange()
{
    if (m_arranging || m_views.isEmpty())
        return;
    m_arranging = true;
    const int chosen = qMax(0, m_current);
    int all = 0;
    for (int i = 0; i < m_views.size(); ++i)
        all += m_strip->widthOf(i);
    m_more->setText(tr("More %1").arg(9));
    const int room = width() - m_add->sizeHint().width() - 4;
    const bool fits = all <= room;
    int left = room - m_more->sizeHint().width() - m_strip->widthOf(chosen);
    int hidden = 0;
    for (int i = 0; i < m_views.size(); ++i) {
        bool shown = fits || i == chosen;
        if (!shown && hidden == 0 && m_strip->widthOf(i) <= left) {
            left -= m_strip->widthOf(i);
            shown = true;
        }
        hidden += !shown;
        m_strip->setTabVisible(i, shown);
    }
    m_strip->setCurrentIndex(chosen);
    m_more->setText(tr("More %1").arg(hidden));
    m_more->setVisible(hidden > 0);
    m_arranging = false;
}

void ViewTabs::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ViewTabs::showMore()
{
    QMenu menu;
    for (int i = 0; i < m_views.size(); ++i) {
        if (m_strip->isTabVisible(i))
            continue;
        const QString count = m_counts[i] < 0 ? QString() : u"\t" + countText(m_counts[i]);
        menu.addAction(m_views[i].name + count, this, [this, i] {
            m_current = i;
            arrange();
            Q_EMIT chosen(i);
        });
    }
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void ViewTabs::showMenu(const QPoint &at)
{
    const int index = m_strip->tabAt(at);
    if (index < 0 || !m_views[index].own)
        return;
    QMenu menu;
    menu.addAction(tr("Rename…"), this, [this, index] { Q_EMIT renameRequested(index); });
    menu.addAction(tr("Delete"), this, [this, index] { Q_EMIT removeRequested(index); });
    menu.exec(m_strip->mapToGlobal(at));
}

} // namespace lazaret::ui
