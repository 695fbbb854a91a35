// The first thing one sees over an empty data directory: start the demo, connect a webhook, or open what there is elsewhere. It stays
// until one leaves it, so that a first delivery is seen to arrive. Its own window-filling view, not one of the rail's pages.
#pragma once

#include "models/deskservices.h"
#include "theme/theme.h"

#include <QWidget>

namespace lazaret::ui {

class Button;
class Check;
class ConnectCard;
class Label;
class OpenCard;
class SegmentedSwitch;
class Text;

class Welcome : public QWidget
{
    Q_OBJECT
public:
    explicit Welcome(DeskServices &services, QWidget *parent = nullptr);

    void focusStart();
    void refresh();                // after commits and changes of status
    void showTheme(Theme theme);   // the one in force
    QString demoDirectory() const; // where the demo would be
    void setDemoDirectory(const QString &path);

Q_SIGNALS:
    void ready();                             // everything first asked for is shown
    void leaveRequested(const QString &page); // to the desk itself
    void themeChosen(lazaret::ui::Theme theme);
    void closeRequested(); // another process has taken over what was asked for

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QWidget *demoCard();
    QWidget *foot();
    void startDemo();
    void startAnew(const QStringList &arguments, Text *trouble);

    DeskServices &m_services;
    QString m_demoDirectory;
    Check *m_guided;
    Button *m_start;
    Text *m_where, *m_trouble;
    ConnectCard *m_connect;
    OpenCard *m_open;
    SegmentedSwitch *m_theme;
};

} // namespace lazaret::ui
