# SPDX-License-Identifier: MIT
# What `cmake --install` puts in place: the program with its manual pages and completions, and the
# library: the rooms' archives, their headers and the package `quern` for find_package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(quern_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/quern")

install(TARGETS quern RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET quern-docs)
  install(DIRECTORY "${CMAKE_BINARY_DIR}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}")
endif()

# The library is quern::workspace and the rooms below it; cli is the program's own, and what only
# tests use (testing) stays here.
get_property(quern_rooms GLOBAL PROPERTY QUERN_ROOMS)
list(REMOVE_ITEM quern_rooms quern_cli quern_testing)
foreach(room IN LISTS quern_rooms)
  string(REGEX REPLACE "^quern_" "" name "${room}")
  set_target_properties(${room} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${room} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
install(TARGETS ${quern_rooms} quern_flags EXPORT quern-targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/quern/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/quern"
  FILES_MATCHING PATTERN "*.h"
  PATTERN "*_test*.h" EXCLUDE PATTERN "test_support.h" EXCLUDE
  PATTERN "testing" EXCLUDE PATTERN "cli" EXCLUDE)
install(EXPORT quern-targets NAMESPACE quern:: DESTINATION "${quern_package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/quernConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/quernConfig.cmake" INSTALL_DESTINATION "${quern_package_dir}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/quernConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/quernConfig.cmake"
  "${CMAKE_BINARY_DIR}/quernConfigVersion.cmake" DESTINATION "${quern_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/quern.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/quern.magic" DESTINATION "${CMAKE_INSTALL_DATADIR}/quern")
