# SPDX-License-Identifier: MIT
# What clang-tidy loads, see tools/tidy/own_code.cc. It is compiled as clang is: without run-time
# types.
find_path(QUERN_CLANG_HEADERS clang-tidy/ClangTidyCheck.h PATHS /usr/lib/llvm-19/include
  NO_DEFAULT_PATH REQUIRED)
add_library(quern_own_code MODULE tools/tidy/own_code.cc)
target_include_directories(quern_own_code SYSTEM PRIVATE "${QUERN_CLANG_HEADERS}")
target_compile_options(quern_own_code PRIVATE -fno-rtti)
set_target_properties(quern_own_code PROPERTIES PREFIX "" OUTPUT_NAME own_code LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
