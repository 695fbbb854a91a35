#include "load.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <map>

namespace lazaret::bench {

namespace {

using Clock = std::chrono::steady_clock;

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

int connectTo(quint16 port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    const int one = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("cannot connect to 127.0.0.1:%d", int(port));
    return fd;
}

// A message of ours is small and the socket's buffer is not: it goes in one piece.
void sendWhole(int fd, const QByteArray &bytes)
{
    qsizetype sent = 0;
    while (sent < bytes.size()) {
        const auto n = ::send(fd, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (n <= 0)
            return; // shows as a broken connection when the answer is read
        sent += n;
    }
}

// The size of the first whole message in the buffer, 0 while it is not whole. Bodies are measured by Content-Length alone.
qsizetype wholeMessage(const QByteArray &in)
{
    const qsizetype head = in.indexOf("\r\n\r\n");
    if (head < 0)
        return 0;
    const QByteArray lower = in.left(head).toLower();
    const qsizetype at = lower.indexOf("content-length:");
    const qsizetype length =
        at < 0 ? 0 : lower.mid(at + 15, lower.indexOf('\r', at) < 0 ? -1 : lower.indexOf('\r', at) - at - 15).trimmed().toLongLong();
    return in.size() >= head + 4 + length ? head + 4 + length : 0;
}

struct Line
{
    int fd = -1;
    QByteArray in;
    Clock::time_point sentAt;
    bool busy = false;
};

} // namespace

Figures sendAll(quint16 port, int connections, const std::vector<QByteArray> &requests)
{
    std::vector<Line> lines{size_t(connections)};
    std::vector<pollfd> polled(lines.size());
    for (auto &line : lines)
        line.fd = connectTo(port);
    std::vector<double> latencies;
    latencies.reserve(requests.size());
    QMap<int, int> statuses;
    int accepted = 0;
    size_t next = 0, answered = 0;
    const auto begin = [&](Line &line) {
        line.busy = next < requests.size();
        if (!line.busy)
            return;
        line.sentAt = Clock::now();
        sendWhole(line.fd, requests[next++]);
    };
    const auto note = [&](Line &line, int status) {
        latencies.push_back(std::chrono::duration<double, std::milli>(Clock::now() - line.sentAt).count());
        ++statuses[status];
        accepted += status >= 200 && status < 300;
        ++answered;
        begin(line);
    };
    const auto started = Clock::now();
    for (auto &line : lines)
        begin(line);
    while (answered < requests.size()) {
        for (size_t i = 0; i < lines.size(); ++i)
            polled[i] = {lines[i].busy ? lines[i].fd : -1, POLLIN, 0};
        ::poll(polled.data(), polled.size(), 10000);
        for (size_t i = 0; i < lines.size(); ++i) {
            if (polled[i].revents == 0)
                continue;
            Line &line = lines[i];
            char buffer[16384];
            const auto n = ::recv(line.fd, buffer, sizeof buffer, 0);
            if (n <= 0) {
                ::close(line.fd);
                line.fd = connectTo(port);
                line.in.clear();
                note(line, 0);
                continue;
            }
            line.in.append(buffer, n);
            if (const qsizetype size = wholeMessage(line.in)) {
                const int status = line.in.mid(9, 3).toInt();
                line.in.remove(0, size);
                note(line, status);
            }
        }
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    for (const auto &line : lines)
        ::close(line.fd);
    return figuresOf(std::move(latencies), statuses, accepted, seconds);
}

int runRecipient()
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<const sockaddr *>(&address), size) != 0 || ::listen(listener, 1024) != 0 ||
        ::getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return 1;
    std::printf("%d\n", int(ntohs(address.sin_port)));
    std::fflush(stdout);
    const QByteArray answer("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    std::map<int, QByteArray> peers;
    for (;;) {
        std::vector<pollfd> polled{{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}};
        for (const auto &[fd, in] : peers)
            polled.push_back({fd, POLLIN, 0});
        ::poll(polled.data(), polled.size(), -1);
        if (polled[0].revents != 0)
            return 0;
        if (polled[1].revents != 0) {
            const int fd = ::accept(listener, nullptr, nullptr);
            const int one = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            peers[fd] = {};
        }
        for (size_t i = 2; i < polled.size(); ++i) {
            if (polled[i].revents == 0)
                continue;
            QByteArray &in = peers[polled[i].fd];
            char buffer[16384];
            const auto n = ::recv(polled[i].fd, buffer, sizeof buffer, 0);
            if (n <= 0) {
                ::close(polled[i].fd);
                peers.erase(polled[i].fd);
                continue;
            }
            in.append(buffer, n);
            while (const qsizetype whole = wholeMessage(in)) {
                in.remove(0, whole);
                sendWhole(polled[i].fd, answer);
            }
        }
    }
}

} // namespace lazaret::bench
