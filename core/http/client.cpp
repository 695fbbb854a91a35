// The one Beast file of the client: one coroutine per call, on a strand of its own.
#include "http/client.h"

#include "base/clock.h"
#include "http/addresspolicy.h"
#include "http/calltarget.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <QSslCertificate>
#include <QSslConfiguration>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <unordered_map>

namespace lazaret::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = boost::asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto awaiting = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t responseHeadBytes = 65536;
constexpr int interimAnswers = 16; // 1xx answers that are read past (RFC 9110 section 15.2)

QString text(const error_code &ec)
{
    return QString::fromStdString(ec.message());
}

QHostAddress plain(const asio::ip::address &address)
{
    if (address.is_v4())
        return QHostAddress(address.to_v4().to_uint());
    const auto bytes = address.to_v6().to_bytes();
    return QHostAddress(bytes.data());
}

CallFault faultOfConnect(const error_code &ec)
{
    if (ec == asio::error::connection_refused)
        return CallFault::connectRefused;
    return ec == asio::error::timed_out ? CallFault::connectTimeout : CallFault::connectFailed;
}

bool isConnectionLoss(const error_code &ec)
{
    return ec == asio::error::eof || ec == asio::error::connection_reset || ec == asio::error::broken_pipe ||
           ec == asio::error::connection_aborted || ec == asio::error::not_connected || ec == ssl::error::stream_truncated ||
           ec == beast::http::error::end_of_stream || ec == beast::http::error::partial_message || ec == asio::error::timed_out;
}

} // namespace

struct Client::Core
{
    Core(Network &network_, const Clock &clock_, const QByteArray &anchors) : network(network_), clock(clock_), extraAnchors(anchors) {}

    ssl::context &tlsContext();

    Network &network;
    const Clock &clock;
    const QByteArray extraAnchors;
    std::once_flag tlsOnce;
    ssl::context tls{ssl::context::tls_client};

    std::mutex mutex;
    std::condition_variable changed;
    std::unordered_map<CallId, std::shared_ptr<Call>> calls;
    CallId last = 0;
};

struct Client::Call : std::enable_shared_from_this<Call>
{
    enum class Halt { no, timeout, cancelled };

    Call(std::shared_ptr<Core> core_, CallId id_, CallRequest request_, std::function<void(CallResult)> done_)
        : core(std::move(core_)), id(id_), request(std::move(request_)), done(std::move(done_)),
          executor(asio::make_strand(core->network.context())), socket(executor), deadline(executor), resolved(executor)
    {
    }

    asio::awaitable<void> run();
    asio::awaitable<bool> resolve();
    asio::awaitable<bool> connect();
    asio::awaitable<bool> handshake();
    template <typename Stream>
    asio::awaitable<void> exchange(Stream &stream);
    template <typename Stream>
    asio::awaitable<bool> readAnswer(Stream &stream);
    bool checkAddresses();
    bool failed(CallFault fault, const QString &detail);
    void answered(const beast::http::response<beast::http::string_body> &message);
    void halt(Halt why);
    void finish();

    const std::shared_ptr<Core> core;
    const CallId id;
    const CallRequest request;
    std::function<void(CallResult)> done;
    CallResult result;
    CallTarget target;
    QByteArray bytes;
    asio::strand<asio::io_context::executor_type> executor;
    tcp::socket socket;
    std::unique_ptr<ssl::stream<tcp::socket &>> secure;
    asio::steady_timer deadline;
    asio::steady_timer resolved; // expires when the lookup is over: getaddrinfo itself cannot be interrupted
    std::vector<tcp::endpoint> endpoints;
    size_t connecting = 0; // which of them, from 1
    error_code lookup;
    beast::flat_buffer in;
    Halt halted = Halt::no;
    qint64 startedMs = 0;
};

// The system's anchors by way of Qt, which knows where each platform keeps them. Takes tens of milliseconds, so the first sender of an
// https call does it, not a network thread.
ssl::context &Client::Core::tlsContext()
{
    std::call_once(tlsOnce, [this] {
        X509_STORE *store = SSL_CTX_get_cert_store(tls.native_handle());
        const auto certificates = QSslConfiguration::systemCaCertificates() + QSslCertificate::fromData(extraAnchors, QSsl::Pem);
        for (const QSslCertificate &certificate : certificates) {
            const QByteArray der = certificate.toDer();
            auto at = reinterpret_cast<const unsigned char *>(der.constData());
            if (X509 *x509 = d2i_X509(nullptr, &at, long(der.size()))) {
                X509_STORE_add_cert(store, x509);
                X509_free(x509);
            }
        }
        SSL_CTX_set_min_proto_version(tls.native_handle(), TLS1_2_VERSION);
        ERR_clear_error();
    });
    return tls;
}

