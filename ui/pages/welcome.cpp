#include "pages/welcome.h"

#include "pages/welcomecards.h"
#include "support/savefile.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int leftWidth = 540, rightWidth = 440, markSide = 52;

class Mark : public QWidget
{
public:
    Mark() { setFixedSize(markSide, markSide); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintFlag(painter, rect());
    }
};

QString shortPath(const QString &path)
{
    const QString home = QDir::homePath();
    return QDir::toNativeSeparators(path.startsWith(home + u'/') ? QString(u'~' + path.mid(home.size())) : path);
}

QLayout *headline()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(18);
    row->addStretch(1);
    row->addWidget(new Mark);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    auto *name = new Label(QStringLiteral("Lazaret"), ui::font(u"hero"));
    name->keepWhole(true);
    words->addWidget(name);
    auto *purpose = new Label(Welcome::tr("Find out what became of every failed case, and close it with proof."), ui::font(u"body"),
                              QStringLiteral("text.secondary"));
    purpose->keepWhole(true);
    words->addWidget(purpose);
    row->addLayout(words);
    row->addStretch(1);
    return row;
}

} // namespace

Welcome::Welcome(DeskServices &services, QWidget *parent)
    : QWidget(parent), m_services(services), m_demoDirectory(QDir::cleanPath(services.dataDirectory()) + QStringLiteral("-demo"))
{
    setObjectName(QStringLiteral("welcome"));
    setAccessibleName(tr("Welcome to Lazaret"));
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    auto *body = new QWidget;
    body->setAutoFillBackground(false);
    scroll->setWidget(body);
    body->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(24, 24, 24, 16);
    column->addStretch(3);
    column->addLayout(headline());
    column->addSpacing(26);
    auto *cards = new QHBoxLayout;
    cards->setSpacing(16);
    cards->addStretch(1);
    cards->addWidget(demoCard());
    auto *right = new QVBoxLayout;
    right->setSpacing(16);
    m_connect = new ConnectCard(services);
    m_connect->setFixedWidth(rightWidth);
    right->addWidget(m_connect, 1);
    m_open = new OpenCard(services);
    m_open->setFixedWidth(rightWidth);
    right->addWidget(m_open);
    cards->addLayout(right);
    cards->addStretch(1);
    column->addLayout(cards);
    column->addStretch(3);
    outer->addWidget(scroll, 1);
    outer->addWidget(foot());
    connect(m_connect, &ConnectCard::leaveRequested, this, &Welcome::leaveRequested);
    connect(m_connect, &ConnectCard::answered, this, &Welcome::ready);
    connect(m_open, &OpenCard::leaveRequested, this, &Welcome::leaveRequested);
    connect(m_open, &OpenCard::directoryChosen, this, [this](const QString &path) {
        startAnew({QStringLiteral("--data"), path}, m_open->trouble());
    });
    setDemoDirectory(m_demoDirectory);
}

