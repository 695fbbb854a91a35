#include "charts/numbers.h"

#include "support/format.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {
constexpr int wide = 560, high = 340;
}

QString Numbers::asText() const
{
    QStringList lines{heads.join(u'\t')};
    for (const auto &row : rows)
        lines << row.join(u'\t');
    return lines.join(u'\n') + u'\n';
}

NumbersSheet::NumbersSheet(const Numbers &numbers, QWidget *over)
    : Sheet(QStringLiteral("numbersSheet"), numbers.title, over), m_numbers(numbers), m_table(new QTableView),
      m_copy(new Button(tr("Copy %n row(s)", nullptr, int(numbers.rows.size())), Button::Kind::secondary))
{
    setFixedWidth(wide);
    auto *model = new QStandardItemModel(int(numbers.rows.size()), int(numbers.heads.size()), m_table);
    model->setHorizontalHeaderLabels(numbers.heads);
    for (int row = 0; row < numbers.rows.size(); ++row) {
        for (int column = 0; column < numbers.rows[row].size(); ++column) {
            auto *item = new QStandardItem(numbers.rows[row][column]);
            item->setEditable(false);
            item->setToolTip(item->text());
            item->setTextAlignment(Qt::AlignVCenter | (column == 0 ? Qt::AlignLeft : Qt::AlignRight));
            model->setItem(row, column, item);
        }
    }
    for (int column = 0; column < numbers.heads.size(); ++column)
        model->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignVCenter | (column == 0 ? Qt::AlignLeft : Qt::AlignRight));
    m_table->setObjectName(QStringLiteral("numbersTable"));
    m_table->setAccessibleName(numbers.title);
    m_table->setModel(model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(ui::size(u"rowCompact"));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setFixedHeight(high);
    m_table->setCurrentIndex(model->index(0, 0));
    if (!numbers.sentence.isEmpty())
        content()->addWidget(new Text(numbers.sentence, ui::font(u"small"), QStringLiteral("text.secondary")));
    content()->addWidget(m_table);
    m_copy->setObjectName(QStringLiteral("copyNumbers"));
    m_copy->withIcon(QStringLiteral("copy"))->withKeys(QStringLiteral("Ctrl C"));
    m_copy->setAutoDefault(false);
    content()->addWidget(m_copy, 0, Qt::AlignLeft);
    connect(m_copy, &Button::clicked, this, &NumbersSheet::copy);
    addClose(tr("Close"));
    m_table->setFocus();
}

void NumbersSheet::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    Sheet::keyPressEvent(event);
}

void NumbersSheet::copy()
{
    QGuiApplication::clipboard()->setText(m_numbers.asText());
    m_copy->setText(tr("Copied"));
}

} // namespace lazaret::ui
