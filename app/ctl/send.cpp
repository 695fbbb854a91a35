// send: signed test deliveries over real HTTP, with the faults a provider can show.
#include "commands.h"

#include "engine/testdelivery.h"
#include "session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace lazaret::ctl {

namespace {

Result<TestRequest> requestOf(const Invocation &invocation)
{
    TestRequest request;
    request.source = invocation.arguments.value(0);
    const auto fault = testFaultFrom(invocation.value(QStringLiteral("fault"), QStringLiteral("none")));
    if (!fault)
        return fail(
            ErrorCode::usage,
            QStringLiteral("--fault %1: must be one of wrong-key, late, repeat, reencoded").arg(invocation.value(QStringLiteral("fault"))));
    request.fault = *fault;
    request.event = invocation.value(QStringLiteral("event"));
    request.id = invocation.value(QStringLiteral("id"));
    if (invocation.has(QStringLiteral("count"))) {
        const auto count = wholeNumber(invocation, QStringLiteral("count"));
        if (!count || *count < 1)
            return fail(ErrorCode::usage, QStringLiteral("--count must be a number from 1"));
        request.count = *count;
    }
    if (invocation.has(QStringLiteral("body"))) {
        const auto read = readInput(invocation.value(QStringLiteral("body")));
        if (!read)
            return tl::unexpected(read.error());
        request.body = *read;
    }
    bool rateOk = true;
    request.ratePerS = invocation.value(QStringLiteral("rate"), QStringLiteral("0")).toDouble(&rateOk);
    if (!rateOk || request.ratePerS < 0)
        return fail(ErrorCode::usage, QStringLiteral("--rate is deliveries per second"));
    return request;
}

} // namespace

int runSend(const Invocation &invocation)
{
    auto request = requestOf(invocation);
    if (!request)
        return failed(request.error());
    auto session = Session::open(invocation);
    if (!session)
        return failed(session.error());
    request->hooks = PipelineLock::owner((*session)->directory()).value(QStringLiteral("hooks")).toString();
    const auto answers = (*session)->desk().sendTest(*request, [&](const TestAnswer &answer) {
        if (!invocation.json)
            std::printf("%s  %s\n", qPrintable(answer.id), qPrintable(answer.status ? QString::number(answer.status) : answer.text));
        return true;
    });
    if (!answers)
        return failed(answers.error());
    const auto accepted = std::count_if(answers->begin(), answers->end(), [](const TestAnswer &answer) { return answer.accepted(); });
    if (invocation.json) {
        QJsonArray items;
        for (const auto &answer : *answers)
            items.append(QJsonObject{{QStringLiteral("id"), answer.id},
                                     {QStringLiteral("result"), answer.status ? QJsonValue(answer.status) : QJsonValue(QJsonValue::Null)},
                                     {QStringLiteral("reason"), answer.text}});
        const QJsonObject document{{QStringLiteral("items"), items},
                                   {QStringLiteral("done"), qint64(accepted)},
                                   {QStringLiteral("refused"), qint64(answers->size() - accepted)}};
        std::printf("%s\n", QJsonDocument(document).toJson(QJsonDocument::Compact).constData());
    }
    return accepted == answers->size() ? 0 : 1;
}

} // namespace lazaret::ctl
