#include "widgets/textfield.h"

#include "theme/tokens.h"
#include "widgets/painting.h"

#include <QMimeData>

namespace lazaret::ui {

TextField::TextField(QWidget *parent) : QPlainTextEdit(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFont(ui::font(u"body"));
    setTabChangesFocus(true);
    document()->setDocumentMargin(0);
    setViewportMargins(9, 6, 9, 5);
    viewport()->setAutoFillBackground(false);
    QPalette clear = palette();
    clear.setColor(QPalette::Base, Qt::transparent);
    setPalette(clear);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { // typed or dropped beyond the end
        if (document()->characterCount() <= longest + 1)
            return;
        setPlainText(clean(toPlainText()));
        moveCursor(QTextCursor::End);
        Q_EMIT shortened();
    });
}

QString TextField::clean(const QString &text, qsizetype most)
{
    QString kept;
    kept.reserve(qMin(text.size(), most));
    for (qsizetype i = 0; i < text.size() && kept.size() < most; ++i) {
        const QChar c = text[i];
        const bool shown = c == u'\n' || c == u'\t' || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format);
        if (shown)
            kept += c;
    }
    if (!kept.isEmpty() && kept.back().isHighSurrogate())
        kept.chop(1);
    return kept;
}

void TextField::setText(const QString &text)
{
    setPlainText(clean(text));
    moveCursor(QTextCursor::End);
}

void TextField::insertFromMimeData(const QMimeData *source)
{
    const QString text = source->text();
    const qsizetype room = qMax<qsizetype>(0, longest + 1 - document()->characterCount() + textCursor().selectedText().size());
    insertPlainText(clean(text, room));
    if (text.size() > room)
        Q_EMIT shortened();
}

// The frame lies around the viewport, where a scroll area paints nothing of its own without QFrame's help.
bool TextField::event(QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() != QEvent::Paint)
        return QPlainTextEdit::event(event);
    QPainter painter(this);
    paintRounded(painter, QRectF(rect()), ui::radius(u"control"), color(isReadOnly() ? u"bg.sunken" : u"bg.surface"),
                 color(u"border.control"));
    if (hasFocus())
        paintFocusRing(painter, rect(), ui::radius(u"control"));
    return true;
}

} // namespace lazaret::ui
