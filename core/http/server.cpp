// The one Beast file of the listener. One coroutine per connection, on a strand of its own; a sweep looks at all deadlines a few times a
// second, which is cheaper than a timer re-armed for every read.
#include "http/server.h"

#include "base/clock.h"
#include "http/bodybudget.h"
#include "http/headscan.h"
#include "http/replies.h"
#include "http/responsetext.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <unordered_map>

#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

namespace lazaret::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto awaiting = asio::as_tuple(asio::use_awaitable);

// The first bytes of a body are covered by the limit of connections instead of the body budget. A sender that dribbles never comes past
// them before its deadline, so slow senders cannot use the budget up, and small bodies never wait for it.
constexpr qint64 unleasedBytes = 4096;
// The most that a chunk line with its extension, or the trailers, may take.
constexpr size_t chunkLineBytes = 8192;
constexpr size_t bodyReadBytes = 65536;
// Above maxConnections so many more are answered 503; beyond them a connection is closed without a word.
constexpr int politelyRefused = 64;

struct Bytes // a Beast body that decodes into a QByteArray
{
    using value_type = QByteArray;

    class reader
    {
    public:
        template <bool isRequest, class Fields>
        reader(beast::http::header<isRequest, Fields> &, value_type &body) : m_body(body)
        {
        }
        void init(const boost::optional<std::uint64_t> &length, error_code &ec)
        {
            ec = {};
            if (length)
                m_body.reserve(qsizetype(std::min<std::uint64_t>(*length, unleasedBytes)));
        }
        template <class Buffers>
        std::size_t put(const Buffers &buffers, error_code &ec)
        {
            ec = {};
            for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers); ++it) {
                const asio::const_buffer part(*it);
                m_body.append(static_cast<const char *>(part.data()), qsizetype(part.size()));
            }
            return asio::buffer_size(buffers);
        }
        void finish(error_code &ec) { ec = {}; }

    private:
        value_type &m_body;
    };
};

using BodyParser = beast::http::request_parser<Bytes>;

// Suspends one coroutine until somebody on its strand calls set().
class Wake
{
public:
    void set()
    {
        if (auto resume = std::exchange(m_resume, nullptr))
            resume();
        else
            m_set = true;
    }
    asio::awaitable<void> wait()
    {
        if (std::exchange(m_set, false))
            co_return;
        co_await asio::async_initiate<const asio::use_awaitable_t<> &, void()>(
            [this](auto handler) { m_resume = [held = std::make_shared<decltype(handler)>(std::move(handler))] { std::move (*held)(); }; },
            asio::use_awaitable);
    }

private:
    std::function<void()> m_resume;
    bool m_set = false;
};

void raiseFileLimit(int connections)
{
#ifdef Q_OS_UNIX
    rlimit limit{};
    const rlim_t wanted = rlim_t(connections) + 512; // the store, logs, outgoing calls
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
        limit.rlim_cur = std::min(wanted, limit.rlim_max);
        setrlimit(RLIMIT_NOFILE, &limit);
    }
#else
    Q_UNUSED(connections)
#endif
}

} // namespace

Handler::~Handler() = default;

void Handler::onRefused(int, const char *, const RequestHead *) {}

struct Server::Core : std::enable_shared_from_this<Core>
{
    Core(Network &network_, const Clock &clock_, Handler &handler_, ServerLimits limits_)
        : network(network_), clock(clock_), handler(handler_), limits(std::move(limits_)),
          budget(std::max(limits.bodiesInFlightBytes - limits.maxConnections * unleasedBytes, limits.bodiesInFlightBytes / 2)),
          mailbox(std::make_shared<Mailbox>(network)), strand(asio::make_strand(network.context())), acceptor(strand), sweepTimer(strand)
    {
    }

    void admit(tcp::socket socket);
    void remove(Session *session);
    template <typename Act>
    void eachSession(Act act); // on each session's own strand, later
    bool waitForSessions(std::chrono::milliseconds atMost);
    void loopEnded();
    asio::awaitable<void> accept();
    asio::awaitable<void> sweep();
    int count()
    {
        const std::lock_guard lock(mutex);
        return int(sessions.size());
    }
    bool allows(const QByteArray &host)
    {
        if (limits.allowedHosts.contains(host))
            return true;
        const std::lock_guard lock(mutex);
        return addedHosts.contains(host);
    }

