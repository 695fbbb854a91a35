// What is taken from a verified delivery: its identity, its event type, and the fields the source's allow-list maps; nothing else is kept.
// Pure and safe from any thread.
#pragma once

#include "base/headers.h"
#include "model/source.h"

#include <tl/expected.hpp>

namespace lazaret::dedupe {

struct Extracted
{
    QString deliveryId; // 1 to 256 bytes of printable text; with the body_hash rule the body's SHA-256 in hex
    QString eventType;  // null when the delivery has none
    QString bodySha256;
    qint64 bodySize = 0;
    QMap<QString, QString> fields; // mapped name → text, numbers with their digits as written; absent and null ones are left out
    bool eventSubscribed = true;   // false: counted, no job; its fields are not read
};

// A Rejection in the house's sense: answered, counted, no job. The words are stable: body_not_json, duplicate_key, duplicate_header,
// {id,type,value}_not_scalar, {id,type,value}_too_long, {id,type,value}_secret, {id,type}_not_printable, id_missing.
struct Rejection
{
    int status = 400;
    QString reason;
    QString detail; // the field and its header or pointer; nothing of the content
};

tl::expected<Extracted, Rejection> extract(const Source &source, const Headers &headers, const QByteArray &body);

// JSON by its media type (application/json or any +json subtype, in any case), UTF-8 where a charset is named (RFC 8259 section 8.1);
// no Content-Type at all passes. False is a 415.
bool contentTypeAccepted(const Headers &headers);

} // namespace lazaret::dedupe
