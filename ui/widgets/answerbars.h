// What a recipient answered, most first: result, count, share as a bar, last seen.
#pragma once

#include "engine/queries_setup.h"
#include "support/format.h"

#include <QWidget>

namespace lazaret::ui {

class AnswerBars : public QWidget
{
    Q_OBJECT
public:
    explicit AnswerBars(QWidget *parent = nullptr);
    void show(const QList<store::HostAnswer> &answers, const TimeView &view);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<store::HostAnswer> m_answers;
    TimeView m_view;
    qint64 m_total = 0;
};

QString answerWords(const QString &result); // "201", "No answer", "503": of a step's result word
QString answerTone(const QString &result);  // good: accepted; warn, bad, uncertain: it was not

} // namespace lazaret::ui
