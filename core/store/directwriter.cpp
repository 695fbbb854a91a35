#include "store/writer.h"

namespace lazaret {

void DirectWriter::submit(Work work, Done done, qsizetype)
{
    m_database.clearError();
    Result<> result;
    if (m_database.begin()) {
        result = work(m_database);
        if (m_database.error())
            result = tl::unexpected(*m_database.error());
        else if (result && !m_database.commit())
            result = tl::unexpected(m_database.error().value_or(Error{}));
        if (!result)
            m_database.rollback();
    } else {
        result = tl::unexpected(m_database.error().value_or(Error{}));
    }
    m_database.clearError();
    done(std::move(result));
}

} // namespace lazaret
