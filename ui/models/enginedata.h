// The desk's data, read by the engine's reader thread from the store.
#pragma once

#include "base/clock.h"
#include "engine/reader.h"
#include "models/deskdata.h"

#include <memory>

namespace lazaret::ui {

class EngineData : public QObject, public DeskData
{
public:
    // The reader and the clock outlive this.
    EngineData(Reader &reader, const Clock &clock, queries::Viewer viewer, QObject *parent = nullptr);
    ~EngineData() override;

    Look look() const override { return {m_viewer, m_clock.nowMs()}; }
    Reader &reader() override { return m_reader; }
    PageSource<CaseRecord> &cases() override;
    PageSource<DeliveryView> &deliveries() override;
    void askCase(const QString &caseId, std::function<void(const Result<CaseView> &)> answer) override;
    void askOverview(const OverviewQuestion &question, std::function<void(const Result<OverviewView> &)> answer) override;

private:
    class CaseSource;
    class DeliverySource;
    Reader &m_reader;
    const Clock &m_clock;
    const queries::Viewer m_viewer;
    std::unique_ptr<CaseSource> m_cases;
    std::unique_ptr<DeliverySource> m_deliveries;
};

} // namespace lazaret::ui
