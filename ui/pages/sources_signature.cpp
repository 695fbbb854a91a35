#include "pages/sources_signature.h"

#include "support/command.h"
#include "support/format.h"
#include "support/savefile.h"
#include "theme/icons.h"
#include "theme/tokens.h"
#include "widgets/button.h"
#include "widgets/commandbutton.h"
#include "widgets/jsonpane.h"
#include "widgets/label.h"
#include "widgets/surfaces.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileDialog>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr int stepPx = 38, discPx = 18, pauseMs = 400;
constexpr qint64 mostShownBytes = 64 * 1024, mostBodyBytes = 32LL * 1024 * 1024;

using Step = SignatureFinding::Step;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SignaturePanel)
};

QString stepWords(const QString &key)
{
    return key == u"header"      ? Words::tr("Header present")
           : key == u"format"    ? Words::tr("Format")
           : key == u"key"       ? Words::tr("Key readable")
           : key == u"time"      ? Words::tr("Time within the tolerance")
           : key == u"signature" ? Words::tr("Signature over the raw body")
                                 : Words::tr("Delivery id");
}

QString failureWords(const Step &step)
{
    if (step.key == u"header")
        return step.given == u"0" || step.expected.isEmpty()
                   ? Words::tr("%1 is missing").arg(step.expected)
                   : Words::tr("%1 is there %2 times, it must be once").arg(step.expected, step.given);
    if (step.key == u"format")
        return Words::tr("cannot be read: %1").arg(step.given);
    if (step.key == u"key")
        return step.reason == u"not_base64" ? Words::tr("the stored secret is not base64, as this scheme needs it")
                                            : Words::tr("no key slot is filled and still valid");
    if (step.key == u"time")
        return Words::tr("sent %1   now %2").arg(step.given, step.expected);
    if (step.key == u"signature")
        return Words::tr("calculated %1   received %2").arg(step.expected, step.given);
    return step.expected.isEmpty() ? step.reason : QStringLiteral("%1: %2").arg(step.reason, step.expected);
}

QString detailWords(const Step &step)
{
    switch (step.state) {
    case Step::State::failed:
        return failureWords(step);
    case Step::State::notReached:
        return Words::tr("not reached");
    case Step::State::passed:
        break;
    }
    if (step.key == u"time" && step.reason == u"no_timestamp")
        return Words::tr("this scheme carries no time; repeats are caught by the delivery id");
    if (step.key == u"id")
        return step.given;
    return Words::tr("as it should be");
}

struct CauseWords
{
    QString title, text;
};

CauseWords causeWords(const QString &cause)
{
    if (cause == u"body_changed")
        return {
            Words::tr("The body was changed on the way"),
            Words::tr("The signature matches another reading of the same body, marked below. A relay or proxy rewrote it. Turn off body "
                      "rewriting there; the secret is right.")};
    if (cause == u"wrong_key")
        return {
            Words::tr("Another secret, or another body"),
            Words::tr("No reading of this body matches. Compare the secret with the sender's: a space, a missing prefix, the test secret "
                      "instead of the live one. If the body was copied from a page, load it from a file instead.")};
    if (cause == u"other_scheme")
        return {
            Words::tr("The sender signs in another way"),
            Words::tr("The header this scheme reads is missing, but another signature header is there. Choose the scheme that reads it.")};
    if (cause == u"missing_header")
        return {Words::tr("The sender did not sign, or a relay took the header away"),
                Words::tr("Look at the sender's settings first, then at what the proxy lets through.")};
    if (cause == u"malformed")
        return {Words::tr("The signature is written in another form"),
                Words::tr("Hex where base64 is expected, a missing prefix, or a cut value. Compare with the scheme chosen.")};
    if (cause == u"no_key")
        return {Words::tr("No key to check with"), Words::tr("Fill slot A, or renew the one that has run out.")};
    if (cause == u"secret_form")
        return {Words::tr("The stored secret is in another form"), Words::tr("Standard Webhooks secrets are base64, often after whsec_. "
                                                                             "Enter it again as the sender shows it.")};
    if (cause == u"milliseconds")
        return {Words::tr("The time counts milliseconds"), Words::tr("The scheme counts seconds. The sender has to change it.")};
    if (cause == u"clock")
        return {
            Words::tr("An old request, or clocks that differ"),
            Words::tr("A captured request is old by now: that alone refuses it. For live ones compare both clocks with a time server.")};
    return {Words::tr("The delivery has no usable id"), Words::tr("Look at where this source reads the delivery id.")};
}

