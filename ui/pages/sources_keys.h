// The two key slots of a source. Values are entered once: what is shown afterwards is where they are kept and whether they matched.
#pragma once

#include "support/format.h"
#include "widgets/sheet.h"

#include <QFrame>
#include <QJsonArray>

namespace lazaret::ui {

class Button;
class Chip;
class Field;
class Label;

class SecretKeys : public QFrame
{
    Q_OBJECT
public:
    explicit SecretKeys(QWidget *parent = nullptr);
    // secrets: of the draft. matched: slot → when it last verified a delivery.
    void show(const QJsonArray &secrets, const QHash<int, qint64> &matched, const TimeView &view, const QString &lockedReason);

Q_SIGNALS:
    void entryRequested(int slot); // 0, 1
    void removalRequested(int slot);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Row
    {
        Chip *slot, *state;
        Label *text;
        Button *enter, *remove;
    };
    Row m_rows[2];
};

// One secret: typed or pasted unseen, or made here and shown this once.
class SecretSheet : public Sheet
{
    Q_OBJECT
public:
    SecretSheet(const QString &source, int slot, const QString &scheme, QWidget *over);

Q_SIGNALS:
    void entered(const QString &secret);

private:
    void generate();
    void look();

    const QString m_scheme;
    Field *m_secret;
    Button *m_copy, *m_use;
    class Text *m_note;
};

QString strongSecret(const QString &scheme); // 32 random bytes, in the form the scheme's senders use

} // namespace lazaret::ui
