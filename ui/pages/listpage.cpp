#include "pages/listpage.h"

#include "models/windowmodel.h"

namespace lazaret::ui {

namespace {
constexpr int patienceMs = 200;
}

ListArea::ListArea(DataTable *table, WindowModel *model, QWidget *parent)
    : QStackedWidget(parent), m_table(table), m_model(model), m_skeleton(new Skeleton), m_empty(new EmptyState)
{
    setBackgroundRole(QPalette::Base); // the ground of the table it stands in for
    setAutoFillBackground(true);
    m_empty->setObjectName(QStringLiteral("emptyState"));
    addWidget(m_table);
    addWidget(m_skeleton);
    addWidget(m_empty);
    m_patience.setSingleShot(true);
    m_patience.setInterval(patienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_model->rowCount())
            m_table->setStale(true);
        else
            setCurrentWidget(m_skeleton);
    });
    connect(model, &WindowModel::sized, this, &ListArea::takeSize);
    connect(model, &WindowModel::failed, this, &ListArea::takeError);
    connect(model, &WindowModel::rowsArrived, this, [this] {
        m_table->setStale(false);
        Q_EMIT settled();
    });
    connect(m_empty, &EmptyState::actionRequested, this, &ListArea::emptyActionRequested);
}

void ListArea::waitForAnswer()
{
    m_patience.start();
}

void ListArea::takeSize()
{
    m_patience.stop();
    m_table->setStale(false);
    if (m_model->rowCount()) {
        setCurrentWidget(m_table);
        return; // settled when the first rows are there
    }
    const auto words = whenEmpty();
    m_empty->show(words.icon, words.title, words.text, words.action);
    setCurrentWidget(m_empty);
    Q_EMIT settled();
}

void ListArea::takeError(const Error &error)
{
    m_patience.stop();
    m_empty->show(QStringLiteral("octagon-alert"), tr("The list could not be read"), tr("%1. Press F5 to read again.").arg(error.detail));
    if (!m_model->rowCount())
        setCurrentWidget(m_empty);
    else
        m_table->setStale(true);
    Q_EMIT settled();
}

} // namespace lazaret::ui