    Network &network;
    const Clock &clock;
    Handler &handler;
    const ServerLimits limits;
    BodyBudget budget;
    const std::shared_ptr<Mailbox> mailbox;
    asio::strand<asio::io_context::executor_type> strand; // of accept and sweep
    tcp::acceptor acceptor;
    asio::steady_timer sweepTimer;
    std::atomic<quint16> port{0};
    std::atomic<bool> stopping{false};
    bool swept = false; // on the strand: the sweep is to end

    std::mutex mutex; // of the rest
    std::condition_variable changed;
    std::unordered_map<Session *, std::weak_ptr<Session>> sessions;
    int loops = 0; // accept and sweep still running
    QList<QByteArray> addedHosts;
};

class Server::Session : public std::enable_shared_from_this<Session>, public Addressee
{
public:
    enum class Interrupt { none, deadline, stop };

    Session(tcp::socket socket, std::shared_ptr<Core> core) : m_socket(std::move(socket)), m_core(std::move(core)) {}

    auto executor() { return m_socket.get_executor(); }
    asio::awaitable<void> run();
    asio::awaitable<void> runRefused(); // too many connections

    // From any thread.
    bool isOverdue(qint64 nowMs) const
    {
        const qint64 deadline = m_deadlineMs.load(std::memory_order_relaxed);
        return deadline != 0 && nowMs >= deadline;
    }

    // On the strand.
    void checkDeadline()
    {
        if (isOverdue(m_core->clock.monotonicMs()))
            interrupt(Interrupt::deadline);
    }
    void stopIfIdle()
    {
        if (m_idle)
            interrupt(Interrupt::stop);
    }
    void ended() // however: also by an exception of the handler
    {
        m_core->budget.release(m_lease);
        m_core->remove(this);
    }
    void interrupt(Interrupt why)
    {
        m_interrupt = why;
        m_deadlineMs = 0;
        error_code ignored;
        m_socket.cancel(ignored);
        m_wake.set();
    }
    void kill()
    {
        error_code ignored;
        m_socket.close(ignored);
        interrupt(Interrupt::stop);
    }
    void take(quint64 request, Response response) override
    {
        asio::dispatch(executor(), [self = shared_from_this(), request, answered = std::move(response)]() mutable {
            if (request != self->m_request || self->m_response)
                return;
            self->m_response = std::move(answered);
            self->m_wake.set();
        });
    }

private:
    asio::awaitable<bool> serveOne();
    asio::awaitable<bool> readHead();
    asio::awaitable<bool> checkHead(HeadDecision &decision);
    asio::awaitable<bool> readBody(QByteArray &body, qint64 maxBytes);
    asio::awaitable<bool> readBodyBytes(qint64 have, qint64 expected);
    asio::awaitable<void> lease(qint64 bytes);
    asio::awaitable<void> answer(Response response, bool close);
    asio::awaitable<void> refuse(int status, const char *reason, bool withHead);
    asio::awaitable<void> closeGently();
    asio::awaitable<bool> read(size_t most); // false: end of stream, error or interrupted

    void arm(int ms)
    {
        m_interrupt = m_interrupt == Interrupt::stop ? Interrupt::stop : Interrupt::none;
        m_deadlineMs = m_core->clock.monotonicMs() + ms;
    }
    std::string_view buffered() const { return {static_cast<const char *>(m_in.data().data()), m_in.size()}; }

    tcp::socket m_socket;
    const std::shared_ptr<Core> m_core;
    QByteArray m_peer;
    beast::flat_buffer m_in;
    ScannedHead m_scanned;
    RequestHead m_head;
    std::optional<Response> m_response;
    Wake m_wake;
    quint64 m_request = 0; // number on this connection: an answer that comes too late finds another one
    BodyBudget::Ticket m_lease = 0;
    bool m_leaseHeld = false;
    qint64 m_windowBytes = 0; // of the body, since its deadline was last set
    bool m_headOnly = false;
    bool m_idle = false; // between requests, nothing received
    Interrupt m_interrupt = Interrupt::none;
    std::atomic<qint64> m_deadlineMs{0}; // monotonic; 0 = none
};

