// The table every list page uses: fixed row height, our header, columns that leave by priority when the room gets narrow, J and K beside
// the arrows, and always a valid current index. GUI thread.
#pragma once

#include <QSet>
#include <QTableView>

namespace lazaret::ui {

class CellDelegate;
class WindowModel;

struct ColumnLook
{
    QString title{};
    int width = 80;
    int priority = 0; // the highest leaves first; 0 never leaves
    bool right = false;
    bool stretch = false; // takes the remaining room; width is its least
    QString sortKey{};    // empty: not sortable
    bool box = false;     // the boxes rows are selected with
};

class DataTable : public QTableView
{
    Q_OBJECT
public:
    DataTable(const QList<ColumnLook> &columns, QWidget *parent = nullptr);

    void showModel(WindowModel *model);
    void setSort(const QString &key, bool descending); // what the header says
    void setStale(bool stale);
    void setRowHeight(int px);
    QString currentId() const;
    void goToFirst();
    const QList<ColumnLook> &columns() const { return m_columns; }
    void setHiddenColumns(const QSet<int> &hidden); // by choice; others may have to leave for want of room
    const QSet<int> &hiddenColumns() const { return m_hiddenByChoice; }
    void setBoxState(Qt::CheckState state); // of the box in the header
    void moveBy(int rows);

Q_SIGNALS:
    void boxHeaderClicked();
    void boxClicked(int row, bool extend);
    void extended(int from, int to); // Shift with J, K or an arrow
    void foldRequested(int row, bool folded);
    void escaped();
    void sortRequested(const QString &key, bool descending);
    void currentIdChanged(const QString &id); // empty while the row is on its way
    void opened(const QString &id);           // Enter or double click

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    int sizeHintForRow(int row) const override;

private:
    void fitColumns();
    void keepCurrent();
    void rowsCame();
    void rowsWent();
    void followCurrent();

    bool moveKey(QKeyEvent *event);
    QList<ColumnLook> m_columns;
    QSet<int> m_hiddenByChoice;
    Qt::CheckState m_boxState = Qt::Unchecked;
    CellDelegate *m_delegate;
    WindowModel *m_window = nullptr;
    QString m_currentId;
    QString m_sortKey;
    bool m_descending = true;
    friend class TableHeader;
};

} // namespace lazaret::ui