// Returns false, so that a step can end with it. What the caller or the clock stopped is named after that, whatever the socket said.
bool Client::Call::failed(CallFault fault, const QString &detail)
{
    if (halted == Halt::cancelled)
        fault = CallFault::cancelled;
    else if (halted == Halt::timeout)
        fault = result.anyByteSent ? CallFault::noAnswer : CallFault::connectTimeout;
    result.fault = fault;
    result.detail = halted == Halt::no        ? detail
                    : halted == Halt::timeout ? QStringLiteral("no answer within %1 ms").arg(request.timeoutMs)
                                              : QString();
    return false;
}

void Client::Call::halt(Halt why)
{
    if (halted != Halt::no)
        return;
    halted = why;
    error_code ignored;
    resolved.cancel();
    socket.close(ignored);
}

void Client::Call::finish()
{
    error_code ignored;
    deadline.cancel();
    socket.close(ignored);
    result.durationMs = core->clock.monotonicMs() - startedMs;
    std::exchange(done, nullptr)(std::move(result));
    const std::lock_guard lock(core->mutex);
    core->calls.erase(id);
    core->changed.notify_all();
}

asio::awaitable<void> Client::Call::run()
{
    startedMs = core->clock.monotonicMs();
    deadline.expires_after(std::chrono::milliseconds(request.timeoutMs));
    deadline.async_wait([weak = weak_from_this()](const error_code &ec) {
        const auto self = weak.lock();
        if (self && !ec)
            self->halt(Halt::timeout);
    });
    const auto parsed = callTarget(request.url);
    const auto wire = parsed ? requestText(request, *parsed) : std::nullopt;
    if (!wire) {
        failed(CallFault::badUrl, parsed ? QStringLiteral("method or header not sendable") : QStringLiteral("not an http or https URL"));
        co_return;
    }
    target = *parsed;
    bytes = *wire;
    if (!co_await resolve() || !checkAddresses() || !co_await connect())
        co_return;
    if (!target.tls)
        co_await exchange(socket);
    else if (co_await handshake())
        co_await exchange(*secure);
}

asio::awaitable<bool> Client::Call::resolve()
{
    error_code notLiteral;
    const auto literal = asio::ip::make_address(target.host.toStdString(), notLiteral);
    if (!notLiteral) {
        endpoints = {tcp::endpoint(literal, target.port)};
        co_return true;
    }
    resolved.expires_at(asio::steady_timer::time_point::max());
    core->network.postBlocking([self = shared_from_this()]() mutable {
        error_code ec;
        tcp::resolver resolver(self->executor);
        const auto found =
            resolver.resolve(self->target.host.toStdString(), std::to_string(self->target.port), tcp::resolver::numeric_service, ec);
        const auto strand = self->executor;
        asio::post(strand, [self = std::move(self), ec, found] {
            self->lookup = ec;
            for (const auto &entry : found)
                self->endpoints.push_back(entry.endpoint());
            self->resolved.cancel();
        });
    });
    co_await resolved.async_wait(awaiting);
    if (halted != Halt::no || lookup || endpoints.empty())
        co_return failed(CallFault::dns, QString::fromLatin1(target.host) + QStringLiteral(": ") + text(lookup));
    co_return true;
}

// One forbidden address condemns the name: a name that mixes them is how a rebinding attack looks.
bool Client::Call::checkAddresses()
{
    for (const auto &endpoint : endpoints) {
        if (!mayConnect(classifyAddress(plain(endpoint.address())), request.allowLoopback))
            return failed(CallFault::addressForbidden, QString::fromStdString(endpoint.address().to_string()));
    }
    return true;
}

// To the checked addresses only, in the order of the lookup; nothing of the request has been sent yet, so trying the next one is no retry.
// Each address gets an equal share of the time that is left: behind a dead IPv6 route there is often a living IPv4 one.
asio::awaitable<bool> Client::Call::connect()
{
    error_code last;
    asio::steady_timer share(executor);
    for (size_t i = 0; i < endpoints.size() && halted == Halt::no; ++i) {
        error_code ignored;
        socket.close(ignored);
        connecting = i + 1;
        share.expires_after((deadline.expiry() - std::chrono::steady_clock::now()) / (endpoints.size() - i));
        share.async_wait([self = shared_from_this(), attempt = connecting](const error_code &ec) {
            error_code unheeded;
            if (!ec && self->connecting == attempt)
                self->socket.close(unheeded);
        });
        const auto [ec] = co_await socket.async_connect(endpoints[i], awaiting);
        connecting = 0;
        if (!ec && halted == Halt::no) {
            socket.set_option(tcp::no_delay(true), ignored);
            co_return true;
        }
        last = ec == asio::error::operation_aborted ? error_code(asio::error::timed_out) : ec;
    }
    co_return failed(faultOfConnect(last), text(last));
}

