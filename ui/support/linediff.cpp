#include "support/linediff.h"

#include <QStringList>

#include <algorithm>

namespace lazaret::ui {

QList<ChangedLine> compareLines(const QString &old, const QString &newer)
{
    const QStringList before = old.split(u'\n'), after = newer.split(u'\n');
    // The longest common subsequence by a table: definitions have hundreds of lines, not millions; longer ones are compared whole.
    const int n = int(before.size()), m = int(after.size());
    QList<ChangedLine> lines;
    if (qint64(n) * m > 4'000'000) {
        for (const auto &line : before)
            lines.append({u'-', line});
        for (const auto &line : after)
            lines.append({u'+', line});
        return lines;
    }
    QList<QList<int>> common(n + 1, QList<int>(m + 1, 0));
    for (int i = n - 1; i >= 0; --i) {
        for (int j = m - 1; j >= 0; --j)
            common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
    int i = 0, j = 0;
    while (i < n || j < m) {
        if (i < n && j < m && before[i] == after[j]) {
            lines.append({u' ', before[i++]});
            ++j;
        } else if (i < n && (j == m || common[i + 1][j] >= common[i][j + 1])) {
            lines.append({u'-', before[i++]});
        } else {
            lines.append({u'+', after[j++]});
        }
    }
    return lines;
}

} // namespace lazaret::ui
