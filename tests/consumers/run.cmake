# SPDX-License-Identifier: MIT
# cmake -DBUILD= -DROOT= -DCOMPILER= -DC_COMPILER= -DFLAGS= -DGENERATOR= -P run.cmake: installs the built
# project into a prefix, moves that, builds programs against it with CMake and with pkg-config, runs
# one on a profile and has the others write one.
set(source "${ROOT}/tests/consumers")
set(examples "${ROOT}/docs/examples")
set(profile "${examples}/callgrind.out.wordcount")
set(folder "${BUILD}/consumer")
set(prefix "${folder}/moved")
file(REMOVE_RECURSE "${folder}")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${out}${err}")
  endif()
  set(said "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${folder}/prefix")
file(RENAME "${folder}/prefix" "${prefix}")

# Nothing knows where it was built or installed first. (What is instrumented, FLAGS, names its sources.)
file(GLOB_RECURSE installed "${prefix}/*")
if(FLAGS)
  set(installed "")
endif()
foreach(file IN LISTS installed)
  foreach(private IN ITEMS "${ROOT}/" "${BUILD}/" "${folder}/prefix")
    execute_process(COMMAND grep -qF "${private}" "${file}" RESULT_VARIABLE absent)
    if(absent EQUAL 0)
      message(FATAL_ERROR "${file} names ${private}")
    endif()
  endforeach()
endforeach()
file(GLOB_RECURSE descriptions "${prefix}/*.cmake" "${prefix}/*.pc")
foreach(file IN LISTS descriptions)
  file(STRINGS "${file}" absolute REGEX "[ ;\"]/usr/")
  if(absolute)
    message(FATAL_ERROR "${file} names ${absolute}")
  endif()
endforeach()
file(GLOB_RECURSE headers "${prefix}/include/*.h")
list(LENGTH headers count)
if(count GREATER 40)
  message(FATAL_ERROR "${count} headers are installed, more than what docs/library.md describes needs")
endif()

run(${CMAKE_COMMAND} -S "${source}" -B "${folder}/build" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
  "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_C_FLAGS=${FLAGS}"
  "-DEXAMPLES=${examples}")
run(${CMAKE_COMMAND} --build "${folder}/build")
run("${folder}/build/totals" "${profile}")

# What the profile itself declares is what the library has to have summed up.
file(STRINGS "${profile}" declared REGEX "^totals: ")
string(REPLACE "totals: " "Ir " expected "${declared}")
string(STRIP "${said}" said)
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "the consumer said '${said}', expected '${expected}'")
endif()
run("${folder}/build/write_profile" "${folder}/written.callgrind")
run("${prefix}/bin/quern" check --strict "${folder}/written.callgrind")

if(NOT FLAGS)  # a compiler for C lacks what instrumented C++ needs
  find_program(pkg_config pkg-config REQUIRED)
  file(GLOB_RECURSE pc "${prefix}/lib*/*quern.pc")
  get_filename_component(pc_folder "${pc}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${pc_folder}")
  run(${pkg_config} --cflags --libs quern)
  separate_arguments(flags UNIX_COMMAND "${said}")
  run(${C_COMPILER} "${examples}/write_profile.c" -o "${folder}/with_pc" ${flags})
  run("${folder}/with_pc" "${folder}/with_pc.callgrind")
  run(${CMAKE_COMMAND} -E compare_files "${folder}/with_pc.callgrind" "${folder}/written.callgrind")
endif()

foreach(installed man/man1/quern.1 man/man1/quern-top.1 man/man5/quern-callgrind.5
    man/man7/quern-queries.7 bash-completion/completions/quern zsh/site-functions/_quern
    fish/vendor_completions.d/quern.fish mime/packages/quern.xml quern/quern.magic)
  if(NOT EXISTS "${prefix}/share/${installed}")
    message(FATAL_ERROR "share/${installed} was not installed")
  endif()
endforeach()
run("${prefix}/bin/quern" --version)
message(STATUS "${said}")
