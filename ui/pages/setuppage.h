// What the set-up pages share: a list, an editor whose form and text are two sides of one draft, live checking, saving without overwriting
// what somebody else saved meanwhile. Drafts live as long as the window and are asked about before they would be lost.
#pragma once

#include "engine/queries_setup.h"
#include "models/deskservices.h"
#include "models/setuprows.h"
#include "pages/page.h"

#include <QTimer>

class QStackedWidget;

namespace lazaret::ui {

class Banner;
class Button;
class Chip;
class Command;
class EmptyState;
class Form;
class JsonPane;
class Label;
class SetupList;
class TabStrip;
class Text;

// One definition being looked at or changed.
struct Draft
{
    QString name{}; // as it stands in the configuration; empty: new
    QJsonObject base{}, now{};
    QString standing{};
    QString broken{};                  // what was typed, while it is no JSON
    QHash<QString, QString> secrets{}; // what stands for it in `now` → the value, until it is saved
    QList<Problem> problems{}, warnings{};
    bool checked = false;
    // Somebody saved another one meanwhile: what stands now.
    bool overtaken = false;
    QJsonObject theirs{};
    QString theirStanding{};

    bool changed() const { return now != base || !broken.isEmpty(); }
    qsizetype changes() const;
};

class SetupPage : public Page
{
    Q_OBJECT
public:
    QList<QWidget *> panes() override;
    QWidget *arrivalFocus() override;
    void follow(const Link &link) override;
    QList<QAction *> commands() const override;
    bool hasUnsaved() const;

protected:
    struct Kind
    {
        QString page, title, icon;
        QString word;    // "source": of the workspace file and the audit
        QString listKey; // "sources"
        QString nameKey; // "slug"
        QString newText, emptyTitle, emptyText;
    };
    struct Item
    {
        QString name;
        QJsonObject definition;
        QString standing;
        SetupRow row;
    };
    SetupPage(DeskServices &services, Kind kind);

    // --- what the pages differ in
    virtual QJsonObject freshDefinition() const = 0;
    virtual void shown(const Draft &draft) = 0;                            // the head, and what lies beside the form
    virtual QString removalConsequence() const = 0;                        // of the current one
    virtual QList<Problem> ownProblems(const Draft &) const { return {}; } // beside those of the workspace check

    void takeItems(const QList<Item> &items);
    void failedToRead(const Error &error);
    void addFormTab(const QString &title, Form *form);
    void addSide(const QString &title, QWidget *side);
    void edit(const QString &pointer, const QJsonValue &value); // a change made in a form
    void replace(const QJsonObject &definition);                // the whole draft: a new version, theirs
    void showCurrent();

    Draft *current();
    const Draft *current() const { return const_cast<SetupPage *>(this)->current(); }
    bool mayConfigure() const;
    QString lockedReason() const; // why not; empty: may
    DeskServices &services() const { return m_services; }
    Chip *chip() const { return m_chip; }
    TabStrip *tabs() const { return m_tabs; }
    TabStrip *sides() const { return m_sideTabs; }
    int sideIndex(const QWidget *side) const;
    Command *newCommand() const { return m_new; }
    QWidget *toolBox() const { return m_tools; }
    QWidget *tools() override { return m_tools; }

    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build();
    QWidget *buildHead();
    void makeCommands();
    void startNew();
    void discard();
    void save();
    void saved(const QString &key, const QString &name, const Result<AppliedWorkspace> &answer);
    void removeCurrent();
    void typed(const QString &text);
    void check();
    void showChecked();
    void showHead();
    void refreshRows();
    void reconcile(Draft &draft, const Item *item);
    void tellOvertaken(const Draft &draft);
    void resolve(bool mine);
    void hideTypedSecrets(Draft &draft);
    QByteArray fileOf(const Draft &draft) const;               // the secrets entered are in it
    static QString newKey() { return QStringLiteral("+new"); } // no name may begin with "+"
    QString keyOf(const Draft &draft) const;
    bool askBeforeClosing();

    DeskServices &m_services;
    const Kind m_kind;
    QList<Item> m_items;
    QHash<QString, Draft> m_drafts; // by name; the new one under newKey
    QString m_currentKey;
    bool m_read = false, m_mayClose = false;
    QSet<QString> m_saving;
    QTimer m_pause; // of typing, before it is checked

    SetupList *m_list;
    QWidget *m_editor, *m_sideCard, *m_tools, *m_conflict;
    Text *m_conflictText;
    EmptyState *m_empty;
    QStackedWidget *m_middle, *m_formStack, *m_sideStack;
    Label *m_name, *m_unsaved;
    Chip *m_chip;
    TabStrip *m_tabs, *m_sideTabs;
    class SegmentedSwitch *m_narrow;
    JsonPane *m_text;
    QList<Form *> m_forms;
    Command *m_new, *m_save, *m_discard, *m_check, *m_remove;
};

} // namespace lazaret::ui
