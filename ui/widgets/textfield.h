// A few lines of text a person writes. Whatever is pasted, it stays short: control characters go, what is too long is cut before it is
// laid out (a wrapped line of a megabyte takes QPlainTextEdit minutes), and the field says so.
#pragma once

#include <QPlainTextEdit>

namespace lazaret::ui {

class TextField : public QPlainTextEdit
{
    Q_OBJECT
public:
    static constexpr int longest = 4'000; // characters
    explicit TextField(QWidget *parent = nullptr);

    void setText(const QString &text); // cleaned as if pasted
    QString text() const { return toPlainText(); }
    static QString clean(const QString &text, qsizetype most = longest); // line breaks and tabs stay

Q_SIGNALS:
    void shortened(); // something was too long

protected:
    void insertFromMimeData(const QMimeData *source) override;
    bool event(QEvent *event) override;
};

} // namespace lazaret::ui
