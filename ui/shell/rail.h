// The rail: where one is and may go, the workspace above, the person below.
#pragma once

#include <QPushButton>
#include <QWidget>

class QVBoxLayout;

namespace lazaret::ui {

class Button;

class RailButton : public QPushButton
{
    Q_OBJECT
public:
    RailButton(QAction *action, const QString &icon, QWidget *parent = nullptr);
    void setCollapsed(bool collapsed);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QAction *m_action;
    QString m_icon;
    bool m_collapsed = false;
};

class Rail : public QWidget
{
    Q_OBJECT
public:
    explicit Rail(QAction *menuAction, QWidget *parent = nullptr);

    void addPage(QAction *action, const QString &icon);
    void setCollapsed(bool collapsed);
    bool isCollapsed() const { return m_collapsed; }
    void setWorkspace(const QString &name, const QString &place, const QString &directory);
    void setPerson(const QString &name, const QString &role);
    QWidget *currentButton() const;
    QWidget *menuButton() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void arrange();
    bool m_collapsed = false;
    QString m_workspace, m_place, m_person, m_role;
    Button *m_menu;
    QVBoxLayout *m_column;
    QList<RailButton *> m_buttons;
};

} // namespace lazaret::ui
