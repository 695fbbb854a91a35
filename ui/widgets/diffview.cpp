#include "widgets/diffview.h"

#include "theme/tokens.h"

#include <QTextBlock>
#include <QTextCursor>

namespace lazaret::ui {

namespace {

constexpr int context = 3; // unchanged lines kept around a change

QList<TextLine> shortened(const QList<TextLine> &lines)
{
    QList<TextLine> kept;
    qsizetype hidden = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        bool near = false;
        for (qsizetype k = std::max<qsizetype>(0, i - context); k <= std::min(lines.size() - 1, i + context); ++k)
            near |= lines[k].kind != TextLine::Kind::same;
        if (near) {
            if (hidden)
                kept.append({TextLine::Kind::same, QStringLiteral("⋯")});
            hidden = 0;
            kept.append(lines[i]);
        } else {
            ++hidden;
        }
    }
    return kept;
}

} // namespace

DiffView::DiffView(QWidget *parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("diff"));
    setAccessibleName(tr("Differences"));
    setReadOnly(true);
    setFont(ui::monoFont());
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByKeyboard | Qt::TextSelectableByMouse);
}

void DiffView::show(const QString &before, const QString &after)
{
    const auto all = lineDiff(before, after);
    m_changes = int(std::count_if(all.begin(), all.end(), [](const TextLine &line) { return line.kind != TextLine::Kind::same; }));
    m_lines = shortened(all);
    QStringList text;
    for (const auto &line : std::as_const(m_lines))
        text.append((line.kind == TextLine::Kind::added ? u"+ " : line.kind == TextLine::Kind::removed ? u"− " : u"  ") + line.text);
    setPlainText(text.join(u'\n'));
    colour();
}

void DiffView::colour()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (int i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].kind == TextLine::Kind::same)
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(i));
        mark.format.setBackground(color(m_lines[i].kind == TextLine::Kind::added ? u"good.soft" : u"bad.soft"));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(mark);
    }
    setExtraSelections(marks);
}

void DiffView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colour();
}

} // namespace lazaret::ui
