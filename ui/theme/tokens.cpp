#include "theme/tokens.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <array>

namespace lazaret::ui {

namespace {

struct Tokens
{
    QJsonObject root;
    std::array<QHash<QString, QString>, 2> palettes; // light, dark: path -> text
    bool dark = false;
    int textScale = normalTextScale;
};

void flatten(const QJsonObject &object, const QString &prefix, QHash<QString, QString> &into)
{
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isObject())
            flatten(it->toObject(), prefix + it.key() + u'.', into);
        else
            into.insert(prefix + it.key(), it->toString());
    }
}

Tokens load()
{
    QFile file(QStringLiteral(":/themes/tokens.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the desk's tokens are not compiled in");
    Tokens tokens;
    tokens.root = QJsonDocument::fromJson(file.readAll()).object();
    const auto palette = tokens.root[u"palette"].toObject();
    flatten(palette[u"light"].toObject(), {}, tokens.palettes[0]);
    flatten(palette[u"dark"].toObject(), {}, tokens.palettes[1]);
    return tokens;
}

Tokens &tokens()
{
    static Tokens loaded = load();
    return loaded;
}

QString textOf(bool dark, const QString &path)
{
    const auto &palette = tokens().palettes[dark];
    const auto it = palette.find(path);
    Q_ASSERT_X(it != palette.end(), "tokens", qPrintable(path));
    return it == palette.end() ? QStringLiteral("#ff00ff") : *it;
}

QJsonValue number(QStringView group, QStringView name)
{
    const auto value = tokens().root[group].toObject()[name];
    Q_ASSERT_X(!value.isUndefined(), "tokens", qPrintable(name.toString()));
    return value;
}

constexpr std::array<int, 4> textSteps{90, 100, 115, 130}; // tokens.json, type.note
constexpr int headline = 18;                               // px from which Inter needs less air

int scaled(int px, int percent)
{
    return (px * percent + 50) / 100; // whole pixels: fractions blur the tabular digits
}

// What a font that was made at `percent` had been at 100; no two sizes of the scale meet at any step.
int unscaled(int px, int percent)
{
    const auto scales = tokens().root[u"type"].toObject()[u"scale"].toObject();
    for (const auto &entry : scales) {
        if (const int base = int(entry.toArray()[0].toDouble()); scaled(base, percent) == px)
            return base;
    }
    return (px * 100 + percent / 2) / percent;
}

QFont make(QStringView scale, int weight, const QString &family, const QJsonArray &fallback)
{
    const auto entry = tokens().root[u"type"].toObject()[u"scale"].toObject()[scale].toArray();
    Q_ASSERT_X(entry.size() == 3, "tokens", qPrintable(scale.toString()));
    QStringList families{family};
    for (const auto &name : fallback)
        families << name.toString();
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(scaled(int(entry[0].toDouble()), tokens().textScale));
    font.setWeight(QFont::Weight(weight ? weight : entry[1].toInt()));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::PreferAntialias);
    return font;
}

} // namespace

bool isDark()
{
    return tokens().dark;
}

void useDark(bool dark)
{
    tokens().dark = dark;
}

QColor colorOf(bool dark, QStringView path)
{
    return QColor(textOf(dark, path.toString()));
}

QColor color(QStringView path, qreal alpha)
{
    QColor result = colorOf(isDark(), path);
    if (alpha < 1)
        result.setAlphaF(float(alpha));
    return result;
}

QColor toneColor(QStringView tone, QStringView part)
{
    return color(QString(tone.toString() + u'.' + part));
}

QStringList colorPaths()
{
    QStringList paths;
    const auto &light = tokens().palettes[0];
    for (auto it = light.begin(); it != light.end(); ++it) {
        if (it->startsWith(u'#'))
            paths << it.key();
    }
    paths.sort();
    return paths;
}

QString tokenText(QStringView path)
{
    return textOf(isDark(), path.toString());
}

int size(QStringView name)
{
    return number(u"size", name).toInt();
}

int radius(QStringView name)
{
    return number(u"radius", name).toInt();
}

QFont font(QStringView scale, int weight)
{
    const auto family = tokens().root[u"type"].toObject()[u"family"].toObject();
    // The token adds in brackets what the family is made of.
    QFont result = make(scale, weight, family[u"ui"].toString().section(u'(', 0, 0).trimmed(), family[u"fallback"].toArray());
    if (unscaled(result.pixelSize(), tokens().textScale) >= headline)
        result.setLetterSpacing(QFont::PercentageSpacing, 98);
    return result;
}

QFont monoFont(QStringView scale, int weight)
{
    const auto family = tokens().root[u"type"].toObject()[u"family"].toObject();
    return make(scale, weight, family[u"mono"].toString(), family[u"monoFallback"].toArray());
}

int textScale()
{
    return tokens().textScale;
}

int nextTextScale(int percent, int direction)
{
    auto at =
        std::min_element(textSteps.begin(), textSteps.end(), [percent](int a, int b) { return qAbs(a - percent) < qAbs(b - percent); });
    if (direction > 0 && at + 1 != textSteps.end())
        ++at;
    else if (direction < 0 && at != textSteps.begin())
        --at;
    return *at;
}

void setTextScale(int percent)
{
    const int from = textScale(), to = nextTextScale(percent, 0);
    if (from == to)
        return;
    tokens().textScale = to;
    QApplication::setFont(font(u"body"));
    QToolTip::setFont(font(u"small"));
    const auto widgets = QApplication::allWidgets();
    for (auto *widget : widgets) {
        if (widget->testAttribute(Qt::WA_SetFont) && widget->font().pixelSize() > 0) {
            QFont changed = widget->font();
            changed.setPixelSize(scaled(unscaled(changed.pixelSize(), from), to));
            widget->setFont(changed);
        }
        widget->updateGeometry();
        widget->update();
    }
}

} // namespace lazaret::ui
