// The journey of one delivery, drawn to time: five boxes from its arrival to the proof of its effect.
#pragma once

#include "models/journeylayout.h"
#include "models/journeywords.h"
#include "widgets/surfaces.h"

namespace lazaret::ui {

class Command;
class Label;
class Text;

class JourneyBoxView : public QWidget
{
    Q_OBJECT
public:
    explicit JourneyBoxView(QWidget *parent);
    void show(const JourneyText &text, const JourneyBox &box, bool compact);

protected:
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void paintArrival(QPainter &painter, double middle) const;
    void paintPiece(QPainter &painter, const JourneyPiece &piece, double middle) const;
    void paintWork(QPainter &painter, const queries::JourneySpan &span, const QRectF &place) const;
    void paintBand(QPainter &painter, const queries::JourneySpan &span, const QRectF &place) const;
    JourneyText m_text;
    JourneyBox m_box;
    bool m_compact = false;
};

class JourneyCard : public Card
{
    Q_OBJECT
public:
    explicit JourneyCard(Command *openCase);
    void show(const queries::Journey &journey, const TimeView &view);
    void showNothing(const QString &why);
    void setCompact(bool compact);
    QWidget *focusTarget() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void place();
    Label *m_title, *m_headline;
    Chip *m_operation;
    Text *m_nothing;
    QWidget *m_lane;
    QList<JourneyBoxView *> m_boxes;
    QList<JourneyText> m_texts;
    bool m_compact = false;
};

} // namespace lazaret::ui
