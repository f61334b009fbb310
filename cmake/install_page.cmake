# SPDX-License-Identifier: MIT
# -DSOURCE= -DWORK= -DNPM=: installs the page's packages into WORK, away from the sources.
file(MAKE_DIRECTORY "${WORK}")
file(COPY "${SOURCE}/package.json" "${SOURCE}/package-lock.json" DESTINATION "${WORK}")
# Exactly what the lock file says, with its hashes. No package's own scripts run: nothing that the page
# needs has any that matter.
execute_process(COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(failed)
  message(FATAL_ERROR "npm ci failed; -DQUERN_PAGE=OFF builds quern without its page\n${told}")
endif()
file(TOUCH "${WORK}/installed")
