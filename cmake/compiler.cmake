# SPDX-License-Identifier: MIT
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# GCC inlines no function of position-independent code that another library might replace, however
# short; nobody replaces ours.
add_compile_options($<$<CONFIG:Release>:-fno-semantic-interposition>)
# What reads files from anywhere is hardened where users get it. (Sanitizers see more, and exclude it.)
add_compile_options($<$<CONFIG:Release>:-fstack-protector-strong>)
add_compile_options($<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
add_link_options($<$<CONFIG:Release>:-Wl,-z,relro,-z,now>)
# Nothing that is built names the folder that it was built in: two builds are equal byte for byte.
add_compile_options("-ffile-prefix-map=${PROJECT_BINARY_DIR}=." "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_program(QUERN_CCACHE ccache)
if(QUERN_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${QUERN_CCACHE})
endif()

# What every target of the project is compiled with.
add_library(quern_flags INTERFACE)
target_include_directories(quern_flags INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>)
target_compile_features(quern_flags INTERFACE cxx_std_23)
add_library(quern_warnings INTERFACE)
target_compile_options(quern_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align)
# Errors where it is known that there are none; another compiler may warn of more.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^19\\."))
  target_compile_options(quern_warnings INTERFACE -Werror)
endif()
# GCC 12 sees overlaps in std::string's operator+ and unset values in std::optional where there are
# none (its bugs 105651 and 105562, mended in 13); the sanitizer builds look for real ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(quern_warnings INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
endif()
if(QUERN_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  # Tests start programs thousands of times: nothing is left to relocate then.
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(QUERN_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()
if(QUERN_FUZZ)
  # Without the table of program counters: libFuzzer only prints new functions with it, while each
  # program that ends is searched for leaks in 6 MB more.
  add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize-coverage=pc-table)
endif()
# The C++ runtime comes along: one file to copy around, and a shared one takes a millisecond to load.
# (Where all is static, see QUERN_LINK in dependencies.cmake, these options would end that.)
set(quern_is_static $<STREQUAL:$<TARGET_PROPERTY:QUERN_LINK>,static>)
add_link_options($<$<NOT:${quern_is_static}>:-static-libstdc++> $<$<NOT:${quern_is_static}>:-static-libgcc>)