asio::awaitable<bool> Server::Session::read(size_t most)
{
    if (m_interrupt != Interrupt::none)
        co_return false;
    const auto [ec, n] = co_await m_socket.async_read_some(m_in.prepare(most), awaiting);
    m_in.commit(n);
    co_return !ec && m_interrupt == Interrupt::none;
}

asio::awaitable<void> Server::Session::run()
{
    error_code ec;
    m_socket.set_option(tcp::no_delay(true), ec);
    const auto peer = m_socket.remote_endpoint(ec);
    m_peer = ec ? QByteArray() : QByteArray::fromStdString(peer.address().to_string());
    while (co_await serveOne()) {
        if (m_in.size() == 0 && m_in.capacity() > bodyReadBytes / 2)
            m_in.shrink_to_fit();
    }
    m_deadlineMs = 0;
    m_socket.close(ec);
}

asio::awaitable<void> Server::Session::runRefused()
{
    co_await refuse(503, "too_many_connections", false);
    error_code ec;
    m_socket.close(ec);
}

// One request and its answer; false when the connection is to end.
asio::awaitable<bool> Server::Session::serveOne()
{
    if (!co_await readHead())
        co_return false;
    HeadDecision decision;
    if (!co_await checkHead(decision))
        co_return false;
    QByteArray body;
    if (!co_await readBody(body, decision.maxBodyBytes))
        co_return false;

    m_deadlineMs = 0;
    m_response.reset();
    {
        auto reply = replyFunction(m_core->mailbox, weak_from_this(), ++m_request);
        m_core->handler.onRequest({std::move(m_head), std::move(body), m_core->clock.nowMs()}, std::move(reply));
    }
    while (!m_response && m_interrupt != Interrupt::stop)
        co_await m_wake.wait();
    if (!m_response) {
        ++m_request; // whatever comes now is too late
        co_await refuse(503, "stopping", false);
        co_return false;
    }
    const bool close = m_scanned.close || m_response->close || m_core->stopping;
    co_await answer(std::move(*m_response), close);
    m_core->budget.release(std::exchange(m_lease, 0));
    if (m_interrupt != Interrupt::none)
        co_return false;
    if (close)
        co_await closeGently();
    co_return !close;
}

asio::awaitable<bool> Server::Session::readHead()
{
    HeadScanner scanner({m_core->limits.requestLineBytes, m_core->limits.fieldBytes, m_core->limits.allFieldsBytes, m_core->limits.fields});
    const bool first = m_request == 0;
    m_idle = m_in.size() == 0;
    arm(m_idle && !first ? m_core->limits.idleMs : m_core->limits.headMs);
    while (true) {
        const auto state = scanner.feed(buffered());
        if (state == HeadScanner::State::done)
            break;
        if (state == HeadScanner::State::refused) {
            m_idle = false;
            co_await refuse(scanner.refusal().status, scanner.refusal().reason, false);
            co_return false;
        }
        if (m_idle && m_core->stopping)
            co_return false;
        if (!co_await read(unleasedBytes)) {
            if (m_in.size() > 0 && m_interrupt == Interrupt::deadline)
                co_await refuse(408, "head_timeout", false);
            else if (m_in.size() > 0 && m_interrupt == Interrupt::stop)
                co_await refuse(503, "stopping", false);
            co_return false;
        }
        if (std::exchange(m_idle, false) && !first)
            arm(m_core->limits.headMs);
    }
    m_idle = false;
    m_in.consume(size_t(scanner.begin()));
    m_scanned = std::move(scanner.head());
    m_head = {std::move(m_scanned.method), std::move(m_scanned.target), std::move(m_scanned.host), std::move(m_scanned.headers), m_peer};
    m_headOnly = m_head.method == "HEAD";
    co_return true;
}

