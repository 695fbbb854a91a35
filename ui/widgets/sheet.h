// Dialogs lie on a dimmed window, one at a time: Esc leaves, Ctrl+Enter is the main button once it is valid, plain Enter is nothing. They
// are shown without blocking; who opens one hears of it by signals. Confirm is the one shape of a confirmation: what happens to how
// many, what stays, whether it can be taken back; its button repeats verb and count.
#pragma once

#include <QDialog>

#include <functional>
#include <optional>

class QHBoxLayout;
class QVBoxLayout;

namespace lazaret::ui {

class Button;
class Field;

class Sheet : public QDialog
{
    Q_OBJECT
public:
    Sheet(const QString &name, const QString &title, QWidget *over); // over: any widget of the window it dims
    QVBoxLayout *content() const { return m_content; }
    Button *addMain(const QString &verb, bool danger); // and Cancel beside it
    Button *addClose(const QString &word);
    void open() override;

Q_SIGNALS:
    void mainRequested(); // the main button, by mouse, Space or Ctrl+Enter

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void done(int result) override;
    Button *m_main = nullptr;

private:
    QVBoxLayout *m_content;
    QHBoxLayout *m_buttons;
    QWidget *m_over;
    QWidget *m_scrim = nullptr;
};

struct ConfirmWords
{
    struct Line
    {
        QString icon, tone, count, text;
    };
    QString title;
    QString lead;      // who asked, or what it is about
    QList<Line> lines; // what happens to how many
    QString note;      // whether it can be taken back
    QString verb;      // "Approve 33 cases"
    bool danger = false;
    std::optional<int> count{}; // to be typed before the button works
    QString countLabel{};
};

class Confirm : public Sheet
{
    Q_OBJECT
public:
    // Opens at once and deletes itself when it is left; `yes` is called at most once.
    static Confirm *ask(const QString &name, const ConfirmWords &words, QWidget *over, std::function<void()> yes);

private:
    Confirm(const QString &name, const ConfirmWords &words, QWidget *over);
    Field *m_count = nullptr;
};

} // namespace lazaret::ui
