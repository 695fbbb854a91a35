// A reconciliation report to look at and to save: sheets as they print, or the first part of its written forms. What is shown stays as it
// was read; reading again is an act.
#pragma once

#include "models/deskdata.h"
#include "models/deskservices.h"
#include "pages/reportexport.h"

#include <QWidget>

class QPlainTextEdit;
class QStackedWidget;

namespace lazaret::ui {

class Button;
class Command;
class CommandButton;
class EmptyState;
class Label;
class SegmentedSwitch;
class Sheets;

class ReportView : public QWidget
{
    Q_OBJECT
public:
    explicit ReportView(DeskServices &services, QWidget *parent = nullptr);

    void showReport(const ReportPtr &report);
    void readRelease(const QString &redriveId);
    void readQuery(const QString &query); // a report over these cases, whatever release they belong to
    ReportPtr report() const { return m_report; }
    void setTimeView(const TimeView &view);
    QWidget *focusTarget() const;
    QList<QAction *> commands() const;
    QString subject() const { return m_subject; }

Q_SIGNALS:
    void left(); // back to where one came from
    void ready();
    void said(const QString &what);
    void troubled(const QString &doing, const lazaret::Error &error);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    using Read = std::function<Result<reconcile::Report>(Database &, const DeskData::Look &)>;
    QWidget *buildBar();
    void read(const QString &what, const Read &read);
    void take(const Result<reconcile::Report> &report);
    void showForm();
    void showText(quint64 asked, const QByteArray &bytes);
    void describe();
    ReportForm form() const;

    DeskServices &m_services;
    ReportPtr m_report;
    TimeView m_view;
    QString m_subject;
    std::function<void()> m_again;
    Errand m_reading;
    Command *m_save, *m_readAgain;
    SegmentedSwitch *m_forms;
    Label *m_facts;
    Button *m_smaller, *m_larger, *m_fit;
    WorkStrip *m_strip;
    QStackedWidget *m_pages;
    Sheets *m_sheets;
    QPlainTextEdit *m_text;
    EmptyState *m_empty;
    ReportExport *m_export;
    quint64 m_asked = 0;
    qint64 m_bytes = 0; // of the form shown as text
};

} // namespace lazaret::ui
