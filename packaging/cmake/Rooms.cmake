# Precompiled: what most files of the core include of others, and nothing of ours. Half of a file's compile time was reading it (3.4 of
# 6.5 s, GCC 12). Whole modules (<QtWidgets>, <QtCharts>) made it slower again. One header for all rooms, made by base, whose flags are
# the least: GCC takes it for a target that defines more, not for one that defines less.
set(LAZARET_CORE_HEADERS <QDateTime> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QMap> <QObject> <QRegularExpression> <QSet>
  <QStringList> <QUrl> <algorithm> <array> <atomic> <chrono> <functional> <map> <memory> <mutex> <optional> <variant> <tl/expected.hpp>)
set(LAZARET_DESK_HEADERS ${LAZARET_CORE_HEADERS} <QAction> <QBoxLayout> <QKeyEvent> <QLabel> <QLineEdit> <QLocale> <QPainter> <QPlainTextEdit>
  <QPointer> <QPushButton> <QScrollArea> <QStackedWidget> <QTableView> <QTimer>)

function(lazaret_precompiled target)
  if(TARGET lazaret_base AND NOT target STREQUAL lazaret_base)
    target_precompile_headers(${target} REUSE_FROM lazaret_base)
  else()
    target_precompile_headers(${target} PRIVATE ${LAZARET_CORE_HEADERS})
  endif()
endfunction()

# lazaret_room(name ROOMS other… LIBS lib…): one static library per room of the house.
# The link lines are the dependency rules: a room that includes what it does not link fails to build elsewhere, and tests/architecture reads both.
function(lazaret_room name)
  cmake_parse_arguments(ARG "" "" "ROOMS;LIBS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.h ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.qrc)
  if(NOT sources)
    return()
  endif()
  list(TRANSFORM ARG_ROOMS PREPEND lazaret_)
  add_library(lazaret_${name} STATIC ${sources})
  set_target_properties(lazaret_${name} PROPERTIES LINKER_LANGUAGE CXX AUTOMOC ON AUTORCC ON)
  target_include_directories(lazaret_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(lazaret_${name} PUBLIC lazaret_flags ${ARG_ROOMS} ${ARG_LIBS})
  lazaret_precompiled(lazaret_${name})
endfunction()

# lazaret_test(file ROOMS … LIBS … LABELS …): one Qt Test program from one tst_*.cpp.
function(lazaret_test file)
  cmake_parse_arguments(ARG "GUI" "TIMEOUT" "ROOMS;LIBS;LABELS;ENV" ${ARGN})
  get_filename_component(name ${file} NAME_WE)
  list(TRANSFORM ARG_ROOMS PREPEND lazaret_)
  add_executable(${name} ${file})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE TEST_DATA_DIR="${CMAKE_SOURCE_DIR}/tests/data" SOURCE_ROOT="${CMAKE_SOURCE_DIR}" BUILD_ROOT="${CMAKE_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE lazaret_flags Qt6::Test ${ARG_ROOMS} ${ARG_LIBS})
  lazaret_precompiled(${name})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QTEST_FUNCTION_TIMEOUT=100000;LC_ALL=C.UTF-8;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/support/tsan.supp;${ARG_ENV}")
endfunction()
