// Push buttons of the desk: icon, verb, key. The key is a hint; the shortcut itself belongs to the QAction.
#pragma once

#include <QPushButton>

namespace lazaret::ui {

class Button : public QPushButton
{
    Q_OBJECT
public:
    enum class Kind { primary, secondary, ghost, danger, link };
    Button(const QString &text, Kind kind, QWidget *parent = nullptr);

    Button *withIcon(const QString &icon);
    Button *withKeys(const QString &keys);
    Button *compact();                      // 26 instead of 30 high
    void setTone(const QString &colorPath); // ink of a ghost button; empty: the usual
    void setIconName(const QString &icon) { withIcon(icon); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // without its keys: where room is short they go first

protected:
    void keyPressEvent(QKeyEvent *event) override; // Enter too, except where plain Enter must not confirm
    void paintEvent(QPaintEvent *event) override;

private:
    struct Colors
    {
        QColor fill, ink, border;
    };
    Colors colors() const;
    int textWidth() const; // icon and text
    int contentWidth() const;

    Kind m_kind;
    QString m_icon;
    QString m_keys;
    QString m_tone;
    bool m_compact = false;
};

} // namespace lazaret::ui
