// Text. Label elides with its full text in the tooltip (QLabel never elides and forces the layout's width); Text wraps. Both read their
// colour from the tokens when painting, so a change of theme reaches them.
#pragma once

#include <QLabel>

namespace lazaret::ui {

class Label : public QLabel
{
    Q_OBJECT
public:
    Label(const QString &text, const QFont &font, const QString &colorPath = QStringLiteral("text.primary"), QWidget *parent = nullptr);
    void setColorPath(const QString &path);
    void setElideMode(Qt::TextElideMode mode) { m_mode = mode; }
    // Keeps the whole text visible: for headlines that must not shrink.
    void keepWhole(bool keep) { m_whole = keep; }
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_colorPath;
    Qt::TextElideMode m_mode = Qt::ElideRight;
    bool m_whole = false;
};

class Text : public QLabel
{
    Q_OBJECT
public:
    Text(const QString &text, const QFont &font, const QString &colorPath = QStringLiteral("text.primary"), QWidget *parent = nullptr);
    void setColorPath(const QString &path);
    // Its height follows from its width; QLabel would ask for the height of its narrowest form and make scroll areas scroll for nothing.
    QSize minimumSizeHint() const override { return {24, fontMetrics().height()}; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void recolor();
    QString m_colorPath;
};

} // namespace lazaret::ui
