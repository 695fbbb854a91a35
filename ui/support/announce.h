// What interrupts whoever listens to a screen reader: trouble and pauses, never counters.
#pragma once

#include <functional>

class QWidget;

namespace lazaret::ui {

void announce(QWidget *widget); // by its accessible name
// Hears every announcement, also where no screen reader runs: for tests. Empty: nobody.
void watchAnnouncements(std::function<void(const QWidget *)> watcher);

} // namespace lazaret::ui
