// One long piece of work on a page: how far it is, with a stop; then what came of it, until it is dismissed.
#pragma once

#include <QFrame>

#include <functional>

namespace lazaret::ui {

class Button;
class IconLabel;
class Text;

class WorkStrip : public QFrame
{
    Q_OBJECT
public:
    explicit WorkStrip(const QString &name, QWidget *parent = nullptr);

    void showWork(const QString &what);          // from now on with its progress
    void setProgress(qint64 done, qint64 total); // total 0: not countable
    // tone: "good", "bad", "uncertain", "neutral". action: a verb, and what it does.
    void showResult(const QString &tone, const QString &icon, const QString &text, const QString &action = {},
                    std::function<void()> act = {});
    bool isWorking() const { return m_working; }
    QString text() const;

Q_SIGNALS:
    void stopRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showButton(const QString &text, bool stop);

    IconLabel *m_icon;
    Text *m_text;
    Button *m_action, *m_dismiss;
    std::function<void()> m_act;
    QString m_tone, m_what;
    qreal m_share = 0;
    bool m_working = false;
};

} // namespace lazaret::ui