// Everything that the head alone decides, in the order of the wire contract, and 100 Continue at its end.
asio::awaitable<bool> Server::Session::checkHead(HeadDecision &decision)
{
    if (!m_core->allows(m_head.host)) {
        co_await refuse(421, "host_not_allowed", true);
        co_return false;
    }
    // Only a browser sends these, and no page may post to this listener; without CORS fields there is no preflight to answer either.
    if (findHeader(m_head.headers, "Origin") || findHeader(m_head.headers, "Sec-Fetch-Site")) {
        co_await refuse(403, "browser_request", true);
        co_return false;
    }
    decision = m_core->handler.onHead(m_head);
    if (decision.refusal) {
        co_await answer(std::move(*decision.refusal), true);
        co_await closeGently();
        co_return false;
    }
    if (m_scanned.expectUnknown) {
        co_await refuse(417, "expectation", true);
        co_return false;
    }
    if (m_scanned.contentLength > decision.maxBodyBytes) {
        co_await refuse(413, "body_too_large", true);
        co_return false;
    }
    if (m_scanned.expectContinue && m_scanned.hasBody()) {
        // Bare, without fields: RFC 9110 section 10.1.1 and clients that stumble over more.
        arm(m_core->limits.writeMs);
        static constexpr std::string_view line = "HTTP/1.1 100 Continue\r\n\r\n";
        const auto [ec, n] = co_await asio::async_write(m_socket, asio::buffer(line), awaiting);
        if (ec)
            co_return false;
    }
    co_return true;
}

// Reads more of the body; on false the connection has been answered as far as it deserves.
asio::awaitable<bool> Server::Session::readBodyBytes(qint64 have, qint64 expected)
{
    if (m_lease == 0 && have >= unleasedBytes)
        co_await lease(expected);
    while (true) {
        const size_t before = m_in.size();
        const bool more = co_await read(m_lease ? bodyReadBytes : unleasedBytes);
        m_windowBytes += qint64(m_in.size() - before);
        if (more)
            co_return true;
        const qint64 wanted = qint64(m_core->limits.minBodyBytesPerSecond) * m_core->limits.bodyMs / 1000;
        if (m_interrupt != Interrupt::deadline || m_windowBytes < wanted)
            break;
        m_windowBytes = 0;
        arm(m_core->limits.bodyMs);
    }
    if (m_interrupt == Interrupt::deadline)
        co_await refuse(408, "body_timeout", true);
    else if (m_interrupt == Interrupt::stop)
        co_await refuse(503, "stopping", true);
    co_return false;
}

// Waits for room in the body budget, the body's deadline standing still.
asio::awaitable<void> Server::Session::lease(qint64 bytes)
{
    const qint64 left = std::max<qint64>(m_deadlineMs.exchange(0) - m_core->clock.monotonicMs(), 1);
    m_leaseHeld = false;
    m_lease = m_core->budget.acquire(bytes, [weak = weak_from_this(), executor = executor()] {
        asio::post(executor, [weak] {
            if (const auto self = weak.lock()) {
                self->m_leaseHeld = true;
                self->m_wake.set();
            }
        });
    });
    while (!m_leaseHeld && m_interrupt == Interrupt::none)
        co_await m_wake.wait();
    arm(int(left));
}

