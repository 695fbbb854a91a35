#include "widgets/querybar.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMimeData>

namespace lazaret::ui {

namespace {

constexpr int typingPauseMs = 180;

class Frame : public QWidget
{
public:
    Frame(QueryBar *bar) : QWidget(bar), m_bar(bar) { setFixedHeight(ui::size(u"control") + 2); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const bool focus = m_bar->edit() && m_bar->edit()->hasFocus();
        const auto border = m_bar->hasProblem() ? u"bad.fill" : u"border.control";
        paintRounded(painter, rect(), ui::radius(u"control"), color(u"bg.surface"), color(border));
        if (focus && !m_bar->hasProblem())
            paintFocusRing(painter, rect(), ui::radius(u"control"));
        paintIcon(painter, u"search", QRectF(11, (height() - 14) / 2.0, 14, 14), color(u"text.muted"));
    }

private:
    QueryBar *m_bar;
};

QTextCharFormat ink(QStringView path, int weight = QFont::Normal)
{
    QTextCharFormat format;
    format.setForeground(color(path));
    format.setFontWeight(weight);
    return format;
}

} // namespace

void QueryHighlighter::show(const QList<queries::QueryToken> &tokens, const std::optional<queries::QueryError> &error)
{
    m_tokens = tokens;
    m_error = error;
    rehighlight();
}

void QueryHighlighter::highlightBlock(const QString &text)
{
    for (const auto &token : m_tokens) {
        const bool sign = token.kind == u"operator" || token.kind == u"parenthesis";
        setFormat(int(token.position), int(token.length),
                  token.kind == u"key" ? ink(u"accent.text", QFont::Medium)
                  : sign               ? ink(u"warn.text", QFont::Medium)
                                       : ink(u"text.primary"));
    }
    if (!m_error)
        return;
    auto format = ink(u"bad.text");
    format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    format.setUnderlineColor(color(u"bad.fill"));
    const auto from = qBound<qsizetype>(0, m_error->position, qMax<qsizetype>(0, text.size() - 1)); // the end has no letter to underline
    setFormat(int(from), int(qMax<qsizetype>(1, m_error->length)), format);
}

QueryEdit::QueryEdit(QWidget *parent) : QPlainTextEdit(parent)
{
    setFont(monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    setFixedHeight(fontMetrics().height() + 4);
    setViewportMargins(0, 1, 0, 0);
}

void QueryEdit::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT entered();
        return;
    case Qt::Key_Down:
    case Qt::Key_Escape:
        Q_EMIT leftDown();
        return;
    default:
        QPlainTextEdit::keyPressEvent(event);
    }
}

void QueryEdit::insertFromMimeData(const QMimeData *source)
{
    insertPlainText(source->text().simplified()); // one line stays one line
}

QueryBar::QueryBar(QWidget *parent)
    : QWidget(parent), m_edit(nullptr), m_result(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))),
      m_problemRow(new QWidget), m_problemText(new Text({}, ui::font(u"small", QFont::Medium), QStringLiteral("bad.text")))
{
    m_frame = new Frame(this);
    m_edit = new QueryEdit(m_frame);
    m_edit->setObjectName(QStringLiteral("query"));
    m_edit->setAccessibleName(tr("Selection query"));
    m_highlighter = new QueryHighlighter(m_edit->document());

    auto *row = new QHBoxLayout(m_frame);
    row->setContentsMargins(33, 0, 9, 0);
    row->setSpacing(8);
    row->addWidget(m_edit, 1);
    m_result->keepWhole(true);
    m_result->setObjectName(QStringLiteral("queryResult"));
    row->addWidget(m_result);
    row->addWidget(new KeyHint(QStringLiteral("/")));

    auto *problem = new QHBoxLayout(m_problemRow);
    problem->setContentsMargins(2, 0, 0, 0);
    problem->setSpacing(6);
    problem->addWidget(new IconLabel(QStringLiteral("circle-x"), 14, QStringLiteral("bad.text")), 0, Qt::AlignVCenter);
    problem->addWidget(m_problemText, 1);
    m_problemText->setObjectName(QStringLiteral("queryProblem"));
    m_problemRow->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_frame);
    column->addWidget(m_problemRow);

    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &QueryBar::apply);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (query() == m_read) // rehighlighting says "changed" too
            return;
        read();
        m_pause.start();
    });
    connect(m_edit, &QueryEdit::entered, this, [this] {
        m_pause.stop();
        apply();
        if (!m_problem)
            Q_EMIT leftDown();
    });
    connect(m_edit, &QueryEdit::leftDown, this, &QueryBar::leftDown);
    m_edit->installEventFilter(this); // the frame shows the focus
}

bool QueryBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        m_frame->update();
    return QWidget::eventFilter(watched, event);
}

void QueryBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        read(); // the highlighter's inks belong to the old theme
}

QString QueryBar::query() const
{
    return m_edit->toPlainText();
}

void QueryBar::setQuery(const QString &query)
{
    m_edit->setPlainText(query);
    m_edit->moveCursor(QTextCursor::End);
    m_pause.stop();
    apply();
}

void QueryBar::showResult(const QString &text)
{
    m_resultText = text;
    m_result->setText(m_problem ? tr("below: last good query") : text);
}

void QueryBar::takeFocus()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void QueryBar::read()
{
    m_read = query();
    const auto error = queries::checkQuery(m_read, QDateTime::currentMSecsSinceEpoch());
    m_highlighter->show(queries::queryTokens(m_read), error);
    m_problem = error.has_value();
    if (m_problem)
        m_problemText->setText(tr("At place %1: %2").arg(error->position + 1).arg(error->message) +
                               (error->hint.isEmpty() ? QString() : u"; " + error->hint));
    m_problemRow->setVisible(m_problem);
    showResult(m_resultText);
    m_edit->setAccessibleDescription(m_problem ? m_problemText->text() : QString());
    m_frame->update();
}

void QueryBar::apply()
{
    read();
    if (m_problem)
        return;
    Q_EMIT queryChanged(query());
}

} // namespace lazaret::ui
