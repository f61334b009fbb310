# SPDX-License-Identifier: MIT
# -DSOURCE= -DWORK= -DNPM= -DFOR=build|tests: installs the page's packages into WORK, away from the
# sources. `tests` adds to what `build` has installed.
file(MAKE_DIRECTORY "${WORK}")
file(COPY "${SOURCE}/package.json" "${SOURCE}/package-lock.json" DESTINATION "${WORK}")
# Exactly what the lock file says, with its hashes. `npm ci` begins with an empty folder, `npm install`
# keeps what is there. No package's own scripts run: nothing that the page needs has any that matter.
set(how_build ci --omit=dev)
set(how_tests install --include=dev --no-save)
set(stamp_build installed)
set(stamp_tests installed_for_tests)
execute_process(
  COMMAND "${NPM}" ${how_${FOR}} --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(failed)
  string(JOIN " " command npm ${how_${FOR}})
  message(FATAL_ERROR "${command} failed; -DQUERN_PAGE=OFF builds quern without its page\n${told}")
endif()
file(TOUCH "${WORK}/${stamp_${FOR}}")
