// What a measurement prints: latencies, and several runs with their best and median (a machine is rarely idle).
#pragma once

#include <QList>
#include <QMap>
#include <QString>

namespace lazaret::bench {

struct Figures
{
    double perSecond = 0;
    double p50Ms = 0, p99Ms = 0, maxMs = 0;
    QMap<int, int> statuses; // 0: the connection broke
};

Figures figuresOf(std::vector<double> latenciesMs, const QMap<int, int> &statuses, int counted, double seconds);
QString statusText(const QMap<int, int> &statuses); // "202×1000 503×2"

double median(QList<double> values);
double best(const QList<double> &values);

} // namespace lazaret::bench
