#include "widgets/querybar.h"

#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMimeData>
#include <QStringListModel>

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
    if (m_popup && m_popup->isVisible() &&
        (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape ||
         event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)) {
        event->ignore();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        if (event->modifiers() & Qt::ControlModifier)
            return Q_EMIT completionWanted();
        QPlainTextEdit::keyPressEvent(event);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT entered();
        return;
    case Qt::Key_Down:
        if (document()->isEmpty())
            return Q_EMIT historyWanted();
        Q_EMIT leftDown();
        return;
    case Qt::Key_Escape:
        Q_EMIT leftDown();
        return;
    default:
        QPlainTextEdit::keyPressEvent(event);
    }
}

void QueryEdit::insertFromMimeData(const QMimeData *source)
{
    const QString text = source->text();
    const qsizetype room = longest - document()->characterCount() + textCursor().selectedText().size() + 1;
    insertPlainText(queryText(text, qMax<qsizetype>(0, room)).simplified()); // one line stays one line
    if (text.size() > room)
        Q_EMIT shortened();
}

QueryBar::QueryBar(const QString &name, const queries::QueryLanguage &language, QWidget *parent)
    : QWidget(parent), m_language(language), m_edit(nullptr), m_result(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))),
      m_problemRow(new QWidget), m_problemText(new Text({}, ui::font(u"small", QFont::Medium), QStringLiteral("bad.text"))),
      m_fix(new Button({}, Button::Kind::secondary)), m_completer(new QCompleter(this)), m_options(new QStringListModel(this))
{
    m_frame = new Frame(this);
    m_edit = new QueryEdit(m_frame);
    m_edit->setObjectName(name);
    m_edit->setAccessibleName(tr("Selection query"));
    m_highlighter = new QueryHighlighter(m_edit->document());

    auto *row = new QHBoxLayout(m_frame);
    row->setContentsMargins(33, 0, 9, 0);
    row->setSpacing(8);
    row->addWidget(m_edit, 1);
    m_result->keepWhole(true);
    m_result->setObjectName(name + u"Result");
    row->addWidget(m_result);
    row->addWidget(new KeyHint(QStringLiteral("/")));

    auto *problem = new QHBoxLayout(m_problemRow);
    problem->setContentsMargins(2, 0, 0, 0);
    problem->setSpacing(6);
    problem->addWidget(new IconLabel(QStringLiteral("circle-x"), 14, QStringLiteral("bad.text")), 0, Qt::AlignVCenter);
    problem->addWidget(m_problemText, 1);
    m_fix->compact()->setObjectName(name + u"Fix");
    problem->addWidget(m_fix);
    connect(m_fix, &Button::clicked, this, &QueryBar::useFix);
    m_problemText->setObjectName(name + u"Problem");
    m_problemRow->hide();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_frame);
    column->addWidget(m_problemRow);

    m_completer->setModel(m_options);
    m_completer->setWidget(m_edit);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setMaxVisibleItems(10);
    m_completer->popup()->setFont(monoFont());
    m_completer->popup()->setObjectName(name + u"Completions");
    m_completer->popup()->setAccessibleName(tr("Ways to go on"));
    m_edit->setPopup(m_completer->popup());
    connect(m_completer, QOverload<const QString &>::of(&QCompleter::activated), this, &QueryBar::take);
    connect(m_edit, &QueryEdit::completionWanted, this, [this] { offer(true); });
    connect(m_edit, &QueryEdit::historyWanted, this, &QueryBar::offerHistory);
    connect(m_edit, &QueryEdit::shortened, this, [this] {
        m_cut = true;
        read();
    });

    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &QueryBar::apply);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (query() == m_read) // rehighlighting says "changed" too
            return;
        m_cut = false;
        if (query().size() > QueryEdit::longest || query().contains(u'\n')) { // not by paste: dropped, or by an input method
            const bool tooLong = query().size() > QueryEdit::longest;
            m_edit->setPlainText(queryText(query(), QueryEdit::longest));
            m_edit->moveCursor(QTextCursor::End);
            m_cut = tooLong;
            read();
            return;
        }
        read();
        m_pause.start();
        if (m_edit->hasFocus())
            offer(false);
    });
    connect(m_edit, &QueryEdit::entered, this, [this] {
        m_pause.stop();
        apply();
        if (m_problem)
            return;
        remember();
        Q_EMIT leftDown();
    });
    connect(m_edit, &QueryEdit::leftDown, this, &QueryBar::leftDown);
    m_edit->installEventFilter(this); // the frame shows the focus
}

bool QueryBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        m_frame->update();
        if (event->type() == QEvent::FocusIn)
            Q_EMIT entering();
        else if (!m_problem)
            remember();
    }
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
    const auto error = m_language.check(m_read, QDateTime::currentMSecsSinceEpoch());
    m_highlighter->show(queries::queryTokens(m_read), error);
    m_error = error;
    m_problem = error.has_value();
    const QString fix = m_problem ? fixOf(error->hint) : QString();
    if (m_problem)
        m_problemText->setText(tr("At place %1: %2").arg(error->position + 1).arg(error->message) +
                               (error->hint.isEmpty() || !fix.isEmpty() ? QString() : u"; " + error->hint));
    else if (m_cut)
        m_problemText->setText(tr("Cut at %1 characters: a query is no longer than that.").arg(QueryEdit::longest));
    m_fix->setText(tr("Use %1").arg(fix));
    m_fix->setVisible(!fix.isEmpty());
    m_problemRow->setVisible(m_problem || m_cut);
    showResult(m_resultText);
    m_edit->setAccessibleDescription(m_problem ? m_problemText->text() : QString());
    m_frame->update();
}

void QueryBar::offer(bool eager)
{
    m_completion = completionAt(query(), m_edit->textCursor().position(), m_words, eager, m_language);
    if (m_completion.options.isEmpty()) {
        m_completer->popup()->hide();
        return;
    }
    m_options->setStringList(m_completion.options);
    m_completer->setCompletionPrefix({});
    const QRect at = m_edit->cursorRect();
    m_completer->complete(QRect(qMax(0, at.x() - 8), 4, 280, m_edit->height()));
}

void QueryBar::offerHistory()
{
    if (m_history.isEmpty())
        return Q_EMIT leftDown();
    m_completion = {0, query().size(), m_history};
    m_options->setStringList(m_history);
    m_completer->setCompletionPrefix({});
    m_completer->complete(QRect(0, 4, qMax(320, m_edit->width()), m_edit->height()));
}

void QueryBar::take(const QString &option)
{
    QTextCursor cursor = m_edit->textCursor();
    cursor.setPosition(int(m_completion.from));
    cursor.setPosition(int(m_completion.from + m_completion.length), QTextCursor::KeepAnchor);
    cursor.insertText(option);
    m_edit->setTextCursor(cursor);
}

void QueryBar::useFix()
{
    if (!m_error)
        return;
    QString text = query();
    text.replace(m_error->position, m_error->length, fixOf(m_error->hint));
    setQuery(text);
    m_edit->setFocus(Qt::OtherFocusReason);
}

void QueryBar::remember()
{
    constexpr qsizetype most = 30;
    const QString text = query().simplified();
    if (text.isEmpty() || m_history.value(0) == text)
        return;
    m_history.removeAll(text);
    m_history.prepend(text);
    m_history = m_history.mid(0, most);
    Q_EMIT historyChanged(m_history);
}

void QueryBar::apply()
{
    read();
    if (m_problem)
        return;
    Q_EMIT queryChanged(query());
}

} // namespace lazaret::ui
