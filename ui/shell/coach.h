// The demo's guide: a dock below the page, seven steps, one instruction each, and a ring around the widget meant. It never covers data.
// What is done is read from the store, whoever did it; "Do it for me" does it through the clerk, with the person's own rights.
#pragma once

#include "demo/story.h"
#include "models/deskservices.h"
#include "pages/page.h"

#include <QFrame>
#include <QPointer>
#include <QTimer>

#include <array>

namespace lazaret::ui {

class Button;
class Label;
class Text;

// Drawn over the window, out of the way of mouse and keyboard.
class CoachRing : public QWidget
{
    Q_OBJECT
public:
    explicit CoachRing(QWidget *window);
    void follow(QWidget *target); // null: nothing to show
    QWidget *target() const { return m_target; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPointer<QWidget> m_target;
};

// Where one is among the seven, each with its word.
class CoachDots : public QWidget
{
    Q_OBJECT
public:
    explicit CoachDots(QWidget *parent = nullptr);
    void show(int current, const QList<bool> &done);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_current = 0;
    QList<bool> m_done;
};

class Coach : public QFrame
{
    Q_OBJECT
public:
    static constexpr int steps = 7;

    // window: where the ring is drawn and the widgets are found.
    Coach(DeskServices &services, QWidget *window);

    int step() const { return m_step; }
    void setStep(int step);
    bool isLeft() const { return m_left; }
    void setLeft(bool left); // left it is hidden, and can be taken up again
    void setPage(const QString &page);
    void refresh();
    bool isDone(int step) const { return m_done.value(step); }
    CoachRing *ring() const { return m_ring; }
    QWidget *mainButton() const;

Q_SIGNALS:
    void moved(); // step or left: worth remembering
    void linkRequested(const lazaret::ui::Link &link);

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void build();
    void take(const Result<demo::Standing> &standing);
    void show();
    void advance();
    void doIt();
    void perform();
    void reconcile();
    template <typename T>
    void submit(const QString &title, std::function<Result<T>(Desk &)> work);
    void finished(const std::optional<Error> &error);
    void placeRing();
    QWidget *wanted() const;

    DeskServices &m_services;
    QWidget *m_window;
    CoachRing *m_ring;
    demo::Standing m_at;
    QList<bool> m_done;
    QString m_page;
    int m_step = 0;
    bool m_left = false;
    bool m_working = false;
    QString m_trouble;
    QTimer m_look;

    Label *m_title;
    Text *m_text;
    CoachDots *m_dots;
    Button *m_act, *m_back, *m_leave;
};

} // namespace lazaret::ui
