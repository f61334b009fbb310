# SPDX-License-Identifier: MIT
# Sources are compiled several as one, which is three times as fast: those of a folder, and the tests
# of a room, of which each folder has few. tools/check_layers.py compiles each alone and sees to it
# that private names differ. GCC then takes a source's own names for those of a header, whose types
# must not have members of unnamed namespaces.
function(quern_batches target mode)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${QUERN_UNITY} UNITY_BUILD_MODE ${mode}
    UNITY_BUILD_BATCH_SIZE 16)
  if(mode STREQUAL GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
      get_filename_component(folder "${source}" DIRECTORY)
      string(MAKE_C_IDENTIFIER "of_${folder}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
  endif()
  if(QUERN_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
# quern_room(NAME [SMALL] [CHOSEN file…] [USES room…] [LIBRARIES …] [TEST_LIBRARIES …]): one folder of
# quern/ as a library quern_NAME, with its unit tests as one program. SMALL rooms read no profiles and
# add nothing up: they are compiled for size, which nearly halves them. Its sources are those that are
# there, but for programs (main.cc, x_main.cc) and those that are chosen below it, by what libraries
# there are (expressions); tests are x_test.cc.
function(quern_room name)
  cmake_parse_arguments(room "SMALL" "" "CHOSEN;USES;LIBRARIES;TEST_LIBRARIES" ${ARGN})
  file(GLOB_RECURSE room_SOURCES CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cc)
  list(FILTER room_SOURCES EXCLUDE REGEX "(^|/|_)main\\.cc$")
  foreach(chosen IN LISTS room_CHOSEN)
    list(FILTER room_SOURCES EXCLUDE REGEX "^${chosen}$")
  endforeach()
  set(room_TESTS ${room_SOURCES})
  list(FILTER room_TESTS INCLUDE REGEX "_test\\.cc$")
  list(FILTER room_SOURCES EXCLUDE REGEX "_test\\.cc$")
  add_library(quern_${name} STATIC ${room_SOURCES})
  target_link_libraries(quern_${name} PUBLIC quern_flags PRIVATE $<BUILD_INTERFACE:quern_warnings>
    $<BUILD_INTERFACE:quern_fmt>)
  foreach(used IN LISTS room_USES)
    target_link_libraries(quern_${name} PUBLIC quern_${used})
  endforeach()
  target_link_libraries(quern_${name} PRIVATE ${room_LIBRARIES})
  if(room_SMALL)
    target_compile_options(quern_${name} PRIVATE $<$<CONFIG:Release>:-Os>)
  endif()
  quern_batches(quern_${name} GROUP)
  set_property(GLOBAL APPEND PROPERTY QUERN_ROOMS quern_${name})
  if(QUERN_TESTS AND room_TESTS)
    add_executable(${name}_test ${room_TESTS})
    target_link_libraries(${name}_test PRIVATE quern_${name} quern_warnings quern_fmt
      ${room_LIBRARIES} ${room_TEST_LIBRARIES} GTest::gtest GTest::gtest_main rapidcheck)
    quern_batches(${name}_test BATCH)
    # Tests themselves are compiled once and run once; what they test is compiled as it is meant.
    target_compile_options(${name}_test PRIVATE
      $<$<CONFIG:Release>:-O1> $<$<CONFIG:RelWithDebInfo>:-O0>)
    target_compile_definitions(${name}_test PRIVATE QUERN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 120 TEST_PREFIX "${name}."
      PROPERTIES PROCESSORS 2 ENVIRONMENT "${quern_test_memory}")
  endif()
endfunction()
if(QUERN_TESTS)
  include(GoogleTest)
  # A test that builds one profile after the other would give memory back to the system between any
  # two of them, and take eight times as long. Sanitizers keep the stack of each allocation: five
  # frames are quicker to find than thirty.
  if(QUERN_SANITIZE)
    set(quern_test_memory "ASAN_OPTIONS=malloc_context_size=5")
  else()
    set(quern_test_memory "GLIBC_TUNABLES=glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=1048576")
  endif()
endif()
