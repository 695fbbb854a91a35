// What the desk remembers of a data directory between starts. Never selections or open payloads.
#pragma once

#include <QSettings>
#include <QString>

class QWidget;

namespace lazaret::ui {

class DeskMemory
{
public:
    explicit DeskMemory(const QString &dataDirectory);
    QString text(const char *key, const QString &otherwise = {}) const;
    int number(const char *key, int otherwise) const;
    QVariant value(const char *key) const { return m_settings.value(QLatin1String(key)); }
    void keep(const char *key, const QVariant &value) { m_settings.setValue(QLatin1String(key), value); }
    QSettings &settings() { return m_settings; }

    void keepGeometry(const QWidget &window);
    void restoreGeometry(QWidget &window, const QSize &first) const; // on a screen that is present, wholly inside it

private:
    QSettings m_settings;
};

} // namespace lazaret::ui
