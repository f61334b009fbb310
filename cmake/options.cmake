# SPDX-License-Identifier: MIT
# Every switch of the build, in one place. `./dev` and CMakePresets.json set them.
option(QUERN_TESTS "Build the tests" ON)
option(QUERN_FUZZ "Build the fuzz targets (clang only)" OFF)
option(QUERN_BENCH "Build the benchmarks" OFF)
option(QUERN_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
option(QUERN_COVERAGE "Coverage instrumentation" OFF)
option(QUERN_TIDY "Build what clang-tidy loads for `./dev check`" OFF)
option(QUERN_ISAL "Inflate gzip with ISA-L (two to three times zlib's speed)" ON)
option(QUERN_DEMANGLE "Demangle C++, Rust and D names (LLVM 19 or GNU libiberty)" ON)
option(QUERN_LLVM "Demangle with LLVM 19 where it is installed" ON)
option(QUERN_CONFIG "Read configuration files (toml++)" ON)
option(QUERN_DEBUGINFO "Find functions in object files on this machine (libdw)" ON)
option(QUERN_SQLITE "Write SQLite databases (libsqlite3)" ON)
option(QUERN_SERVER "Serve the page of `quern view` (libmicrohttpd)" ON)
option(QUERN_PAGE "Build the page of `quern view` into the program (Node, npm)" ON)
option(QUERN_MPI "Build quern-mpi, which merges on a cluster (MPI)" OFF)
# Sixteen sources a translation unit: a first build takes half the time, and clang-tidy a third. Off,
# a change is compiled faster.
option(QUERN_UNITY "Compile the sources of a folder as one" ON)

# What `./dev release` makes is tested where it can be made: from a build that users get.
set(QUERN_RELEASE_TESTS OFF)
if(QUERN_TESTS AND QUERN_PAGE AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT QUERN_SANITIZE)
  set(QUERN_RELEASE_TESTS ON)
endif()
