// Sources: who may deliver and how they prove themselves; what arrives; what a request's signature is worth.
#pragma once

#include "pages/setuppage.h"

namespace lazaret::ui {

class SecretKeys;
class SignaturePanel;
class TimeChart;

class SourcesPage : public SetupPage
{
    Q_OBJECT
public:
    explicit SourcesPage(DeskServices &services);

    void refresh() override;
    void setTimeView(const TimeView &view) override;
    QList<QAction *> commands() const override;
    SignaturePanel *signature() const { return m_signature; }

protected:
    QJsonObject freshDefinition() const override;
    void shown(const Draft &draft) override;
    QString removalConsequence() const override;
    QList<Problem> ownProblems(const Draft &draft) const override;

private:
    Form *receiving();
    Form *mapping();
    Form *limits();
    Form *workflow();
    QWidget *addressRow();
    QWidget *dayChart();
    void followScheme();
    SetupRow rowOf(const queries::SourceView &view, qint64 now) const;
    void take(const queries::SourceList &list);
    void askDay();
    void showDay(const store::ArrivalHistory &day, qint64 from, qint64 to);
    void showSecretSheet(int slot);
    void sendTest();
    void toggleHold();
    QString address() const; // to give to the sender
    const queries::SourceView *view() const;

    queries::SourceList m_sources;
    Form *m_workflow;
    SecretKeys *m_keys;
    SignaturePanel *m_signature;
    TimeChart *m_day;
    Label *m_dayFigures, *m_dayRefused;
    Text *m_listens;
    Command *m_test, *m_hold;
    QString m_dayOf;
    qint64 m_dayAt = 0;
    QHash<int, qint64> m_matched; // slot → last time it verified a delivery
};

} // namespace lazaret::ui
