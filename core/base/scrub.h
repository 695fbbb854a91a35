// Redaction: what may be kept, logged or shown of a text that came from outside. Detection is by shape, so it is a net under the rule that
// secrets are not put into texts at all, never a substitute for it.
#pragma once

#include <QString>
#include <QStringView>

namespace lazaret {

// For error texts: credentials, keys of known shapes, long random-looking runs, card numbers, user info and signed queries of URLs become
// "[removed]", control characters become spaces, and the whole is cut to at most 1 KiB of UTF-8 at a character boundary. Idempotent.
QString scrub(QStringView text);

// Credentials and keys that are certain by their shape (whsec_…, ghp_…, JWT, PEM, "Bearer …").
bool holdsKnownSecret(QStringView value);

// For values that are stored: a known shape, or a run of 40 or more random-looking characters of mixed case and digits (hexadecimal
// is not one: digests and sender's ids are written so).
bool looksSecret(QStringView value);

// A URL, or reference with a query, that carries user info or a query whose parameters look like a signature, token or key.
bool looksLikeSignedUrl(QStringView value);

} // namespace lazaret
