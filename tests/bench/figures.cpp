#include "figures.h"

#include <QStringList>

#include <algorithm>

namespace lazaret::bench {

Figures figuresOf(std::vector<double> latencies, const QMap<int, int> &statuses, int counted, double seconds)
{
    std::sort(latencies.begin(), latencies.end());
    const auto at = [&](double share) { return latencies.empty() ? 0 : latencies[size_t(share * double(latencies.size() - 1))]; };
    return {seconds > 0 ? counted / seconds : 0, at(0.5), at(0.99), at(1), statuses};
}

QString statusText(const QMap<int, int> &statuses)
{
    QStringList words;
    for (auto it = statuses.begin(); it != statuses.end(); ++it)
        words.append(QStringLiteral("%1×%2").arg(it.key()).arg(it.value()));
    return words.join(u' ');
}

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

double best(const QList<double> &values)
{
    return values.isEmpty() ? 0 : *std::max_element(values.begin(), values.end());
}

} // namespace lazaret::bench
