// The steps of a workflow, one form each, in their order.
#pragma once

#include "widgets/form.h"

class QVBoxLayout;

namespace lazaret::ui {

class Button;

class StepsForm : public Form
{
    Q_OBJECT
public:
    explicit StepsForm(QWidget *parent = nullptr);

    void show(const QJsonObject &definition) override;
    void setReadOnly(bool readOnly) override;
    QList<Problem> showProblems(const QList<Problem> &problems) override;
    qsizetype problemCount() const override;
    bool focusProblem() override;

private:
    struct StepPart
    {
        QWidget *box;
        Form *form;
        QList<Button *> buttons; // up, down, remove
    };
    void rebuild(qsizetype count);
    StepPart makeStep(int index);
    void tell(int index, const QString &pointer, const QJsonValue &value);
    void move(int index, int by);

    QJsonObject m_shown;
    QList<StepPart> m_steps;
    QVBoxLayout *m_rows;
    QWidget *m_holder;
    Button *m_add;
    bool m_readOnly = false;
};

} // namespace lazaret::ui
