// --grab: every page as a picture, for documentation, translators and checks.
#pragma once

#include <QSize>
#include <QString>

namespace lazaret {

namespace ui {
class DeskServices;
}

struct GrabOptions
{
    QString directory;
    QString page; // empty: all
    QSize size;
};

// The process's exit code: 0 when every picture was written.
int grabPages(ui::DeskServices &services, const GrabOptions &options);

} // namespace lazaret
