// A client that sends exactly the bytes it is told to, for tests of the listener.
#pragma once

#include <QElapsedTimer>
#include <QTcpSocket>

#include <optional>

#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

namespace lazaret::test {

struct WireAnswer
{
    int status = 0;
    QByteArray head;
    QByteArray body;

    bool says(const QByteArray &line) const { return head.toLower().contains("\r\n" + line.toLower()); }
};

class Peer
{
public:
    explicit Peer(quint16 port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), port);
        m_socket.waitForConnected(3000);
    }

    bool connected() const { return m_socket.state() == QAbstractSocket::ConnectedState; }

    void send(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        while (m_socket.bytesToWrite() > 0 && m_socket.waitForBytesWritten(3000)) {
        }
    }

    // The next whole answer, interim ones included; nothing when the time ran out or the connection ended before.
    std::optional<WireAnswer> next(int ms = 5000, bool bodiless = false)
    {
        QElapsedTimer timer;
        timer.start();
        while (true) {
            const qsizetype end = m_in.indexOf("\r\n\r\n");
            if (end >= 0) {
                WireAnswer answer;
                answer.head = m_in.left(end + 4);
                answer.status = answer.head.mid(9, 3).toInt();
                const qsizetype field = answer.head.indexOf("Content-Length: ");
                const qsizetype length =
                    field < 0 || bodiless ? 0 : answer.head.mid(field + 16, answer.head.indexOf('\r', field) - field - 16).toLongLong();
                if (m_in.size() >= end + 4 + length) {
                    answer.body = m_in.mid(end + 4, length);
                    m_in.remove(0, end + 4 + length);
                    return answer;
                }
            }
            const int left = ms - int(timer.elapsed());
            if (left <= 0 || !receive(left))
                return std::nullopt;
        }
    }

    // The other end has closed, and has sent nothing but what next() returned.
    bool closedSilently(int ms = 5000)
    {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < ms) {
            if (!receive(ms - int(timer.elapsed())))
                break;
        }
        return m_in.isEmpty() && !connected();
    }

    // Bytes beyond the answers seen so far; waits that long for them.
    QByteArray unexpected(int ms)
    {
        receive(ms);
        return m_in;
    }

    void finish() { m_socket.disconnectFromHost(); }

    void reset()
    {
#ifdef Q_OS_UNIX
        const linger hard{1, 0};
        ::setsockopt(int(m_socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
#endif
        m_socket.abort();
    }

private:
    bool receive(int ms)
    {
        const bool more = m_socket.bytesAvailable() > 0 || m_socket.waitForReadyRead(ms);
        m_in += m_socket.readAll();
        return more;
    }

    QTcpSocket m_socket;
    QByteArray m_in;
};

} // namespace lazaret::test
