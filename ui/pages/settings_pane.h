// One section of the settings: a title, a sentence, and what is below. Sections read when they are shown.
#pragma once

#include "base/result.h"
#include "support/format.h"

#include <QWidget>

class QAction;
class QVBoxLayout;
class QLabel;

namespace lazaret::ui {

class SettingsPane : public QWidget
{
    Q_OBJECT
public:
    SettingsPane(const QString &name, const QString &title, const QString &lead);

    virtual void read() { Q_EMIT done(); } // again; answers by done
    virtual void setTimeView(const TimeView &view) { m_view = view; }
    virtual QList<QAction *> commands() const { return {}; }

Q_SIGNALS:
    void done();
    void said(const QString &what);
    void troubled(const QString &doing, const lazaret::Error &error);

protected:
    QVBoxLayout *column() const { return m_column; }
    const TimeView &timeView() const { return m_view; }
    void addHeading(const QString &text);
    void addFact(const QString &label, QLabel *value);

private:
    QVBoxLayout *m_column;
    TimeView m_view;
};

} // namespace lazaret::ui
