// Signature check: a request pasted or loaded, six checks in order, the failing one with both values, and what to look at first. Nothing is
// stored or queued.
#pragma once

#include "base/headers.h"
#include "engine/trials.h"

#include <QWidget>

class QPlainTextEdit;
class QTimer;
class QVBoxLayout;

namespace lazaret::ui {

class Button;
class Command;
class Label;
class Text;

// "Name: value" lines as a proxy or a provider's log shows them; a request line or a curl -H around them is passed over.
Headers headersFrom(const QString &text);

class SignaturePanel : public QWidget
{
    Q_OBJECT
public:
    SignaturePanel(Command *check, Command *test, QWidget *parent = nullptr);

    Headers headers() const;
    QByteArray body() const; // as loaded, while nobody typed; else as typed
    bool isEmpty() const;
    void showFinding(const SignatureFinding &finding);
    void showTrouble(const QString &text);
    void clearFinding(); // the source or the request is another one now
    void loadBody(const QString &file);

Q_SIGNALS:
    void checkRequested();

private:
    class Cause;
    class Steps;
    void openFile();
    void bodyChanged();

    QPlainTextEdit *m_headers, *m_body;
    Label *m_bodyLabel;
    Steps *m_steps;
    Cause *m_cause;
    Text *m_causeTitle, *m_causeText;
    QWidget *m_readings;
    QVBoxLayout *m_readingRows;
    QByteArray m_loaded;
    QString m_loadedText;
    QTimer *m_pause;
};

} // namespace lazaret::ui
