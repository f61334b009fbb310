# SPDX-License-Identifier: MIT
# Debian 12's packages, each with its reason and the one room that sees it.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)              # formats, bytes: reading with several threads

# The compressions that profiles come in (bytes). Static, so that start-up loads nothing.
set(ZLIB_USE_STATIC_LIBS ON)
find_library(QUERN_ZLIB NAMES libz.a z REQUIRED)          # zlib1g-dev
find_library(QUERN_BZIP2 NAMES libbz2.a bz2 REQUIRED)     # libbz2-dev
find_library(QUERN_LZMA NAMES liblzma.a lzma REQUIRED)    # liblzma-dev: xz
find_library(QUERN_ZSTD_LIBRARY NAMES libzstd.a zstd REQUIRED)  # libzstd-dev
if(QUERN_ISAL)
  find_library(QUERN_ISAL_LIBRARY NAMES libisal.a isal)   # libisal-dev: gzip, faster; optional
  if(NOT QUERN_ISAL_LIBRARY)
    message(STATUS "ISA-L not found: gzip is inflated by zlib, at about half the speed")
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
    set(QUERN_TOML_HEADERS "")
    message(STATUS "toml++ not found: configuration files cannot be read")
  endif()
endif()
# JSON that is read (formats): nlohmann-json3-dev, header-only. It tells token by token, so that no
# document is built, and hands numbers over as they are written; simdjson wants the whole text and
# four times as much beside it, RapidJSON's last release is of 2016.
find_path(QUERN_JSON_HEADERS nlohmann/json.hpp REQUIRED)
# Regular expressions in linear time (views). Static, so that start-up loads nothing.
find_library(QUERN_RE2 NAMES libre2.a re2 REQUIRED)  # libre2-dev
# Width of characters on a terminal (output).
find_library(QUERN_UTF8PROC NAMES libutf8proc.a utf8proc REQUIRED)

# Mangled names made readable (source): llvm-19-dev; optional. Static, and its parser in a header.
if(QUERN_DEMANGLE)
  find_library(QUERN_DEMANGLE_LIBRARY NAMES libLLVMDemangle.a
    PATHS /usr/lib/llvm-19/lib NO_DEFAULT_PATH)
  find_path(QUERN_DEMANGLE_HEADERS llvm/Demangle/ItaniumDemangle.h
    PATHS /usr/lib/llvm-19/include NO_DEFAULT_PATH)
  if(NOT QUERN_DEMANGLE_LIBRARY OR NOT QUERN_DEMANGLE_HEADERS)
    set(QUERN_DEMANGLE_LIBRARY "")
    message(STATUS "LLVM 19's demangler not found: mangled C++, Rust and D names stay as they are")
  endif()
endif()
# Functions and lines of addresses (source): libdw-dev; optional. Static, with what it unpacks with.
if(QUERN_DEBUGINFO)
  find_library(QUERN_DW NAMES libdw.a dw)
  find_library(QUERN_ELF NAMES libelf.a elf)
  find_path(QUERN_DW_HEADERS elfutils/libdw.h)
  if(QUERN_DW AND QUERN_ELF AND QUERN_DW_HEADERS)
    set(QUERN_DW_LIBRARIES ${QUERN_DW} ${QUERN_ELF} ${QUERN_LZMA} ${QUERN_BZIP2} ${QUERN_ZLIB})
  else()
    message(STATUS "libdw not found: functions of IgProf's addresses cannot be looked up here")
  endif()
endif()

# Databases that `quern export` writes (formats): libsqlite3-dev; optional. Static, so that start-up
# loads nothing.
if(QUERN_SQLITE)
  find_library(QUERN_SQLITE_LIBRARY NAMES libsqlite3.a sqlite3)
  find_path(QUERN_SQLITE_HEADERS sqlite3.h)
  if(NOT QUERN_SQLITE_LIBRARY OR NOT QUERN_SQLITE_HEADERS)
    set(QUERN_SQLITE_LIBRARY "")
    message(STATUS "SQLite not found: `quern export --to sqlite` cannot write")
  endif()
endif()

# HTTP for `quern view` (server): libmicrohttpd-dev; optional. Its limits on connections, memory and
# time are why it is this one. The program loads it when a server starts, since what it brings along
# would slow down the start of every other command.
if(QUERN_SERVER)
  find_path(QUERN_MICROHTTPD_HEADERS microhttpd.h)
  if(NOT QUERN_MICROHTTPD_HEADERS)
    set(QUERN_MICROHTTPD_HEADERS "")
    message(STATUS "libmicrohttpd not found: `quern view` cannot serve")
  endif()
endif()

if(QUERN_TESTS)
  find_package(GTest REQUIRED)
endif()
if(QUERN_BENCH)
  find_package(benchmark REQUIRED)
endif()
