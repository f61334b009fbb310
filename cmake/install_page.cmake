# SPDX-License-Identifier: MIT
# -DSOURCE= -DWORK= -DNPM=: installs the page's packages into WORK, away from the sources.
file(MAKE_DIRECTORY "${WORK}")
file(COPY "${SOURCE}/package.json" "${SOURCE}/package-lock.json" DESTINATION "${WORK}")
# The versions are those of the lock file. `npm ci` would also want the packages of all other systems
# in it, which some versions of npm leave out when they write it. No package's own scripts run:
# nothing that the page needs has any that matter.
execute_process(COMMAND "${NPM}" install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(failed)
  message(FATAL_ERROR "npm install failed; -DQUERN_PAGE=OFF builds quern without its page\n${told}")
endif()
file(TOUCH "${WORK}/installed")
