// SPDX-License-Identifier: MIT
//
// What a row of a list stands for, a function or a group, and how it is named and sorted. A group
// has a file or an object only if all of its functions share it. Names are views into the profile,
// so nothing is copied for rows that are not shown.
#include "quern/views/lists/nodes.h"

#include <algorithm>
#include <compare>

#include "quern/model/declared_costs.h"
#include "quern/model/records/record_cursor.h"
#include "quern/views/code/file_costs.h"
#include "quern/views/lists/lazy_order.h"

namespace quern {

namespace {

/// Texts that are not known come last.
std::strong_ordering known_first(std::string_view left, std::string_view right) {
  return left.empty() != right.empty() ? left.empty() <=> right.empty() : left <=> right;
}

}  // namespace

RowName name_of_function(const Symbols& symbols, FunctionId function) {
  return {.name = symbols.name(function),
          .file = symbols.file(function),
          .object = symbols.object(function)};
}

Nodes::Nodes(const Profile& profile, GroupBy by, const GroupRules* rules, size_t dir_depth)
    : profile_(&profile), by_(by) {
  if (by != GroupBy::kFunction) {
    grouping_ = by == GroupBy::kRules && rules != nullptr
                    ? rules->group(profile.symbols())
                    : group_functions(profile.symbols(), by, dir_depth);
    share();
  }
}

Nodes::Nodes(const Profile& profile, const Selection& selection)
    : Nodes(profile, selection.group_by, selection.rules.get(), selection.dir_depth) {
  if (selection.order == RowOrder::kPlace && by_ == GroupBy::kFunction && profile.has_records()) {
    find_lines(selection.parts);
  }
}

/// The first line of its own file that a function spent something at.
void Nodes::find_lines(const PartSet& parts) {
  const Symbols& symbols = profile_->symbols();
  lines_.assign(symbols.functions.size(), 0);
  RecordCursor cursor(profile_->records());
  while (const Record* record = cursor.next()) {
    if (record->kind != RecordKind::kSelf || !parts.contains(record->part) ||
        !knows_line(profile_->parts()[record->part].header.positions, record->at.line)) {
      continue;
    }
    const FunctionId function = profile_->function(record->function);
    const NameId file = symbols.names.canonical(record->file);
    if (file == kUnknownName || file != symbols.names.canonical(symbols.functions[function].file)) {
      continue;  // lines of no file, or inlined from another
    }
    uint64_t& line = lines_[function.index()];
    line = line == 0 ? record->at.line : std::min(line, record->at.line);
  }
}

/// A file or object stays with a group as long as all listed members agree on it.
void Nodes::share() {
  const Symbols& symbols = profile_->symbols();
  groups_.resize(grouping_.size());
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId function(at);
    if (!profile_->is_listed(function)) {
      continue;
    }
    const FunctionKey& key = symbols.functions[function];
    const NameId file = symbols.names.canonical(key.file);
    const NameId object = symbols.names.canonical(key.object);
    Group& group = groups_[grouping_[function]];
    if (!group.is_listed) {
      group = {file, object, true};
      continue;
    }
    group.file = group.file == file ? file : kUnknownName;
    group.object = group.object == object ? object : kUnknownName;
  }
}

size_t Nodes::size() const {
  return by_ == GroupBy::kFunction ? profile_->symbols().functions.size() : grouping_.size();
}

RowName Nodes::name(uint32_t node) const {
  const Symbols& symbols = profile_->symbols();
  if (node == size()) {
    return {.name = {}, .file = {}, .object = {}, .is_root = true};
  }
  if (by_ == GroupBy::kFunction) {
    RowName name = name_of_function(symbols, FunctionId(node));
    name.line = lines_.empty() ? 0 : lines_[node];
    return name;
  }
  const Group& group = groups_[node];
  return {.name = grouping_.texts[node],
          .file = symbols.names.text(group.file),
          .object = symbols.names.text(group.object),
          .kind = grouping_.kinds.empty() || grouping_.texts[node] == kNotInProfile
                      ? std::string_view()
                      : to_string(grouping_.kinds[node])};
}

std::string_view Nodes::text(uint32_t node) const {
  return node == size()              ? std::string_view()
         : by_ == GroupBy::kFunction ? profile_->symbols().name(FunctionId(node))
                                     : std::string_view(grouping_.texts[node]);
}

bool Nodes::is_listed(uint32_t node) const {
  return by_ == GroupBy::kFunction ? profile_->is_listed(FunctionId(node))
                                   : groups_[node].is_listed;
}

std::vector<uint32_t> Nodes::listed() const {
  std::vector<uint32_t> all;
  const auto count = static_cast<uint32_t>(size());
  all.reserve(count);
  for (uint32_t node = 0; node < count; ++node) {
    if (is_listed(node)) {
      all.push_back(node);
    }
  }
  return all;
}

NamedItems Nodes::named() const {
  NamedItems all;
  for (const uint32_t node : listed()) {
    all.add(text(node), node);
  }
  return all;
}

bool Nodes::is_before(uint32_t left, uint32_t right) const {
  const auto order = compare(name(left), name(right));
  return order != 0 ? order < 0 : left < right;
}

bool Nodes::is_placed_before(uint32_t left, uint32_t right) const {
  const RowName one = name(left);
  const RowName other = name(right);
  if (const auto objects = known_first(one.object, other.object); objects != 0) {
    return objects < 0;
  }
  if (const auto files = known_first(one.file, other.file); files != 0) {
    return files < 0;
  }
  if (one.line != other.line) {
    return other.line == 0 || (one.line != 0 && one.line < other.line);
  }
  return is_before(left, right);
}

NameOrder Nodes::order() const {
  return {.text = [this](uint32_t node) { return text(node); },
          .is_before = [this](uint32_t left, uint32_t right) { return is_before(left, right); }};
}

}  // namespace quern
