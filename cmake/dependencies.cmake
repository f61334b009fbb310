# SPDX-License-Identifier: MIT
# Debian 12's packages, each with its reason and the one room that sees it.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)              # formats, bytes: reading with several threads

# quern_library(NAME HEADER [LIBRARY…]): the target quern_lib_NAME for what is linked with -lNAME and
# includes HEADER; its archive calls each LIBRARY. A program's property QUERN_LINK chooses: `static`,
# the archive; `shared`, the shared library; unset, the archive where there is one, so that start-up
# loads nothing. Without the library there is no target.
function(quern_library name header)
  find_library(QUERN_ARCHIVE_${name} NAMES lib${name}.a)
  find_library(QUERN_SHARED_${name} NAMES ${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX})
  find_path(QUERN_HEADERS_${name} "${header}")
  mark_as_advanced(QUERN_ARCHIVE_${name} QUERN_SHARED_${name} QUERN_HEADERS_${name})
  set(archive "${QUERN_ARCHIVE_${name}}")
  set(shared "${QUERN_SHARED_${name}}")
  if(NOT QUERN_HEADERS_${name} OR NOT (archive OR shared))
    return()
  elseif(NOT archive)
    set(archive "${shared}")
  elseif(NOT shared)
    set(shared "${archive}")
  endif()
  add_library(quern_archive_${name} UNKNOWN IMPORTED GLOBAL)
  add_library(quern_shared_${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(quern_archive_${name} PROPERTIES IMPORTED_LOCATION "${archive}")
  set_target_properties(quern_shared_${name} PROPERTIES IMPORTED_LOCATION "${shared}")
  foreach(called IN LISTS ARGN)
    target_link_libraries(quern_archive_${name} INTERFACE quern_lib_${called})
  endforeach()
  add_library(quern_lib_${name} INTERFACE)
  target_include_directories(quern_lib_${name} SYSTEM INTERFACE "${QUERN_HEADERS_${name}}")
  target_link_libraries(quern_lib_${name} INTERFACE
    $<IF:$<STREQUAL:$<TARGET_PROPERTY:QUERN_LINK>,shared>,quern_shared_${name},quern_archive_${name}>)
endfunction()

# quern_needs(NAME HEADER PACKAGE): a library that nothing can replace.
function(quern_needs name header package)
  quern_library(${name} ${header})
  if(NOT TARGET quern_lib_${name})
    message(FATAL_ERROR "lib${name} not found (Debian: ${package})")
  endif()
endfunction()

# The compressions that profiles come in (bytes).
quern_needs(z zlib.h zlib1g-dev)
quern_needs(bz2 bzlib.h libbz2-dev)
quern_needs(lzma lzma.h liblzma-dev)  # xz
quern_needs(zstd zstd.h libzstd-dev)
if(QUERN_ISAL)
  quern_library(isal isa-l/igzip_lib.h)   # libisal-dev: gzip, faster; optional
  if(NOT TARGET quern_lib_isal)
    message(STATUS "ISA-L not found: gzip is unpacked by zlib, at about half the speed")
  endif()
endif()

# Formatting text (every room): std::format is not in GCC 12. Debian has no static library, and with
# fmt::fmt-header-only each source compiles fmt again, a third of a build: fmt_library.cc does it once.
find_package(fmt 9 REQUIRED)
add_library(quern_fmt INTERFACE)
target_include_directories(quern_fmt SYSTEM INTERFACE
  $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
# The command line's grammar (cli).
find_package(CLI11 2.1 REQUIRED)
# Configuration files (cli): libtomlplusplus-dev; optional. Header-only.
if(QUERN_CONFIG)
  find_path(QUERN_TOML_HEADERS toml++/toml.h)
  if(NOT QUERN_TOML_HEADERS)
    message(STATUS "toml++ not found: configuration files cannot be read")
  endif()
endif()
# JSON that is read (formats): nlohmann-json3-dev, header-only. It tells token by token, so that no
# document is built, and hands numbers over as they are written; simdjson wants the whole text and
# four times as much beside it, RapidJSON's last release is of 2016.
find_path(QUERN_JSON_HEADERS nlohmann/json.hpp REQUIRED)
# Regular expressions in linear time (query). Its shared library would load the C++ runtime.
quern_needs(re2 re2/re2.h libre2-dev)
if(QUERN_ARCHIVE_re2)
  set_target_properties(quern_shared_re2 PROPERTIES IMPORTED_LOCATION "${QUERN_ARCHIVE_re2}")
endif()
# Width of characters on a terminal (output).
quern_needs(utf8proc utf8proc.h libutf8proc-dev)

# Mangled names made readable (source): llvm-19-dev, which reads more names but installs 623 MB, or
# libiberty-dev; optional. A program uses one of them; tests compare both. A new configuration finds
# what was installed since, and does without what was removed.
set(QUERN_LLVM_LIBRARY "")
if(QUERN_DEMANGLE)
  if(QUERN_LLVM)
    if(QUERN_LLVM_DEMANGLE AND NOT EXISTS "${QUERN_LLVM_DEMANGLE}")
      unset(QUERN_LLVM_DEMANGLE CACHE)  # removed since
      unset(QUERN_LLVM_HEADERS CACHE)
    endif()
    find_library(QUERN_LLVM_DEMANGLE NAMES libLLVMDemangle.a
      PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
    find_path(QUERN_LLVM_HEADERS llvm/Demangle/ItaniumDemangle.h
      PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
    mark_as_advanced(QUERN_LLVM_DEMANGLE QUERN_LLVM_HEADERS)
    if(QUERN_LLVM_DEMANGLE AND QUERN_LLVM_HEADERS)
      set(QUERN_LLVM_LIBRARY "${QUERN_LLVM_DEMANGLE}")
    endif()
  endif()
  if(QUERN_TESTS OR QUERN_FUZZ OR QUERN_TIDY OR NOT QUERN_LLVM_LIBRARY)
    quern_library(iberty libiberty/demangle.h)
  endif()
  if(QUERN_LLVM_LIBRARY)
    message(STATUS "mangled names are read by LLVM 19")
  elseif(TARGET quern_lib_iberty)
    message(STATUS "mangled names are read by GNU libiberty, without LLVM 19")
  else()
    message(STATUS "neither LLVM 19 nor libiberty found: mangled C++, Rust and D names stay as they are")
  endif()
endif()
# Functions and lines of addresses (source): libdw-dev; optional.
if(QUERN_DEBUGINFO)
  quern_library(elf libelf.h z)
  quern_library(dw elfutils/libdw.h elf lzma bz2 z)
  if(NOT TARGET quern_lib_dw OR NOT TARGET quern_lib_elf)
    message(STATUS "libdw not found: functions of IgProf's addresses cannot be looked up here")
  endif()
endif()

# Databases that `quern convert` writes (formats): libsqlite3-dev; optional.
if(QUERN_SQLITE)
  quern_library(sqlite3 sqlite3.h)
  if(TARGET quern_lib_sqlite3)
    target_link_libraries(quern_archive_sqlite3 INTERFACE m ${CMAKE_DL_LIBS} Threads::Threads)
  else()
    message(STATUS "SQLite not found: `quern convert --to sqlite` cannot write")
  endif()
endif()

# HTTP for `quern view` (server): libmicrohttpd-dev; optional. Its limits on connections, memory and
# time are why it is this one. Its archive is linked with no_tls.c in GnuTLS's place, whose shared
# libraries would triple the time that each command takes to start.
if(QUERN_SERVER)
  quern_library(microhttpd microhttpd.h)
  if(NOT TARGET quern_lib_microhttpd)
    message(STATUS "libmicrohttpd not found: `quern view` cannot serve")
  endif()
endif()

# Processes on many machines (farm): libopenmpi-dev, only for quern-mpi.
if(QUERN_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
endif()

if(QUERN_TESTS)
  find_package(GTest REQUIRED)
endif()
if(QUERN_BENCH)
  find_package(benchmark REQUIRED)
endif()
