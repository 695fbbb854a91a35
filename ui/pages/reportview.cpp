#include "pages/reportview.h"

#include "engine/queries_reconciliation.h"
#include "support/command.h"
#include "theme/tokens.h"
#include "widgets/commandbutton.h"
#include "widgets/label.h"
#include "widgets/sheets.h"
#include "widgets/surfaces.h"
#include "widgets/tabs.h"
#include "widgets/workstrip.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QThreadPool>
#include <QVBoxLayout>

namespace lazaret::ui {

namespace {

constexpr qsizetype shownBytes = 64 * 1024; // of a written form: enough to see it by, quick to lay out

// Work without a database, answered on the GUI thread.
void offThread(QObject *context, std::function<std::function<void()>()> work)
{
    QThreadPool::globalInstance()->start([guard = QPointer<QObject>(context), work = std::move(work), app = QCoreApplication::instance()] {
        QMetaObject::invokeMethod(
            app,
            [guard, answer = work()] {
                if (guard)
                    answer();
            },
            Qt::QueuedConnection);
    });
}

} // namespace

ReportView::ReportView(DeskServices &services, QWidget *parent)
    : QWidget(parent), m_services(services), m_reading(services.dataDirectory()),
      m_save(new Command(QStringLiteral("saveReport"), QStringLiteral("download"), tr("Save report.pdf"),
                         {QKeySequence(QStringLiteral("Ctrl+S")), QKeySequence(QStringLiteral("Ctrl+E"))}, this)),
      m_readAgain(new Command(QStringLiteral("readReportAgain"), QStringLiteral("refresh-cw"), tr("Read again"), {}, this)),
      m_forms(new SegmentedSwitch({QStringLiteral("PDF"), QStringLiteral("HTML"), QStringLiteral("CSV"), QStringLiteral("JSON")})),
      m_facts(new Label({}, ui::font(u"small"), QStringLiteral("text.muted"))), m_smaller(new Button({}, Button::Kind::ghost)),
      m_larger(new Button({}, Button::Kind::ghost)), m_fit(new Button(tr("Fit"), Button::Kind::ghost)),
      m_strip(new WorkStrip(QStringLiteral("reportWork"))), m_pages(new QStackedWidget), m_sheets(new Sheets), m_text(new QPlainTextEdit),
      m_empty(new EmptyState), m_export(new ReportExport(services.dataDirectory(), m_strip, this))
{
    setObjectName(QStringLiteral("reportView"));
    setAccessibleName(tr("Reconciliation report"));
    setFocusPolicy(Qt::StrongFocus); // holds the focus while the sheets are on their way
    m_forms->setObjectName(QStringLiteral("reportForms"));
    m_forms->setAccessibleName(tr("Form of the report"));
    m_facts->setObjectName(QStringLiteral("reportFacts"));
    m_text->setObjectName(QStringLiteral("reportText"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(monoFont());
    m_text->setFrameShape(QFrame::NoFrame);
    m_empty->setObjectName(QStringLiteral("reportEmpty"));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_sheets);
    m_pages->addWidget(m_text);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    column->addWidget(new Line);
    auto *strip = new QVBoxLayout;
    strip->setContentsMargins(16, 0, 16, 0);
    strip->addWidget(m_strip);
    column->addLayout(strip);
    column->addWidget(m_pages, 1);

    connect(m_save, &QAction::triggered, this, [this] { m_export->ask(m_report, form()); });
    connect(m_readAgain, &QAction::triggered, this, [this] {
        if (m_again)
            m_again();
    });
    connect(m_forms, &QTabBar::currentChanged, this, &ReportView::showForm);
    connect(m_smaller, &Button::clicked, this, [this] { m_sheets->zoom(-1); });
    connect(m_larger, &Button::clicked, this, [this] { m_sheets->zoom(1); });
    connect(m_fit, &Button::clicked, this, [this] { m_sheets->zoom(0); });
    connect(m_sheets, &Sheets::pageChanged, this, &ReportView::describe);
    connect(m_sheets, &Sheets::painted, this, &ReportView::ready);
    connect(&m_reading, &Errand::progressed, m_strip, &WorkStrip::setProgress);
    connect(m_strip, &WorkStrip::stopRequested, &m_reading, &Errand::cancel);
    connect(m_export, &ReportExport::said, this, &ReportView::said);
    connect(m_export, &ReportExport::troubled, this, &ReportView::troubled);
}

QWidget *ReportView::buildBar()
{
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 9, 16, 9);
    row->setSpacing(8);
    auto *back = new Button(tr("Reconciliation"), Button::Kind::secondary);
    back->compact()->withIcon(QStringLiteral("undo-2"))->withKeys(QStringLiteral("Esc"))->setObjectName(QStringLiteral("reportBack"));
    connect(back, &Button::clicked, this, &ReportView::left);
    row->addWidget(back);
    row->addWidget(m_forms);
    m_smaller->compact()->withIcon(QStringLiteral("minus"))->setObjectName(QStringLiteral("reportSmaller"));
    m_smaller->setAccessibleName(tr("Smaller"));
    m_smaller->setToolTip(tr("Smaller (−)"));
    m_larger->compact()->withIcon(QStringLiteral("plus"))->setObjectName(QStringLiteral("reportLarger"));
    m_larger->setAccessibleName(tr("Larger"));
    m_larger->setToolTip(tr("Larger (+)"));
    m_fit->compact()->setObjectName(QStringLiteral("reportFit"));
    m_fit->setToolTip(tr("A whole sheet (0)"));
    for (auto *button : {m_smaller, m_larger, m_fit})
        row->addWidget(button);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_facts, 1);
    row->addWidget((new CommandButton(m_readAgain, Button::Kind::secondary))->compact());
    row->addWidget((new CommandButton(m_save, Button::Kind::primary, QStringLiteral("Ctrl S")))->compact());
    return bar;
}

