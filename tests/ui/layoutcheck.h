// What is wrong with how a window's widgets lie: clipped text, controls without a name, widgets over one another or outside their parent,
// buttons below their hint. Reads whatever widgets there are, so that a page written later is covered by itself.
#pragma once

#include "widgets/button.h"
#include "widgets/label.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QGraphicsView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSizeGrip>
#include <QSplitterHandle>
#include <QStackedWidget>
#include <QTabBar>
#include <QTextEdit>

namespace lazaret::test {

class LayoutCheck
{
public:
    static QStringList problems(const QWidget &root)
    {
        LayoutCheck check;
        check.visit(root);
        return check.m_problems;
    }

private:
    QStringList m_problems;

    static QString nameOf(const QWidget &widget)
    {
        QString name;
        for (const auto *each = &widget; each && !each->isWindow(); each = each->parentWidget()) {
            const auto own = each->objectName().isEmpty() ? QLatin1String(each->metaObject()->className()) : each->objectName();
            if (!own.startsWith(u"qt_"))
                name = name.isEmpty() ? QString(own) : QString(own + u'/' + name);
        }
        return name;
    }
    void note(const QWidget &widget, const QString &what) { m_problems << nameOf(widget) + QStringLiteral(": ") + what; }

    void visit(const QWidget &widget)
    {
        checkName(widget);
        checkText(widget);
        checkArea(widget);
        if (qobject_cast<const QAbstractItemView *>(&widget) || qobject_cast<const QGraphicsView *>(&widget) ||
            qobject_cast<const QAbstractSpinBox *>(&widget) || qobject_cast<const QComboBox *>(&widget) ||
            qobject_cast<const QLineEdit *>(&widget))
            return; // Qt's own insides
        const auto children = shownChildren(widget);
        for (int i = 0; i < children.size(); ++i) {
            checkInside(*children[i], widget);
            for (int j = i + 1; j < children.size(); ++j)
                checkApart(*children[i], *children[j]);
            visit(*children[i]);
        }
    }

    static QList<QWidget *> shownChildren(const QWidget &widget)
    {
        QList<QWidget *> shown;
        for (auto *child : widget.findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (child->isVisible() && !child->isWindow() && !child->size().isEmpty() && !floats(*child))
                shown.append(child);
        }
        return shown;
    }
    // Popups and messages lie over the page on purpose, handles and grips over their neighbours.
    static bool floats(const QWidget &widget)
    {
        return qobject_cast<const QSplitterHandle *>(&widget) || qobject_cast<const QSizeGrip *>(&widget) ||
               qobject_cast<const QScrollBar *>(&widget) || widget.objectName() == u"toasts" || widget.inherits("QRubberBand") ||
               widget.testAttribute(Qt::WA_TransparentForMouseEvents) || widget.inherits("lazaret::ui::Overlay") ||
               widget.inherits("QTableCornerButton");
    }

    void checkName(const QWidget &widget)
    {
        const bool control = qobject_cast<const QAbstractButton *>(&widget) || qobject_cast<const QLineEdit *>(&widget) ||
                             qobject_cast<const QComboBox *>(&widget) || qobject_cast<const QAbstractSpinBox *>(&widget) ||
                             qobject_cast<const QPlainTextEdit *>(&widget) || qobject_cast<const QTextEdit *>(&widget) ||
                             qobject_cast<const QAbstractItemView *>(&widget) || qobject_cast<const QTabBar *>(&widget) ||
                             ((widget.focusPolicy() & Qt::TabFocus) && !widget.focusProxy() && !qobject_cast<const QScrollArea *>(&widget));
        if (!control || widget.inherits("QHeaderView") || widget.inherits("QTableCornerButton") ||
            qobject_cast<const QAbstractSpinBox *>(widget.parentWidget()) || qobject_cast<const QComboBox *>(widget.parentWidget()))
            return;
        const auto *button = qobject_cast<const QAbstractButton *>(&widget);
        if (widget.accessibleName().isEmpty() && !(button && !button->text().isEmpty()))
            note(widget, QStringLiteral("a control without an accessible name"));
    }

