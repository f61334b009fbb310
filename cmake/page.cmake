# SPDX-License-Identifier: MIT
# The page of `quern view`: web/ is built with npm in the build folder, and what comes out becomes
# QUERN_PAGE_DATA, a source file with all of it compressed; source packages bring that file along.
# Where it cannot be, QUERN_PAGE_MISSING says why, in the words that users are shown.
set(QUERN_PAGE_SOURCE "${PROJECT_SOURCE_DIR}/web" CACHE PATH "Where the page's sources are")
mark_as_advanced(QUERN_PAGE_SOURCE)
set(QUERN_PAGE_DATA "")
set(QUERN_PAGE_MISSING "")
set(quern_how_to_get_it "install nodejs and npm, and build quern again with -DQUERN_PAGE=ON")
set(quern_page_prebuilt "${PROJECT_SOURCE_DIR}/web/prebuilt/quern_page_data.cc")
if(NOT QUERN_PAGE)
  set(QUERN_PAGE_MISSING "this quern was built without its page: ${quern_how_to_get_it}")
elseif(NOT EXISTS "${QUERN_PAGE_SOURCE}/package.json")
  set(QUERN_PAGE_MISSING "this quern was built without its page: its sources had no folder web")
elseif(EXISTS "${quern_page_prebuilt}")
  set(QUERN_PAGE_DATA "${quern_page_prebuilt}")
  return()
else()
  find_program(QUERN_NODE node)
  find_program(QUERN_NPM npm)
  if(NOT QUERN_NODE OR NOT QUERN_NPM)
    set(QUERN_PAGE_MISSING
      "this quern was built where Node or npm was missing, so without its page: ${quern_how_to_get_it}")
    message(STATUS "Node or npm not found: `quern view` will have no page")
  endif()
endif()
if(QUERN_PAGE_MISSING)
  return()
endif()

set(quern_page_work "${CMAKE_BINARY_DIR}/page")
set(QUERN_PAGE_DATA "${CMAKE_BINARY_DIR}/generated/quern_page_data.cc")
file(GLOB_RECURSE quern_page_sources CONFIGURE_DEPENDS "${QUERN_PAGE_SOURCE}/src/*"
  "${QUERN_PAGE_SOURCE}/public/*")
file(GLOB quern_page_roots CONFIGURE_DEPENDS "${QUERN_PAGE_SOURCE}/*.json"
  "${QUERN_PAGE_SOURCE}/*.ts" "${QUERN_PAGE_SOURCE}/*.js" "${QUERN_PAGE_SOURCE}/*.html")
set(quern_page_locked "${QUERN_PAGE_SOURCE}/package.json" "${QUERN_PAGE_SOURCE}/package-lock.json")

# quern_install_page(FOR STAMP DEPENDENCY…): packages as locked; again only when that changes.
function(quern_install_page for stamp)
  add_custom_command(OUTPUT "${quern_page_work}/${stamp}"
    COMMAND ${CMAKE_COMMAND} "-DSOURCE=${QUERN_PAGE_SOURCE}" "-DWORK=${quern_page_work}"
      "-DNPM=${QUERN_NPM}" "-DFOR=${for}" -P "${PROJECT_SOURCE_DIR}/cmake/install_page.cmake"
    DEPENDS ${ARGN} "${PROJECT_SOURCE_DIR}/cmake/install_page.cmake"
    COMMENT "Fetching the packages of the page: ${for}"
    VERBATIM)
endfunction()
quern_install_page(build installed ${quern_page_locked})
if(QUERN_TESTS AND NOT QUERN_SANITIZE)  # whose build has no tests of the page
  quern_install_page(tests installed_for_tests "${quern_page_work}/installed")
  add_custom_target(quern_page_packages ALL DEPENDS "${quern_page_work}/installed_for_tests")
  # npm must not write into the folder while the page is built there.
  add_dependencies(quern_server quern_page_packages)
endif()
add_custom_command(OUTPUT "${QUERN_PAGE_DATA}"
  COMMAND ${CMAKE_COMMAND} "-DSOURCE=${QUERN_PAGE_SOURCE}" "-DWORK=${quern_page_work}"
    "-DNPM=${QUERN_NPM}" "-DNODE=${QUERN_NODE}" "-DOUTPUT=${QUERN_PAGE_DATA}"
    "-DEMBED=${PROJECT_SOURCE_DIR}/tools/embed_page.mjs"
    -P "${PROJECT_SOURCE_DIR}/cmake/build_page.cmake"
  DEPENDS "${quern_page_work}/installed" ${quern_page_sources} ${quern_page_roots}
    "${PROJECT_SOURCE_DIR}/cmake/build_page.cmake" "${PROJECT_SOURCE_DIR}/tools/embed_page.mjs"
  COMMENT "Building the page"
  VERBATIM)
