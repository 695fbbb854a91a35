#include "widgets/jsonpane.h"

#include "support/jsontext.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/painting.h"

#include <QHelpEvent>
#include <QListWidget>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QToolTip>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int gutterPx = 38, frameInset = 2;
constexpr int mostPastedChars = 1 << 20; // a definition is a few kilobytes; more would only make the window wait
constexpr int mostListed = 5;

} // namespace

class JsonEdit::Gutter : public QWidget
{
public:
    explicit Gutter(JsonEdit *edit) : QWidget(edit), m_edit(edit) {}

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        m_edit->paintGutter(painter);
    }

private:
    JsonEdit *m_edit;
};

JsonEdit::JsonEdit(QWidget *parent) : QPlainTextEdit(parent), m_gutter(new Gutter(this))
{
    setFont(ui::monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setViewportMargins(gutterPx, frameInset, frameInset, frameInset);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &rect, int dy) {
        if (dy)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y() + frameInset, m_gutter->width(), rect.height());
    });
}

void JsonEdit::showMistakes(const QHash<int, QString> &byLine)
{
    m_mistakes = byLine;
    QList<QTextEdit::ExtraSelection> marks;
    for (auto it = byLine.begin(); it != byLine.end(); ++it) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(it.key()));
        mark.format.setBackground(color(u"bad.soft"));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(mark);
    }
    setExtraSelections(marks);
    m_gutter->update();
}

void JsonEdit::goTo(int line)
{
    setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
    ensureCursorVisible();
    setFocus();
}

bool JsonEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int line = cursorForPosition(viewport()->mapFromGlobal(help->globalPos())).blockNumber();
        QToolTip::showText(help->globalPos(), m_mistakes.value(line), this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

void JsonEdit::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    m_gutter->setGeometry(frameInset, frameInset, gutterPx - frameInset, height() - 2 * frameInset);
}

void JsonEdit::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
}

void JsonEdit::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        textCursor().insertText(source->text().left(mostPastedChars));
}

void JsonEdit::paintGutter(QPainter &painter) const
{
    painter.fillRect(m_gutter->rect(), color(u"bg.sunken"));
    painter.setFont(ui::monoFont());
    auto block = firstVisibleBlock();
    qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
    for (; block.isValid() && top < height(); block = block.next()) {
        const qreal tall = blockBoundingRect(block).height();
        const bool wrong = m_mistakes.contains(block.blockNumber());
        const QRectF line(0, top, m_gutter->width(), tall);
        if (wrong)
            painter.fillRect(line, color(u"bad.soft"));
        painter.setPen(color(wrong ? u"bad.text" : u"text.muted"));
        painter.drawText(line.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
        top += tall;
    }
}

JsonPane::JsonPane(QWidget *parent)
    : QWidget(parent), m_state(new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"))), m_edit(new JsonEdit),
      m_list(new QListWidget)
{
    m_state->setObjectName(QStringLiteral("textState"));
    m_edit->setObjectName(QStringLiteral("jsonText"));
    m_edit->setAccessibleName(tr("Definition as text"));
    m_list->setObjectName(QStringLiteral("jsonProblems"));
    m_list->setAccessibleName(tr("Problems in the text"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_list->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_state);
    column->addWidget(m_edit, 1);
    column->addWidget(m_list);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_setting)
            Q_EMIT edited(text());
    });
    const auto go = [this](QListWidgetItem *item) { m_edit->goTo(item->data(Qt::UserRole).toInt()); };
    connect(m_list, &QListWidget::itemActivated, this, go);
    connect(m_list, &QListWidget::itemClicked, this, go);
}

void JsonPane::setText(const QString &text)
{
    if (text == this->text())
        return;
    m_setting = true;
    const int at = m_edit->textCursor().position(), scrolled = m_edit->verticalScrollBar()->value();
    m_edit->setPlainText(text);
    auto cursor = m_edit->textCursor();
    cursor.setPosition(qMin(at, int(text.size())));
    m_edit->setTextCursor(cursor);
    m_edit->verticalScrollBar()->setValue(scrolled);
    m_setting = false;
}

void JsonPane::addRow(const Problem &problem, int line, bool warning)
{
    const QString path = problem.path.isEmpty() ? QStringLiteral("/") : problem.path;
    auto *item = new QListWidgetItem(tr("Line %1, %2: %3").arg(line + 1).arg(path, problem.message));
    item->setData(Qt::UserRole, line);
    item->setFont(ui::font(u"small"));
    item->setForeground(color(warning ? u"warn.text" : u"bad.text"));
    m_list->addItem(item);
}

void JsonPane::showProblems(const QList<Problem> &problems, const QList<Problem> &warnings)
{
    const auto lines = jsonLines(text());
    QHash<int, QString> mistakes;
    m_list->clear();
    for (const auto &problem : problems) {
        const int line = lineOf(lines, problem.path);
        mistakes.insert(line, mistakes.contains(line) ? mistakes.value(line) + u'\n' + problem.message : problem.message);
        addRow(problem, line, false);
    }
    for (const auto &warning : warnings)
        addRow(warning, lineOf(lines, warning.path), true);
    m_edit->showMistakes(mistakes);
    int tall = 0;
    for (int i = 0; i < qMin(m_list->count(), mostListed); ++i)
        tall += m_list->sizeHintForRow(i);
    m_list->setFixedHeight(tall + 4);
    m_list->setVisible(m_list->count() > 0);
    m_state->setColorPath(problems.isEmpty() ? QStringLiteral("text.secondary") : QStringLiteral("bad.text"));
    m_state->setText(problems.isEmpty()     ? tr("Checked: it can be applied")
                     : problems.size() == 1 ? tr("1 problem to put right")
                                            : tr("%1 problems to put right").arg(problems.size()));
}

void JsonPane::showNote(const QString &note)
{
    m_state->setColorPath(QStringLiteral("text.secondary"));
    m_state->setText(note);
}

} // namespace lazaret::ui
