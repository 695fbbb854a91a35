// Lists of things to do or to know, with headings between them: the palette, the sheet of keys and the bell show the same rows.
#pragma once

#include <QAbstractListModel>
#include <QAction>
#include <QListView>
#include <QPointer>
#include <QStyledItemDelegate>

#include <functional>

namespace lazaret::ui {

struct Entry
{
    QString title;
    QString detail{};
    QString icon{};
    QString tone{};   // of the icon; empty: plain
    QString keys{};   // "Ctrl K"
    QString locked{}; // why it cannot be done now
    QString aside{};  // plain text at the right: a time
    bool heading = false;
    bool marked = false; // unread
    QPointer<QAction> action{};
    std::function<void()> run{}; // when there is no action
};
Entry headingEntry(const QString &title);
Entry entryOf(QAction *action); // title, keys, icon and lock as the action has them

QString keysText(const QKeySequence &keys); // caps separated by spaces: "Ctrl Shift D", "G O"
QString plainText(const QString &text);     // of a menu: without its mnemonic

// How well `text` fits what was typed: 0 not at all. Each word of `typed` must be found, as a part or as letters in order.
int fitness(const QString &typed, const QString &text);

class EntryModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void show(QList<Entry> entries);
    const Entry &entry(int row) const { return m_entries.at(row); }
    qsizetype choices() const; // without headings

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QList<Entry> m_entries;
};

class EntryDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

class EntryList : public QListView
{
    Q_OBJECT
public:
    explicit EntryList(QWidget *parent = nullptr);
    EntryModel *entries() const { return m_model; }
    void show(QList<Entry> entries, bool keepPlace = false); // the first choice becomes current, or the one that was
    void move(int steps);                                    // over headings, stopping at the ends
    const Entry *current() const;
    // Moves at arrow, page, home and end keys; false: not a key of lists.
    bool takeKey(const QKeyEvent *event);

Q_SIGNALS:
    void currentMoved();

protected:
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;

private:
    int nextChoice(int from, int direction) const;
    EntryModel *m_model;
};

} // namespace lazaret::ui
