// What the clerk works on, in the status strip: shown when it takes longer than a second, with its count, what is left and a way to stop
// it; what became of it stays until it is dismissed.
#pragma once

#include "engine/clerk.h"

#include <QTimer>
#include <QWidget>

namespace lazaret::ui {

class Button;
class IconLabel;
class Label;

// "8,486 of 12,480, about 9 s left". Nothing is estimated before the first second, or from nothing done.
QString progressText(const Clerk::Operation &operation, qint64 nowMs);

class ProgressBar : public QWidget
{
    Q_OBJECT
public:
    explicit ProgressBar(QWidget *parent = nullptr);
    void showProgress(qsizetype done, qsizetype total);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_share = 0;
};

class OperationLine : public QWidget
{
    Q_OBJECT
public:
    OperationLine(Clerk &clerk, const Clock &clock, QWidget *parent = nullptr);
    bool isWanted() const { return m_shown != 0 || !m_results.isEmpty(); }

Q_SIGNALS:
    void wantedChanged(bool wanted);

private:
    struct ResultLine
    {
        QString text;
        bool bad;
    };
    void look();
    void ended(const Clerk::Operation &last, const QString &trouble);
    void showRunning(const Clerk::Operation &operation, qsizetype others);
    void showResult();
    void dismiss();

    Clerk &m_clerk;
    const Clock &m_clock;
    IconLabel *m_icon;
    Label *m_title, *m_count;
    ProgressBar *m_bar;
    Button *m_stop, *m_dismiss;
    QTimer m_look;
    quint64 m_shown = 0; // the operation on view
    QList<ResultLine> m_results;
    bool m_wanted = false;
};

} // namespace lazaret::ui
