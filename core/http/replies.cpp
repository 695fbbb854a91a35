#include "http/replies.h"

#include <atomic>

namespace lazaret::http {

Response response(int status, const QByteArray &contentType, const QByteArray &body)
{
    return {status, {Header{"Content-Type", contentType}}, body, false};
}

namespace {

struct Slot
{
    std::shared_ptr<Mailbox> mailbox;
    std::weak_ptr<Addressee> to;
    quint64 request;
    std::atomic<bool> used{false};

    Slot(std::shared_ptr<Mailbox> box, std::weak_ptr<Addressee> whom, quint64 which)
        : mailbox(std::move(box)), to(std::move(whom)), request(which)
    {
    }
    Slot(const Slot &) = delete;
    Slot &operator=(const Slot &) = delete;
    ~Slot() { reply(Response{500, {}, {}, true}); }

    void reply(Response response)
    {
        if (!used.exchange(true))
            mailbox->post({std::move(to), request, std::move(response)});
    }
};

} // namespace

void Mailbox::post(Letter letter)
{
    const std::lock_guard lock(m_mutex);
    if (m_closed)
        return;
    m_letters.push_back(std::move(letter));
    if (m_letters.size() == 1)
        m_network.post([self = shared_from_this()] { self->deliver(); });
}

void Mailbox::deliver()
{
    std::vector<Letter> letters;
    {
        const std::lock_guard lock(m_mutex);
        letters.swap(m_letters);
    }
    for (Letter &letter : letters) {
        if (const auto to = letter.to.lock())
            to->take(letter.request, std::move(letter.response));
    }
}

void Mailbox::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_letters.clear();
}

std::function<void(Response)> replyFunction(std::shared_ptr<Mailbox> mailbox, std::weak_ptr<Addressee> to, quint64 request)
{
    return [slot = std::make_shared<Slot>(std::move(mailbox), std::move(to), request)](Response response) {
        slot->reply(std::move(response));
    };
}

} // namespace lazaret::http
