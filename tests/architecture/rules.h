// The rules of the house as functions of text, so that each can be fed a planted violation. See core/README.md for the rules themselves.
#pragma once

#include <QString>
#include <QStringList>

namespace lazaret::architecture {

struct SourceFile
{
    QString path; // from the root, with forward slashes
    QString text;
};

struct StringLiteral
{
    int line = 0;
    QString text; // as written, escapes included
};

// Comments and preprocessor lines are skipped; raw strings are understood.
QList<StringLiteral> stringLiterals(const QString &source);

// Each breach is one line: "core/queue/queue.cpp:12: queue may not include work/httpstep.h".
QStringList includeBreaches(const SourceFile &file);
QStringList sqlBreaches(const SourceFile &file);
QStringList specificationBreaches(const SourceFile &file);

// libraries: the link line of lazaret_<room>, as CMake names them.
QStringList linkBreaches(const QString &room, const QStringList &libraries);

// needed: the shared libraries a program names, such as "libQt6Core.so.6".
QStringList headlessBreaches(const QStringList &needed);

// The DT_NEEDED entries of a 64-bit ELF file of this machine's byte order; empty when it is none.
QStringList neededLibraries(const QString &path);

} // namespace lazaret::architecture
