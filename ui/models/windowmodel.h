// A table over any number of rows: the true row count, and of the rows only the segments around what is looked at. Answers that come after
// the question changed carry an old life id and are dropped. Between a new question and its first answer the old rows stay. GUI thread.
#pragma once

#include "delegates/cell.h"
#include "models/grouplayout.h"
#include "models/pagesource.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QPointer>
#include <QSet>

namespace lazaret::ui {

class WindowModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr int segmentRows = 256;
    static constexpr int segmentsKept = 24; // 6,144 rows: several screens on both sides of two places

    explicit WindowModel(QObject *parent = nullptr);

    void ask(const TableQuestion &question); // starts a new life
    void refresh();                          // the same question again: current rows stay until their segments are replaced
    const TableQuestion &question() const { return m_question; }
    TableSize tableSize() const { return m_size; }
    bool isWaiting() const { return m_waiting; }     // no answer yet to the latest question
    bool isShrinking() const { return m_shrinking; } // rows at the end go, because there are fewer: which ones is not known yet

    int rowCount(const QModelIndex &parent = {}) const override; // with the heads of groups, without folded rows
    QVariant data(const QModelIndex &index, int role) const override;

    const GroupLayout &layout() const { return m_layout; }
    const TableGroup *groupAt(int row) const; // the group this row is in or heads; null without groups
    void fold(int group, bool folded);

    // The row with this id among the rows in memory, or -1; its group's head while that is folded.
    virtual int findRow(const QString &id) const;

Q_SIGNALS:
    void sized(); // the count is known
    void rowsArrived(int first, int last);
    void failed(const lazaret::Error &error);

protected:
    virtual void sendSizeQuestion(const TableQuestion &question, quint64 life) = 0;
    virtual void sendRowsQuestion(const TableQuestion &question, int segment, quint64 life) = 0;
    virtual bool hasSegment(int segment) const = 0;
    virtual void dropSegments() = 0;
    // From here on rows are those of the data, whatever the groups.
    virtual int findDataRow(const QString &id) const = 0;
    virtual bool hasRow(int row) const = 0;
    virtual bool isMarked(int) const { return false; }
    virtual GroupHead headOf(int group, const TableGroup &what) const;
    virtual Cell cellAt(int row, int column) const = 0;
    virtual QString idAt(int row) const = 0;
    virtual QString sentenceAt(int row) const = 0;

    void takeSize(const Result<TableSize> &answer, quint64 life);
    bool isCurrent(quint64 life) const { return life == m_life; }
    void segmentStored(int segment);
    void segmentFailed(int segment, const Error &error);

private:
    QVariant headData(const GroupLayout::Place &place, int column, int role) const;
    void layOut(GroupLayout &layout) const;
    void want(int segment) const;
    void flushWanted();

    TableQuestion m_question;
    TableSize m_size;
    quint64 m_life = 0;
    bool m_waiting = false;
    bool m_shrinking = false;
    bool m_newQuestion = false;
    GroupLayout m_layout;
    QList<TableGroup> m_groups; // of this layout
    QSet<QString> m_folded;     // keys of groups: a new answer keeps them
    // Segments data() missed, asked for when control is back in the event loop: data() itself only answers from memory.
    mutable QSet<int> m_wanted;
    mutable bool m_flushing = false;
    QSet<int> m_underWay;
    QSet<int> m_refreshing; // in memory, but older than the latest size
};

// The part that knows the row type.
template <typename Row>
class TypedWindowModel : public WindowModel
{
public:
    explicit TypedWindowModel(PageSource<Row> &source, QObject *parent = nullptr) : WindowModel(parent), m_source(source) {}

    // The row, if it is in memory. Valid until control returns to the event loop.
    const Row *rowAt(int shownRow) const
    {
        const int row = layout().at(shownRow).row;
        return row < 0 ? nullptr : dataRow(row);
    }

protected:
    const Row *dataRow(int row) const
    {
        const auto *segment = m_segments.object(row / segmentRows);
        const int place = row % segmentRows;
        return segment && place < segment->size() ? &segment->at(place) : nullptr;
    }

    int findDataRow(const QString &id) const override
    {
        for (const int key : m_segments.keys()) {
            const auto &rows = *m_segments.object(key);
            for (int i = 0; i < rows.size(); ++i) {
                if (rowId(rows.at(i)) == id)
                    return key * segmentRows + i;
            }
        }
        return -1;
    }

    virtual QString rowId(const Row &row) const = 0;
    virtual Cell cellOf(const Row &row, int column) const = 0;
    virtual QString sentenceOf(const Row &row) const = 0;

    void sendSizeQuestion(const TableQuestion &question, quint64 life) override
    {
        m_source.askSize(question, [self = QPointer<TypedWindowModel>(this), life](const Result<TableSize> &answer) {
            if (self)
                self->takeSize(answer, life);
        });
    }

    void sendRowsQuestion(const TableQuestion &question, int segment, quint64 life) override
    {
        m_source.askRows(question, qint64(segment) * segmentRows, segmentRows,
                         [self = QPointer<TypedWindowModel>(this), segment, life](const Result<QList<Row>> &answer) {
                             if (!self || !self->isCurrent(life))
                                 return;
                             if (!answer)
                                 return self->segmentFailed(segment, answer.error());
                             self->m_segments.insert(segment, new QList<Row>(*answer));
                             self->segmentStored(segment);
                         });
    }

    bool hasSegment(int segment) const override { return m_segments.contains(segment); }
    void dropSegments() override { m_segments.clear(); }
    bool hasRow(int row) const override { return dataRow(row); }
    Cell cellAt(int row, int column) const override { return cellOf(*dataRow(row), column); }
    QString idAt(int row) const override { return rowId(*dataRow(row)); }
    QString sentenceAt(int row) const override { return sentenceOf(*dataRow(row)); }

private:
    PageSource<Row> &m_source;
    QCache<int, QList<Row>> m_segments{segmentsKept};
};

} // namespace lazaret::ui