asio::awaitable<bool> Client::Call::handshake()
{
    secure = std::make_unique<ssl::stream<tcp::socket &>>(socket, core->tlsContext());
    SSL *handle = secure->native_handle();
    const std::string name = target.host.toStdString();
    error_code isName;
    asio::ip::make_address(name, isName);
    if (isName)
        SSL_set_tlsext_host_name(handle, name.c_str()); // RFC 6066 section 3: never an address
    error_code ignored;
    secure->set_verify_mode(ssl::verify_peer, ignored);
    secure->set_verify_callback(ssl::host_name_verification(name), ignored);
    const auto [ec] = co_await secure->async_handshake(ssl::stream_base::client, awaiting);
    if (!ec)
        co_return true;
    const long verdict = SSL_get_verify_result(handle);
    if (verdict != X509_V_OK)
        co_return failed(CallFault::tlsCertificate, QString::fromLatin1(X509_verify_cert_error_string(verdict)));
    if (ec.category() == asio::error::get_ssl_category() && ERR_GET_REASON(ec.value()) == SSL_R_CERTIFICATE_VERIFY_FAILED)
        co_return failed(CallFault::tlsCertificate, QStringLiteral("certificate is not for this host"));
    co_return failed(isConnectionLoss(ec) ? CallFault::connectFailed : CallFault::tlsFailed, text(ec));
}

template <typename Stream>
asio::awaitable<void> Client::Call::exchange(Stream &stream)
{
    if (halted != Halt::no) {
        failed(CallFault::connectTimeout, {});
        co_return;
    }
    result.anyByteSent = true;
    // Its own failure is not looked at: a recipient may answer before it has read everything (413) and close, and what it said counts more.
    co_await asio::async_write(stream, asio::buffer(bytes.constData(), size_t(bytes.size())), awaiting);
    for (int i = 0; i < interimAnswers; ++i) {
        if (co_await readAnswer(stream))
            co_return;
    }
    failed(CallFault::badResponse, QStringLiteral("too many interim answers"));
}

// false: that was an interim answer.
template <typename Stream>
asio::awaitable<bool> Client::Call::readAnswer(Stream &stream)
{
    beast::http::response_parser<beast::http::string_body> parser;
    parser.header_limit(responseHeadBytes);
    parser.body_limit(std::uint64_t(request.maxResponseBytes));
    parser.skip(request.method == "HEAD");
    const auto [ec, n] = co_await beast::http::async_read(stream, in, parser, awaiting);
    if (!ec) {
        const int status = int(parser.get().result_int());
        if (status < 200 && status != 101)
            co_return false;
        if (status == 101)
            failed(CallFault::badResponse, QStringLiteral("switched protocols"));
        else
            answered(parser.get());
    } else if (ec == beast::http::error::body_limit || ec == beast::http::error::header_limit) {
        failed(CallFault::tooLarge, QStringLiteral("answer larger than %1 bytes").arg(request.maxResponseBytes));
        result.status = parser.is_header_done() ? int(parser.get().result_int()) : 0;
    } else {
        failed(isConnectionLoss(ec) || ec.category() == asio::error::get_system_category() ? CallFault::brokenConnection
                                                                                           : CallFault::badResponse,
               text(ec));
    }
    co_return true;
}

void Client::Call::answered(const beast::http::response<beast::http::string_body> &message)
{
    result.status = int(message.result_int());
    for (const auto &field : message) {
        result.headers.append({QByteArray(field.name_string().data(), qsizetype(field.name_string().size())),
                               QByteArray(field.value().data(), qsizetype(field.value().size()))});
    }
    result.body = QByteArray(message.body().data(), qsizetype(message.body().size()));
}

Client::Client(Network &network, const Clock &clock, const QByteArray &extraAnchorsPem)
    : m_core(std::make_shared<Core>(network, clock, extraAnchorsPem))
{
}

Client::~Client()
{
    cancelAll();
    if (m_core->network.isNetworkThread())
        return;
    std::unique_lock lock(m_core->mutex);
    while (!m_core->calls.empty() && m_core->network.isRunning())
        m_core->changed.wait_for(lock, std::chrono::milliseconds(200));
    const auto abandoned = std::exchange(m_core->calls, {}); // only when the network was stopped first
    lock.unlock();
}

Client::CallId Client::send(CallRequest request, std::function<void(CallResult)> done)
{
    if (request.url.left(6).compare("https:", Qt::CaseInsensitive) == 0)
        m_core->tlsContext();
    std::shared_ptr<Call> call;
    {
        const std::lock_guard lock(m_core->mutex);
        const CallId id = ++m_core->last;
        call = std::make_shared<Call>(m_core, id, std::move(request), std::move(done));
        m_core->calls.emplace(id, call);
    }
    asio::co_spawn(call->executor, call->run(), [call](const std::exception_ptr &) { call->finish(); });
    return call->id;
}

void Client::cancel(CallId id)
{
    const std::lock_guard lock(m_core->mutex);
    const auto it = m_core->calls.find(id);
    if (it != m_core->calls.end())
        asio::post(it->second->executor, [call = it->second] { call->halt(Call::Halt::cancelled); });
}

void Client::cancelAll()
{
    const std::lock_guard lock(m_core->mutex);
    for (const auto &[id, call] : m_core->calls)
        asio::post(call->executor, [call = call] { call->halt(Call::Halt::cancelled); });
}

} // namespace lazaret::http
