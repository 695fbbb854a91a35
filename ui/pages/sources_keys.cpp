#include "pages/sources_keys.h"

#include "engine/queries_setup.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/fields.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QJsonObject>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRandomGenerator>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qsizetype shortestSecret = 16;

}

SecretKeys::SecretKeys(QWidget *parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("secretKeys"));
    setAccessibleName(tr("Key slots"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 8, 8);
    column->setSpacing(4);
    for (int i = 0; i < 2; ++i) {
        auto &row = m_rows[i];
        const QString name = i == 0 ? tr("Slot A") : tr("Slot B");
        row.slot = new Chip;
        row.slot->show(name, {.tone = QStringLiteral("neutral"), .icon = {}, .outline = true});
        row.state = new Chip;
        row.text = new Label({}, ui::font(u"small"), QStringLiteral("text.secondary"));
        row.enter = new Button({}, Button::Kind::secondary);
        row.enter->compact();
        row.enter->setObjectName(QStringLiteral("enterSecret%1").arg(i));
        row.enter->setAccessibleName(tr("Enter the secret of slot %1").arg(i + 1));
        row.remove = new Button(tr("Empty"), Button::Kind::ghost);
        row.remove->compact();
        row.remove->setObjectName(QStringLiteral("emptySecret%1").arg(i));
        row.remove->setAccessibleName(tr("Empty %1").arg(name));
        auto *across = new QHBoxLayout;
        across->setSpacing(8);
        across->addWidget(row.slot);
        across->addWidget(row.state);
        across->addWidget(row.text, 1);
        across->addWidget(row.remove);
        across->addWidget(row.enter);
        column->addLayout(across);
        if (i == 0)
            column->addWidget(new Line);
        connect(row.enter, &QPushButton::clicked, this, [this, i] { Q_EMIT entryRequested(i); });
        connect(row.remove, &QPushButton::clicked, this, [this, i] { Q_EMIT removalRequested(i); });
    }
}

void SecretKeys::show(const QJsonArray &secrets, const QHash<int, qint64> &matched, const TimeView &view, const QString &lockedReason)
{
    for (int i = 0; i < 2; ++i) {
        auto &row = m_rows[i];
        const QJsonObject given = secrets.at(i).toObject();
        const bool there = i < secrets.size();
        const bool stored = there && !given.value(QStringLiteral("ref")).toString().isEmpty();
        const QString expires = given.value(QStringLiteral("expires_at")).toString();
        QStringList said;
        if (stored)
            said.append(matched.contains(i + 1) ? tr("last matched %1").arg(shortTime(matched.value(i + 1), view))
                                                : tr("matched nothing in 24 hours"));
        else if (there)
            said.append(tr("entered, kept when you save"));
        else
            said.append(i == 0 ? tr("without a key nothing is let in") : tr("fill it before the sender rotates"));
        if (!expires.isEmpty()) {
            const auto until = QDateTime::fromString(expires, Qt::ISODateWithMs);
            said.append(until.isValid() ? tr("until %1").arg(shortTime(until.toMSecsSinceEpoch(), view)) : expires);
        }
        row.text->setText(said.join(QStringLiteral(" · ")));
        row.state->show(stored  ? tr("in use")
                        : there ? tr("new")
                                : tr("empty"),
                        {.tone = stored  ? QStringLiteral("good")
                                 : there ? QStringLiteral("warn")
                                         : QStringLiteral("neutral"),
                         .icon = {}});
        row.enter->setText(there ? tr("Replace…") : i == 0 ? tr("Enter a secret…") : tr("Add next secret…"));
        row.enter->setAccessibleName(row.enter->text() + u' ' + row.slot->text());
        row.enter->withIcon(QStringLiteral("key-round"));
        const bool next = i == 0 || !secrets.isEmpty();
        row.enter->setEnabled(lockedReason.isEmpty() && next);
        row.enter->setToolTip(lockedReason.isEmpty() && !next ? tr("Slot A comes first.") : lockedReason);
        row.remove->setVisible(there && secrets.size() == 2);
        row.remove->setEnabled(lockedReason.isEmpty());
        row.remove->setToolTip(lockedReason);
    }
}

