// Keeps the rail's counts and the bell true: asks the store when something was committed, at most twice a second, and now and then
// because reviews fall due by themselves.
#pragma once

#include "engine/queries_attention.h"

#include <QObject>
#include <QTimer>

namespace lazaret::ui {

class DeskServices;
class Notices;
class Rail;

class Attention : public QObject
{
    Q_OBJECT
public:
    Attention(DeskServices &services, Rail &rail, Notices &notices, QObject *parent);

Q_SIGNALS:
    void answered(const lazaret::queries::Frame &frame);

private:
    void ask();
    DeskServices &m_services;
    Rail &m_rail;
    Notices &m_notices;
    const qint64 m_since;
    QTimer m_coalesce, m_age;
    bool m_asking = false;
};

} // namespace lazaret::ui
