// The palette keeps its promises: readable text on every surface, and nothing named by code that does not exist.
#include "theme/icons.h"
#include "theme/theme.h"
#include "theme/tokens.h"
#include "theme/vocabulary.h"

#include <QFile>
#include <QFontInfo>
#include <QFontMetrics>
#include <QTest>

#include <cmath>

using namespace lazaret;
using namespace lazaret::ui;
using namespace Qt::StringLiterals;

namespace {

// WCAG 2.1, relative luminance and contrast ratio.
double luminance(const QColor &color)
{
    const auto part = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (qMax(la, lb) + 0.05) / (qMin(la, lb) + 0.05);
}

template <typename E>
void checkTokens()
{
    for (size_t i = 0; i < Vocabulary<E>::words.size(); ++i) {
        const auto look = token(E(i));
        QVERIFY2(!look.label.isEmpty() && !look.icon.isEmpty(), Vocabulary<E>::words[i].data());
        QVERIFY2(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(look.icon)), qPrintable(look.icon));
        for (const bool dark : {false, true}) {
            const auto text = colorOf(dark, QString(look.tone + QStringLiteral(".text")));
            for (const auto *ground : {u"bg.surface", u"bg.selected"})
                QVERIFY2(contrast(text, colorOf(dark, ground)) >= 4.5, qPrintable(look.tone));
            QVERIFY2(contrast(text, colorOf(dark, QString(look.tone + QStringLiteral(".soft")))) >= 4.5, qPrintable(look.tone));
        }
    }
}

} // namespace

class TestDeskTokens : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Theme::light); }

    void textIsReadableOnEverySurface_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("ground");
        for (const bool dark : {false, true}) {
            for (const auto *text : {"text.primary", "text.secondary", "text.muted"}) {
                for (const auto *ground : {"bg.app", "bg.rail", "bg.surface", "bg.sunken", "bg.hover", "bg.selected"})
                    QTest::addRow("%s on %s, %s", text, ground, dark ? "dark" : "light")
                        << dark << QString::fromLatin1(text) << QString::fromLatin1(ground);
            }
        }
    }
    void textIsReadableOnEverySurface()
    {
        QFETCH(bool, dark);
        QFETCH(QString, text);
        QFETCH(QString, ground);
        QVERIFY(contrast(colorOf(dark, text), colorOf(dark, ground)) >= 4.5);
    }

    void controlsStandOut()
    {
        for (const bool dark : {false, true}) {
            QVERIFY(contrast(colorOf(dark, u"border.control"), colorOf(dark, u"bg.surface")) >= 3);
            QVERIFY(contrast(colorOf(dark, u"accent.ring"), colorOf(dark, u"bg.surface")) >= 3);
            QVERIFY(contrast(colorOf(dark, u"text.onFill"), colorOf(dark, u"accent.fill")) >= 4.5);
        }
    }

    void everyWordHasItsLook()
    {
        checkTokens<ErrorClass>();
        checkTokens<CaseStatus>();
        checkTokens<ReceiptState>();
        checkTokens<JobState>();
        checkTokens<Reconciled>();
        checkTokens<DispositionKind>();
    }

    void violetMeansUncertainAndNothingElse()
    {
        const auto violet = colorOf(false, u"uncertain.fill");
        for (const auto &path : colorPaths()) {
            const bool may = path.startsWith(QStringLiteral("uncertain.")) || path.startsWith(QStringLiteral("class.uncertain_effect.")) ||
                             path.startsWith(QStringLiteral("outcome.still_uncertain."));
            QVERIFY2(may || colorOf(false, path) != violet, qPrintable(path));
        }
    }

    void bothPalettesNameTheSameColours()
    {
        for (const auto &path : colorPaths())
            QVERIFY2(colorOf(true, path).isValid() && colorOf(false, path).isValid(), qPrintable(path));
    }

    void digitsAreTabular()
    {
        QCOMPARE(QFontInfo(font(u"body")).family(), u"Lazaret Sans"_s);
        const QFontMetricsF metrics(font(u"body"));
        for (const QChar digit : QStringLiteral("123456789"))
            QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(QLatin1Char('0')));
    }

    void iconsTakeTheColourAskedFor()
    {
        const auto red = iconPixmap(u"check", 16, Qt::red, 2).toImage();
        QCOMPARE(red.size(), QSize(32, 32));
        bool painted = false;
        for (int y = 0; y < red.height(); ++y) {
            for (int x = 0; x < red.width(); ++x) {
                const auto pixel = red.pixelColor(x, y);
                if (pixel.alpha() < 200)
                    continue;
                painted = true;
                QVERIFY(pixel.red() > 200 && pixel.green() < 60 && pixel.blue() < 60);
            }
        }
        QVERIFY(painted);
    }

    void darkChangesThePalette()
    {
        applyTheme(*qApp, Theme::dark);
        QVERIFY(isDark());
        QVERIFY(qApp->palette().color(QPalette::Window).lightness() < qApp->palette().color(QPalette::WindowText).lightness());
        applyTheme(*qApp, Theme::light);
        QVERIFY(!isDark());
        QCOMPARE(qApp->palette().color(QPalette::Window), color(u"bg.app"));
    }
};

QTEST_MAIN(TestDeskTokens)
#include "tst_desktokens.moc"
