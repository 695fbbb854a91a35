// What the window needs from whoever composed the process: the data to read, and the state of the pipeline it hosts or is attached to.
// Lives on the GUI thread and outlives the window.
#pragma once

#include "base/clock.h"
#include "engine/clerk.h"

#include <QObject>
#include <QString>

#include <optional>

namespace lazaret::ui {

class DeskData;

struct DeskStatus
{
    enum class Pipeline { starting, receiving, attached, readOnly, sealed };
    Pipeline pipeline = Pipeline::starting;
    QString address;                       // "127.0.0.1:8787", while receiving
    qint64 ownerPid = 0;                   // attached: whose pipeline it is
    QString ownerProgram;                  // attached: "lazaretctl"
    QString sealedText;                    // sealed: why, untranslated detail of the store
    std::optional<double> journalCommitMs; // last group commit; none when another process writes
    std::optional<qint64> diskFreeBytes;
    enum class Directory { fine, readOnly, vanished };
    Directory directory = Directory::fine; // the data directory as it is now
};

class DeskServices : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual DeskData &data() = 0; // what is shown
    virtual Clerk &clerk() = 0;   // what a person does
    virtual const Clock &clock() const = 0;
    virtual DeskStatus status() const = 0;
    virtual QString dataDirectory() const = 0; // canonical path: what is remembered is remembered per directory
    virtual QString workspaceName() const = 0;
    virtual bool isDemo() const { return false; } // the rail marks it
    virtual QString operatorName() const = 0;
    virtual Role operatorRole() const = 0;
    virtual bool startsUntouched() const { return false; } // no source, delivery or case when the window opened
    // Starts this program once more with these arguments (another data directory, the demo) in a process of its own, and ends this one.
    virtual Result<> startAnew(const QStringList &) { return fail(ErrorCode::refused, QStringLiteral("this window cannot start another")); }

Q_SIGNALS:
    void dataChanged(); // something was committed; at most 4 times a second
    void statusChanged();
};

} // namespace lazaret::ui