void SecretKeys::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintRounded(painter, rect(), ui::radius(u"control"), color(u"bg.sunken"), color(u"border.subtle"));
}

QString strongSecret(const QString &scheme)
{
    QByteArray bytes(32, Qt::Uninitialized);
    for (auto &byte : bytes)
        byte = char(QRandomGenerator::system()->bounded(256));
    return scheme == u"standard-webhooks-v1" ? QStringLiteral("whsec_") + QString::fromLatin1(bytes.toBase64())
                                             : QString::fromLatin1(bytes.toHex());
}

SecretSheet::SecretSheet(const QString &source, int slot, const QString &scheme, QWidget *over)
    : Sheet(QStringLiteral("secretSheet"),
            slot == 0 ? tr("Secret for slot A of %1").arg(source) : tr("Secret for slot B of %1").arg(source), over),
      m_scheme(scheme), m_secret(new Field(QStringLiteral("secret"), tr("Secret"))),
      m_copy(new Button(tr("Copy"), Button::Kind::secondary)), m_note(new Text({}, ui::font(u"small"), QStringLiteral("text.secondary")))
{
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setFont(ui::monoFont());
    m_note->setObjectName(QStringLiteral("secretNote"));
    content()->addWidget(new Text(tr("Paste what the sender gave you, or make one here and give it to the sender. It goes to the secret "
                                     "store when you save and is never shown again."),
                                  ui::font(u"body"), QStringLiteral("text.secondary")));
    content()->addLayout(labelled(tr("Secret"), m_secret));
    auto *row = new QHBoxLayout;
    auto *make = new Button(tr("Generate"), Button::Kind::secondary);
    make->withIcon(QStringLiteral("wand-sparkles"));
    make->setObjectName(QStringLiteral("generateSecret"));
    make->setAccessibleName(tr("Generate a strong secret"));
    make->setAutoDefault(false);
    m_copy->withIcon(QStringLiteral("copy"));
    m_copy->setObjectName(QStringLiteral("copySecret"));
    m_copy->setAccessibleName(tr("Copy the generated secret"));
    m_copy->setAutoDefault(false);
    m_copy->hide();
    row->addWidget(make);
    row->addWidget(m_copy);
    row->addStretch(1);
    content()->addLayout(row);
    content()->addWidget(m_note);
    m_use = addMain(tr("Use this secret"), false);
    connect(make, &QPushButton::clicked, this, &SecretSheet::generate);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_secret->text()); });
    connect(m_secret, &QLineEdit::textEdited, this, [this] {
        m_secret->setEchoMode(QLineEdit::Password);
        m_copy->hide();
        look();
    });
    connect(this, &Sheet::mainRequested, this, [this] {
        Q_EMIT entered(m_secret->text());
        m_secret->clear();
        accept();
    });
    look();
    m_secret->setFocus();
}

void SecretSheet::generate()
{
    m_secret->setText(strongSecret(m_scheme));
    m_secret->setEchoMode(QLineEdit::Normal);
    m_secret->setCursorPosition(0);
    m_copy->show();
    look();
    m_note->setText(tr("Copy it now: it is shown only here and only this once."));
}

void SecretSheet::look()
{
    const QByteArray secret = m_secret->text().toUtf8();
    const QString problem = secret.isEmpty() ? QString() : queries::secretProblem(m_scheme, secret);
    m_secret->setWrong(!problem.isEmpty());
    m_use->setEnabled(!secret.isEmpty() && problem.isEmpty());
    m_note->setColorPath(problem.isEmpty() ? QStringLiteral("text.secondary") : QStringLiteral("bad.text"));
    m_note->setText(!problem.isEmpty()               ? tr("The secret %1.").arg(problem)
                    : secret.isEmpty()               ? QString()
                    : secret.size() < shortestSecret ? tr("Short secrets can be guessed: %1 characters.").arg(secret.size())
                                                     : tr("%1 characters.").arg(secret.size()));
}

} // namespace lazaret::ui
