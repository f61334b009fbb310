// SPDX-License-Identifier: MIT
#include "quern/load/find/foreign_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern {

namespace {

using namespace std::string_view_literals;

constexpr size_t kNear = 4096;  ///< where the marks of a kind are looked for

/// FILE in `next` stands for the file's name, quoted for a shell.
struct Kind {
  std::string_view start;   ///< what the file begins with
  std::string_view within;  ///< what the first bytes contain, or empty
  std::string_view what;
  std::string_view next;
};

constexpr std::string_view kExport =
    "open it in https://www.speedscope.app and export it there: quern reads the exported file";
constexpr std::string_view kGoogle =
    "google-pprof --callgrind ./app FILE > app.callgrind converts it";
constexpr std::string_view kTree =
    "record memory for quern: valgrind --xtree-memory=full --xtree-memory-file=app.kcg ./app";
constexpr std::string_view kRecord = "record a profile of the program: quern record -- ./app";

// The first row that matches counts, so kinds of JSON and XML precede the general rows.
constexpr auto kKinds = std::to_array<Kind>({
    {"<?php"sv, {}, "a PHP script", "record a profile of it: quern record -- php FILE"},
    {"\x89PNG"sv, {}, "a PNG picture", {}},
    {"\xff\xd8\xff"sv, {}, "a JPEG picture", {}},
    {"%PDF"sv, {}, "a PDF document", {}},
    {"PK\x03\x04"sv, {}, "a zip archive", {}},
    {"SQLite format 3"sv, {}, "an SQLite database", {}},
    {"PERFILE2"sv,
     {},
     "a perf.data file",
     "perf script -i FILE | stackcollapse-perf.pl > app.folded converts it"},
    {"gmon"sv, {}, "a gmon.out file of gprof", kRecord},
    {"FLR\0"sv,
     {},
     "a recording of Java Flight Recorder",
     "jfrconv -o collapsed FILE app.folded converts it (from async-profiler)"},
    {"v "sv, "\nX "sv, "a heaptrack file",
     "heaptrack_print -f FILE -F app.folded && sed -i 's/; \\([0-9]*\\)$/ \\1/' app.folded "
     "converts it"},
    {"\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv,
     {},
     "a CPU profile of gperftools",
     kGoogle},
    {"heap profile:"sv, {}, "a heap profile of gperftools", kGoogle},
    {"desc: "sv, "\ntime_unit: "sv, "a Massif profile", kTree},
    {"{\"dhatFileVersion\""sv, {}, "a DHAT profile", kTree},
    {"Version: "sv, "\nTRACE START"sv, "a function trace of Xdebug",
     "record a profile instead: quern record -- php SCRIPT"},
    {"VERSION:2\n"sv, {}, "a raw Parrot profile", {}},
    {"{"sv, "\"callFrame\""sv, "a profile of V8 (Node.js or Chrome)", kExport},
    {"{"sv, "\"traceEvents\""sv, "a trace of Chrome", kExport},
    {"["sv, "\"ph\":"sv, "a trace of Chrome", kExport},
    {"{"sv, "\"preprocessedProfileVersion\""sv, "a profile of Firefox or samply", kExport},
    {"{\"schema\":\"quern."sv,
     {},
     "an answer of quern, not a profile",
     "name the profile that the answer is about"},
    {"{"sv, {}, "a JSON document of another program", {}},
    {"["sv, {}, "a JSON document of another program", {}},
    {"<?xml"sv, {}, "an XML document", {}},
    {"<"sv, {}, "an HTML or XML document", {}},
});

/// Puts `value` where `text` says `word`.
std::string with(std::string text, std::string_view word, std::string_view value) {
  if (const size_t at = text.find(word); at != std::string::npos) {
    text.replace(at, word.size(), value);
  }
  return text;
}

/// A name that no command takes for an option, and that a shell finds without PATH.
std::string path_of(std::string_view name) {
  if (name.starts_with('<')) {  // standard input
    return "./app";
  }
  return shell_quoted(name.contains('/') ? std::string(name) : fmt::format("./{}", name));
}

std::string file_of(std::string_view name) {
  if (name.starts_with('<')) {  // standard input
    return "FILE";
  }
  return name.starts_with('-') ? path_of(name) : shell_quoted(name);
}

/// "python3" of "#!/usr/bin/env python3 -u".
std::string interpreter_of(std::string_view row) {
  row = trim(row.substr(2));
  while (true) {
    const std::string_view word = row.substr(0, row.find_first_of(" \t"));
    const std::string_view rest = trim(row.substr(word.size()));
    const bool is_env = base_name(word) == "env" || word.starts_with('-');
    if (!is_env || rest.empty()) {
      return std::string(base_name(word));
    }
    row = rest;
  }
}

/// What the type in the header of an ELF file says. A program that is linked dynamically names its
/// loader, /lib64/ld-linux-x86-64.so.2; a library names none.
ForeignFile elf_file(std::string_view first_bytes, std::string_view name) {
  constexpr size_t kType = 16;
  constexpr size_t kByteOrder = 5;
  const bool is_big_endian = first_bytes.size() > kByteOrder && first_bytes[kByteOrder] == 2;
  const size_t at = kType + (is_big_endian ? 1 : 0);
  const char type = at < first_bytes.size() ? first_bytes[at] : '\0';
  const std::string own = fmt::format("record a profile of it: quern record -- {}", path_of(name));
  switch (type) {
    case 2:
      return {"a program (ELF)", own};
    case 3:
      return first_bytes.substr(0, kNear).contains("/ld")
                 ? ForeignFile{"a program (ELF)", own}
                 : ForeignFile{"a library (ELF)", std::string(kRecord)};
    case 4:
      return {"a core dump (ELF)", std::string(kRecord)};
    default:
      return {"an object file (ELF)", std::string(kRecord)};
  }
}

ForeignFile script(std::string_view first_bytes, std::string_view name) {
  std::string interpreter = interpreter_of(take_row(first_bytes));
  if (interpreter.empty()) {
    interpreter = "sh";  // what a shell takes for such a script
  }
  return {"a script", fmt::format("record a profile of it: quern record -- {} {}",
                                  shell_quoted(interpreter), file_of(name))};
}

/// Python's marshal format: a dictionary whose first key is a tuple of three, (file, line, name).
/// The highest bit of a type marks a value that is referred to later.
bool is_python_profile(std::string_view bytes) {
  const auto type = [bytes](size_t at) { return static_cast<char>(bytes[at] & 0x7f); };
  return bytes.size() > 8 && type(0) == '{' &&
         ((type(1) == ')' && bytes[2] == 3) ||
          (type(1) == '(' && bytes.substr(2).starts_with("\3\0\0\0"sv)));
}

/// "==4711== Memcheck, a memory error detector".
bool is_valgrind_log(std::string_view bytes) {
  std::string_view row = take_row(bytes);
  if (!row.starts_with("==")) {
    return false;
  }
  row.remove_prefix(2);
  const size_t end = row.find_first_not_of("0123456789");
  return end != 0 && end != std::string_view::npos && row.substr(end).starts_with("== ");
}

/// The first row of `perf script`: "app 4711 1234.567890:  250000 cycles:u:  55d0 main+0x4 (app)".
bool is_perf_script(std::string_view bytes) {
  std::string_view row = trim(take_row(bytes));
  const size_t colon = row.find(": ");
  const size_t time = colon == std::string_view::npos ? colon : row.rfind(' ', colon);
  if (time == std::string_view::npos) {
    return false;
  }
  const std::string_view seconds = row.substr(time + 1, colon - time - 1);
  const std::string_view before = trim(row.substr(0, time));
  row = trim(row.substr(colon + 1));
  const size_t digits = row.find_first_not_of("0123456789");
  return seconds.contains('.') && seconds.find_first_not_of("0123456789.") == seconds.npos &&
         before.contains(' ') && digits != 0 && digits != row.npos && row[digits] == ' ' &&
         row.contains(':');
}

std::optional<ForeignFile> special_file(std::string_view first_bytes, std::string_view name) {
  if (first_bytes.starts_with("\x7f"
                              "ELF")) {
    return elf_file(first_bytes, name);
  }
  if (first_bytes.starts_with("#!")) {
    return script(first_bytes, name);
  }
  if (is_python_profile(first_bytes)) {
    return ForeignFile{
        "a profile of Python's cProfile",
        fmt::format("pyprof2calltree -i {} -o app.callgrind converts it", file_of(name))};
  }
  if (is_perf_script(first_bytes)) {
    return ForeignFile{
        "text of perf script",
        fmt::format("stackcollapse-perf.pl {} > app.folded converts it", file_of(name))};
  }
  if (is_valgrind_log(first_bytes)) {
    return ForeignFile{"messages of Valgrind",
                       "Callgrind writes its profile to another file, callgrind.out.PID"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<ForeignFile> foreign_file(std::string_view first_bytes, std::string_view name) {
  if (std::optional<ForeignFile> special = special_file(first_bytes, name)) {
    return special;
  }
  const auto found = std::ranges::find_if(kKinds, [first_bytes](const Kind& kind) {
    return first_bytes.starts_with(kind.start) &&
           first_bytes.substr(0, kNear).contains(kind.within);
  });
  if (found == kKinds.end()) {
    return std::nullopt;
  }
  return ForeignFile{found->what, with(std::string(found->next), "FILE", file_of(name))};
}

}  // namespace quern
