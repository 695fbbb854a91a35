#include "shell/firststart.h"

#include "pages/welcome.h"

namespace lazaret::ui {

FirstStart::FirstStart(DeskServices &services, QWidget *desk, QWidget *parent) : QStackedWidget(parent), m_services(services), m_desk(desk)
{
    addWidget(desk);
}

void FirstStart::begin()
{
    if (m_services.startsUntouched() && !m_services.isDemo())
        showWelcome();
}

Welcome *FirstStart::showWelcome()
{
    if (!m_welcome) {
        m_welcome = new Welcome(m_services);
        addWidget(m_welcome);
        connect(m_welcome, &Welcome::ready, this, &FirstStart::welcomeReady);
        connect(&m_services, &DeskServices::dataChanged, m_welcome, &Welcome::refresh);
        connect(&m_services, &DeskServices::statusChanged, m_welcome, &Welcome::refresh);
        Q_EMIT welcomeMade(m_welcome);
    }
    setCurrentWidget(m_welcome);
    m_welcome->focusStart();
    m_welcome->refresh();
    return m_welcome;
}

void FirstStart::showDesk()
{
    setCurrentWidget(m_desk);
}

bool FirstStart::isWelcome() const
{
    return m_welcome && currentWidget() == m_welcome;
}

} // namespace lazaret::ui
