// Grave trouble and unusual circumstances, above every page: what it is, what it means, what to do. GUI thread.
#pragma once

#include "models/deskservices.h"

#include <QWidget>

namespace lazaret::ui {

// What the desk says of a status. Pure, in order of gravity.
struct StatusBanner
{
    QString name; // tells banners apart: "sealed"
    QString tone, icon, title, text;
    bool dismissable = false; // nothing is wrong: it may be put away
};
QList<StatusBanner> bannersFor(const DeskStatus &status, const QString &dataDirectory);

class Banners : public QWidget
{
    Q_OBJECT
public:
    explicit Banners(QWidget *parent = nullptr);
    void showStatus(const DeskStatus &status, const QString &dataDirectory);

private:
    void rebuild();
    QList<StatusBanner> m_shown;
    QStringList m_dismissed; // while they hold
};

} // namespace lazaret::ui
