# SPDX-License-Identifier: MIT
# cmake -DBUILD= -DSOURCE= -DCOMPILER= -DC_COMPILER= -DFLAGS= -DGENERATOR= -DPROFILE= -DEXAMPLES= -P run.cmake:
# installs the built project into a folder of its own, builds the consumers against it, runs one on
# PROFILE and has the other write a profile.
set(prefix "${BUILD}/consumer/prefix")
set(folder "${BUILD}/consumer/build")
file(REMOVE_RECURSE "${BUILD}/consumer")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${out}${err}")
  endif()
  set(said "${out}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${prefix}")
run(${CMAKE_COMMAND} -S "${SOURCE}" -B "${folder}" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
  "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_C_FLAGS=${FLAGS}"
  "-DEXAMPLES=${EXAMPLES}")
run(${CMAKE_COMMAND} --build "${folder}")
run("${folder}/totals" "${PROFILE}")

# What the profile itself declares is what the library has to have summed up.
file(STRINGS "${PROFILE}" declared REGEX "^totals: ")
string(REPLACE "totals: " "Ir " expected "${declared}")
string(STRIP "${said}" said)
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "the consumer said '${said}', expected '${expected}'")
endif()
foreach(installed man/man1/quern.1 man/man1/quern-top.1 man/man5/quern-callgrind.5
    man/man7/quern-queries.7 bash-completion/completions/quern zsh/site-functions/_quern
    fish/vendor_completions.d/quern.fish)
  if(NOT EXISTS "${prefix}/share/${installed}")
    message(FATAL_ERROR "share/${installed} was not installed")
  endif()
endforeach()
run("${folder}/write_profile" "${BUILD}/consumer/written.callgrind")
run("${prefix}/bin/quern" check --strict "${BUILD}/consumer/written.callgrind")
run("${prefix}/bin/quern" --version)
message(STATUS "${said}")
