// What a person fills in: one line of text, a choice of a few, a yes or no. The Qt controls, drawn our way.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

class QVBoxLayout;

namespace lazaret::ui {

class Field : public QLineEdit
{
    Q_OBJECT
public:
    Field(const QString &name, const QString &label, QWidget *parent = nullptr);
    void setWrong(bool wrong); // what stands here cannot be taken

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_wrong = false;
};

class NumberField : public QDoubleSpinBox // no arrows: typed, or ↑ ↓
{
    Q_OBJECT
public:
    NumberField(const QString &name, const QString &label, QWidget *parent = nullptr);
    QString textFromValue(double value) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

class Select : public QComboBox
{
    Q_OBJECT
public:
    Select(const QString &name, const QString &label, QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override; // ignored: a scrolled form must not change its answers
};

class Check : public QCheckBox
{
    Q_OBJECT
public:
    Check(const QString &name, const QString &text, QWidget *parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool hitButton(const QPoint &at) const override { return rect().contains(at); }
};

// A caption above its control.
QVBoxLayout *labelled(const QString &caption, QWidget *control);

} // namespace lazaret::ui