QString readingWords(const QString &key)
{
    return key == u"compact"            ? Words::tr("without spaces and line breaks")
           : key == u"spaced"           ? Words::tr("with a space after commas and colons")
           : key == u"escaped_slashes"  ? Words::tr("with escaped slashes")
           : key == u"plain_slashes"    ? Words::tr("with plain slashes")
           : key == u"line_end_added"   ? Words::tr("with a line end added")
           : key == u"line_end_removed" ? Words::tr("without the last line end")
           : key == u"crlf"             ? Words::tr("with Windows line ends")
                                        : Words::tr("with Unix line ends");
}

JsonEdit *area(const QString &name, const QString &label, int lines)
{
    auto *edit = new JsonEdit;
    edit->setObjectName(name);
    edit->setAccessibleName(label);
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines + 16);
    return edit;
}

} // namespace

Headers headersFrom(const QString &text)
{
    Headers headers;
    for (QString line : text.split(u'\n')) {
        line = line.trimmed();
        if (line.startsWith(u"-H ")) {
            line = line.mid(3).trimmed();
            while (line.endsWith(u'\\') || line.endsWith(u' '))
                line.chop(1);
        }
        if (line.size() > 1 && (line[0] == u'\'' || line[0] == u'"') && line.back() == line[0])
            line = line.mid(1, line.size() - 2);
        const qsizetype colon = line.indexOf(u':');
        if (colon < 1 || line.left(colon).contains(u' '))
            continue; // a request line, or no header at all
        headers.append({line.left(colon).toUtf8(), line.mid(colon + 1).trimmed().toUtf8()});
    }
    return headers;
}

// What to look at first, on a ground that says whether it is good or not.
class SignaturePanel::Cause : public QFrame
{
public:
    void setTone(const QString &tone)
    {
        m_tone = tone;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintRounded(painter, rect(), ui::radius(u"control"), toneColor(m_tone, u"soft"));
    }

private:
    QString m_tone = QStringLiteral("warn");
};

// Six steps on a rail, as one painted list: the failing one stands out with both values.
class SignaturePanel::Steps : public QWidget
{
public:
    Steps()
    {
        setObjectName(QStringLiteral("signatureSteps"));
        setFocusPolicy(Qt::StrongFocus);
    }
    void show(const QList<Step> &steps)
    {
        m_steps = steps;
        QStringList said;
        for (const auto &step : steps)
            said.append(stepWords(step.key) + QStringLiteral(": ") +
                        (step.state == Step::State::passed   ? Words::tr("passed, %1")
                         : step.state == Step::State::failed ? Words::tr("failed, %1")
                                                             : QStringLiteral("%1"))
                            .arg(detailWords(step)));
        setAccessibleName(Words::tr("Checks"));
        setAccessibleDescription(said.join(QStringLiteral(". ")));
        setFixedHeight(int(steps.size()) * stepPx);
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        for (int i = 0; i < m_steps.size(); ++i)
            paintStep(painter, i);
        if (hasFocus())
            paintFocusRing(painter, rect(), ui::radius(u"control"));
    }

private:
    void paintStep(QPainter &painter, int i) const
    {
        const auto &step = m_steps[i];
        const bool failed = step.state == Step::State::failed, passed = step.state == Step::State::passed;
        const QRectF row(0, i * stepPx, width(), stepPx);
        const QRectF disc(8, row.y() + 4, discPx, discPx);
        if (failed)
            paintRounded(painter, row.adjusted(0, 0, 0, -1), ui::radius(u"control"), color(u"bad.soft"));
        if (i + 1 < m_steps.size())
            painter.fillRect(QRectF(disc.center().x() - 0.5, disc.bottom() + 2, 1, stepPx - discPx - 4), color(u"border.default"));
        painter.setPen(passed || failed ? Qt::NoPen : QPen(color(u"border.control"), 1.2));
        painter.setBrush(failed ? color(u"bad.solid") : passed ? color(u"good.soft") : QColor(Qt::transparent));
        painter.drawEllipse(disc);
        if (passed || failed)
            paintIcon(painter, failed ? u"x" : u"check", disc.adjusted(3, 3, -3, -3), failed ? color(u"text.onFill") : color(u"good.text"));
        const QRectF text(38, row.y() + 2, width() - 46, 18);
        paintElided(painter, text, stepWords(step.key), ui::font(u"body", failed ? QFont::DemiBold : QFont::Medium),
                    color(failed   ? u"bad.text"
                          : passed ? u"text.primary"
                                   : u"text.muted"));
        paintElided(painter, text.translated(0, 17), detailWords(step), failed ? ui::monoFont() : ui::font(u"small"),
                    color(failed ? u"text.primary" : u"text.secondary"));
    }

