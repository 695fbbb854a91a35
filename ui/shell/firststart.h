// What fills the window: the desk, or over a directory nobody has begun in, the welcome. Whoever goes to a page goes to the desk.
#pragma once

#include "models/deskservices.h"

#include <QStackedWidget>

namespace lazaret::ui {

class Welcome;

class FirstStart : public QStackedWidget
{
    Q_OBJECT
public:
    FirstStart(DeskServices &services, QWidget *desk, QWidget *parent = nullptr);
    void begin(); // with the welcome, where it is wanted

    Welcome *showWelcome(); // makes it when it is wanted first
    void showDesk();
    bool isWelcome() const;

Q_SIGNALS:
    void welcomeMade(lazaret::ui::Welcome *welcome); // once, for connecting it
    void welcomeReady();

private:
    DeskServices &m_services;
    QWidget *m_desk;
    Welcome *m_welcome = nullptr;
};

} // namespace lazaret::ui