asio::awaitable<bool> Server::Session::readBody(QByteArray &body, qint64 maxBytes)
{
    // RFC 9110 section 6.2: a higher minor version is served as 1.1. Beast knows 1.0 and 1.1 only, so it reads that digit.
    if (char &minor = static_cast<char *>(m_in.data().data())[buffered().find("\r\n") - 1]; minor > '1')
        minor = '1';
    BodyParser parser;
    parser.eager(true);
    parser.header_limit(std::uint32_t(m_in.size()) + 1); // the scanner has bounded it
    parser.body_limit(std::uint64_t(maxBytes));
    m_windowBytes = 0;
    arm(m_core->limits.bodyMs);
    while (true) {
        error_code ec;
        m_in.consume(parser.put(m_in.data(), ec));
        if (ec == beast::http::error::need_more)
            ec = {};
        if (!ec && parser.is_done())
            break;
        if (ec == beast::http::error::body_limit) {
            co_await refuse(413, "body_too_large", true);
            co_return false;
        }
        // What Beast leaves unread is an unfinished chunk line or trailer, where it would wait for a CRLF past any lone CR or LF.
        if (ec || m_in.size() > chunkLineBytes || hasLoneLineEnd(buffered())) {
            co_await refuse(400, "body_framing", true);
            co_return false;
        }
        if (!co_await readBodyBytes(parser.get().body().size(), m_scanned.chunked ? maxBytes : m_scanned.contentLength))
            co_return false;
    }
    body = std::move(parser.get().body());
    co_return true;
}

asio::awaitable<void> Server::Session::answer(Response response, bool close)
{
    arm(m_core->limits.writeMs);
    const QByteArray text = responseText(response, m_core->clock.nowMs(), close, m_headOnly);
    co_await asio::async_write(m_socket, asio::buffer(text.constData(), size_t(text.size())), awaiting);
}

asio::awaitable<void> Server::Session::refuse(int status, const char *reason, bool withHead)
{
    m_core->handler.onRefused(status, reason, withHead ? &m_head : nullptr);
    if (std::string_view(reason) == "tls")
        co_return;
    Response response{status, {}, {}, true};
    if (status == 503)
        response.headers = {{"Retry-After", QByteArray::number(m_core->limits.retryAfterSeconds)}};
    co_await answer(std::move(response), true);
    co_await closeGently();
}

// A close with unread input resets the connection and may destroy the answer on its way (RFC 9112 section 9.6): half-close, and read on for
// a while. Past drainBytes nothing more is read, but the client keeps its time to find the answer.
asio::awaitable<void> Server::Session::closeGently()
{
    error_code ec;
    m_socket.shutdown(tcp::socket::shutdown_send, ec);
    if (ec)
        co_return;
    arm(m_core->limits.drainMs);
    qint64 left = m_core->limits.drainBytes;
    while (left > 0) {
        m_in.clear();
        if (!co_await read(unleasedBytes))
            co_return;
        left -= qint64(m_in.size());
    }
    while (m_interrupt == Interrupt::none)
        co_await m_wake.wait();
}

void Server::Core::admit(tcp::socket socket)
{
    const auto executor = socket.get_executor();
    const auto session = std::make_shared<Session>(std::move(socket), shared_from_this());
    int before = 0;
    {
        const std::lock_guard lock(mutex);
        before = int(sessions.size());
        if (stopping || before >= limits.maxConnections + politelyRefused)
            return;
        sessions.emplace(session.get(), session);
    }
    asio::co_spawn(executor, before < limits.maxConnections ? session->run() : session->runRefused(),
                   [session](const std::exception_ptr &) { session->ended(); });
}

void Server::Core::remove(Session *session)
{
    const std::lock_guard lock(mutex);
    sessions.erase(session);
    changed.notify_all();
}

void Server::Core::loopEnded()
{
    const std::lock_guard lock(mutex);
    --loops;
    changed.notify_all();
}

template <typename Act>
void Server::Core::eachSession(Act act)
{
    const std::lock_guard lock(mutex);
    for (const auto &[raw, weak] : sessions) {
        if (auto session = weak.lock())
            asio::post(session->executor(), [session, act] { act(*session); });
    }
}

bool Server::Core::waitForSessions(std::chrono::milliseconds atMost)
{
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, atMost, [this] { return sessions.empty(); });
}

asio::awaitable<void> Server::Core::accept()
{
    while (acceptor.is_open()) {
        tcp::socket socket(asio::make_strand(network.context()));
        const auto [ec] = co_await acceptor.async_accept(socket, awaiting);
        if (!ec) {
            admit(std::move(socket));
        } else if (acceptor.is_open()) {
            // Out of file descriptors, mostly: trying again at once would spin.
            asio::steady_timer pause(strand, std::chrono::milliseconds(50));
            co_await pause.async_wait(awaiting);
        }
    }
}

