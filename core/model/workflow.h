// Workflow: the versioned, append-only definition of what is done for a delivery. A stored version never changes.
#pragma once

#include "model/enums.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace lazaret {

struct Probe // how the recipient is asked what became of an effect
{
    QString url;
    int completedStatus = 200;
    int absentStatus = 404;
    std::optional<qint64> absentAfterS; // nullopt: max(2 × the step's timeout, 30 s)
};

struct Step
{
    QString name;
    QString kind = QStringLiteral("http");
    QString action; // unique in the workflow; the idempotency key is job_id + ":" + action
    bool effect = true;
    bool irreversible = false;
    bool idempotentTarget = false;
    QString method = QStringLiteral("POST");
    QString url;
    QJsonObject headers;
    QJsonValue body;
    QStringList expect{QStringLiteral("2xx")};
    qint64 timeoutMs = 10000;
    bool allowLoopback = false;
    std::optional<Probe> verify;
    QJsonObject compensate; // kept and shown; carried out by a person in this version
};

struct Budget
{
    int attempts = 1;
    QList<double> delaysS;
    double jitter = 0.2;
    qint64 windowS = 7200;      // 0: no limit
    std::optional<double> cost; // nullopt: no ceiling
};

struct CasePolicy
{
    QString dataClassification = QStringLiteral("internal");
    QString owner; // empty: nobody yet
    QMap<QString, double> reviewAfterH{{QStringLiteral("default"), 48}};
};

struct Workflow
{
    QString name;
    QString version;
    QString taskType;
    qint64 leaseS = 60;
    int concurrency = 8;
    bool hold = false;
    QList<Step> steps;
    QMap<ErrorClass, Budget> budgets;   // every class present, defaults filled in
    QMap<QString, ErrorClass> classify; // exact code → class
    CasePolicy casePolicy;
    QJsonObject operations; // kept as given; acted on by a later version

    const Step *findAction(const QString &action) const
    {
        for (const auto &step : steps) {
            if (step.action == action)
                return &step;
        }
        return nullptr;
    }
};

// 3-contracts: transient 5 attempts over 2 h at 30 s, 2 min, 10 min, 30 min; every other class one attempt.
Budget defaultBudget(ErrorClass errorClass);

// "2xx", "201": true when one of the patterns covers the status.
bool statusExpected(const QStringList &expect, int status);

} // namespace lazaret
