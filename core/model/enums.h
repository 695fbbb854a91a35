// The closed vocabularies of the product. Each has one spelling, used in code, database, interface, JSON and reports.
#pragma once

#include <QString>

#include <array>
#include <optional>
#include <string_view>

namespace lazaret {

enum class ErrorClass { transient, invalid_input, incompatible_dependency, policy, quality, uncertain_effect, unknown_defect };
enum class JobState { ready, leased, waiting, done, quarantined, ended };
enum class OutcomeKind { done, no_op, retryable, terminal, manual_review };
enum class ReceiptState { intended, confirmed, denied, uncertain, compensated };
enum class CaseStatus { open, in_inspection, awaiting_approval, approved, releasing, reconciling, blocked, closed };
enum class DispositionKind {
    redrive_approved,
    manual_completion,
    accepted_partial,
    discard_business_valid,
    incident_opened,
    blocked_evidence
};
// requested: an operator's wish waiting for an approver; standing: in force; the others are history.
enum class DispositionState { requested, standing, rejected, replaced, spent };
enum class ReleaseState { draft, planned, approved, canary, running, paused, reconciling, finished, aborted };
// Where one case of a release is: planned → released → settled → out (with an outcome, or because it failed again).
enum class ReleaseItemState { planned, released, settled, reconciled, failed_again, isolated, returned };
enum class Reconciled { single_execution_confirmed, duplicate_blocked, partial_settled, still_uncertain, recreated_manually };
enum class Role { viewer, operator_, approver, administrator };

template <typename E>
struct Vocabulary; // specialised below: the words of E in the order of its enumerators

// clang-format off
template <> struct Vocabulary<ErrorClass> { static constexpr std::array<std::string_view, 7> words{"transient", "invalid_input", "incompatible_dependency", "policy", "quality", "uncertain_effect", "unknown_defect"}; };
template <> struct Vocabulary<JobState> { static constexpr std::array<std::string_view, 6> words{"ready", "leased", "waiting", "done", "quarantined", "ended"}; };
template <> struct Vocabulary<OutcomeKind> { static constexpr std::array<std::string_view, 5> words{"done", "no_op", "retryable", "terminal", "manual_review"}; };
template <> struct Vocabulary<ReceiptState> { static constexpr std::array<std::string_view, 5> words{"intended", "confirmed", "denied", "uncertain", "compensated"}; };
template <> struct Vocabulary<CaseStatus> { static constexpr std::array<std::string_view, 8> words{"open", "in_inspection", "awaiting_approval", "approved", "releasing", "reconciling", "blocked", "closed"}; };
template <> struct Vocabulary<DispositionKind> { static constexpr std::array<std::string_view, 6> words{"redrive_approved", "manual_completion", "accepted_partial", "discard_business_valid", "incident_opened", "blocked_evidence"}; };
template <> struct Vocabulary<DispositionState> { static constexpr std::array<std::string_view, 5> words{"requested", "standing", "rejected", "replaced", "spent"}; };
template <> struct Vocabulary<ReleaseState> { static constexpr std::array<std::string_view, 9> words{"draft", "planned", "approved", "canary", "running", "paused", "reconciling", "finished", "aborted"}; };
template <> struct Vocabulary<ReleaseItemState> { static constexpr std::array<std::string_view, 7> words{"planned", "released", "settled", "reconciled", "failed_again", "isolated", "returned"}; };
template <> struct Vocabulary<Reconciled> { static constexpr std::array<std::string_view, 5> words{"single_execution_confirmed", "duplicate_blocked", "partial_settled", "still_uncertain", "recreated_manually"}; };
template <> struct Vocabulary<Role> { static constexpr std::array<std::string_view, 4> words{"viewer", "operator", "approver", "administrator"}; };
// clang-format on

template <typename E>
QString toText(E value)
{
    const auto word = Vocabulary<E>::words.at(size_t(value));
    return QString::fromLatin1(word.data(), qsizetype(word.size()));
}

template <typename E>
std::optional<E> fromText(QStringView text)
{
    for (size_t i = 0; i < Vocabulary<E>::words.size(); ++i) {
        const auto word = Vocabulary<E>::words[i];
        if (text == QLatin1StringView(word.data(), qsizetype(word.size())))
            return E(i);
    }
    return std::nullopt;
}

template <typename E>
QString wordList() // "a, b, c": for messages that say what would have been right
{
    QString list;
    for (const auto word : Vocabulary<E>::words)
        list += (list.isEmpty() ? QString() : QStringLiteral(", ")) + QString::fromLatin1(word.data(), qsizetype(word.size()));
    return list;
}

} // namespace lazaret
