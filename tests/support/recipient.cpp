#include "support/recipient.h"

#include <QMap>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace lazaret::test {

namespace {

int listenOnLoopback()
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 || ::listen(fd, 512) != 0)
        qFatal("recipient cannot listen");
    return fd;
}

quint16 portOf(int fd)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size);
    return ntohs(address.sin_port);
}

void reset(int fd)
{
    const linger hard{1, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

qint64 nowMs()
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

QByteArray textOf(const Answer &answer)
{
    if (!answer.raw.isEmpty())
        return answer.raw;
    QByteArray text = "HTTP/1.1 " + QByteArray::number(answer.status) + " Scripted\r\n";
    for (const Header &h : answer.headers)
        text += h.name + ": " + h.value + "\r\n";
    if (!findHeader(answer.headers, "Content-Length") && !findHeader(answer.headers, "Transfer-Encoding"))
        text += "Content-Length: " + QByteArray::number(answer.body.size()) + "\r\n";
    return text + "Connection: close\r\n\r\n" + answer.body;
}

void sendAll(int fd, const QByteArray &bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const ssize_t n = ::send(fd, bytes.constData() + at, size_t(bytes.size() - at), MSG_NOSIGNAL);
        if (n <= 0)
            return;
        at += n;
    }
}

// Enough of HTTP for a client that always sends Content-Length; false when the other end left before the request was whole.
bool readRequest(int fd, Seen &seen)
{
    QByteArray in;
    char buffer[16384];
    qsizetype end = -1;
    qsizetype length = 0;
    while (end < 0 || in.size() < end + 4 + length) {
        const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
        if (n <= 0)
            return false;
        in.append(buffer, n);
        if (end >= 0 || (end = in.indexOf("\r\n\r\n")) < 0)
            continue;
        QList<QByteArray> lines = in.left(end).replace("\r\n", "\n").split('\n');
        const QList<QByteArray> first = lines.takeFirst().split(' ');
        seen.method = first.value(0);
        seen.target = first.value(1);
        for (const QByteArray &line : std::as_const(lines)) {
            const qsizetype colon = line.indexOf(':');
            seen.headers.append({line.left(colon), line.mid(colon + 1).trimmed()});
        }
        length = findHeader(seen.headers, "Content-Length").value_or("0").toLongLong();
    }
    seen.body = in.mid(end + 4, length);
    seen.atMs = nowMs();
    return true;
}

} // namespace

struct Recipient::Private
{
    int listener = listenOnLoopback();
    const quint16 port = portOf(listener);
    int wakePipe[2] = {-1, -1}; // a byte in it ends every wait
    std::thread acceptor;
    std::vector<std::thread> threads; // acceptor's thread only, until it is joined
    std::atomic<bool> resetting{false};

    mutable std::mutex mutex; // of the rest
    mutable std::condition_variable changed;
    bool stopped = false;
    Script script;
    QList<Seen> seen;
    int connections = 0;
    QMap<QByteArray, int> effects;

    void acceptAll();
    void serve(int fd);
    Answer decide(const Seen &request);
    bool readable(int fd) const; // false: stopped
};

bool Recipient::Private::readable(int fd) const
{
    pollfd fds[2] = {{fd, POLLIN, 0}, {wakePipe[0], POLLIN, 0}};
    return ::poll(fds, 2, -1) > 0 && fds[1].revents == 0;
}

void Recipient::Private::acceptAll()
{
    while (readable(listener)) {
        const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0)
            continue;
        {
            const std::lock_guard lock(mutex);
            ++connections;
            changed.notify_all();
        }
        if (resetting) {
            reset(fd);
            ::close(fd);
            continue;
        }
        threads.emplace_back([this, fd] {
            if (readable(fd))
                serve(fd);
            ::close(fd);
        });
    }
}

Answer Recipient::Private::decide(const Seen &request)
{
    const std::lock_guard lock(mutex);
    static const QByteArray effectsPath = "/effects/";
    if (request.method == "GET" && request.target.startsWith(effectsPath)) {
        Answer answer;
        const QByteArray key = QByteArray::fromPercentEncoding(request.target.mid(effectsPath.size()));
        answer.status = effects.contains(key) ? 200 : 404;
        return answer;
    }
    seen.append(request);
    const Answer answer = script ? script(request, int(seen.size()) - 1) : Answer{};
    const auto key = findHeader(request.headers, "Idempotency-Key");
    if (answer.effect && key)
        ++effects[*key];
    changed.notify_all();
    return answer;
}

void Recipient::Private::serve(int fd)
{
    // A reader that stalls must not outlive stop().
    const timeval patience{10, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    Seen request;
    if (!readRequest(fd, request))
        return;
    const Answer answer = decide(request);
    if (answer.delayMs > 0) {
        pollfd wake{wakePipe[0], POLLIN, 0};
        if (::poll(&wake, 1, answer.delayMs) > 0)
            return;
    }
    const QByteArray text = textOf(answer);
    switch (answer.fate) {
    case Answer::Fate::whole:
        sendAll(fd, text);
        break;
    case Answer::Fate::half:
        sendAll(fd, text.left(text.size() / 2));
        break;
    case Answer::Fate::resetBeforeAnswer:
        reset(fd);
        break;
    case Answer::Fate::closeBeforeAnswer:
        break;
    case Answer::Fate::never:
        readable(fd);
        break;
    }
}

Recipient::Recipient(Script script) : d(std::make_unique<Private>())
{
    d->script = std::move(script);
    if (::pipe(d->wakePipe) != 0)
        qFatal("recipient cannot make a pipe");
    d->acceptor = std::thread([this] { d->acceptAll(); });
}

Recipient::~Recipient()
{
    stop();
    ::close(d->wakePipe[0]);
    ::close(d->wakePipe[1]);
}

void Recipient::stop()
{
    {
        const std::lock_guard lock(d->mutex);
        if (std::exchange(d->stopped, true))
            return;
    }
    [[maybe_unused]] const ssize_t n = ::write(d->wakePipe[1], "x", 1);
    d->acceptor.join();
    ::close(d->listener);
    for (std::thread &thread : d->threads)
        thread.join();
}

quint16 Recipient::port() const
{
    return d->port;
}

QByteArray Recipient::url(const QByteArray &path) const
{
    return "http://127.0.0.1:" + QByteArray::number(d->port) + path;
}

void Recipient::setScript(Script script)
{
    const std::lock_guard lock(d->mutex);
    d->script = std::move(script);
}

void Recipient::resetOnAccept(bool on)
{
    d->resetting = on;
}

QList<Seen> Recipient::requests() const
{
    const std::lock_guard lock(d->mutex);
    return d->seen;
}

bool Recipient::waitForRequests(int count, int timeoutMs) const
{
    std::unique_lock lock(d->mutex);
    return d->changed.wait_for(lock, std::chrono::milliseconds(timeoutMs), [&] { return d->seen.size() >= count; });
}

int Recipient::connections() const
{
    const std::lock_guard lock(d->mutex);
    return d->connections;
}

int Recipient::effects(const QByteArray &key) const
{
    const std::lock_guard lock(d->mutex);
    return d->effects.value(key);
}

int Recipient::allEffects() const
{
    const std::lock_guard lock(d->mutex);
    int all = 0;
    for (const int n : std::as_const(d->effects))
        all += n;
    return all;
}

quint16 refusingPort()
{
    const int fd = listenOnLoopback();
    const quint16 port = portOf(fd);
    ::close(fd);
    return port;
}

} // namespace lazaret::test
