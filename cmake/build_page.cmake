# SPDX-License-Identifier: MIT
# -DSOURCE= -DWORK= -DNPM= -DNODE= -DEMBED= -DOUTPUT=: builds the page from a copy of its sources and
# writes its files as C++.
file(GLOB old RELATIVE "${WORK}" "${WORK}/*")
list(REMOVE_ITEM old node_modules installed installed_for_tests)
foreach(each IN LISTS old)
  file(REMOVE_RECURSE "${WORK}/${each}")
endforeach()
file(COPY "${SOURCE}/" DESTINATION "${WORK}"
  PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
foreach(command IN ITEMS "${NPM};run;build" "${NODE};${EMBED};${WORK}/dist;${OUTPUT}")
  execute_process(COMMAND ${command}
    WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
  if(failed)
    message(FATAL_ERROR "the page cannot be built; -DQUERN_PAGE=OFF leaves it out\n${told}")
  endif()
endforeach()
