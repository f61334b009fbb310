// SPDX-License-Identifier: MIT
#include "quern/save/merge_sums.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "quern/formats/registry.h"
#include "quern/load/find/codes.h"
#include "quern/load/names/fold_names.h"
#include "quern/load/read_input.h"
#include "quern/model/records/packing.h"
#include "quern/save/convert.h"

namespace quern {

// Found by their arguments' types where packing.h meets them.

void fields(Packing& pack, const CodeInfo*& code) {
  std::string name(code->name);
  pack(name);
}

void fields(Unpacking& unpack, const CodeInfo*& code) {
  std::string name;
  unpack(name);
  const std::vector<const CodeInfo*> known = all_codes();
  const auto found = std::ranges::find(known, name, &CodeInfo::name);
  if (found != known.end()) {
    code = *found;
  } else {
    unpack.refuse();
  }
}

template <class Way>
void fields(Way& way, Place& place) {
  way(place.line, place.column);
}

template <class Way>
void fields(Way& way, Diagnostic& error) {
  way(error.severity, error.fault, error.code, error.message, error.hint, error.input, error.place,
      error.offset, error.excerpt, error.is_cut);
}

template <class Way>
void fields(Way& way, Loss& loss) {
  way(loss.what, loss.count, loss.effect, loss.kind, loss.result);
}

/// All but the table.
template <class Way>
void fields(Way& way, MergeSums& sums) {
  way(sums.has_any, sums.meanings, sums.events, sums.findings, sums.errors, sums.bad_names,
      sums.fault, sums.notes, sums.losses, sums.declared);
}

void MergeSums::add(const MergeSums& others) {
  fold.add(others.fold);
  has_any = has_any || others.has_any;
  meanings.add(others.meanings);
  events.add(others.events);
  findings.add(others.findings);
  errors.insert(others.errors.begin(), others.errors.end());
  bad_names = bad_names ? bad_names : others.bad_names;
  if (others.fault && (!fault || others.fault->message < fault->message)) {
    fault = others.fault;
  }
  notes.insert(notes.end(), others.notes.begin(), others.notes.end());
  add_losses(losses, others.losses);
  for (const auto& [event, cost] : others.declared) {
    declared[event] += cost;
  }
}

void MergeSums::add(const Profile& profile) {
  // Statistics are of functions as answers show them; files keep the names that were recorded.
  const NewNames folded = fold.keeps_runs() ? folded_names(profile) : NewNames();
  fold.add(profile, folded.functions);
  has_any = true;
}

namespace {

/// As the only format that holds everything: what a fold makes of a fold's result is that fold.
Result<std::string> table_of(const merge::Fold& fold) {
  const Result<std::unique_ptr<const Profile>> profile = fold.result({});
  if (!profile) {
    return failure(profile.error());
  }
  StringSink table;
  const WriteOptions options;
  if (Result<void> done =
          writer_named("snapshot")->write({.profile = **profile, .options = options, .out = table});
      !done) {
    return failure(done.error());
  }
  return std::move(table.text());
}

}  // namespace

std::string packed(MergeSums& sums, bool has_table) {
  std::string table;
  if (has_table && sums.has_any) {
    Result<std::string> written = table_of(sums.fold);
    if (written) {
      table = std::move(*written);
    } else if (!sums.fault) {
      sums.fault = std::move(written.error());
    }
  }
  sums.has_any = !table.empty();
  std::string head;
  Packing pack(head);
  pack(sums);
  std::string bytes;
  FieldWriter(bytes).text(head);
  return bytes += table;
}

Result<void> add_packed(std::string bytes, const std::string& from, MergeSums& sums) {
  const auto nonsense = [&from] {
    return failure(input_error(kReadFailed.name, from, "the sums that it has sent are damaged"));
  };
  FieldReader head({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  Unpacking unpack(head.text());
  MergeSums others;
  unpack(others);
  if (!head.ok() || !unpack.is_complete()) {
    return nonsense();
  }
  sums.add(others);
  if (!others.has_any) {
    return {};
  }
  bytes.erase(0, head.offset());
  OpenOptions options;
  options.keep = Keep::kAll;
  options.threads = 1;
  const Result<std::unique_ptr<const Profile>> table =
      read_profile(memory_input(from, std::move(bytes)), options);
  if (!table) {
    return failure(table.error());
  }
  sums.add(**table);
  return {};
}

}  // namespace quern
