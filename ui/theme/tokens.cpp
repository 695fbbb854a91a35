#include "theme/tokens.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lazaret::ui {

namespace {

struct Tokens
{
    QJsonObject root;
    std::array<QHash<QString, QString>, 2> palettes; // light, dark: path -> text
    bool dark = false;
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

QFont make(QStringView scale, int weight, const QString &family, const QJsonArray &fallback)
{
    const auto entry = tokens().root[u"type"].toObject()[u"scale"].toObject()[scale].toArray();
    Q_ASSERT_X(entry.size() == 3, "tokens", qPrintable(scale.toString()));
    QStringList families{family};
    for (const auto &name : fallback)
        families << name.toString();
    QFont font;
    font.setFamilies(families);
    font.setPixelSize(int(entry[0].toDouble())); // whole pixels: fractions blur the tabular digits
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
    if (result.pixelSize() >= 18)
        result.setLetterSpacing(QFont::PercentageSpacing, 98); // Inter is drawn for text sizes: headlines need less air
    return result;
}

QFont monoFont(QStringView scale, int weight)
{
    const auto family = tokens().root[u"type"].toObject()[u"family"].toObject();
    return make(scale, weight, family[u"mono"].toString(), family[u"monoFallback"].toArray());
}

} // namespace lazaret::ui
