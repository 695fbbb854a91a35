#include "charts/chartcard.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/label.h"

#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

// A square of colour and what it stands for.
class ColorKey : public QWidget
{
public:
    explicit ColorKey(const QString &colorPath, QWidget *parent) : QWidget(parent), m_color(colorPath) { setFixedSize(10, 10); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintRounded(painter, rect(), 2, color(m_color));
    }

private:
    QString m_color;
};

} // namespace

ChartCard::ChartCard(const QString &name, const QString &title, QWidget *body, std::function<Numbers()> numbers, QWidget *parent)
    : Card(parent), m_head(new QHBoxLayout), m_column(new QVBoxLayout(this)), m_line(new QWidget),
      m_figure(new Label({}, ui::font(u"hero"))), m_note(new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"))),
      m_chip(new Chip), m_keys(new QWidget), m_table(new Command(name + QStringLiteral("Table"), QStringLiteral("rows-3"),
                                                                 tr("%1 as a table").arg(title), {QKeySequence(Qt::Key_T)}, this))
{
    setObjectName(name + QStringLiteral("Card"));
    setAccessibleName(title);
    m_column->setSpacing(2);
    m_head->setSpacing(8);
    m_head->addWidget(new Label(title, ui::font(u"small", QFont::DemiBold), QStringLiteral("text.secondary")), 1);
    m_chip->hide();
    m_head->addWidget(m_chip);
    auto *button = new Button({}, Button::Kind::ghost);
    button->withIcon(m_table->iconName())->compact()->setObjectName(name + QStringLiteral("TableButton"));
    button->setAccessibleName(m_table->text());
    button->setToolTip(tr("Show as table (T)"));
    connect(button, &Button::clicked, m_table, &QAction::trigger);
    m_head->addWidget(button);
    m_column->addLayout(m_head);
    m_line->hide();
    auto *line = new QHBoxLayout(m_line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    m_figure->setObjectName(name + QStringLiteral("Figure"));
    line->addWidget(m_figure);
    m_note->setObjectName(name + QStringLiteral("Note"));
    m_note->setContentsMargins(0, 0, 0, 5);
    line->addWidget(m_note, 1, Qt::AlignBottom);
    m_column->addWidget(m_line);
    m_keys->hide();
    m_column->addWidget(m_keys);
    m_column->addSpacing(4);
    m_column->addWidget(body, 1);
    m_table->setShortcutContext(Qt::WidgetWithChildrenShortcut); // a card without a parent yet is a window to the command
    body->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(body, &QWidget::customContextMenuRequested, this, [this, body](const QPoint &at) {
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(m_table);
        menu->popup(body->mapToGlobal(at));
    });
    connect(m_table, &QAction::triggered, this, [this, numbers = std::move(numbers)] { (new NumbersSheet(numbers(), this))->open(); });
    setLow(false);
}

void ChartCard::showFigure(const QString &figure, const QString &note, const QString &exact)
{
    m_line->show();
    m_figure->setText(figure);
    m_figure->setToolTip(exact);
    m_figure->keepWhole(!note.isEmpty()); // a sentence may elide, a number never
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    setLow(m_low);
}

void ChartCard::addTool(QWidget *tool)
{
    m_head->insertWidget(1, tool);
}

void ChartCard::showKeys(const QList<std::pair<QString, QString>> &colorAndText)
{
    auto *row = static_cast<QHBoxLayout *>(m_keys->layout());
    if (!row) {
        row = new QHBoxLayout(m_keys);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(7);
        for (int i = 0; i < colorAndText.size(); ++i) {
            row->addWidget(new ColorKey(colorAndText[i].first, m_keys));
            auto *text = new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"));
            text->setObjectName(objectName() + QStringLiteral("Key%1").arg(i));
            row->addWidget(text);
            row->addSpacing(8);
        }
        row->addStretch(1);
    }
    for (int i = 0; i < colorAndText.size(); ++i)
        findChild<Label *>(objectName() + QStringLiteral("Key%1").arg(i))->setText(colorAndText[i].second);
    m_keys->show();
}

void ChartCard::setLow(bool low)
{
    m_column->setContentsMargins(16, low ? 6 : 8, 10, low ? 6 : 10);
    m_low = low;
    m_figure->setFont(ui::font(low && m_note->isHidden() ? u"title" : u"hero")); // a sentence is longer than a number
}

} // namespace lazaret::ui
