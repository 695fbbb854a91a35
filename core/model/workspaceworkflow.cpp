// The workflow part of the workspace file: steps, budgets, classification, and the rules that keep an effect from being sent twice.
#include "base/scrub.h"
#include "model/jsonfields.h"
#include "model/workspace.h"

#include <QRegularExpression>
#include <QSet>
#include <QUrl>

namespace lazaret {

Workflow parseWorkflow(const QJsonObject &json, const QString &path, QList<Problem> &problems, QList<Problem> &warnings);

namespace {

void checkPlaceholders(const QString &text, const QString &path, QList<Problem> &problems)
{
    static const QSet<QString> known{QStringLiteral("input_ref"), QStringLiteral("operation_id"),   QStringLiteral("task_id"),
                                     QStringLiteral("tenant"),    QStringLiteral("user_ref"),       QStringLiteral("job_id"),
                                     QStringLiteral("attempt"),   QStringLiteral("idempotency_key")};
    static const QRegularExpression form(QStringLiteral("\\{([^{}]*)\\}"));
    for (auto it = form.globalMatch(text); it.hasNext();) {
        const QString name = it.next().captured(1);
        if (!known.contains(name))
            problems.append(
                {path, QStringLiteral("unknown placeholder {%1}; this version knows {input_ref} {operation_id} {task_id} {tenant} "
                                      "{user_ref} {job_id} {attempt} {idempotency_key}")
                           .arg(name)});
    }
}

void checkPlaceholders(const QJsonValue &value, const QString &path, QList<Problem> &problems)
{
    if (value.isString()) {
        checkPlaceholders(value.toString(), path, problems);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            checkPlaceholders(it.value(), path + u'/' + it.key(), problems);
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            checkPlaceholders(array[i], QStringLiteral("%1/%2").arg(path).arg(i), problems);
    }
}

const QString &inTheClear()
{
    static const QString text = QStringLiteral("looks like a credential; definitions are stored in the clear, so this version refuses it");
    return text;
}

// Names and values are looked at as scrub() looks at an error text: what it would remove from one must not be kept here.
void refuseSecrets(const QString &key, const QJsonValue &value, const QString &path, QList<Problem> &problems)
{
    static const QRegularExpression placeholder(QStringLiteral("^\\{[^{}]*\\}$"));
    if (value.isString()) {
        const QString text = value.toString().left(1000);
        const QString pair = QStringLiteral("\"%1\":\"%2\"").arg(key, text);
        if (!placeholder.match(text).hasMatch() && (scrub(pair) != pair || looksLikeSignedUrl(text)))
            problems.append({path, inTheClear()});
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            refuseSecrets(it.key(), it.value(), path + u'/' + it.key(), problems);
    } else if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (qsizetype i = 0; i < array.size(); ++i)
            refuseSecrets(key, array[i], QStringLiteral("%1/%2").arg(path).arg(i), problems);
    }
}

bool isLoopback(const QString &host)
{
    return host.compare(u"localhost", Qt::CaseInsensitive) == 0 || host.startsWith(u"127.") || host == u"::1";
}

void checkUrl(JsonFields &f, const QString &key, const QString &url, QList<Problem> &problems)
{
    QString filled = url;
    filled.replace(QRegularExpression(QStringLiteral("\\{[^{}]*\\}")), QStringLiteral("x"));
    const QUrl parsed(filled, QUrl::StrictMode);
    if (!parsed.isValid() || parsed.host().isEmpty() || (parsed.scheme() != u"http" && parsed.scheme() != u"https"))
        f.problem(key, QStringLiteral("must be an absolute http or https URL"));
    else if (!parsed.userInfo().isEmpty())
        f.problem(key, QStringLiteral("must not carry user name or password: the definition is stored in the clear"));
    else if (looksLikeSignedUrl(url) || holdsKnownSecret(url))
        f.problem(key, inTheClear());
    static const QRegularExpression authority(QStringLiteral("^[a-zA-Z]+://[^/?#]*\\{"));
    if (authority.match(url).hasMatch())
        f.problem(key, QStringLiteral("placeholders may not choose the host"));
    checkPlaceholders(url, f.pathOf(key), problems);
}

int parseStatus(JsonFields &owner, const QString &key, int fallback, QList<Problem> &problems)
{
    JsonFields f(owner.object(key), owner.pathOf(key), problems);
    const int status = int(f.whole(QStringLiteral("status"), fallback, 100, 599));
    f.refuseUnknown();
    return status;
}

std::optional<Probe> parseProbe(JsonFields &step, QList<Problem> &problems)
{
    const QString key = QStringLiteral("verify");
    if (!step.has(key)) {
        step.ignore(key);
        return std::nullopt;
    }
    JsonFields f(step.object(key), step.pathOf(key), problems);
    Probe probe;
    probe.url = f.requiredText(QStringLiteral("url"));
    checkUrl(f, QStringLiteral("url"), probe.url, problems);
    probe.completedStatus = parseStatus(f, QStringLiteral("completed"), 200, problems);
    probe.absentStatus = parseStatus(f, QStringLiteral("absent"), 404, problems);
    if (probe.completedStatus == probe.absentStatus)
        f.problem(QStringLiteral("absent"), QStringLiteral("must differ from \"completed\": the answer would say nothing"));
    if (f.has(QStringLiteral("absent_after_s")))
        probe.absentAfterS = f.whole(QStringLiteral("absent_after_s"), 30, 0, 86400 * 30);
    f.ignore(QStringLiteral("absent_after_s"));
    if (f.flag(QStringLiteral("auto"), false))
        f.problem(QStringLiteral("auto"), QStringLiteral("asking without a person is not in this version: use case verify-effect"));
    f.refuseUnknown();
    return probe;
}

void checkHeaders(JsonFields &step, const QJsonObject &headers, QList<Problem> &problems)
{
    static const QRegularExpression token(QStringLiteral("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")); // RFC 9110 section 5.6.2
    static const QRegularExpression credential(
        QStringLiteral("^(authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token)$|secret|password|token"),
        QRegularExpression::CaseInsensitiveOption);
    static const QSet<QString> ours{
        QStringLiteral("host"),           QStringLiteral("content-length"),  QStringLiteral("transfer-encoding"),
        QStringLiteral("connection"),     QStringLiteral("idempotency-key"), QStringLiteral("lazaret-job"),
        QStringLiteral("lazaret-attempt")};
    for (auto it = headers.begin(); it != headers.end(); ++it) {
        const QString at = step.pathOf(QStringLiteral("headers")) + u'/' + it.key();
        if (!token.match(it.key()).hasMatch())
            problems.append({at, QStringLiteral("is not a header name")});
        else if (ours.contains(it.key().toLower()))
            problems.append({at, QStringLiteral("is set by Lazaret itself")});
        else if (credential.match(it.key()).hasMatch())
            problems.append({at, inTheClear()});
        if (!it.value().isString() || it.value().toString().contains(QRegularExpression(QStringLiteral("[\\x00-\\x08\\x0a-\\x1f\\x7f]"))))
            problems.append({at, QStringLiteral("must be a text without control characters")});
        checkPlaceholders(it.value(), at, problems);
    }
}

Step parseStep(const QJsonObject &json, const QString &path, QList<Problem> &problems)
{
    JsonFields f(json, path, problems);
    Step step;
    step.name = f.requiredText(QStringLiteral("name"));
    step.kind = f.requiredText(QStringLiteral("kind"));
    if (step.kind != u"http") {
        if (!step.kind.isEmpty())
            f.problem(QStringLiteral("kind"), QStringLiteral("this version runs \"http\" steps"));
        return step; // the keys of other kinds are another version's business
    }
    step.action = f.text(QStringLiteral("action"), step.name);
    static const QRegularExpression printable(QStringLiteral("^[\\x21-\\x7e]{1,100}$"));
    if (!step.action.isEmpty() && !printable.match(step.action).hasMatch())
        f.problem(QStringLiteral("action"), QStringLiteral("is part of the idempotency key, which is a header: at most 100 characters of "
                                                           "ASCII, no space"));
    step.effect = f.flag(QStringLiteral("effect"), true);
    step.irreversible = f.flag(QStringLiteral("irreversible"), false);
    step.idempotentTarget = f.flag(QStringLiteral("idempotent_target"), false);
    step.method = f.word(QStringLiteral("method"),
                         {QStringLiteral("GET"), QStringLiteral("HEAD"), QStringLiteral("POST"), QStringLiteral("PUT"),
                          QStringLiteral("PATCH"), QStringLiteral("DELETE")},
                         QStringLiteral("POST"));
    step.url = f.requiredText(QStringLiteral("url"));
    if (!step.url.isEmpty())
        checkUrl(f, QStringLiteral("url"), step.url, problems);
    step.headers = f.object(QStringLiteral("headers"));
    checkHeaders(f, step.headers, problems);
    step.body = f.value(QStringLiteral("body"));
    if (step.body.isUndefined())
        step.body = QJsonValue::Null;
    checkPlaceholders(step.body, f.pathOf(QStringLiteral("body")), problems);
    refuseSecrets({}, step.body, f.pathOf(QStringLiteral("body")), problems);
    step.expect = f.texts(QStringLiteral("expect"), {QStringLiteral("2xx")});
    static const QRegularExpression statusForm(QStringLiteral("^[1-5]([0-9]{2}|xx)$"));
    for (qsizetype i = 0; i < step.expect.size(); ++i) {
        if (!statusForm.match(step.expect[i]).hasMatch())
            problems.append({QStringLiteral("%1/%2").arg(f.pathOf(QStringLiteral("expect"))).arg(i),
                             QStringLiteral("must be a status like \"201\" or \"2xx\"")});
    }
    step.timeoutMs = f.whole(QStringLiteral("timeout_ms"), 10000, 1, 3600000);
    step.allowLoopback = f.flag(QStringLiteral("allow_loopback"), false);
    if (!step.allowLoopback && isLoopback(QUrl(step.url).host()))
        f.problem(QStringLiteral("allow_loopback"), QStringLiteral("must be true: the step calls this machine itself"));
    step.verify = parseProbe(f, problems);
    step.compensate = f.object(QStringLiteral("compensate"));
    f.refuseUnknown();
    return step;
}

void parseBudgets(JsonFields &workflow, Workflow &w, QList<Problem> &problems)
{
    for (size_t i = 0; i < Vocabulary<ErrorClass>::words.size(); ++i)
        w.budgets.insert(ErrorClass(i), defaultBudget(ErrorClass(i)));
    const QString key = QStringLiteral("budgets");
    const QJsonObject given = workflow.object(key);
    for (auto it = given.begin(); it != given.end(); ++it) {
        const QString path = workflow.pathOf(key) + u'/' + it.key();
        const auto errorClass = fromText<ErrorClass>(it.key());
        if (!errorClass) {
            problems.append({path, QStringLiteral("unknown error class; one of: %1").arg(wordList<ErrorClass>())});
            continue;
        }
        JsonFields f(it.value().toObject(), path, problems);
        Budget budget = w.budgets.value(*errorClass);
        const int most = *errorClass == ErrorClass::transient ? 1000 : *errorClass == ErrorClass::quality ? 2 : 1;
        budget.attempts = int(f.whole(QStringLiteral("attempts"), budget.attempts, 1, most));
        if (f.has(QStringLiteral("delays_s"))) {
            budget.delaysS.clear();
            for (const auto &delay : f.array(QStringLiteral("delays_s"))) {
                if (!delay.isDouble() || delay.toDouble() < 0 || delay.toDouble() > 86400.0 * 30)
                    f.problem(QStringLiteral("delays_s"), QStringLiteral("must hold seconds between 0 and 2592000"));
                budget.delaysS.append(delay.toDouble());
            }
        }
        f.ignore(QStringLiteral("delays_s"));
        budget.jitter = f.number(QStringLiteral("jitter"), budget.jitter, 0, 1);
        budget.windowS = f.whole(QStringLiteral("window_s"), budget.windowS, 0, 86400 * 365);
        if (f.has(QStringLiteral("cost")))
            budget.cost = f.number(QStringLiteral("cost"), 0, 0, 1e12);
        f.ignore(QStringLiteral("cost"));
        f.refuseUnknown();
        w.budgets.insert(*errorClass, budget);
    }
}

// An answer that leaves the effect open may become a retry only where sending again is harmless (3-contracts, Default classification).
bool answerLeavesEffectOpen(const QString &code)
{
    static const QRegularExpression status(QStringLiteral("^http\\.([1-5][0-9]{2})$"));
    const auto match = status.match(code);
    if (!match.hasMatch())
        return code == u"http.no_answer" || code == u"http.broken" || code == u"http.bad_response" || code == u"lease.lost";
    const int number = match.captured(1).toInt();
    return !(number >= 400 && number < 500) && number != 503;
}

void parseClassify(JsonFields &workflow, Workflow &w, QList<Problem> &problems)
{
    const QString key = QStringLiteral("classify");
    const QJsonObject given = workflow.object(key);
    for (auto it = given.begin(); it != given.end(); ++it) {
        const QString path = workflow.pathOf(key) + u'/' + it.key();
        static const QRegularExpression exact(QStringLiteral("^[a-z]+\\.([0-9]{3}|[a-z][a-z_]*)$"));
        const auto errorClass = fromText<ErrorClass>(it.value().toString());
        if (!exact.match(it.key()).hasMatch())
            problems.append({path, QStringLiteral("must be one exact code such as \"http.500\": classes are never mapped wholesale")});
        else if (!errorClass)
            problems.append({path, QStringLiteral("unknown error class; one of: %1").arg(wordList<ErrorClass>())});
        else if (*errorClass == ErrorClass::transient && answerLeavesEffectOpen(it.key())) {
            for (const auto &step : w.steps) {
                if (step.effect && !step.idempotentTarget)
                    problems.append(
                        {path,
                         QStringLiteral("step \"%1\" has an effect and no idempotent_target: retrying after this answer could do it twice")
                             .arg(step.name)});
            }
        }
        if (errorClass)
            w.classify.insert(it.key(), *errorClass);
    }
}

void parseCase(JsonFields &workflow, Workflow &w, QList<Problem> &problems)
{
    JsonFields f(workflow.object(QStringLiteral("case")), workflow.pathOf(QStringLiteral("case")), problems);
    w.casePolicy.dataClassification = f.text(QStringLiteral("data_classification"), w.casePolicy.dataClassification);
    w.casePolicy.owner = f.text(QStringLiteral("owner"));
    const QString key = QStringLiteral("review_after_h");
    JsonFields hours(f.object(key), f.pathOf(key), problems);
    QStringList names{QStringLiteral("default")};
    for (const auto word : Vocabulary<ErrorClass>::words)
        names.append(QString::fromLatin1(word.data(), qsizetype(word.size())));
    for (const auto &name : names) {
        if (hours.has(name))
            w.casePolicy.reviewAfterH.insert(name, hours.number(name, 48, 0, 24 * 365));
    }
    hours.refuseUnknown();
    f.refuseUnknown();
}

void parseSteps(JsonFields &f, Workflow &w, QList<Problem> &problems)
{
    const QString key = QStringLiteral("steps");
    const QJsonArray steps = f.array(key);
    if (steps.isEmpty())
        f.problem(key, QStringLiteral("needs at least one step"));
    QSet<QString> names, actions;
    for (qsizetype i = 0; i < steps.size(); ++i) {
        const QString path = QStringLiteral("%1/%2").arg(f.pathOf(key)).arg(i);
        const Step step = parseStep(steps[i].toObject(), path, problems);
        if (names.contains(step.name))
            problems.append({path + QStringLiteral("/name"), QStringLiteral("\"%1\" is named twice").arg(step.name)});
        if (!step.action.isEmpty() && actions.contains(step.action))
            problems.append({path + QStringLiteral("/action"),
                             QStringLiteral("action \"%1\" must be unique in the workflow: it is the idempotency key").arg(step.action)});
        names.insert(step.name);
        actions.insert(step.action);
        w.steps.append(step);
    }
}

} // namespace

