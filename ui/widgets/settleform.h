// An uncertain effect, settled by a person: what happened, and how one knows. GUI thread.
#pragma once

#include "model/enums.h"

#include <QFrame>

namespace lazaret::ui {

class Button;
class Field;
class Select;

class SettleForm : public QFrame
{
    Q_OBJECT
public:
    explicit SettleForm(QWidget *parent = nullptr);
    void ask(const QStringList &actions); // shows itself, empty, with the focus where the evidence goes

Q_SIGNALS:
    void settled(const QString &action, lazaret::ReceiptState state, const QString &evidence);
    void cancelled();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void check();
    void send();

    Select *m_action, *m_state;
    Field *m_evidence;
    Button *m_record;
};

} // namespace lazaret::ui