ReportForm ReportView::form() const
{
    return ReportForm(m_forms->currentIndex());
}

QList<QAction *> ReportView::commands() const
{
    return {m_save, m_readAgain};
}

QWidget *ReportView::focusTarget() const
{
    return m_pages->currentWidget();
}

void ReportView::setTimeView(const TimeView &view)
{
    m_view = view;
    describe();
}

void ReportView::read(const QString &what, const Read &read)
{
    m_reading.cancel();
    m_report.reset();
    m_pages->setCurrentWidget(m_empty);
    m_empty->show(QStringLiteral("hourglass"), tr("Reading the report"), what);
    m_strip->showWork(what);
    describe();
    m_reading.start<reconcile::Report>(
        [read, look = m_services.data().look()](Database &db, const Errand::Progress &) { return read(db, look); },
        [this](const Result<reconcile::Report> &report) { take(report); });
}

void ReportView::readRelease(const QString &redriveId)
{
    m_subject = redriveId;
    m_again = [this, redriveId] { readRelease(redriveId); };
    read(tr("Reading the cases of %1").arg(middleOfId(redriveId)),
         [redriveId](Database &db, const DeskData::Look &look) { return queries::reportOfRelease(db, look.viewer, redriveId, look.now); });
}

void ReportView::readQuery(const QString &query)
{
    m_subject = query;
    m_again = [this, query] { readQuery(query); };
    read(tr("Reading the cases of “%1”").arg(query),
         [query](Database &db, const DeskData::Look &look) { return queries::reportOfQuery(db, look.viewer, query, look.now); });
}

void ReportView::take(const Result<reconcile::Report> &report)
{
    if (report) {
        m_strip->hide();
        return showReport(std::make_shared<const reconcile::Report>(*report));
    }
    if (report.error().code == ErrorCode::cancelled) {
        m_strip->showResult(QStringLiteral("neutral"), QStringLiteral("circle-slash"), tr("Stopped; no report was made"));
        m_empty->show(QStringLiteral("circle-slash"), tr("No report"), tr("Reading was stopped. Read again makes it anew."));
    } else {
        m_strip->hide();
        m_empty->show(QStringLiteral("octagon-alert"), tr("The report could not be read"),
                      tr("%1. Go back, or read again.").arg(report.error().detail));
        Q_EMIT troubled(tr("Reading the report"), report.error());
    }
    Q_EMIT ready();
}

void ReportView::showReport(const ReportPtr &report)
{
    m_report = report;
    if (report->release) {
        m_subject = report->release->redriveId.value;
        m_again = [this, id = m_subject] { readRelease(id); };
    }
    showForm();
}

void ReportView::showForm()
{
    describe();
    if (!m_report)
        return;
    const auto asked = ++m_asked;
    m_save->setText(tr("Save report.%1").arg(reportSuffix(form())));
    if (form() == ReportForm::pdf) {
        print::Preview::prepare();
        offThread(this, [this, asked, report = m_report]() -> std::function<void()> {
            auto preview = std::make_shared<const print::Preview>(*report);
            return [this, asked, preview] {
                if (asked != m_asked)
                    return;
                m_sheets->show(preview);
                m_pages->setCurrentWidget(m_sheets);
                if (m_empty->hasFocus() || hasFocus())
                    m_sheets->setFocus();
                describe();
            };
        });
        return;
    }
    offThread(this, [this, asked, report = m_report, form = form()]() -> std::function<void()> {
        return [this, asked, bytes = reportBytes(*report, form)] { showText(asked, bytes); };
    });
}

void ReportView::showText(quint64 asked, const QByteArray &bytes)
{
    if (asked != m_asked)
        return;
    m_bytes = bytes.size();
    m_text->setPlainText(QString::fromUtf8(bytes.left(shownBytes)));
    m_text->setAccessibleName(tr("The report as %1").arg(reportSuffix(form()).toUpper()));
    m_pages->setCurrentWidget(m_text);
    describe();
    Q_EMIT ready();
}

void ReportView::describe()
{
    const bool paper = m_pages->currentWidget() == m_sheets;
    for (auto *button : {m_smaller, m_larger, m_fit})
        button->setVisible(form() == ReportForm::pdf);
    m_save->lock(m_report ? QString() : tr("There is no report yet"));
    if (!m_report)
        return m_facts->setText({});
    const QString cases = tr("%n case(s)", nullptr, int(m_report->cases.size()));
    const QString at = tr("as of %1").arg(secondTime(m_report->generatedAt, m_view));
    QString size;
    if (paper && form() == ReportForm::pdf)
        size = tr("page %1 of %2").arg(m_sheets->currentPage()).arg(m_sheets->pages());
    else if (!paper && m_bytes > shownBytes)
        size = tr("first %1 of %2").arg(bytesText(shownBytes), bytesText(m_bytes));
    else if (!paper)
        size = bytesText(m_bytes);
    m_facts->setText(QStringList{size, cases, at}.join(u", "));
}

void ReportView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT left();
    else
        QWidget::keyPressEvent(event);
}

void ReportView::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), color(u"bg.app"));
}

} // namespace lazaret::ui
