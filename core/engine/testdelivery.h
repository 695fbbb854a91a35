// Signed test deliveries over real HTTP, with the faults a provider can show: what `lazaretctl send` and the desk both send.
#pragma once

#include "base/clock.h"
#include "guard/secrets.h"
#include "model/source.h"
#include "store/database.h"
#include "verify/scheme.h"

#include <functional>

namespace lazaret {

enum class TestFault {
    none,
    repeat,    // the same delivery again
    wrongKey,  // signed with a key that is not the source's
    late,      // signed just before the source's tolerance
    reencoded, // what a relay does that parses the JSON and writes it again
};
std::optional<TestFault> testFaultFrom(const QString &word); // none repeat wrong-key late reencoded
QString toText(TestFault fault);

struct TestRequest
{
    QString source; // slug
    QString hooks;  // where the pipeline receives: "http://127.0.0.1:8787/hooks/"
    TestFault fault = TestFault::none;
    QString event{};     // empty: the first the source subscribes to, else "test"
    QString id{};        // empty: a fresh one; of several deliveries each gets a number
    QByteArray body{};   // empty: JSON in which every mapped field has a value
    qint64 count = 1;    // repeat with 1 sends the delivery twice
    double ratePerS = 0; // 0: one after the other
};

struct TestAnswer
{
    QString id;
    int status = 0; // 0: no answer
    QString text;   // the answer's body, or what went wrong
    qint64 tookMs = 0;

    bool accepted() const { return status >= 200 && status < 300; }
};

struct TestSender
{
    Source source;
    std::shared_ptr<const verify::Scheme> scheme;
    QByteArray secret;
};
// ErrorCode::not_found: no such source. Other errors are the secret store's.
Result<TestSender> testSender(Database &db, guard::SecretStore &secrets, const QString &slug);

// Sends them one after another and waits for each answer (10 s at most): never on the GUI thread. `after` is called for each; false stops.
QList<TestAnswer> sendTestDeliveries(const TestSender &sender, const TestRequest &request, const Clock &clock,
                                     const std::function<bool(const TestAnswer &)> &after = {});

} // namespace lazaret
