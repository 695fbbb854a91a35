// `signature check`: would this request pass? For whoever connects a sender and sees only 401.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>

namespace lazaret::verify {

// {scheme, secret, signature_header?, headers?, body?, body_repeat?, method?, url?, now?}, now in Unix seconds (default: nowMs); unknown
// keys are ignored. A header's value may be an array: one line each. With no signature_header named, a generic scheme takes the only
// header given. Answers {valid, step, reason}, the last two null when valid. Steps beside those of Verdict: input (not_json, malformed,
// body_too_large), scheme (unknown_scheme, signature_header_not_named).
QJsonObject checkSignature(const QByteArray &json, qint64 nowMs = QDateTime::currentMSecsSinceEpoch());

} // namespace lazaret::verify