asio::awaitable<void> Server::Core::sweep()
{
    const int shortest = std::min({limits.headMs, limits.bodyMs, limits.idleMs, limits.writeMs, limits.drainMs});
    const auto pause = std::chrono::milliseconds(std::clamp(shortest / 8, 5, 200));
    while (!swept) {
        sweepTimer.expires_after(pause);
        co_await sweepTimer.async_wait(awaiting);
        const qint64 now = clock.monotonicMs();
        const std::lock_guard lock(mutex);
        for (const auto &[raw, weak] : sessions) {
            const auto session = weak.lock();
            if (session && session->isOverdue(now))
                asio::post(session->executor(), [session] { session->checkDeadline(); });
        }
    }
}

Server::Server(Network &network, const Clock &clock, Handler &handler, ServerLimits limits)
    : m_core(std::make_shared<Core>(network, clock, handler, std::move(limits)))
{
}

Server::~Server()
{
    stop(std::chrono::milliseconds(0));
}

Result<> Server::listen(const QString &host, quint16 port)
{
    error_code ec;
    const auto address = asio::ip::make_address(host == u"localhost" ? "127.0.0.1" : host.toStdString(), ec);
    if (ec)
        return fail(ErrorCode::usage, QStringLiteral("not an IP address: %1").arg(host));
    raiseFileLimit(m_core->limits.maxConnections);
    const tcp::endpoint endpoint(address, port);
    tcp::acceptor &acceptor = m_core->acceptor;
    acceptor.open(endpoint.protocol(), ec);
#ifdef Q_OS_UNIX // elsewhere the option would let a second process take the port
    if (!ec)
        acceptor.set_option(tcp::acceptor::reuse_address(true), ec);
#endif
    if (!ec)
        acceptor.bind(endpoint, ec);
    if (!ec)
        acceptor.listen(asio::socket_base::max_listen_connections, ec);
    if (ec) {
        const QString detail = QStringLiteral("%1:%2: %3").arg(host).arg(port).arg(QString::fromStdString(ec.message()));
        acceptor.close(ec);
        return fail(ErrorCode::io, detail);
    }
    m_core->port = acceptor.local_endpoint(ec).port();
    m_core->loops = 2;
    const auto ended = [core = m_core](const std::exception_ptr &) { core->loopEnded(); };
    asio::co_spawn(m_core->strand, m_core->accept(), ended);
    asio::co_spawn(m_core->strand, m_core->sweep(), ended);
    return {};
}

quint16 Server::port() const
{
    return m_core->port;
}

void Server::allowHost(const QByteArray &host)
{
    const std::lock_guard lock(m_core->mutex);
    if (!m_core->addedHosts.contains(host))
        m_core->addedHosts.append(host);
}

void Server::stop(std::chrono::milliseconds grace)
{
    Q_ASSERT(!m_core->network.isNetworkThread());
    m_core->stopping = true;
    asio::post(m_core->strand, [core = m_core] {
        error_code ignored;
        core->acceptor.close(ignored);
    });
    m_core->eachSession([](Session &session) { session.stopIfIdle(); });
    const std::chrono::milliseconds pause(500); // for the 503s to leave, then for the closed sockets to be noticed
    if (!m_core->waitForSessions(grace)) {
        m_core->eachSession([](Session &session) { session.interrupt(Session::Interrupt::stop); });
        while (!m_core->waitForSessions(pause) && m_core->network.isRunning())
            m_core->eachSession([](Session &session) { session.kill(); });
    }
    m_core->mailbox->close();
    asio::post(m_core->strand, [core = m_core] {
        core->swept = true;
        core->sweepTimer.cancel();
    });
    std::unique_lock lock(m_core->mutex);
    while (m_core->loops > 0 && m_core->network.isRunning())
        m_core->changed.wait_for(lock, pause);
}

int Server::connections() const
{
    return m_core->count();
}

qint64 Server::freeBodyBytes() const
{
    return m_core->budget.freeBytes();
}

} // namespace lazaret::http
