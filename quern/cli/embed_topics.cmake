# SPDX-License-Identifier: MIT
# Writes OUTPUT, a C++ file that defines quern::cli::topics() from the pages of DOCS. PAGES
# lists them, "formats/callgrind" and so on, in the order of help.
# Run as: cmake -DDOCS=… -DPAGES=…;… -DOUTPUT=… -P embed_topics.cmake
set(rows "")
foreach(page IN LISTS PAGES)
  file(READ "${DOCS}/${page}.md" text)
  get_filename_component(name "${page}" NAME)
  set(section 7)
  if(page MATCHES "^formats/")
    set(section 5)
  endif()
  string(APPEND rows "    {\"${name}\", ${section}, R\"quern-page(${text})quern-page\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from docs/ by embed_topics.cmake.
#include \"quern/cli/help/topics.h\"

namespace quern::cli {
namespace {

constexpr Topic kTopics[] = {
${rows}};

}  // namespace

std::span<const Topic> topics() { return kTopics; }

}  // namespace quern::cli
")