QWidget *Welcome::demoCard()
{
    auto *card = new Card(nullptr, QStringLiteral("bg.surface"), QStringLiteral("accent.fill"));
    card->setObjectName(QStringLiteral("demoCard"));
    card->setFixedWidth(leftWidth);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(10);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(new Label(tr("Start the demo"), ui::font(u"title")));
    auto *chip = new Chip;
    head->addWidget(chip);
    chip->show(tr("1 minute"), {QStringLiteral("accent"), QStringLiteral("timer")});
    head->addStretch(1);
    column->addLayout(head);
    column->addWidget(new Text(tr("The real pipeline with a pretend provider. Nothing leaves this machine."), ui::font(u"body"),
                               QStringLiteral("text.secondary")));
    column->addSpacing(4);
    column->addWidget(new StoryArt);
    column->addSpacing(4);
    column->addWidget(new ScenarioRow(QStringLiteral("shopping-cart"), tr("Product cards"),
                                      tr("A schema change breaks 12; 9 released, 3 by hand, all proven")));
    m_guided = new Check(QStringLiteral("guided"), tr("Walk me through it, step by step"));
    m_guided->setChecked(true);
    column->addSpacing(4);
    column->addWidget(m_guided);
    column->addStretch(1);
    m_where = new Text({}, ui::font(u"small"), QStringLiteral("text.muted"));
    m_where->setObjectName(QStringLiteral("demoWhere"));
    column->addWidget(m_where);
    m_trouble = new Text({}, ui::font(u"small", QFont::Medium), QStringLiteral("bad.text"));
    m_trouble->setObjectName(QStringLiteral("demoTrouble"));
    m_trouble->hide();
    column->addWidget(m_trouble);
    m_start = new Button(tr("Start the demo"), Button::Kind::primary);
    m_start->withIcon(QStringLiteral("play"))->withKeys(QStringLiteral("⏎"));
    m_start->setObjectName(QStringLiteral("startDemo"));
    m_start->setAccessibleName(m_start->text());
    m_start->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_start->setAutoDefault(true); // Enter as well as Space
    column->addWidget(m_start);
    auto *elsewhere = new Button(tr("Keep it somewhere else…"), Button::Kind::link);
    elsewhere->setObjectName(QStringLiteral("demoElsewhere"));
    elsewhere->setAccessibleName(elsewhere->text());
    column->addWidget(elsewhere, 0, Qt::AlignHCenter);
    connect(m_start, &Button::clicked, this, &Welcome::startDemo);
    connect(elsewhere, &Button::clicked, this, [this] {
        auto *dialog = plainFileDialog(this, tr("An empty folder for the demo"));
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        connect(dialog, &QFileDialog::fileSelected, this, &Welcome::setDemoDirectory);
        dialog->open();
    });
    return card;
}

QWidget *Welcome::foot()
{
    auto *foot = new QWidget;
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(24, 6, 24, 16);
    row->setSpacing(12);
    m_theme = new SegmentedSwitch({tr("System"), tr("Light"), tr("Dark")});
    m_theme->setObjectName(QStringLiteral("welcomeTheme"));
    m_theme->setAccessibleName(tr("Theme"));
    row->addWidget(m_theme);
    auto *skip = new Button(tr("Go to the desk"), Button::Kind::ghost);
    skip->setObjectName(QStringLiteral("toDesk"));
    skip->setAccessibleName(skip->text());
    skip->withIcon(QStringLiteral("arrow-right"));
    row->addWidget(skip);
    row->addStretch(1);
    row->addWidget(
        new Label(tr("Data stays in your data directory. No account, no telemetry."), ui::font(u"small"), QStringLiteral("text.muted")));
    connect(m_theme, &QTabBar::currentChanged, this, [this](int index) { Q_EMIT themeChosen(Theme(index)); });
    connect(skip, &Button::clicked, this, [this] { Q_EMIT leaveRequested(QString()); });
    return foot;
}

void Welcome::focusStart()
{
    m_start->setFocus(Qt::OtherFocusReason);
}

void Welcome::showTheme(Theme theme)
{
    const QSignalBlocker quiet(m_theme);
    m_theme->setCurrentIndex(int(theme));
}

QString Welcome::demoDirectory() const
{
    return m_demoDirectory;
}

void Welcome::setDemoDirectory(const QString &path)
{
    m_demoDirectory = path;
    const bool there = QFileInfo::exists(path + QStringLiteral("/lazaret.db"));
    m_start->setText(there ? tr("Go on with the demo") : tr("Start the demo"));
    m_start->setAccessibleName(m_start->text());
    m_where->setText(
        (there ? tr("It is in %1 and goes on where it stands. ") : tr("Its data goes to %1, apart from yours. ")).arg(shortPath(path)) +
        tr("It opens in a window of its own; this one closes."));
    m_where->setToolTip(path);
}

void Welcome::startDemo()
{
    QStringList arguments{QStringLiteral("--demo"), QStringLiteral("--data"), m_demoDirectory};
    if (!m_guided->isChecked())
        arguments.append(QStringLiteral("--no-coach"));
    startAnew(arguments, m_trouble);
}

void Welcome::startAnew(const QStringList &arguments, Text *trouble)
{
    const auto started = m_services.startAnew(arguments);
    trouble->setVisible(!started);
    if (started)
        return Q_EMIT closeRequested();
    trouble->setText(tr("The new window did not open: %1. This one stays as it is; try again.").arg(started.error().detail));
}

void Welcome::refresh()
{
    m_connect->refresh();
}

void Welcome::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), color(u"bg.app"));
}

} // namespace lazaret::ui
