// What the window works on in most tests: a real store (tests/core/engine/deskbench.h), read by the reader's thread and changed by the
// clerk's. No pipeline runs: what only it does is done to the store by the test.
#pragma once

#include "core/engine/deskbench.h"
#include "models/deskservices.h"
#include "models/enginedata.h"

namespace lazaret::ui {

class StoreDesk : public DeskServices
{
public:
    StoreDesk(test::DeskBench &bench, const queries::Viewer &viewer, Role role = Role::viewer)
        : m_bench(bench), m_viewer(viewer), m_role(role), m_reader(bench.path() + QStringLiteral("/lazaret.db")),
          m_data(m_reader, bench.clock, viewer), m_clerk(*DataDirectory::open(bench.path(), bench.clock), bench.clock, bench.secrets,
                                                         {viewer.me, QStringLiteral("os-") + viewer.me})
    {
        connect(&m_reader, &Reader::changed, this, &DeskServices::dataChanged);
    }
    DeskData &data() override { return m_data; }
    Clerk &clerk() override { return m_clerk; }
    const Clock &clock() const override { return m_bench.clock; }
    DeskStatus status() const override { return {}; }
    QString dataDirectory() const override { return m_bench.path(); }
    QString workspaceName() const override { return QStringLiteral("Bench"); }
    QString operatorName() const override { return m_viewer.me; }
    Role operatorRole() const override { return m_role; }

private:
    test::DeskBench &m_bench;
    const queries::Viewer m_viewer;
    const Role m_role;
    Reader m_reader;
    EngineData m_data;
    Clerk m_clerk;
};

} // namespace lazaret::ui
