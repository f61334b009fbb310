// SPDX-License-Identifier: MIT
//
// Profiles next to the one that is served, of which the page may choose either side.
#include <algorithm>

#include "quern/base/text.h"
#include "quern/bytes/files/files.h"
#include "quern/load/find/recognize.h"
#include "quern/load/find/siblings.h"
#include "quern/output/json/json_answer.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

struct Bases {
  std::string folder;                 ///< what comes before a name; empty: the current one
  std::vector<FolderEntry> profiles;  ///< the newest first
  size_t unread = 0;                  ///< older files, which may be profiles too
};

/// A comparison is of two files: where several are read into one, there is none to choose.
Bases bases_of(const LiveProfiles& live) {
  constexpr size_t kMostRead = 200;
  Bases bases;
  const std::vector<std::string> files = live.files_of_folder();
  if (files.size() != 1 || files.front() == "-") {
    return bases;
  }
  bases.folder = containing_folder(files.front());
  const Result<std::vector<FolderEntry>> entries = list_folder(folder_of(files.front()));
  // What quern was started with can be chosen again where a file that was sent is shown instead.
  const Result<std::vector<std::string>> run =
      files == live.files().now ? sibling_files(files.front()) : std::vector<std::string>();
  if (!entries || !run) {
    return bases;
  }
  std::vector<FolderEntry> others;
  for (const FolderEntry& entry : *entries) {
    const bool is_own = std::ranges::any_of(
        *run, [&](const std::string& file) { return base_name(file) == entry.name; });
    const bool is_hidden = entry.name.starts_with('.');
    // "-" would be read as standard input.
    if (entry.is_regular && entry.size != 0 && !is_hidden && !is_own && entry.name != "-") {
      others.push_back(entry);
    }
  }
  std::ranges::sort(others, [](const FolderEntry& left, const FolderEntry& right) {
    return left.modified_ns != right.modified_ns ? left.modified_ns > right.modified_ns
                                                 : left.name < right.name;
  });
  bases.unread = others.size() - std::min(others.size(), kMostRead);
  others.resize(others.size() - bases.unread);
  std::ranges::copy_if(others, std::back_inserter(bases.profiles), [&](const FolderEntry& entry) {
    return is_profile(bases.folder + entry.name, std::nullopt);
  });
  return bases;
}

Answer choose(Question& question, Side side) {
  const Asked<std::string> name = posted_text(question, "name");
  if (!name) {
    return std::unexpected(name.error());
  }
  const Bases bases = bases_of(*question.live);
  const auto found = std::ranges::find(bases.profiles, *name, &FolderEntry::name);
  if (found == bases.profiles.end()) {
    return std::unexpected(refusal(404, "no-such-profile",
                                   "there is no such profile next to the one that is shown", {},
                                   "name"));
  }
  question.live->choose(side, bases.folder + found->name);
  return json_response(R"({"ok":true})");
}

}  // namespace

Answer answer_bases(Question& question) {
  const Bases bases = bases_of(*question.live);
  return json_answer([&](JsonWriter& json) {
    json.begin_object().key("schema").string("quern.bases/1");
    write_rows(json, "rows", bases.profiles, [&](const FolderEntry& entry) {
      json.text("name", entry.name).key("size").integer(entry.size);
      json.key("modified_ms").integer(entry.modified_ns / 1'000'000);
    });
    write_count(json, "unread", bases.unread);
  });
}

Answer answer_base(Question& question) {
  return choose(question, Side::kBase);
}

Answer answer_profile(Question& question) {
  return choose(question, Side::kNow);
}

Answer answer_file(Question& question) {
  question.live->receive(question.request->file);
  return json_response(R"({"ok":true})");
}

}  // namespace quern::server
