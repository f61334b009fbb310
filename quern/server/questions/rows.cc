// SPDX-License-Identifier: MIT
#include "quern/server/questions/rows.h"

#include "quern/output/shared/short_names.h"

namespace quern::server {

void write_file_id(JsonWriter& json, const RowName& name) {
  json.key("file_id");
  if (name.file.empty()) {
    json.null();
  } else {
    json.string(file_id(name.file));
  }
}

void write_ids(JsonWriter& json, const ServedProfile& served, GroupBy by, uint32_t node,
               const RowName& name) {
  json.key("id");
  if (name.is_root) {
    json.null();
  } else {
    json.string(RowIds(served.identities(), by).of(node, name));
  }
  write_file_id(json, name);
  write_shorter_names(json, by, name);
}

void write_shorter_names(JsonWriter& json, GroupBy by, const RowName& name) {
  if (by != GroupBy::kFunction) {
    return;
  }
  if (const std::vector<std::string> forms = shorter_forms(name.name); !forms.empty()) {
    write_texts(json, "shorter", forms);
  }
}

std::string id_of_name(const RowName& name) {
  return id_text(function_hash(name));
}

void begin_document(JsonWriter& json, std::string_view schema, const Selection& selection) {
  quern::begin_document(json, schema, selection.completeness);
  write_event_names(json, selection);
}

void write_window(JsonWriter& json, Window window, size_t of, size_t matched) {
  const size_t end = window.end(matched);
  write_count(json, "shown", end > window.offset ? end - window.offset : 0);
  write_count(json, "of", of);
  write_count(json, "offset", window.offset);
  write_count(json, "matched", matched);
}

int frame_flags(Certainty width, Certainty own, bool is_recursive) {
  constexpr int kEstimated = 1;
  constexpr int kBounded = 2;
  constexpr int kRecursive = 4;
  constexpr int kOwnEstimated = 8;
  int flags = is_recursive ? kRecursive : 0;
  if (width == Certainty::kEstimated) {
    return flags | kEstimated;
  }
  flags |= width == Certainty::kBounded ? kBounded : 0;
  return flags | (own == Certainty::kEstimated ? kOwnEstimated : 0);
}

}  // namespace quern::server
