#include "pages/releasediff.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

namespace lazaret::ui {

DiffSheet::DiffSheet(const QString &before, const QString &after, const QList<ChangedLine> &lines, QWidget *over)
    : Sheet(QStringLiteral("versionDiff"), tr("From %1 to %2").arg(before, after), over)
{
    setFixedSize(qMin(900, over->window()->width() - 80), qMin(640, over->window()->height() - 80));
    qsizetype gone = 0, come = 0;
    for (const auto &line : lines) {
        gone += line.sign == u'-';
        come += line.sign == u'+';
    }
    content()->addWidget(new Text(
        gone + come ? tr("%1 lines went, %2 came. The stored definitions, every default written out.").arg(countText(gone), countText(come))
                    : tr("Both are the same work."),
        ui::font(u"body"), QStringLiteral("text.secondary")));
    auto *text = new QPlainTextEdit;
    text->setObjectName(QStringLiteral("diffText"));
    text->setAccessibleName(windowTitle());
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(monoFont());
    text->setTabChangesFocus(true);
    QTextCursor cursor(text->document());
    for (const auto &line : lines) {
        QTextCharFormat ink;
        QTextBlockFormat ground;
        const QStringView tone = line.sign == u'-' ? u"bad" : line.sign == u'+' ? u"good" : u"";
        ink.setForeground(tone.isEmpty() ? color(u"text.secondary") : toneColor(tone, u"text"));
        if (!tone.isEmpty())
            ground.setBackground(toneColor(tone, u"soft"));
        if (cursor.position() > 0)
            cursor.insertBlock();
        cursor.setBlockFormat(ground);
        cursor.insertText(QString(line.sign) + u' ' + line.text, ink);
    }
    // To the first change.
    for (auto block = text->document()->begin(); block.isValid(); block = block.next()) {
        if (!block.text().startsWith(u' ')) {
            text->setTextCursor(QTextCursor(block));
            break;
        }
    }
    content()->addWidget(text, 1);
    addClose(tr("Close"));
    text->setFocus();
}

} // namespace lazaret::ui
