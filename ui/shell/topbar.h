// Title, page tools, the way into the palette, the switch between UTC and local time, and the bell.
#pragma once

#include <QPushButton>
#include <QWidget>

class QAction;
class QHBoxLayout;

namespace lazaret::ui {

class Actions;
class BellButton;
class Label;

// Looks like a field and opens the palette, where one types.
class SearchBox : public QPushButton
{
    Q_OBJECT
public:
    explicit SearchBox(QAction *palette, QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QAction *m_palette;
};

class TopBar : public QWidget
{
    Q_OBJECT
public:
    explicit TopBar(const Actions &actions, QWidget *parent = nullptr);
    void showPage(const QString &title, const QString &subtitle, QWidget *tools);
    void setSubtitle(const QString &subtitle);
    BellButton *bell() const { return m_bell; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addPause(QAction *pauseLive);
    void addZone(QAction *localTime);
    Label *m_title, *m_subtitle;
    QWidget *m_tools = nullptr;
    QHBoxLayout *m_row, *m_toolsPlace;
    BellButton *m_bell;
};

} // namespace lazaret::ui
