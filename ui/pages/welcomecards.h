// The parts of the welcome: the story in six pictures, the scenario, the webhook to connect, the workspace to open.
#pragma once

#include "engine/queries_arrivals.h"
#include "models/deskservices.h"
#include "pages/trial.h"
#include "widgets/surfaces.h"

class QPlainTextEdit;
class QVBoxLayout;

namespace lazaret::ui {

class SegmentedSwitch;
class Text;

class StoryArt : public QWidget
{
    Q_OBJECT
public:
    explicit StoryArt(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

class ScenarioRow : public QWidget
{
    Q_OBJECT
public:
    ScenarioRow(const QString &icon, const QString &title, const QString &text, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const QString m_icon, m_title, m_text;
};

// Creates a source with a fresh secret, shows the line that sends it something, and waits until it has come.
class ConnectCard : public Card
{
    Q_OBJECT
public:
    explicit ConnectCard(DeskServices &services, QWidget *parent = nullptr);
    void refresh();

Q_SIGNALS:
    void answered();
    void leaveRequested(const QString &page);

private:
    void create();
    void created(const Result<AppliedWorkspace> &applied);
    void take(const Result<queries::Arrivals> &found);
    void showState(const QString &icon, const QString &tone, const QString &text);
    void lockCreate();

    DeskServices &m_services;
    std::optional<Trial> m_trial; // once created
    Trial m_asked;
    bool m_creating = false;
    QMap<QString, qint64> m_refused; // when last looked
    QString m_lastRefusal;
    bool m_looked = false;

    SegmentedSwitch *m_provider;
    QWidget *m_before, *m_after;
    Button *m_create, *m_copy, *m_see;
    QPlainTextEdit *m_line;
    IconLabel *m_stateIcon;
    Text *m_state, *m_why, *m_locked;
};

// A workspace file, read and checked before anything changes; or another data directory.
class OpenCard : public Card
{
    Q_OBJECT
public:
    explicit OpenCard(DeskServices &services, QWidget *parent = nullptr);
    void openFile(const QString &path); // checks it and lists what it would set
    Text *trouble() const { return m_text; }

Q_SIGNALS:
    void directoryChosen(const QString &path);
    void leaveRequested(const QString &page);

private:
    void apply();
    void say(const QString &text, const QString &colorPath);

    DeskServices &m_services;
    QByteArray m_file;
    Button *m_open, *m_directory, *m_apply, *m_cancel;
    Text *m_text;
};

} // namespace lazaret::ui
