// What things lie on: cards, hairlines, chips, key hints, and the same shapes of emptiness, loading and trouble on every page.
#pragma once

#include "widgets/painting.h"

#include <QFrame>
#include <QLabel>

class QHBoxLayout;

namespace lazaret::ui {

class Button;
class Label;
class Text;

class Card : public QFrame
{
    Q_OBJECT
public:
    explicit Card(QWidget *parent = nullptr, const QString &fillPath = QStringLiteral("bg.surface"),
                  const QString &borderPath = QStringLiteral("border.subtle"));

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_fill, m_border;
};

class Line : public QFrame
{
    Q_OBJECT
public:
    explicit Line(Qt::Orientation orientation = Qt::Horizontal, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

class Chip : public QLabel
{
    Q_OBJECT
public:
    explicit Chip(QWidget *parent = nullptr);
    void show(const QString &text, const ChipStyle &style);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChipStyle m_style;
};

class KeyHint : public QLabel
{
    Q_OBJECT
public:
    explicit KeyHint(const QString &keys, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

// A small picture beside text; its meaning is always in the text too.
class IconLabel : public QLabel
{
    Q_OBJECT
public:
    IconLabel(const QString &icon, int px, const QString &colorPath, QWidget *parent = nullptr);
    void setIcon(const QString &icon, const QString &colorPath);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_icon, m_colorPath;
};

// Centre of an empty list: an icon, what is (not) here, why, and at most one way on.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);
    void show(const QString &icon, const QString &title, const QString &text, const QString &action = {});

Q_SIGNALS:
    void actionRequested();

private:
    IconLabel *m_icon;
    Label *m_title;
    Text *m_text;
    Button *m_action;
};

// Rows that are not there yet. Shown only on first load and only after 200 ms.
class Skeleton : public QWidget
{
    Q_OBJECT
public:
    explicit Skeleton(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

// Grave trouble above the page: what, what it means for senders and data, what to do.
class Banner : public QFrame
{
    Q_OBJECT
public:
    explicit Banner(QWidget *parent = nullptr);
    void show(const QString &tone, const QString &icon, const QString &title, const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_tone;
    IconLabel *m_icon;
    Text *m_title;
    Text *m_text;
};

} // namespace lazaret::ui