Workflow parseWorkflow(const QJsonObject &json, const QString &path, QList<Problem> &problems, QList<Problem> &warnings)
{
    JsonFields f(json, path, problems);
    Workflow w;
    w.name = f.requiredText(QStringLiteral("name"));
    w.version = f.requiredText(QStringLiteral("version"));
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9._-]{1,64}$"));
    if (!w.name.isEmpty() && !plain.match(w.name).hasMatch())
        f.problem(QStringLiteral("name"), QStringLiteral("may hold letters, digits, '.', '_' and '-' (at most 64)"));
    if (!w.version.isEmpty() && !plain.match(w.version).hasMatch())
        f.problem(QStringLiteral("version"), QStringLiteral("may hold letters, digits, '.', '_' and '-' (at most 64)"));
    w.taskType = f.text(QStringLiteral("task_type"), w.name);
    if (f.word(QStringLiteral("ordering"), {QStringLiteral("none"), QStringLiteral("block_group"), QStringLiteral("skip_group_head")},
               QStringLiteral("none")) != u"none")
        f.problem(QStringLiteral("ordering"), QStringLiteral("ordered groups are not in this version: only \"none\""));
    w.leaseS = f.whole(QStringLiteral("lease_s"), 60, 1, 86400);
    w.concurrency = int(f.whole(QStringLiteral("concurrency"), 8, 0, 10000));
    if (f.whole(QStringLiteral("rate_per_s"), 0, 0, 1000000) != 0)
        f.problem(QStringLiteral("rate_per_s"), QStringLiteral("pacing a workflow is not in this version: only 0"));
    w.hold = f.flag(QStringLiteral("hold"), false);
    parseSteps(f, w, problems);
    if (!f.array(QStringLiteral("callbacks")).isEmpty())
        f.problem(QStringLiteral("callbacks"), QStringLiteral("callbacks are not in this version"));
    w.operations = f.object(QStringLiteral("operations"));
    if (!w.operations.isEmpty())
        warnings.append({f.pathOf(QStringLiteral("operations")), QStringLiteral("kept, but operations are not tracked by this version")});
    parseBudgets(f, w, problems);
    parseClassify(f, w, problems);
    parseCase(f, w, problems);
    f.refuseUnknown();
    return w;
}

