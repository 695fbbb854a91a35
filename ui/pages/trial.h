// Connecting a webhook: the source to create, and the line that sends it a rightly signed delivery. Pure functions.
#pragma once

#include <QByteArray>
#include <QString>

namespace lazaret::ui {

enum class Provider { generic, github, standardWebhooks };

struct Trial
{
    Provider provider = Provider::generic;
    QString slug;   // "try-7f3a9c"
    QString secret; // as the provider wants it; shown once
};
Trial freshTrial(Provider provider);

// For workspace apply: the source, and a held workflow that keeps what arrives until somebody says where it goes.
QByteArray trialWorkspace(const Trial &trial);
// For a shell with curl and openssl, each run a new delivery. hooks: "http://127.0.0.1:8787/hooks/".
QString trialLine(const Trial &trial, const QString &hooks);

struct RefusalText
{
    QString what; // "its signature did not match"
    QString remedy;
};
RefusalText refusalText(const QString &reason); // one of the listener's words

} // namespace lazaret::ui
