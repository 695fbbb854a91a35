// Sets the demo's scene: a data directory marked as a demo, its workspace, catalog-api alive, the twelve webhooks sent, the fix shipped.
// Whoever runs the directory's pipeline owns one: lazaretctl demo, or the desk on a directory so marked. Not thread-safe; blocks on the
// disk and on loopback, so never on the GUI thread.
#pragma once

#include "demo/catalog.h"
#include "demo/story.h"
#include "store/datadirectory.h"

namespace lazaret::demo {

// Empty: no demo. Else the scenario's name.
QString scenarioOf(const DataDirectory &directory);
QStringList scenarios();

class Stage
{
public:
    // Prepares a fresh directory, or takes a demo's up again: catalog-api answers at the address the workspace names, or the workspace
    // gets its new one. Refused: the directory holds other work. speed: retry delays are divided by it. All references outlive it.
    static Result<std::unique_ptr<Stage>> open(const DataDirectory &directory, const Clock &clock, guard::SecretStore &secrets,
                                               const Desk::Person &person, double speed = 1);

    // Sends those of the twelve that were not accepted yet; answers how many. Signed, over HTTP, to the listener at `hooks`.
    Result<int> deliver(const QString &hooks);
    // Puts cards@13 in force once all twelve wait in quarantine; true when it did just now.
    Result<bool> shipFix();

    Desk &desk() { return m_desk; }
    Database &database() { return *m_database; }
    Catalog &catalog() { return *m_catalog; }
    Standing standing() { return demo::standing(*m_database, {m_person.name, {QStringLiteral("*")}}, m_clock.nowMs()); }

private:
    Stage(std::unique_ptr<Database> database, const Clock &clock, guard::SecretStore &secrets, Desk::Person person, double speed);
    Result<> setTheScene(const DataDirectory &directory);
    Result<> moveCatalog();
    Result<> apply(QJsonObject workspace);
    QJsonObject script(const QString &file) const;

    std::unique_ptr<Database> m_database;
    DirectWriter m_writer;
    const Clock &m_clock;
    guard::SecretStore &m_secrets;
    const Desk::Person m_person;
    const double m_speed;
    Desk m_desk;
    std::unique_ptr<Catalog> m_catalog;
};

} // namespace lazaret::demo