    QList<Step> m_steps;
};

SignaturePanel::SignaturePanel(Command *check, Command *test, QWidget *parent)
    : QWidget(parent), m_headers(area(QStringLiteral("signatureHeaders"), tr("Headers of the request"), 5)),
      m_body(area(QStringLiteral("signatureBody"), tr("Body of the request"), 5)),
      m_bodyLabel(new Label({}, ui::font(u"caption"), QStringLiteral("text.muted"))), m_steps(new Steps), m_cause(new Cause),
      m_causeTitle(new Text({}, ui::font(u"body", QFont::DemiBold), QStringLiteral("warn.text"))),
      m_causeText(new Text({}, ui::font(u"small"))), m_readings(new QWidget), m_readingRows(new QVBoxLayout(m_readings)),
      m_pause(new QTimer(this))
{
    m_headers->setPlaceholderText(tr("webhook-id: msg_…\nwebhook-timestamp: …\nwebhook-signature: v1,…"));
    m_body->setPlaceholderText(tr("Paste the body exactly as it was sent, or open a file."));
    m_causeTitle->setObjectName(QStringLiteral("signatureCause"));
    auto *inside = new QWidget;
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 4, 8, 4);
    column->setSpacing(6);
    column->addWidget(new Label(tr("Nothing is stored or queued."), ui::font(u"small"), QStringLiteral("text.secondary")));
    column->addWidget(new Label(tr("Headers"), ui::font(u"caption"), QStringLiteral("text.muted")));
    column->addWidget(m_headers);
    auto *bodyRow = new QHBoxLayout;
    bodyRow->addWidget(m_bodyLabel, 1);
    auto *open = new Button(tr("Open a file"), Button::Kind::link);
    open->setObjectName(QStringLiteral("signatureOpen"));
    open->setAccessibleName(tr("Open a file as the body"));
    bodyRow->addWidget(open);
    column->addLayout(bodyRow);
    column->addWidget(m_body);
    column->addWidget(m_steps);
    auto *causeColumn = new QVBoxLayout(m_cause);
    causeColumn->setContentsMargins(12, 8, 12, 8);
    causeColumn->setSpacing(2);
    causeColumn->addWidget(m_causeTitle);
    causeColumn->addWidget(m_causeText);
    column->addWidget(m_cause);
    m_readingRows->setContentsMargins(0, 4, 0, 0);
    m_readingRows->setSpacing(3);
    column->addWidget(m_readings);
    column->addStretch(1);
    auto *area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(inside);
    area->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(new CommandButton(check, Button::Kind::secondary, QStringLiteral("Ctrl ⏎")));
    buttons->addStretch(1);
    buttons->addWidget(new CommandButton(test, Button::Kind::secondary, QStringLiteral("T")));
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area, 1);
    outer->addLayout(buttons);
    m_pause->setSingleShot(true);
    m_pause->setInterval(pauseMs);
    connect(m_pause, &QTimer::timeout, this, [this] {
        if (!isEmpty())
            Q_EMIT checkRequested();
    });
    connect(m_headers, &QPlainTextEdit::textChanged, this, [this] { m_pause->start(); });
    connect(m_body, &QPlainTextEdit::textChanged, this, &SignaturePanel::bodyChanged);
    connect(open, &QPushButton::clicked, this, &SignaturePanel::openFile);
    bodyChanged();
    clearFinding();
}

