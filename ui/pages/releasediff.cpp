#include "pages/releasediff.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/diffview.h"
#include "widgets/label.h"

#include <QVBoxLayout>

namespace lazaret::ui {

DiffSheet::DiffSheet(const QString &before, const QString &after, const std::pair<QString, QString> &texts, QWidget *over)
    : Sheet(QStringLiteral("versionDiff"), tr("From %1 to %2").arg(before, after), over)
{
    setFixedSize(qMin(900, over->window()->width() - 80), qMin(640, over->window()->height() - 80));
    auto *text = new DiffView;
    text->setObjectName(QStringLiteral("diffText"));
    text->setAccessibleName(windowTitle());
    text->show(texts.first, texts.second);
    content()->addWidget(new Text(text->gone() + text->come()
                                      ? tr("%1 lines went, %2 came. The stored definitions, every default written out.")
                                            .arg(countText(text->gone()), countText(text->come()))
                                      : tr("Both are the same work."),
                                  ui::font(u"body"), QStringLiteral("text.secondary")));
    content()->addWidget(text, 1);
    addClose(tr("Close"));
    text->setFocus();
}

} // namespace lazaret::ui