Workflow workflowFromStored(const QJsonObject &json)
{
    QList<Problem> ignored;
    return parseWorkflow(json, QString(), ignored, ignored);
}

namespace {

QJsonObject statusJson(int status)
{
    return QJsonObject{{QStringLiteral("status"), status}};
}

QJsonObject stepJson(const Step &s)
{
    QJsonObject json{{QStringLiteral("name"), s.name},
                     {QStringLiteral("kind"), s.kind},
                     {QStringLiteral("action"), s.action},
                     {QStringLiteral("effect"), s.effect},
                     {QStringLiteral("irreversible"), s.irreversible},
                     {QStringLiteral("idempotent_target"), s.idempotentTarget},
                     {QStringLiteral("method"), s.method},
                     {QStringLiteral("url"), s.url},
                     {QStringLiteral("headers"), s.headers},
                     {QStringLiteral("body"), s.body},
                     {QStringLiteral("expect"), QJsonArray::fromStringList(s.expect)},
                     {QStringLiteral("timeout_ms"), s.timeoutMs},
                     {QStringLiteral("allow_loopback"), s.allowLoopback},
                     {QStringLiteral("compensate"), s.compensate.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(s.compensate)},
                     {QStringLiteral("verify"), QJsonValue::Null}};
    if (s.verify)
        json.insert(QStringLiteral("verify"),
                    QJsonObject{{QStringLiteral("url"), s.verify->url},
                                {QStringLiteral("completed"), statusJson(s.verify->completedStatus)},
                                {QStringLiteral("absent"), statusJson(s.verify->absentStatus)},
                                {QStringLiteral("absent_after_s"),
                                 s.verify->absentAfterS ? QJsonValue(*s.verify->absentAfterS) : QJsonValue(QJsonValue::Null)},
                                {QStringLiteral("auto"), false}});
    return json;
}

QJsonObject budgetJson(const Budget &b)
{
    QJsonArray delays;
    for (const double delay : b.delaysS)
        delays.append(delay);
    return QJsonObject{{QStringLiteral("attempts"), b.attempts},
                       {QStringLiteral("delays_s"), delays},
                       {QStringLiteral("jitter"), b.jitter},
                       {QStringLiteral("window_s"), b.windowS},
                       {QStringLiteral("cost"), b.cost ? QJsonValue(*b.cost) : QJsonValue(QJsonValue::Null)}};
}

} // namespace

