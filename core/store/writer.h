// How anything is written: a function over the database, run inside a transaction, answered after the commit.
//
// In the pipeline's process the Journal is the writer (group commit, one thread). A command beside it is its own writer of
// short transactions (DirectWriter). Both keep the same promise: done(ok) means committed and flushed.
#pragma once

#include "store/database.h"

#include <functional>
#include <future>
#include <memory>

namespace lazaret {

class Writer
{
public:
    // Work runs on the writer's thread. Returning an Error undoes this work alone.
    using Work = std::function<Result<>(Database &)>;
    // Called on the writer's thread after the commit or the failure; must be quick and must not write.
    using Done = std::function<void(Result<>)>;

    virtual ~Writer() = default;
    virtual void submit(Work work, Done done, qsizetype bytes = 256) = 0;

    template <typename T>
    void write(std::function<Result<T>(Database &)> work, std::function<void(Result<T>)> done, qsizetype bytes = 256)
    {
        auto value = std::make_shared<std::optional<T>>();
        submit(
            [value, work = std::move(work)](Database &db) -> Result<> {
                Result<T> result = work(db);
                if (!result)
                    return tl::unexpected(result.error());
                *value = std::move(*result);
                return {};
            },
            [value, done = std::move(done)](Result<> outcome) {
                if (outcome)
                    done(std::move(**value));
                else
                    done(tl::unexpected(outcome.error()));
            },
            bytes);
    }

    // Waits for the commit. Never from the GUI, network or writer thread.
    template <typename T>
    Result<T> writeNow(std::function<Result<T>(Database &)> work)
    {
        std::promise<Result<T>> promise;
        auto future = promise.get_future();
        write<T>(std::move(work), [&promise](Result<T> result) { promise.set_value(std::move(result)); });
        return future.get();
    }
    Result<> writeNow(Work work)
    {
        std::promise<Result<>> promise;
        auto future = promise.get_future();
        submit(std::move(work), [&promise](Result<> result) { promise.set_value(std::move(result)); });
        return future.get();
    }
};

// Runs each work in a transaction of its own, on the calling thread.
class DirectWriter final : public Writer
{
public:
    explicit DirectWriter(Database &database) : m_database(database) {}
    void submit(Work work, Done done, qsizetype bytes = 256) override;

private:
    Database &m_database;
};

} // namespace lazaret
