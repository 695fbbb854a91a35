// Title, page tools, and the switch between UTC and local time.
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace lazaret::ui {

class Button;
class Label;
class SegmentedSwitch;

class TopBar : public QWidget
{
    Q_OBJECT
public:
    TopBar(QAction *localTime, QAction *pauseLive, QWidget *parent = nullptr);
    void showPage(const QString &title, const QString &subtitle, QWidget *tools);
    void setSubtitle(const QString &subtitle);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Label *m_title, *m_subtitle;
    QWidget *m_tools = nullptr;
    QHBoxLayout *m_row, *m_toolsPlace;
};

} // namespace lazaret::ui