QJsonObject toJson(const Workflow &w)
{
    QJsonArray steps;
    for (const auto &step : w.steps)
        steps.append(stepJson(step));
    QJsonObject budgets;
    for (auto it = w.budgets.begin(); it != w.budgets.end(); ++it)
        budgets.insert(toText(it.key()), budgetJson(it.value()));
    QJsonObject classify;
    for (auto it = w.classify.begin(); it != w.classify.end(); ++it)
        classify.insert(it.key(), toText(it.value()));
    QJsonObject hours;
    for (auto it = w.casePolicy.reviewAfterH.begin(); it != w.casePolicy.reviewAfterH.end(); ++it)
        hours.insert(it.key(), it.value());
    return QJsonObject{
        {QStringLiteral("name"), w.name},
        {QStringLiteral("version"), w.version},
        {QStringLiteral("task_type"), w.taskType},
        {QStringLiteral("ordering"), QStringLiteral("none")},
        {QStringLiteral("lease_s"), w.leaseS},
        {QStringLiteral("concurrency"), w.concurrency},
        {QStringLiteral("rate_per_s"), 0},
        {QStringLiteral("hold"), w.hold},
        {QStringLiteral("steps"), steps},
        {QStringLiteral("callbacks"), QJsonArray()},
        {QStringLiteral("operations"), w.operations},
        {QStringLiteral("budgets"), budgets},
        {QStringLiteral("classify"), classify},
        {QStringLiteral("case"), QJsonObject{{QStringLiteral("data_classification"), w.casePolicy.dataClassification},
                                             {QStringLiteral("owner"),
                                              w.casePolicy.owner.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(w.casePolicy.owner)},
                                             {QStringLiteral("review_after_h"), hours}}}};
}

} // namespace lazaret
