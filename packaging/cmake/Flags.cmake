# The one place where compiler flags are set; every target of ours links lazaret_flags.
add_library(lazaret_flags INTERFACE)

if(MSVC)
  target_compile_options(lazaret_flags INTERFACE /W4 /permissive- /utf-8 $<$<BOOL:${LAZARET_WERROR}>:/WX>)
else()
  target_compile_options(lazaret_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual -Wextra-semi -Wundef
    $<$<BOOL:${LAZARET_WERROR}>:-Werror>)
endif()

target_compile_definitions(lazaret_flags INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH QT_NO_KEYWORDS
  LAZARET_VERSION="${PROJECT_VERSION}")

if(LAZARET_SANITIZE)
  target_compile_options(lazaret_flags INTERFACE -fsanitize=${LAZARET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lazaret_flags INTERFACE -fsanitize=${LAZARET_SANITIZE})
  if(LAZARET_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Coroutine frames carry function pointers across sections: clang 14 fails with "Cannot represent a difference across sections".
    target_compile_options(lazaret_flags INTERFACE -fno-sanitize=function)
  endif()
  if(LAZARET_SANITIZE MATCHES "thread")
    # Asio's fenced block uses atomic_thread_fence, which the thread sanitizer cannot see (GCC: -Wtsan).
    target_compile_definitions(lazaret_flags INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
    target_compile_options(lazaret_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
endif()
