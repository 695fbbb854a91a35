#include "commands.h"

#include "composition.h"

namespace lazaret::ctl {

const QList<Command> &commands()
{
    static const QList<Command> table{
        {"serve", "[--listen 127.0.0.1:8787] [--admin 127.0.0.1:8788]", "listen= admin=", 0, 0, runServe},
        {"send", "SOURCE [--count N] [--rate R] [--event TYPE] [--body FILE] [--id ID] [--fault wrong-key|late|repeat|reencoded]",
         "count= rate= event= body= id= fault=", 1, 1, runSend},
        {"workspace apply", "FILE [--prune]", "prune", 1, 1, runWorkspaceApply},
        {"workspace check", "FILE [--prune]", "prune", 1, 1, runWorkspaceCheck},
        {"workspace export", "", "", 0, 0, runWorkspaceExport},
        {"source list", "", "limit= after=", 0, 0, runSourceList},
        {"source hold", "SLUG [--answer keep]", "answer=", 1, 1, runHold},
        {"source resume", "SLUG", "", 1, 1, runHold},
        {"workflow list", "", "limit= after=", 0, 0, runWorkflowList},
        {"workflow hold", "NAME", "", 1, 1, runHold},
        {"workflow resume", "NAME", "", 1, 1, runHold},
        {"deliveries list", "[--query Q] [--source SLUG] [--limit N] [--after CURSOR]", "query= source= limit= after=", 0, 0,
         runDeliveriesList},
        {"deliveries show", "DELIVERY_ID [--source SLUG]", "source=", 1, 1, runDeliveriesShow},
        {"jobs list", "[--state STATE] [--limit N] [--after CURSOR]", "state= limit= after=", 0, 0, runJobsList},
        {"job show", "ID", "", 1, 1, runJobShow},
        {"job why", "ID", "", 1, 1, runJobWhy},
        {"job cancel", "ID", "", 1, 1, runJobChange},
        {"job retry-now", "ID", "", 1, 1, runJobChange},
        {"cases list", "[--query Q] [--limit N] [--after CURSOR]", "query= limit= after=", 0, 0, runCasesList},
        {"case show", "ID", "", 1, 1, runCaseShow},
        {"case assign", "ID… OPERATOR", "", 2, -1, runCaseAssign},
        {"case note", "ID… --text T", "text=", 1, -1, runCaseNote},
        {"case finding", "ID…|--query Q --expect N --step 1..6 --text T", "query= expect= step= text=", 0, -1, runCaseFinding},
        {"case verify-effect", "ID…|--query Q --expect N", "query= expect=", 0, -1, runCaseVerifyEffect},
        {"case settle-effect", "ID ACTION --state confirmed|denied --evidence T", "state= evidence=", 2, 2, runCaseSettleEffect},
        {"case dispose", "ID…|--query Q --expect N --kind KIND --reason T [--authority T] [--until DATE] [--link URL] [--incident ID|new]",
         "query= expect= kind= reason= authority= until= link= incident=", 0, -1, runCaseDispose},
        {"case approve", "ID… --reason T", "reason=", 1, -1, runCaseDecide},
        {"case reject", "ID… --reason T", "reason=", 1, -1, runCaseDecide},
        {"release plan",
         "--query Q --expect N --target-version V --fix REF --rate N [--allow ACTION…] [--stop RULE…] [--owner OPERATOR] [--canary ID] "
         "[--accept-irreversible] [--accept-cost]",
         "query= expect= target-version= fix= rate= allow* stop* owner= canary= accept-irreversible accept-cost", 0, 0, runReleasePlan},
        {"release approve", "ID", "", 1, 1, runReleaseMove},
        {"release start", "ID", "", 1, 1, runReleaseMove},
        {"release pause", "ID", "", 1, 1, runReleaseMove},
        {"release resume", "ID", "", 1, 1, runReleaseMove},
        {"release abort", "ID", "", 1, 1, runReleaseMove},
        {"release show", "ID", "", 1, 1, runReleaseShow},
        {"release watch", "ID", "", 1, 1, runReleaseWatch},
        {"release list", "[--limit N] [--after CURSOR]", "limit= after=", 0, 0, runReleaseList},
        {"reconcile run", "RELEASE|--query Q", "query=", 0, 1, runReconcile},
        {"report", "RELEASE|--query Q --format html|pdf|csv|json --out FILE", "query= format= out=", 0, 1, runReport},
        {"incidents list", "[--limit N] [--after CURSOR]", "limit= after=", 0, 0, runIncidentsList},
        {"incidents open", "--title T [--severity S] [--impact T]", "title= severity= impact=", 0, 0, runIncidentsOpen},
        {"incidents close", "ID --learning T", "learning=", 1, 1, runIncidentsClose},
        {"audit list", "[--object ID] [--limit N] [--after CURSOR]", "object= limit= after=", 0, 0, runAuditList},
        {"audit verify", "", "", 0, 0, runAuditVerify},
        {"audit export", "[--out FILE]", "out=", 0, 0, runAuditExport},
        {"operators list", "", "limit= after=", 0, 0, runOperatorsList},
        {"secrets list", "", "limit= after=", 0, 0, runSecretsList},
        {"signature check", "FILE|-", "", 1, 1, runSignatureCheck},
        {"demo", "[--scenario cards] [--speed N]", "scenario= speed=", 0, 0, runDemo},
        {"doctor", "", "", 0, 0, runDoctor},
        {"metrics", "", "", 0, 0, runMetrics},
    };
    return table;
}

namespace {

QString nameOf(const Command &command)
{
    return QString::fromUtf8(command.name);
}

tl::unexpected<Error> misused(const Command &command, const QString &what)
{
    return fail(ErrorCode::usage,
                QStringLiteral("%1\nusage: lazaretctl %2 %3").arg(what, nameOf(command), QString::fromUtf8(command.usage)));
}

// '\0' unknown, 'f' a flag, '=' takes a value, '*' a list
char kindOf(const Command &command, const QString &option)
{
    const auto specs = QString::fromLatin1(command.options).split(u' ', Qt::SkipEmptyParts);
    for (const auto &spec : specs) {
        if (spec == option)
            return 'f';
        if (spec.chopped(1) == option && (spec.endsWith(u'=') || spec.endsWith(u'*')))
            return spec.back().toLatin1();
    }
    return '\0';
}

const Command *findCommand(const QStringList &words)
{
    for (const auto &command : commands()) {
        const QStringList name = nameOf(command).split(u' ');
        if (words.mid(0, name.size()) == name)
            return &command;
    }
    return nullptr;
}

// Takes --data, --as and --json out, wherever they stand; what is left is the command's own. Nothing after "--" is an option.
Result<QStringList> takeGlobals(const QStringList &arguments, Invocation &invocation)
{
    QStringList rest;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        if (word == u"--")
            return rest + arguments.mid(i);
        const QString name = word.section(u'=', 0, 0);
        if (word == u"--json") {
            invocation.json = true;
        } else if (name == u"--data" || name == u"--as") {
            const bool joined = word.contains(u'=');
            if (!joined && i + 1 >= arguments.size())
                return fail(ErrorCode::usage, QStringLiteral("%1 needs a value").arg(name));
            (name == u"--data" ? invocation.data : invocation.as) = joined ? word.section(u'=', 1) : arguments[++i];
        } else {
            rest.append(word);
        }
    }
    return rest;
}

Result<> takeOption(const Command &command, const QStringList &words, qsizetype &i, Invocation &invocation)
{
    const QString word = words[i].mid(2);
    const QString name = word.section(u'=', 0, 0);
    const bool joined = word.contains(u'=');
    const char kind = kindOf(command, name);
    if (kind == '\0')
        return misused(command, QStringLiteral("unknown option --%1").arg(name));
    if (kind == 'f') {
        if (joined)
            return misused(command, QStringLiteral("--%1 takes no value").arg(name));
        invocation.options.insert(name, {});
        return {};
    }
    QStringList &values = invocation.options[name];
    if (joined)
        values.append(word.section(u'=', 1));
    else if (kind == '=' && i + 1 < words.size())
        values.append(words[++i]);
    while (kind == '*' && !joined && i + 1 < words.size() && !words[i + 1].startsWith(u"--"))
        values.append(words[++i]);
    if (values.isEmpty())
        return misused(command, QStringLiteral("--%1 needs a value").arg(name));
    return {};
}

} // namespace

