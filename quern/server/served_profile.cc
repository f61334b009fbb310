// SPDX-License-Identifier: MIT
#include "quern/server/served_profile.h"

#include <utility>

#include "quern/analysis/costs/call_sums.h"
#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/contradictions.h"
#include "quern/views/code/file_costs.h"

namespace quern::server {
namespace {

constexpr size_t kCostsKept = 6;
constexpr size_t kCostsOfRowsKept = 3;  // until others with edges are there
constexpr size_t kOrdersKept = 12;
constexpr size_t kGroundsKept = 4;
constexpr size_t kCodesKept = 2;
constexpr size_t kAnnotationsKept = 4;
constexpr size_t kFilteredKept = 3;  // profiles, each as large as this one at worst

void add_key_number(std::string& key, size_t number) {
  key += std::to_string(number);
  key += ';';
}

void add_column_key(std::string& key, const Column& column) {
  add_key_text(key, column.event.name);
  add_key_text(key, column.event.formula.value_or(""));
}

/// The files or objects of all functions.
std::set<std::string_view> names_of(const Symbols& symbols, NameId FunctionKey::* kind) {
  std::set<std::string_view> names;
  std::optional<NameId> last;  // functions of one file or object mostly stand together
  for (uint32_t at = 0; at < symbols.functions.size(); ++at) {
    const NameId name = symbols.functions[FunctionId(at)].*kind;
    if (name != last) {
      names.insert(symbols.names.text(name));
    }
    last = name;
  }
  return names;
}

}  // namespace

void add_key_text(std::string& key, std::string_view text) {
  key += std::to_string(text.size());
  key += ':';
  key += text;
}

std::string costs_key(const Profile& profile, const Selection& selection) {
  std::string key;
  for (size_t part = 0; part < profile.parts().size(); ++part) {
    key += selection.parts.contains(part) ? '1' : '0';
  }
  key += ';';
  add_key_number(key, static_cast<size_t>(selection.group_by));
  // Where functions stand by place their first lines are found.
  add_key_number(key, selection.order == RowOrder::kPlace ? 1 : 0);
  add_key_number(key, selection.columns.size());
  for (const Column& column : selection.columns) {
    add_column_key(key, column);
  }
  add_key_number(key, selection.beside.size());
  for (const Column& column : selection.beside) {
    add_column_key(key, column);
  }
  for (const ComputedColumn& computed : selection.computed) {
    add_key_text(key, computed.event.name);
    add_key_text(key, computed.event.formula.value_or(""));
  }
  for (const size_t ratio : selection.ratios) {
    add_key_number(key, ratio);
  }
  return key;
}

std::string rows_key(const Profile& profile, const Selection& selection) {
  std::string key = costs_key(profile, selection);
  key += '|';
  add_key_number(key, static_cast<size_t>(selection.sort_by));
  add_key_number(key, selection.sort_column);
  add_key_number(key, selection.sort_ratio ? *selection.sort_ratio + 1 : 0);
  add_key_number(key, static_cast<size_t>(selection.order));
  add_key_number(key, selection.running ? 1 : 0);
  add_key_number(key, selection.counts_paths ? 1 : 0);
  add_key_number(key, selection.shows_runs ? 1 : 0);
  if (selection.where.query) {
    add_key_text(key, selection.where.query->text());
  }
  return key;
}

ServedProfile::ServedProfile(std::string id, Opened opened)
    : id_(std::move(id)),
      opened_(std::move(opened)),
      costs_(kCostsKept),
      costs_of_rows_(kCostsOfRowsKept),
      tops_(kOrdersKept),
      fitting_(kCostsKept),
      files_by_lines_(kOrdersKept),
      loops_(kOrdersKept),
      calls_(kOrdersKept),
      grounds_(kGroundsKept),
      codes_(kCodesKept),
      annotations_(kAnnotationsKept),
      filtered_(kFilteredKept) {}

std::shared_ptr<const NodeCosts> ServedProfile::costs(const Selection& selection) const {
  return *costs_.get(costs_key(profile(), selection), [&] {
    return SharedCache<NodeCosts>::Value(
        std::make_shared<const NodeCosts>(profile(), selection, NodeCosts::Edges::kWanted));
  });
}

void ServedProfile::prepare_edges() const {
  SelectionWords words;
  words.all_events = true;
  if (const Result<Selection> all = select(profile(), words)) {
    [[maybe_unused]] const std::shared_ptr<const NodeCosts> made = costs(*all);
  }
}

std::shared_ptr<const NodeCosts> ServedProfile::costs_of_rows(const Selection& selection) const {
  if (!can_be_summed(profile())) {
    return costs(selection);  // edges are needed in any case
  }
  const std::string key = costs_key(profile(), selection);
  if (auto with_edges = costs_.kept(key)) {
    return with_edges;
  }
  return *costs_of_rows_.get(key, [&] {
    return SharedCache<NodeCosts>::Value(
        std::make_shared<const NodeCosts>(profile(), selection, NodeCosts::Edges::kNone));
  });
}

std::shared_ptr<const Top> ServedProfile::top(const Selection& selection,
                                              const std::string& members) const {
  return *tops_.get(rows_key(profile(), selection) + '|' + members, [&] {
    return SharedCache<Top>::Value(
        std::make_shared<const Top>(profile(), selection, costs_of_rows(selection)));
  });
}

std::shared_ptr<const NodeSet> ServedProfile::fitting(const Selection& selection,
                                                      const std::string& members) const {
  return *fitting_.get(rows_key(profile(), selection) + '|' + members, [&] {
    const std::shared_ptr<const Top> rows = top(selection, members);
    NodeSet set;
    const std::vector<uint32_t> nodes = rows->fitting_nodes();
    set.count = nodes.size();
    for (const uint32_t node : nodes) {
      if (node >= set.has.size()) {
        set.has.resize(node + size_t{1});
      }
      set.has[node] = true;
    }
    return SharedCache<NodeSet>::Value(std::make_shared<const NodeSet>(std::move(set)));
  });
}

Result<std::shared_ptr<const Lines>> ServedProfile::files_by_lines(
    const Selection& selection) const {
  return files_by_lines_.get(rows_key(profile(), selection), [&] {
    return shared(Lines::make(profile(), selection, Lines::Of::kFile));
  });
}

Result<std::shared_ptr<const Loops>> ServedProfile::loops(const Selection& selection) const {
  return loops_.get(rows_key(profile(), selection),
                    [&] { return shared(Loops::make(profile(), selection)); });
}

std::shared_ptr<const Calls> ServedProfile::calls(const Selection& selection) const {
  return *calls_.get(rows_key(profile(), selection) + std::to_string(selection.limit), [&] {
    return SharedCache<Calls>::Value(
        std::make_shared<const Calls>(profile(), selection, Calls::Sites::kNone));
  });
}

Result<std::shared_ptr<const TreeGround>> ServedProfile::ground(const Selection& selection,
                                                                const TreeRequest& request) const {
  std::string key = costs_key(profile(), selection);
  key += request.bottom_up ? "|up" : "|down";
  key += request.merge_recursion ? "|merged" : "";
  return grounds_.get(key, [&]() -> SharedCache<TreeGround>::Value {
    if (!has_contexts(profile(), selection.parts)) {
      return std::make_shared<const TreeGround>(
          TreeGround::make(profile(), selection, request, costs(selection)));
    }
    return shared(TreeGround::make(profile(), selection, request));
  });
}

Result<std::shared_ptr<const Annotation>> ServedProfile::annotation(
    const Selection& selection, const AnnotationRequest& request, const std::string& places) const {
  const std::string key = costs_key(profile(), selection) + '|' + places;
  return annotations_.get(key + '|' + request.target, [&]() -> SharedCache<Annotation>::Value {
    const auto code = codes_.get(key, [&] {
      return SharedCache<CodeWithFiles>::Value(
          std::make_shared<const CodeWithFiles>(profile(), selection, request.places));
    });
    return shared(Annotation::make(*code, selection, request));
  });
}

Result<std::shared_ptr<const ServedProfile>> ServedProfile::filtered(
    const FilterPlan& plan, const std::string& key, const std::stop_token& stop) const {
  return filtered_.get(
      key,
      [&](const std::stop_token& nobody_waits) -> SharedCache<ServedProfile>::Value {
        Result<Opened> made = plan.run(profile(), nobody_waits);
        if (!made) {
          return failure(made.error());
        }
        return std::make_shared<const ServedProfile>(id_, std::move(*made));
      },
      stop);
}

const std::map<std::string, std::string_view, std::less<>>& ServedProfile::files() const {
  return files_.get([this] {
    std::map<std::string, std::string_view, std::less<>> files;
    const auto add = [&files](std::string_view file) {
      if (!file.empty()) {
        files.emplace(file_id(file), file);
      }
    };
    const Symbols& symbols = profile().symbols();
    for (uint32_t at = 0; at < symbols.functions.size(); ++at) {
      add(symbols.file(FunctionId(at)));
    }
    if (profile().has_records()) {
      for (const NameId recorded : profile().records().files().files()) {
        add(symbols.names.text(recorded));
      }
    }
    return files;
  });
}

const std::set<std::string_view>& ServedProfile::files_of_functions() const {
  return files_of_functions_.get(
      [this] { return names_of(profile().symbols(), &FunctionKey::file); });
}

const std::set<std::string_view>& ServedProfile::objects() const {
  return objects_.get([this] {
    std::set<std::string_view> objects = names_of(profile().symbols(), &FunctionKey::object);
    objects.erase("");
    return objects;
  });
}

const std::string& ServedProfile::description(
    const std::function<std::string(const ServedProfile&)>& make) const {
  return description_.get([&] { return make(*this); });
}

const Findings& ServedProfile::contradictions() const {
  return contradictions_.get([this] { return quern::contradictions(profile()); });
}

std::optional<std::string_view> ServedProfile::find_file(std::string_view id) const {
  const auto found = files().find(id);
  return found != files().end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace quern::server
