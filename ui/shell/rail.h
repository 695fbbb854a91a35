// The rail: where one is and may go, the workspace above, the person below.
#pragma once

#include "shell/places.h"

#include <QPushButton>
#include <QWidget>

class QMenu;
class QVBoxLayout;

namespace lazaret::ui {

class Button;
class Label;

class RailButton : public QPushButton
{
    Q_OBJECT
public:
    RailButton(QAction *action, const QString &icon, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override; // its text elides
    void setCollapsed(bool collapsed);
    // What waits for a person there; 0 shows nothing. tone: empty for a plain number, else a pill in its colour.
    void setCount(qint64 count, const QString &tone, const QString &meaning);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void tell();
    int paintCount(QPainter &painter) const; // returns the width it took
    QAction *m_action;
    QString m_icon, m_tone, m_meaning;
    qint64 m_count = 0;
    bool m_collapsed = false;
};

// A heading between groups of pages; a hairline when the rail is narrow.
class RailHeading : public QWidget
{
    Q_OBJECT
public:
    explicit RailHeading(const QString &title, QWidget *parent = nullptr);
    void setCollapsed(bool collapsed);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_title;
    bool m_collapsed = false;
};

class WorkspaceBox : public QPushButton
{
    Q_OBJECT
public:
    explicit WorkspaceBox(QWidget *parent = nullptr);
    QSize minimumSizeHint() const override { return {0, 0}; } // its texts elide
    void show(const QString &name, const QString &place, bool demo);
    void setCollapsed(bool collapsed);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_place;
    bool m_demo = false, m_collapsed = false;
};

class PersonBox : public QWidget
{
    Q_OBJECT
public:
    explicit PersonBox(QWidget *parent = nullptr);
    void show(const QString &name, const QString &role);
    void setCollapsed(bool collapsed);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_name, m_role;
    bool m_collapsed = false;
};

class Rail : public QWidget
{
    Q_OBJECT
public:
    // menuAction opens the window's menu, workspaceMenu belongs to the box above the pages.
    Rail(QAction *menuAction, QMenu *workspaceMenu, QWidget *parent = nullptr);

    void addPage(const QString &name, QAction *action, const QString &icon); // in the order of places.h
    void setCollapsed(bool collapsed);
    bool isCollapsed() const { return m_collapsed; }
    void setWorkspace(const QString &name, const QString &place, const QString &directory, bool demo);
    void setPerson(const QString &name, const QString &role);
    void setCount(const QString &page, qint64 count, const QString &tone, const QString &meaning);
    QWidget *currentButton() const;
    QWidget *menuButton() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void arrange();
    bool m_collapsed = false;
    PlaceGroup m_group = PlaceGroup::work;
    QWidget *m_head;
    Button *m_menu;
    WorkspaceBox *m_workspace;
    PersonBox *m_person;
    QVBoxLayout *m_pages;
    QList<RailHeading *> m_headings;
    QList<std::pair<QString, RailButton *>> m_buttons;
};

} // namespace lazaret::ui