Headers SignaturePanel::headers() const
{
    return headersFrom(m_headers->toPlainText());
}

QByteArray SignaturePanel::body() const
{
    const QString text = m_body->toPlainText();
    return !m_loaded.isNull() && text == m_loadedText ? m_loaded : text.toUtf8();
}

bool SignaturePanel::isEmpty() const
{
    return m_headers->toPlainText().trimmed().isEmpty() && m_body->toPlainText().isEmpty();
}

void SignaturePanel::bodyChanged()
{
    m_bodyLabel->setText(tr("Body, %1 bytes, taken as bytes").arg(countText(body().size())));
    m_pause->start();
}

void SignaturePanel::openFile()
{
    auto *dialog = plainFileDialog(this, tr("The body of the request"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SignaturePanel::loadBody);
    dialog->open();
}

// The bytes are kept as they are; only the beginning of a long body is shown.
void SignaturePanel::loadBody(const QString &file)
{
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return showTrouble(tr("%1 cannot be read: %2").arg(file, input.errorString()));
    if (input.size() > mostBodyBytes)
        return showTrouble(
            tr("%1 has %2; bodies up to %3 can be checked here.").arg(file, bytesText(input.size()), bytesText(mostBodyBytes)));
    m_loaded = input.readAll();
    m_body->setPlainText(QString::fromUtf8(m_loaded.left(mostShownBytes)));
    m_loadedText = m_body->toPlainText();
    bodyChanged();
}

void SignaturePanel::clearFinding()
{
    QList<Step> steps;
    for (const auto *key : {"header", "format", "key", "time", "signature", "id"})
        steps.append({QLatin1String(key)});
    m_steps->show(steps);
    m_cause->hide();
    m_readings->hide();
}

void SignaturePanel::showTrouble(const QString &text)
{
    clearFinding();
    m_cause->setTone(QStringLiteral("warn"));
    m_causeTitle->setColorPath(QStringLiteral("warn.text"));
    m_causeTitle->setText(tr("This could not be checked"));
    m_causeText->setText(text);
    m_cause->show();
}

void SignaturePanel::showFinding(const SignatureFinding &finding)
{
    m_steps->show(finding.steps);
    m_cause->setVisible(true);
    if (finding.valid) {
        m_causeTitle->setText(tr("This request would be accepted"));
        m_causeText->setText(finding.keySlot == 2 ? tr("Verified with the key in slot B.") : tr("Verified with the key in slot A."));
    } else {
        const auto words = causeWords(finding.cause);
        m_causeTitle->setText(words.title);
        m_causeText->setText(words.text);
    }
    m_cause->setTone(finding.valid ? QStringLiteral("good") : QStringLiteral("warn"));
    m_causeTitle->setColorPath(finding.valid ? QStringLiteral("good.text") : QStringLiteral("warn.text"));
    while (auto *item = m_readingRows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_readings->setVisible(!finding.readings.isEmpty());
    if (finding.readings.isEmpty())
        return;
    m_readingRows->addWidget(new Label(tr("Readings of the body that were tried"), ui::font(u"small", QFont::DemiBold)));
    for (const auto &reading : finding.readings) {
        auto *row = new QWidget;
        auto *across = new QHBoxLayout(row);
        across->setContentsMargins(0, 0, 0, 0);
        across->addWidget(new IconLabel(reading.matches ? QStringLiteral("check") : QStringLiteral("x"), 14,
                                        reading.matches ? QStringLiteral("good.text") : QStringLiteral("text.muted")));
        across->addWidget(new Label(readingWords(reading.key), ui::font(u"small", reading.matches ? QFont::DemiBold : QFont::Normal)), 1);
        auto *answer = new Label(reading.matches ? tr("matches") : tr("no match"), ui::font(u"small"),
                                 reading.matches ? QStringLiteral("good.text") : QStringLiteral("text.secondary"));
        answer->keepWhole(true);
        across->addWidget(answer);
        m_readingRows->addWidget(row);
    }
}

} // namespace lazaret::ui