    void checkText(const QWidget &widget)
    {
        const int line = widget.fontMetrics().height();
        if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
            checkLabel(*label, line);
        } else if (qobject_cast<const ui::Button *>(&widget)) {
            const QSize least = widget.minimumSizeHint();
            if (widget.width() < least.width() || widget.height() < least.height())
                note(widget, QStringLiteral("a button of %1x%2 below its hint").arg(widget.width()).arg(widget.height()));
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
            if (button->width() < button->minimumSizeHint().width() || button->height() < line - 2)
                note(widget,
                     QStringLiteral("a button of %1 px below its least of %2").arg(widget.width()).arg(widget.minimumSizeHint().width()));
        } else if (qobject_cast<const QLineEdit *>(&widget) || qobject_cast<const QComboBox *>(&widget) ||
                   qobject_cast<const QAbstractSpinBox *>(&widget)) {
            if (widget.height() < line || widget.width() < 24)
                note(widget, QStringLiteral("a field too small for its text"));
        } else if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
            if (tabs->count() > 0 && !tabs->usesScrollButtons() && tabs->tabRect(tabs->count() - 1).right() > tabs->width())
                note(widget, QStringLiteral("tabs cut off at the right"));
        }
    }
    void checkLabel(const QLabel &label, int line)
    {
        if (label.text().isEmpty() || label.inherits("lazaret::ui::KeyHint") || label.inherits("lazaret::ui::Chip"))
            return;
        const auto text = label.text().left(40);
        if (label.wordWrap()) {
            const int wanted = label.heightForWidth(label.width());
            if (label.height() + 1 < wanted)
                note(label, QStringLiteral("\"%1\" needs %2 px of height, has %3").arg(text).arg(wanted).arg(label.height()));
        } else if (label.contentsRect().height() + 2 < line) {
            note(label, QStringLiteral("\"%1\" is cut off below").arg(text));
        } else if (const int wanted = label.fontMetrics().horizontalAdvance(label.text()); wanted > label.contentsRect().width() + 1) {
            const bool elides = qobject_cast<const ui::Label *>(&label) && label.contentsRect().width() >= 24;
            if (!elides && label.textFormat() != Qt::RichText)
                note(label, QStringLiteral("\"%1\" needs %2 px, has %3").arg(text).arg(wanted).arg(label.width()));
        }
    }

    void checkArea(const QWidget &widget)
    {
        const auto *area = qobject_cast<const QScrollArea *>(&widget);
        if (area && area->widget() && area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOn &&
            area->widget()->width() > area->viewport()->width())
            note(widget, QStringLiteral("its content is wider than its viewport"));
    }

    // A viewport shows a part of its content; everything else must hold what is in it.
    void checkInside(const QWidget &child, const QWidget &parent)
    {
        const auto *area = qobject_cast<const QAbstractScrollArea *>(parent.parentWidget());
        if (area && area->viewport() == &parent)
            return;
        const auto outside = child.geometry().adjusted(1, 1, -1, -1);
        if (!parent.rect().contains(outside))
            note(child, QStringLiteral("lies outside its parent: %1").arg(rectText(child.geometry())));
    }
    void checkApart(const QWidget &a, const QWidget &b)
    {
        if (qobject_cast<const QAbstractScrollArea *>(a.parentWidget()) || qobject_cast<const QStackedWidget *>(a.parentWidget()))
            return;
        const auto common = a.geometry().intersected(b.geometry());
        if (common.width() > 1 && common.height() > 1)
            note(a, QStringLiteral("lies over %1: %2").arg(nameOf(b), rectText(common)));
    }
    static QString rectText(const QRect &rect)
    {
        return QStringLiteral("%1,%2 %3x%4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
    }
};

} // namespace lazaret::test