QString usageOf(const QStringList &arguments)
{
    if (!arguments.contains(QStringLiteral("--help")) && !arguments.contains(QStringLiteral("-h")))
        return {};
    Invocation ignored;
    QStringList words = takeGlobals(arguments, ignored).value_or(QStringList());
    words.removeIf([](const QString &word) { return word.startsWith(u'-'); });
    QString text;
    for (const auto &command : commands()) { // "cases" alone shows what begins with it
        const QStringList name = nameOf(command).split(u' ');
        if (words.mid(0, name.size()) == name || (!words.isEmpty() && name.mid(0, words.size()) == words))
            text += QStringLiteral("usage: lazaretctl %1 %2\n").arg(nameOf(command), QString::fromUtf8(command.usage));
    }
    return text.isEmpty() ? text : text + QStringLiteral("Everywhere: --data DIR, --as OPERATOR, --json\n");
}

Result<Invocation> parseArguments(const QStringList &arguments, const Command **command)
{
    Invocation invocation;
    const auto words = takeGlobals(arguments, invocation);
    if (!words)
        return tl::unexpected(words.error());
    if (invocation.data.isEmpty())
        invocation.data = defaultDataPath();
    *command = findCommand(*words);
    if (!*command)
        return fail(ErrorCode::usage,
                    words->isEmpty()
                        ? QStringLiteral("no command given; lazaretctl --help lists them")
                        : QStringLiteral("no command \"%1\"; lazaretctl --help lists them").arg(QStringList(words->mid(0, 2)).join(u' ')));
    invocation.command = nameOf(**command);
    bool options = true;
    for (qsizetype i = invocation.command.count(u' ') + 1; i < words->size(); ++i) {
        const QString &word = words->at(i);
        if (options && word == u"--") {
            options = false;
        } else if (options && word.startsWith(u"--")) {
            if (auto taken = takeOption(**command, *words, i, invocation); !taken)
                return tl::unexpected(taken.error());
        } else {
            invocation.arguments.append(word);
        }
    }
    const auto count = invocation.arguments.size();
    if (count < (*command)->least)
        return misused(**command, QStringLiteral("%1: an argument is missing").arg(invocation.command));
    if ((*command)->most >= 0 && count > (*command)->most)
        return misused(**command,
                       QStringLiteral("%1: \"%2\" is one argument too many").arg(invocation.command, invocation.arguments.constLast()));
    return invocation;
}

QString helpText()
{
    QString text = QStringLiteral("lazaretctl [--data DIR] [--as OPERATOR] [--json] COMMAND …\n\n");
    for (const auto &command : commands())
        text += QStringLiteral("  %1 %2\n").arg(nameOf(command), QString::fromUtf8(command.usage));
    text +=
        QStringLiteral("\nExit: 0 done, 1 failed, 2 usage, 3 refused, 4 not found, 5 another process runs this directory's pipeline.\n");
    return text;
}

} // namespace lazaret::ctl
