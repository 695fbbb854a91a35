// What became of a set of cases: one bar, and a tile for each outcome that filters by it. The figures add up to the number of cases. GUI
// thread.
#pragma once

#include <QPushButton>
#include <QWidget>

class QHBoxLayout;

namespace lazaret::ui {

struct OutcomeShare
{
    QString word; // a reconciliation outcome, "open" or "closed_by_decision"
    QString title;
    QString detail; // second line of the title
    QString meaning;
    int count = 0;
};
QString outcomeIcon(const QString &word);
QString outcomeTone(const QString &word); // with fill, text and soft

class OutcomeBar : public QWidget
{
    Q_OBJECT
public:
    explicit OutcomeBar(QWidget *parent = nullptr);
    void show(const QList<OutcomeShare> &shares);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<OutcomeShare> m_shares;
};

class OutcomeTile : public QPushButton
{
    Q_OBJECT
public:
    OutcomeTile(const OutcomeShare &share, bool first, QWidget *parent = nullptr);
    const OutcomeShare &share() const { return m_share; }
    void show(const OutcomeShare &share);
    QSize sizeHint() const override { return {120, 86}; }
    QSize minimumSizeHint() const override { return {60, 86}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    OutcomeShare m_share;
    bool m_first;
};

class OutcomeTiles : public QWidget
{
    Q_OBJECT
public:
    explicit OutcomeTiles(QWidget *parent = nullptr);
    void show(const QList<OutcomeShare> &shares);
    QString chosen() const { return m_chosen; } // a word; empty: all
    void choose(const QString &word);

Q_SIGNALS:
    void chosenChanged(const QString &word);

private:
    QHBoxLayout *m_row;
    QList<OutcomeTile *> m_tiles;
    QString m_chosen;
};

} // namespace lazaret::ui
