#include "widgets/diffview.h"

#include "theme/tokens.h"

#include <QTextBlock>
#include <QTextCursor>

namespace lazaret::ui {

namespace {

constexpr int context = 3; // unchanged lines kept around a change

QList<ChangedLine> shortened(const QList<ChangedLine> &lines)
{
    QList<ChangedLine> kept;
    qsizetype hidden = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        bool near = false;
        for (qsizetype k = std::max<qsizetype>(0, i - context); k <= std::min(lines.size() - 1, i + context); ++k)
            near |= lines[k].changed();
        if (near) {
            if (hidden)
                kept.append({u' ', QStringLiteral("⋯")});
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
    const auto all = compareLines(before, after);
    const auto count = [&](QChar sign) {
        return std::count_if(all.begin(), all.end(), [&](const auto &line) { return line.sign == sign; });
    };
    m_gone = count(u'-');
    m_come = count(u'+');
    m_lines = shortened(all);
    QStringList text;
    for (const auto &line : std::as_const(m_lines))
        text.append(QString(line.sign) + u' ' + line.text);
    setPlainText(text.join(u'\n'));
    colour();
}

void DiffView::colour()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (int i = 0; i < m_lines.size(); ++i) {
        if (!m_lines[i].changed())
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(i));
        mark.format.setBackground(color(m_lines[i].sign == u'+' ? u"good.soft" : u"bad.soft"));
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
