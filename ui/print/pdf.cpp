#include "print/pdf.h"

#include "print/table.h"

#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <algorithm>

namespace lazaret::print {

namespace {

using namespace reconcile;

QColor outcomeColor(const QString &word, QStringView part)
{
    if (word == stillOpen)
        return color(part == u"fill" ? u"border.control" : u"text.primary");
    if (word == closedByDecision)
        return color(u"text.secondary");
    return color(QStringLiteral("outcome.%1.%2").arg(word, part));
}

// Still uncertain is hatched and open is hollow: a print without colour tells them apart too.
void swatch(Paper &paper, const QRectF &place, const QString &word, qreal radius)
{
    if (word == u"still_uncertain")
        paper.hatch(place, outcomeColor(word, u"fill"), outcomeColor(word, u"soft"));
    else if (word == stillOpen)
        paper.outline(place, outcomeColor(word, u"fill"), radius);
    else
        paper.fill(place, outcomeColor(word, u"fill"), radius);
}

void masthead(Paper &paper, const QString &tenants)
{
    const qreal side = 13, half = side / 2, y = 33;
    paper.fill({Paper::left, y, side, side}, color(u"brand.ink"), 2.4);
    paper.fill({Paper::left, y, half, half}, color(u"brand.yellow"), 0);
    paper.fill({Paper::left + half, y + half, half, half}, color(u"brand.yellow"), 0);
    paper.text({Paper::left + side + 6, y - 2, 120, side + 4}, QStringLiteral("Lazaret"), {10, QFont::DemiBold});
    paper.text({Paper::left + 130, y - 2, Paper::width - 130, side + 4}, tenants, {8.2, QFont::Normal, color(u"text.muted")},
               Qt::AlignRight);
}

void footing(Paper &paper, const QStringList &footer, int page, int pages)
{
    const Style style{6.6, QFont::Normal, color(u"text.muted")};
    qreal y = 792;
    for (const auto &line : footer) {
        paper.text({Paper::left, y, Paper::width - 70, 9}, line, style);
        y += 9;
    }
    paper.text({Paper::right - 64, 792, 64, 9}, QStringLiteral("Page %1 of %2").arg(page).arg(pages), style, Qt::AlignRight);
}

void heading(Paper &paper, const QString &text, qreal before = 17)
{
    // Never alone at the foot of a page: the first lines of what it announces stand with it.
    if (paper.room() < before + 70)
        paper.turn();
    else
        paper.y += before;
    paper.text({Paper::left, paper.y, Paper::width, 15}, text, {10.6, QFont::DemiBold});
    paper.y += 19;
}

void title(Paper &paper, const Report &report)
{
    paper.text({Paper::left, paper.y - 4, Paper::width, 24}, QStringLiteral("Reconciliation report"), {18, QFont::DemiBold});
    paper.y += 23;
    paper.block({subtitle(report), {10, QFont::Normal, color(u"text.muted")}}, 14);
    paper.y += 6;
    paper.rule(Paper::left, Paper::right, paper.y, color(u"border.default"));
    paper.y += 12;
    paper.block({headline(report), {12.2, QFont::DemiBold}}, 17);
    paper.y += 3;
    paper.block({story(report), {9, QFont::Normal}}, 12.6);
}

void outcomeBar(Paper &paper, const QList<OutcomeRow> &rows, int all)
{
    const qreal gap = 1.3, least = 3;
    const auto shown = std::count_if(rows.begin(), rows.end(), [](const OutcomeRow &r) { return r.count > 0; });
    const qreal width = Paper::width - qreal(shown - 1) * gap - qreal(shown) * least;
    qreal x = Paper::left;
    for (const auto &row : rows) {
        if (!row.count)
            continue;
        const qreal part = least + width * row.count / all;
        swatch(paper, {x, paper.y, part, 10}, row.word, 0);
        x += part + gap;
    }
    paper.y += 10;
}

void outcomes(Paper &paper, const Report &report)
{
    const auto rows = outcomeRows(report);
    paper.y += 14;
    if (!report.cases.isEmpty())
        outcomeBar(paper, rows, int(report.cases.size()));
    paper.y += 6;
    for (const auto &row : rows) {
        const qreal height = 18;
        swatch(paper, {Paper::left, paper.y + 5.5, 7, 7}, row.word, 1.3);
        paper.text({Paper::left + 15, paper.y, 205, height}, row.label, {9});
        paper.text({Paper::left + 225, paper.y, 220, height}, row.meaning, {9, QFont::Normal, color(u"text.muted")});
        paper.text({Paper::right - 60, paper.y, 60, height}, QString::number(row.count), {9, QFont::DemiBold}, Qt::AlignRight);
        paper.y += height;
        paper.rule(Paper::left, Paper::right, paper.y, color(u"border.subtle"));
    }
}

void facts(Paper &paper, const Report &report)
{
    heading(paper, QStringLiteral("How it was decided"));
    Table table(paper, {{{}, 0, 104}, {{}, 112, Paper::width - 112}}, 10.4, 1.9, false);
    const auto all = howItWasDecided(report);
    for (const auto &fact : all)
        table.row({{{{fact.name, {7.8, QFont::Medium, color(u"text.secondary")}}}, {}}, {{{fact.value, {8}}}, {}}});
}

Style small()
{
    return {6.9, QFont::Normal, color(u"text.muted")};
}

Cell caseCell(const CaseRow &row)
{
    return {{{row.operation, {7.4, QFont::Medium}}, {row.caseId, {6.5, QFont::Normal, color(u"text.secondary"), true}}}, {}};
}

Cell outcomeCell(const CaseRow &row)
{
    return {{{row.outcome, {7.4, QFont::DemiBold, outcomeColor(row.outcomeWord, u"text")}}, {row.status, small()}},
            [word = row.outcomeWord](Paper &paper, const QRectF &place) { swatch(paper, place, word, 1); }};
}

void readers(Paper &paper, const QList<CaseRow> &rows)
{
    heading(paper, QStringLiteral("Cases that need a reader"));
    if (std::none_of(rows.begin(), rows.end(), [](const CaseRow &row) { return row.needsReader; })) {
        paper.block({QStringLiteral("None."), {9}}, 12.6);
        return;
    }
    Table table(paper,
                {{QStringLiteral("Case"), 0, 142}, {QStringLiteral("Outcome"), 150, 90}, {QStringLiteral("What is known"), 250, 261}}, 9.6,
                4, true);
    table.head();
    for (const auto &row : rows) {
        if (row.needsReader)
            table.row({caseCell(row), outcomeCell(row), {{{row.known, {7.4}}}, {}}});
    }
}

void receipts(Paper &paper, const Report &report)
{
    heading(paper, QStringLiteral("Receipts before and after"));
    paper.block({receiptsLine(report), {9}}, 12.6);
}

// At the foot of the first page; where the summary went on overleaf, below it.
void signatureLines(Paper &paper, const Report &report)
{
    const qreal height = 62;
    if (paper.room() < height + 10)
        paper.turn();
    const qreal y = paper.pages() == 1 ? Paper::bottom - height : std::min(paper.y + 34, Paper::bottom - height);
    paper.y = y + height;
    paper.rule(Paper::left, Paper::right, y, color(u"border.default"));
    qreal x = Paper::left;
    const auto all = signatures(report);
    for (const auto &s : all) {
        const qreal width = 225;
        paper.text({x, y + 7, width, 12}, s.role, {7.4, QFont::Medium, color(u"text.secondary")});
        paper.rule(x, x + width, y + 42, color(u"border.control"));
        paper.text({x, y + 45, width, 14}, s.name, {8.4});
        x += Paper::width - width;
    }
}

void everyCase(Paper &paper, const QList<CaseRow> &rows)
{
    if (paper.pages() == 1 || paper.room() < 200)
        paper.turn();
    else
        paper.y += 28;
    heading(paper, QStringLiteral("Every case"), 0);
    Table table(paper,
                {{QStringLiteral("Case"), 0, 121},
                 {QStringLiteral("Disposition"), 127, 78},
                 {QStringLiteral("Outcome"), 211, 82},
                 {QStringLiteral("Asked recipient"), 300, 105},
                 {QStringLiteral("Proof"), 412, 99}},
                9.2, 3.4, true);
    table.head();
    constexpr qsizetype narrow = 180; // characters: about six lines of the last column; what is longer goes below, over four columns
    for (const auto &row : rows) {
        if (paper.over())
            return;
        const bool below = row.proof.size() > narrow;
        const Paragraph proof{row.proof, {7.2}};
        table.row({caseCell(row),
                   {{{row.disposition, {7.4}}, {row.decidedBy, small()}, {row.decidedAt, small()}}, {}},
                   outcomeCell(row),
                   {{{row.asked, {7.4}}, {row.askedAt, small()}, {row.how, small()}}, {}},
                   {{below ? Paragraph{QStringLiteral("below"), small()} : proof}, {}}},
                  below ? proof : Paragraph{});
    }
}

constexpr int dotsPerInch = 1200; // positions and advances in whole device units stay finer than any printer

// Sheets of this report; the number of pages laid out.
int compose(const Report &report, const QList<CaseRow> &rows, QPaintDevice &device, const Paper::Sheets &sheets, int pages,
            const std::function<bool(int page)> &over = {})
{
    const QString tenants = tenantsLine(report);
    const QStringList foot = footer(report);
    Paper paper(device, sheets, [&](Paper &sheet, int page) {
        masthead(sheet, tenants);
        footing(sheet, foot, page, pages);
    });
    paper.stopWhen(over);
    title(paper, report);
    outcomes(paper, report);
    facts(paper, report);
    readers(paper, rows);
    receipts(paper, report);
    signatureLines(paper, report);
    if (!rows.isEmpty())
        everyCase(paper, rows);
    return paper.pages();
}

QPainter *nothing(int)
{
    return nullptr;
}

QList<CaseRow> rowsOf(const Report &report)
{
    QList<CaseRow> rows;
    rows.reserve(report.cases.size());
    std::transform(report.cases.begin(), report.cases.end(), std::back_inserter(rows), caseRow);
    return rows;
}

// Something with the PDF's resolution to measure by and to paint on.
QImage sheetOf(const QSize &pixels)
{
    QImage image(pixels, QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(dotsPerInch / 0.0254));
    image.setDotsPerMeterY(qRound(dotsPerInch / 0.0254));
    image.fill(Qt::white);
    return image;
}

} // namespace

std::unique_ptr<QGuiApplication> offscreenApplication(int &argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QGuiApplication>(argc, argv);
}

Result<> writePdf(const Report &report, const QString &file, const std::function<bool(int page, int pages)> &progress)
{
    if (!qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
        return fail(ErrorCode::internal, QStringLiteral("printing needs a QGuiApplication"));
    QSaveFile out(file);
    const auto failed = [&] { return fail(ErrorCode::io, QStringLiteral("cannot write %1: %2").arg(file, out.errorString())); };
    if (!out.open(QIODevice::WriteOnly))
        return failed();
    QPdfWriter device(&out);
    device.setResolution(dotsPerInch);
    device.setPageSize(QPageSize(QPageSize::A4));
    device.setPageMargins(QMarginsF(0, 0, 0, 0));
    device.setTitle(QStringLiteral("Reconciliation report, %1").arg(report.title));
    device.setCreator(QStringLiteral("Lazaret " LAZARET_VERSION));

    const auto rows = rowsOf(report);
    const int pages = compose(report, rows, device, nothing, 0);
    QPainter painter;
    if (!painter.begin(&device))
        return failed();
    const auto sheets = [&](int page) {
        if (page > 1)
            device.newPage();
        return &painter;
    };
    bool stopped = false;
    compose(report, rows, device, sheets, pages, [&](int page) { return stopped = stopped || (progress && !progress(page, pages)); });
    if (stopped) {
        painter.end();
        out.cancelWriting();
        return fail(ErrorCode::cancelled, QStringLiteral("stopped; %1 was not written").arg(file));
    }
    if (!painter.end() || !out.flush() || !out.commit())
        return failed();
    return {};
}

void Preview::prepare()
{
    color(u"text.primary");
}

Preview::Preview(Report report) : m_report(std::move(report)), m_rows(rowsOf(m_report))
{
    QImage measure = sheetOf({1, 1});
    m_pages = compose(m_report, m_rows, measure, nothing, 0);
}

QMap<int, QImage> Preview::pictures(int first, int last, qreal pixelsPerPoint) const
{
    QMap<int, QImage> pictures;
    QPainter painter;
    QImage image;
    int open = 0;
    const auto keep = [&] {
        if (!painter.isActive())
            return;
        painter.end();
        image.setDotsPerMeterX(qRound(72 * pixelsPerPoint / 0.0254));
        image.setDotsPerMeterY(qRound(72 * pixelsPerPoint / 0.0254));
        pictures.insert(open, image);
    };
    const QSize pixels = (sheet * pixelsPerPoint).toSize();
    const auto sheets = [&](int page) -> QPainter * {
        keep();
        if (page < first || page > last)
            return nullptr;
        open = page;
        image = sheetOf(pixels);
        painter.begin(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        const qreal scale = pixelsPerPoint * 72 / dotsPerInch;
        painter.scale(scale, scale);
        return &painter;
    };
    QImage measure = sheetOf({1, 1});
    compose(m_report, m_rows, measure, sheets, m_pages, [last](int page) { return page > last; });
    keep();
    return pictures;
}

} // namespace lazaret::print
