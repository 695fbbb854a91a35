// The window's services over a store that a release fixture filled (tests/core/reconcile/releasefixture.h): one release told to its end.
// Like StoreDesk, it is read by the reader's thread and changed by the clerk's; no pipeline runs.
#pragma once

#include "core/reconcile/releasefixture.h"
#include "guard/secrets.h"
#include "models/deskservices.h"
#include "models/enginedata.h"

#include <QFileInfo>

namespace lazaret::ui {

class FixtureDesk : public DeskServices
{
public:
    FixtureDesk(const test::ReleaseFixture &fixture, Role role, const QStringList &tenants = {QStringLiteral("*")})
        : m_path(QFileInfo(fixture.file).path()), m_role(role), m_clock(test::ReleaseFixture::now),
          m_directory(*DataDirectory::open(m_path, m_clock)), m_secrets(m_directory.secretsFile()), m_reader(fixture.file),
          m_data(m_reader, m_clock, {QStringLiteral("Mara Ionescu"), tenants}),
          m_clerk(m_directory, m_clock, m_secrets, {QStringLiteral("Mara Ionescu"), QStringLiteral("tester")})
    {
        connect(&m_reader, &Reader::changed, this, &DeskServices::dataChanged);
    }
    DeskData &data() override { return m_data; }
    Clerk &clerk() override { return m_clerk; }
    const Clock &clock() const override { return m_clock; }
    DeskStatus status() const override
    {
        DeskStatus status;
        status.pipeline = pipeline;
        return status;
    }
    QString dataDirectory() const override { return m_path; }
    QString workspaceName() const override { return QStringLiteral("Fixture"); }
    QString operatorName() const override { return QStringLiteral("Mara Ionescu"); }
    Role operatorRole() const override { return m_role; }

    DeskStatus::Pipeline pipeline = DeskStatus::Pipeline::readOnly;

private:
    const QString m_path;
    const Role m_role;
    test::FakeClock m_clock;
    DataDirectory m_directory;
    guard::FileSecrets m_secrets;
    Reader m_reader;
    EngineData m_data;
    Clerk m_clerk;
};

} // namespace lazaret::ui
