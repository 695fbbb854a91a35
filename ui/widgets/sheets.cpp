#include "widgets/sheets.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>
#include <QWheelEvent>

#include <cmath>

namespace lazaret::ui {

namespace {

constexpr int margin = 18, gap = 22;
constexpr qreal leastScale = 0.6, mostScale = 3, step = 1.2;
constexpr int keptBytes = 96 * 1024 * 1024; // about 25 sheets at full size; they are painted again when looked at

} // namespace

Sheets::Sheets(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("reportSheets"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    m_pictures.setMaxCost(keptBytes);
    viewport()->setAutoFillBackground(false);
    verticalScrollBar()->setSingleStep(40);
}

void Sheets::show(std::shared_ptr<const print::Preview> preview)
{
    m_preview = std::move(preview);
    m_pictures.clear();
    ++m_asked;
    m_underWay = false;
    verticalScrollBar()->setValue(0);
    layOut();
    Q_EMIT pageChanged(currentPage());
}

qreal Sheets::scale() const
{
    const qreal fits = (viewport()->height() - 2 * margin) / print::Preview::sheet.height();
    const qreal wide = (viewport()->width() - 2 * margin) / print::Preview::sheet.width();
    const qreal base = std::max(leastScale, std::min(fits, wide));
    return m_zoom > 0 ? std::clamp(base * m_zoom, leastScale, mostScale) : base;
}

QSize Sheets::sheetSize() const
{
    return (print::Preview::sheet * scale()).toSize();
}

int Sheets::columns() const
{
    const int room = viewport()->width() - 2 * margin + gap;
    return std::clamp(room / (sheetSize().width() + gap), 1, std::clamp(pages(), 1, 2));
}

QRect Sheets::placeOf(int page) const
{
    const QSize sheet = sheetSize();
    const int across = columns(), row = (page - 1) / across, column = (page - 1) % across;
    const int width = across * sheet.width() + (across - 1) * gap;
    const int left = std::max(margin, (viewport()->width() - width) / 2) - horizontalScrollBar()->value();
    return {left + column * (sheet.width() + gap), margin + row * (sheet.height() + gap) - verticalScrollBar()->value(), sheet.width(),
            sheet.height()};
}

std::pair<int, int> Sheets::visiblePages() const
{
    const int height = sheetSize().height() + gap, across = columns();
    const int first = std::max(0, verticalScrollBar()->value() - margin) / height;
    const int last = (verticalScrollBar()->value() + viewport()->height() - margin) / height;
    return {first * across + 1, std::min(pages(), (last + 1) * across)};
}

int Sheets::currentPage() const
{
    const int height = sheetSize().height() + gap;
    return std::min(pages(), (verticalScrollBar()->value() + height / 2) / height * columns() + 1);
}

void Sheets::goTo(int page)
{
    const int row = (std::clamp(page, 1, std::max(1, pages())) - 1) / columns();
    verticalScrollBar()->setValue(row * (sheetSize().height() + gap));
}

void Sheets::zoom(int steps)
{
    const int page = currentPage();
    const qreal now = scale();
    m_zoom = 0;
    if (steps != 0)
        m_zoom = std::clamp(now * std::pow(step, steps), leastScale, mostScale) / scale();
    m_pictures.clear();
    ++m_asked;
    m_underWay = false;
    layOut();
    goTo(page);
}

void Sheets::layOut()
{
    const QSize sheet = sheetSize();
    const int rows = pages() ? (pages() + columns() - 1) / columns() : 0;
    const int height = rows * (sheet.height() + gap) - gap + 2 * margin;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, sheet.width() + 2 * margin - viewport()->width()));
    viewport()->update();
    want();
}

// One composition at a time: what came into view meanwhile is asked for when it has answered.
void Sheets::want()
{
    if (!m_preview || m_underWay || !pages())
        return;
    auto [first, last] = visiblePages();
    while (first <= last && m_pictures.contains(first))
        ++first;
    while (last >= first && m_pictures.contains(last))
        --last;
    if (first > last) {
        Q_EMIT painted();
        return;
    }
    m_underWay = true;
    const qreal dpr = devicePixelRatioF();
    QThreadPool::globalInstance()->start([self = QPointer<Sheets>(this), preview = m_preview, first = first, last = last,
                                          pixels = scale() * dpr, dpr, asked = m_asked, app = QCoreApplication::instance()] {
        auto pictures = preview->pictures(first, last, pixels);
        for (auto &picture : pictures)
            picture.setDevicePixelRatio(dpr);
        QMetaObject::invokeMethod(
            app,
            [self, asked, pictures] {
                if (self)
                    self->take(asked, pictures);
            },
            Qt::QueuedConnection);
    });
}

void Sheets::take(quint64 asked, const QMap<int, QImage> &pictures)
{
    if (asked != m_asked)
        return;
    m_underWay = false;
    for (auto it = pictures.begin(); it != pictures.end(); ++it)
        m_pictures.insert(it.key(), new QPixmap(QPixmap::fromImage(it.value())),
                          std::min<qsizetype>(it.value().sizeInBytes(), keptBytes / 4));
    viewport()->update();
    want();
}

void Sheets::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), color(u"bg.rail"));
    if (!pages())
        return;
    const auto [first, last] = visiblePages();
    for (int page = first; page <= last; ++page) {
        const QRect place = placeOf(page);
        for (int i = 1; i <= 6; ++i) { // a soft edge: the sheet lies on the desk
            painter.setPen(QColor(0, 0, 0, isDark() ? 40 - 6 * i : 16 - 2 * i));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place.adjusted(-i, -i + 2, i - 1, i + 1));
        }
        painter.fillRect(place, colorOf(false, u"bg.surface"));
        if (const auto *picture = m_pictures.object(page))
            painter.drawPixmap(place.topLeft(), *picture);
        else
            paintElided(painter, place, tr("Page %1").arg(page), ui::font(u"small"), colorOf(false, u"text.muted"), Qt::AlignCenter);
    }
    if (hasFocus())
        paintFocusRing(painter, viewport()->rect().adjusted(1, 1, -1, -1), 0);
}

void Sheets::resizeEvent(QResizeEvent *)
{
    m_pictures.clear(); // painted for another size
    ++m_asked;
    m_underWay = false;
    layOut();
}

void Sheets::scrollContentsBy(int, int)
{
    viewport()->update();
    setAccessibleName(tr("Report, page %1 of %2").arg(currentPage()).arg(pages()));
    Q_EMIT pageChanged(currentPage());
    want();
}

void Sheets::keyPressEvent(QKeyEvent *event)
{
    const int rows = columns();
    switch (event->key()) {
    case Qt::Key_PageDown:
        return goTo(currentPage() + rows);
    case Qt::Key_PageUp:
        return goTo(currentPage() - rows);
    case Qt::Key_Home:
        return goTo(1);
    case Qt::Key_End:
        return goTo(pages());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1);
    case Qt::Key_Minus:
        return zoom(-1);
    case Qt::Key_0:
        return zoom(0);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void Sheets::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    if (const int turn = event->angleDelta().y())
        zoom(turn > 0 ? 1 : -1);
}

} // namespace lazaret::ui
