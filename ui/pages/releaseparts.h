// What the plan and the run of a release show above their tables: where it stands, its steps, its counters, why it is paused.
#pragma once

#include "models/releasewords.h"
#include "widgets/surfaces.h"

class QHBoxLayout;

namespace lazaret::ui {

class Label;
class Text;

// Planned → Approved → Canary → Running → Reconciling → Finished, and a note on the right.
class StageStrip : public QWidget
{
    Q_OBJECT
public:
    explicit StageStrip(QWidget *parent = nullptr);
    void show(const Release &release, const QString &tone, const QString &note); // tone: of a paused one
    void showDraft(const QString &note);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QStringList m_stages;
    int m_current = 0;
    QString m_tone, m_icon, m_word, m_note;
};

// A card per step, one cell per case.
class StepCards : public QWidget
{
    Q_OBJECT
public:
    explicit StepCards(QWidget *parent = nullptr);
    void show(const QList<StepCard> &steps, const QString &pausedTone, const TimeView &view);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF cardRect(qsizetype index) const;
    void paintCard(QPainter &painter, const StepCard &step, const QRectF &card) const;
    QString statusWord(const StepCard &step) const;
    QString foot(const StepCard &step, bool proportional) const;

    QList<StepCard> m_steps;
    QString m_pausedTone;
    TimeView m_view;
};

// The contract's eight, in its order.
class CounterStrip : public QWidget
{
    Q_OBJECT
public:
    explicit CounterStrip(QWidget *parent = nullptr);
    void show(const ReleaseCounters &counters);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Figure
    {
        int value = 0;
        QString label, tone, icon;
    };
    QList<Figure> m_figures;
};

// The ladder of a plan: how many each step sends, and how long that takes at the rate.
class LadderView : public QWidget
{
    Q_OBJECT
public:
    explicit LadderView(QWidget *parent = nullptr);
    void show(const QList<int> &ladder, int eligible, double ratePerMin);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<int> m_ladder, m_sizes;
    double m_rate = 0;
};

// How much of the selection can be released: solid, the rest hatched.
class ShareBar : public QWidget
{
    Q_OBJECT
public:
    explicit ShareBar(QWidget *parent = nullptr);
    void show(int part, int whole);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_part = 0, m_whole = 0;
};

// Why it is paused and what next, with the commands on its right.
class PauseBanner : public QWidget
{
    Q_OBJECT
public:
    explicit PauseBanner(QWidget *parent = nullptr);
    void addButton(QWidget *button);
    void show(const PauseWords &words);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_tone;
    IconLabel *m_icon;
    Text *m_title, *m_text;
    QHBoxLayout *m_buttons;
};

// "What happened": each line is its time, a picture and a sentence; those with an audit number lead there.
class LogList : public QWidget
{
    Q_OBJECT
public:
    explicit LogList(QWidget *parent = nullptr);
    void show(const QList<LogLine> &lines, const TimeView &view);

Q_SIGNALS:
    void auditRequested(qint64 seq);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fill();
    QList<LogLine> m_lines;
    TimeView m_view;
    QWidget *m_rows;
    Label *m_more;
};

} // namespace lazaret::ui
