#include "widgets/sheet.h"

#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/painting.h"
#include "widgets/surfaces.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int widthPx = 424;

class Scrim : public QWidget
{
public:
    explicit Scrim(QWidget *window) : QWidget(window)
    {
        setObjectName(QStringLiteral("scrim"));
        setGeometry(window->rect());
        setAttribute(Qt::WA_TransparentForMouseEvents);
        show();
        raise();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), color(u"bg.scrim", 0.45));
    }
};

} // namespace

Sheet::Sheet(const QString &name, const QString &title, QWidget *over)
    : QDialog(over->window(), Qt::Dialog | Qt::FramelessWindowHint), m_content(new QVBoxLayout), m_buttons(new QHBoxLayout),
      m_over(over->window())
{
    setObjectName(name);
    setWindowTitle(title);
    setAccessibleName(title);
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_TranslucentBackground);
    setFixedWidth(widthPx);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(12);
    auto *head = new Text(title, ui::font(u"title", QFont::DemiBold));
    head->setObjectName(QStringLiteral("sheetTitle"));
    column->addWidget(head);
    m_content->setSpacing(10);
    column->addLayout(m_content, 1);
    column->addSpacing(10);
    m_buttons->setSpacing(8);
    m_buttons->addStretch(1);
    column->addLayout(m_buttons);
}

Button *Sheet::addMain(const QString &verb, bool danger)
{
    auto *cancel = new Button(tr("Cancel"), Button::Kind::secondary);
    cancel->setObjectName(QStringLiteral("cancel"));
    cancel->setAccessibleName(tr("Cancel"));
    cancel->withKeys(QStringLiteral("Esc"));
    cancel->setAutoDefault(false);
    m_main = new Button(verb, danger ? Button::Kind::danger : Button::Kind::primary);
    m_main->setObjectName(QStringLiteral("main"));
    m_main->setAccessibleName(verb);
    m_main->setAutoDefault(false);
    m_main->withKeys(QStringLiteral("Ctrl ⏎"))->setProperty("confirms", true);
    m_buttons->addWidget(cancel);
    m_buttons->addWidget(m_main);
    connect(cancel, &Button::clicked, this, &Sheet::reject);
    connect(m_main, &Button::clicked, this, &Sheet::mainRequested);
    return m_main;
}

Button *Sheet::addClose(const QString &word)
{
    auto *close = new Button(word, Button::Kind::secondary);
    close->setObjectName(QStringLiteral("close"));
    close->setAccessibleName(word);
    close->withKeys(QStringLiteral("Esc"));
    close->setAutoDefault(false);
    m_buttons->addWidget(close);
    connect(close, &Button::clicked, this, &Sheet::reject);
    return close;
}

void Sheet::open()
{
    m_scrim = new Scrim(m_over);
    adjustSize();
    const QRect window = m_over->geometry();
    move(window.center() - rect().center());
    QDialog::open();
}

void Sheet::done(int result)
{
    delete std::exchange(m_scrim, nullptr);
    QDialog::done(result);
    m_over->activateWindow(); // not every platform gives the keys back by itself
}

void Sheet::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!enter)
        return QDialog::keyPressEvent(event);
    if (event->modifiers() & Qt::ControlModifier && m_main && m_main->isEnabled())
        m_main->click();
}

void Sheet::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, QRectF(rect()), ui::radius(u"card"), color(u"bg.surface"), color(u"border.default"));
}

Confirm::Confirm(const QString &name, const ConfirmWords &words, QWidget *over) : Sheet(name, words.title, over)
{
    if (!words.lead.isEmpty())
        content()->addWidget(new Text(words.lead, ui::font(u"body"), QStringLiteral("text.secondary")));
    if (!words.lines.isEmpty()) {
        auto *card = new Card(nullptr, QStringLiteral("bg.sunken"));
        auto *rows = new QVBoxLayout(card);
        rows->setContentsMargins(12, 10, 12, 10);
        rows->setSpacing(8);
        for (const auto &line : words.lines) {
            auto *row = new QHBoxLayout;
            row->setSpacing(10);
            row->addWidget(new IconLabel(line.icon, ui::size(u"iconSmall"), line.tone + u".text"));
            auto *count = new Label(line.count, ui::font(u"body", QFont::DemiBold));
            count->keepWhole(true);
            count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            count->setMinimumWidth(36);
            row->addWidget(count);
            row->addWidget(new Text(line.text, ui::font(u"body")), 1);
            rows->addLayout(row);
        }
        content()->addWidget(card);
    }
    if (!words.note.isEmpty())
        content()->addWidget(new Text(words.note, ui::font(u"body")));
    auto *main = addMain(words.verb, words.danger);
    if (words.count) {
        m_count = new Field(QStringLiteral("count"), words.countLabel);
        m_count->setFixedWidth(100);
        content()->addLayout(labelled(words.countLabel, m_count));
        main->setEnabled(false);
        main->setToolTip(words.countLabel);
        connect(m_count, &Field::textChanged, this, [this, main, wanted = *words.count](const QString &text) {
            bool number = false;
            const int typed = QLocale().toInt(text.trimmed(), &number);
            main->setEnabled(number && typed == wanted);
            m_count->setWrong(!text.isEmpty() && !main->isEnabled() && text.trimmed().size() >= QString::number(wanted).size());
        });
        m_count->setFocus();
    } else {
        findChild<Button *>(QStringLiteral("cancel"))->setFocus();
    }
    content()->addStretch(1);
}

Confirm *Confirm::ask(const QString &name, const ConfirmWords &words, QWidget *over, std::function<void()> yes)
{
    auto *dialog = new Confirm(name, words, over);
    connect(dialog, &Sheet::mainRequested, dialog, [dialog, yes = std::move(yes)] {
        dialog->accept();
        yes();
    });
    dialog->open();
    return dialog;
}

} // namespace lazaret::ui
