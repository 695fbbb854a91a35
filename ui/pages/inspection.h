// The six steps of inspection: what is known about each, what was found, and one of them open to write a finding in. Reading records
// nothing; a suggestion is only taken into the text. GUI thread.
#pragma once

#include "models/views.h"
#include "support/format.h"

#include <QMap>
#include <QWidget>

class QVBoxLayout;

namespace lazaret::ui {

class Button;
class Check;
class Text;
class TextField;

class Inspection : public QWidget
{
    Q_OBJECT
public:
    explicit Inspection(QWidget *parent = nullptr);

    void show(const CaseView &view, const TimeView &time);
    void setAlike(qsizetype count);               // cases that may get the same finding; up to 1: no choice
    void setLocked(const QString &reason);        // why this person records nothing
    void setDraft(int step, const QString &text); // unsent, from an earlier visit
    void forgetDraft(int step);                   // it was recorded
    int openStep() const { return m_open; }
    void open(int step);
    void openNext(int recorded = 0); // the next one without a finding, from the open one on; recorded: that one has it now
    void record();                   // what stands in the field
    TextField *field() const { return m_field; }

Q_SIGNALS:
    void recordRequested(int step, const QString &text, bool alike);
    void verifyRequested();
    void settleRequested(lazaret::ReceiptState state);
    void draftChanged(int step, const QString &text);
    void opened(); // the open step may have to be scrolled to

private:
    void build();
    void buildEditor();
    QWidget *stepWidget(int step);
    QWidget *verifyNote();
    void offer();
    void check();
    QString signature() const;

    std::optional<CaseView> m_case;
    TimeView m_time;
    QString m_shown; // what the widgets were built from
    QString m_locked;
    QMap<int, QString> m_drafts;
    int m_open = 0;
    qsizetype m_alike = 0;
    QVBoxLayout *m_column;
    QWidget *m_steps = nullptr;
    QWidget *m_editor;
    TextField *m_field;
    Text *m_note;
    Check *m_all;
    Button *m_use, *m_sent, *m_notSent, *m_record;
    bool m_filling = false;
};

} // namespace lazaret::ui
