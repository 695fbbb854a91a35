// A real `lazaretctl serve` on a data directory of its own, with one source and one workflow; and the signed deliveries it takes.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QString>

#include <memory>
#include <vector>

namespace lazaret::bench {

class Node
{
public:
    // `data` is created below `folder`. recipient: where the workflow's one http step goes.
    Node(const QString &program, const QString &folder, quint16 recipientPort, int concurrency);
    ~Node();

    quint16 port() const { return m_port; }
    QString data() const { return m_data; }
    void resumeWorkflow();
    void ctl(const QStringList &arguments) const;

private:
    const QString m_program;
    const QString m_data;
    QProcess m_serve;
    quint16 m_port = 0;
};

// Unique signed deliveries (github-sha256) with a body of `bytes`, as whole HTTP requests.
std::vector<QByteArray> deliveries(int count, int bytes, quint16 port);

constexpr auto kSecret = "a key for measuring only, long enough";
constexpr auto kSlug = "bench";
constexpr auto kWorkflow = "work";

} // namespace lazaret::bench
