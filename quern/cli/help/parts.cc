// SPDX-License-Identifier: MIT
#include "quern/cli/help/parts.h"

#include <fmt/format.h>

#include <string_view>

#include "quern/bytes/reading/inflater.h"
#include "quern/cli/config/toml.h"
#include "quern/cli/help/help.h"
#include "quern/formats/sqlite/writer.h"
#include "quern/server/http/http_server.h"
#include "quern/server/page_files.h"
#include "quern/source/demangle.h"
#include "quern/source/symbols.h"

namespace quern::cli {
namespace {

#if defined(__clang__)
constexpr std::string_view kCompiler = "Clang " __clang_version__;
#else
constexpr std::string_view kCompiler = "GCC " __VERSION__;
#endif

std::string part(std::string_view name, std::string_view what) {
  return fmt::format("{:<22}{}\n", name, what.empty() ? "not built in" : what);
}

}  // namespace

std::string parts_of_build() {
  return version_line() + '\n' + part("compiler:", kCompiler) + part("gzip:", gzip_library()) +
         part("mangled names:", demangler_text()) +
         part("debug information:", can_read_objects() ? "libdw" : "") +
         part("configuration files:", toml_library()) +
         part("SQLite databases:", sqlite::library()) +
         part("web page:", server::page_files().empty() ? "" : "yes") +
         part("web server:", server::http_library());
}

}  // namespace quern::cli
