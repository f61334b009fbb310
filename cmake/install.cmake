# SPDX-License-Identifier: MIT
# What `cmake --install` puts in place: the program with its manual pages and completions, and the
# library: one archive, the documented headers, and packages for CMake and pkg-config. Nothing of it
# names a folder of the machine that built it, so that a prefix can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS quern RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${CMAKE_BINARY_DIR}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# All that is installed; `./dev run` builds it, so that `cmake --install` works afterwards.
add_custom_target(quern_installed DEPENDS quern quern_docs quern_archive)

# The library: the rooms up to `save`, and the interface in C. The libraries that it calls are
# found where it is used, except LLVM's demangler, which has no shared library of its own.
set(quern_library_rooms base bytes model formats analysis source query views filters
  load save c)
add_library(quern_archive STATIC)
set_target_properties(quern_archive PROPERTIES OUTPUT_NAME quern LINKER_LANGUAGE CXX)
foreach(room IN LISTS quern_library_rooms)
  target_sources(quern_archive PRIVATE $<TARGET_OBJECTS:quern_${room}>)
endforeach()
set(quern_linked z bz2 lzma zstd re2)
foreach(optional IN ITEMS isal dw elf sqlite3 iberty)
  if(TARGET quern_lib_${optional})
    list(APPEND quern_linked ${optional})
  endif()
endforeach()
if(TARGET quern_lib_isal)
  target_sources(quern_archive PRIVATE $<TARGET_OBJECTS:quern_gzip_isal>)
else()
  target_sources(quern_archive PRIVATE $<TARGET_OBJECTS:quern_gzip_zlib>)
endif()
if(QUERN_LLVM_LIBRARY)
  set(folder "${CMAKE_BINARY_DIR}/demangler")
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${CMAKE_AR}" x "${QUERN_LLVM_LIBRARY}" WORKING_DIRECTORY "${folder}"
    COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB members "${folder}/*.o")
  target_sources(quern_archive PRIVATE ${members})
  set_source_files_properties(${members} PROPERTIES EXTERNAL_OBJECT ON)
endif()
install(TARGETS quern_archive ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")

# The headers that docs/library.md describes, and those that they include.
set(quern_headers quern/c/quern.h quern/load/open.h quern/load/read_input.h
  quern/model/streaming_sink.h
  quern/base/int128.h quern/bytes/writing/compressed_output.h
  quern/formats/callgrind/streaming_writer.h)
set(quern_installed_headers "")
while(quern_headers)
  list(POP_FRONT quern_headers header)
  if(header IN_LIST quern_installed_headers)
    continue()
  endif()
  list(APPEND quern_installed_headers "${header}")
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/${header}"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}")
  file(STRINGS "${PROJECT_SOURCE_DIR}/${header}" included REGEX "^#include \"quern/")
  list(TRANSFORM included REPLACE "^#include \"(.*)\".*" "\\1")
  list(APPEND quern_headers ${included})
endwhile()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/quern")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/quernConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/quernConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/quernConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/quernConfig.cmake" "${CMAKE_BINARY_DIR}/quernConfigVersion.cmake"
  DESTINATION "${package_folder}")
list(TRANSFORM quern_linked PREPEND "-l" OUTPUT_VARIABLE quern_link_flags)
list(JOIN quern_link_flags " " quern_link_flags)
file(RELATIVE_PATH quern_prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file("${PROJECT_SOURCE_DIR}/cmake/quern.pc.in" "${CMAKE_BINARY_DIR}/quern.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/quern.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# How `file` and file managers recognize profiles.
install(FILES "${PROJECT_SOURCE_DIR}/packaging/quern.xml"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
install(FILES "${PROJECT_SOURCE_DIR}/packaging/quern.magic"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/quern")

# What was installed, for those who remove it (docs/install.md). The last rule, so that it sees all.
install(CODE [[
  set(quern_files "")
  foreach(quern_file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
    file(RELATIVE_PATH quern_file "${CMAKE_INSTALL_PREFIX}" "${quern_file}")
    string(APPEND quern_files "${quern_file}\n")
  endforeach()
  file(WRITE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/quern/installed"
    "${quern_files}share/quern/installed\n")
]])
