// The fourth word of the house for trouble: Error, our own call failed. (Outcome, Rejection and Seal are data; see core/README.md.)
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace lazaret {

// What a caller may branch on. lazaretctl maps them to exit codes: usage 2, refused 3, not_found 4, locked 5, every other 1.
enum class ErrorCode {
    usage,     // the request itself is malformed: names the place
    refused,   // right, state or scope conflict: names it
    not_found, // no such thing, or not for this operator
    locked,    // another process runs this data directory's pipeline
    sealed,    // the store cannot keep anything now (disk full, I/O failure)
    newer,     // the database was written by a newer Lazaret
    corrupt,   // integrity failed
    io,        // file, socket or keychain failed
    conflict,  // a guarded transition found another state: a lost race, a normal answer
    cancelled, // the caller asked to stop
    internal,  // a defect of ours
};

struct Error
{
    ErrorCode code = ErrorCode::internal;
    QString detail; // untranslated, scrubbed where it quotes input; ui translates by code
};

template <typename T = void>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, QString detail)
{
    return tl::unexpected<Error>(Error{code, std::move(detail)});
}

} // namespace lazaret
