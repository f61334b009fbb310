// SPDX-License-Identifier: MIT
#include "quern/source/inlines/lookup.h"

#include <algorithm>
#include <expected>

#include "quern/base/paths.h"
#include "quern/base/text.h"
#include "quern/source/demangle.h"
#include "quern/source/source_roots.h"

namespace quern {

namespace {

/// The folders of options first, then the recorded path: where an object may lie.
std::vector<std::string> places_of_object(const std::string& object, const SourcePlaces& places) {
  std::vector<std::string> candidates;
  if (const PathMap* const longest = longest_map(places.maps, object)) {
    candidates.push_back(longest->to + object.substr(longest->from.size()));
  }
  for (const ObjectFolder& each : places.object_folders) {
    if (is_for(each, object)) {
      for (std::string_view rest = object; !rest.empty();) {
        candidates.push_back(each.folder + "/" + std::string(rest));
        const size_t slash = rest.find('/', rest.starts_with('/') ? 1 : 0);
        rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
      }
    }
  }
  candidates.push_back(object);
  return candidates;
}

/// Whether a profile has a name with a folder in front that does not belong there: of clang's DWARF
/// 5, Valgrind joins folder and name though the name is absolute, "/build//src/a.c".
bool is_joined(std::string_view recorded, std::string_view known) {
  return known.starts_with('/') && recorded.size() > known.size() && recorded.ends_with(known) &&
         recorded[recorded.size() - known.size() - 1] == '/';
}

/// In the first event of its part.
int128 self_cost(const Record& record) {
  return record.kind == RecordKind::kSelf && !record.costs.empty() ? absolute(record.costs.front())
                                                                   : int128{0};
}

bool has_line(const PositionKinds& kinds, uint64_t line) {
  return line != 0 && kinds.knows(line);
}

}  // namespace

InlinedCode::Lookup::Lookup(const Profile& profile, SourcePlaces places)
    : places_(std::move(places)) {
  bool has_loaded_addresses = false;
  for (const InputInfo& input : profile.inputs()) {
    // IgProf does not say how it counts them; a merged profile may be of several formats.
    has_loaded_addresses = has_loaded_addresses || input.format == "igprof" || input.format.empty();
    for (const RecordedObject& object : input.objects) {
      told_[object.name].push_back(&object);
    }
  }
  static const RecordedObject kLoaded;
  if (has_loaded_addresses) {
    for (auto& [_, told] : told_) {
      told.push_back(&kLoaded);
    }
  }
}

uint32_t InlinedCode::Lookup::chain(InlinedCode& to, const Record& record) {
  const PositionKinds& kinds = to.profile_->parts()[record.part].header.positions;
  if (!kinds.instr) {
    return 0;
  }
  if (object_ == nullptr || record.function != function_) {
    function_ = record.function;
    object_ = object_of(to, function_);
    shared_.reset();
  }
  if (object_ == nullptr) {
    return 0;
  }
  const int128 cost = self_cost(record);
  to.objects_[object_->number].self += cost;
  const bool is_recorded = record.file != kUnknownName && has_line(kinds, record.at.line);
  if (is_recorded) {
    to.objects_[object_->number].recorded += cost;
  }
  if (!object_->code) {
    return 0;
  }
  const InstructionPlace place = object_->code->at(record.at.address);
  const bool has_file = !is_recorded || compare(to, place, record, cost);
  if (!has_file) [[unlikely]] {
    return number(to, *object_, place.frame, place.file);
  }
  if (place.frame == InlineFrame::kNone) {
    return 0;
  }
  if (place.frame >= object_->chains.size()) {
    object_->chains.resize(place.frame + 1, kNotMet);
  }
  uint32_t& chain = object_->chains[place.frame];
  if (chain == kNotMet) {
    const bool is_inlined = object_->code->frame(place.frame).outer != InlineFrame::kNone;
    chain = is_inlined ? number(to, *object_, place.frame, 0) : 0;
  }
  return chain;
}

InlinedCode::StackPlace InlinedCode::Lookup::place(InlinedCode& to, const StackAddress& at) {
  Object* const object = object_of(to, at.function);
  if (object == nullptr) {
    return {};
  }
  to.objects_[object->number].has_stacks = true;
  if (!object->code) {
    return {};
  }
  if (!object->build && !open_build(to, *object)) {
    return {};
  }
  object->build->compare(at.name, at.start, at.address - (at.is_exact ? 0U : 1U));
  const std::optional<uint64_t> address = object->build->address(at.address);
  if (!address || (*address == 0 && !at.is_exact)) {
    return {};
  }
  const InstructionPlace place = object->code->at(*address - (at.is_exact ? 0U : 1U));
  if (place.file == 0) {
    return {};
  }
  return {.line = place.line,
          .chain = number(to, *object, place.frame, place.file),
          .address = at.is_exact ? address : std::nullopt};
}

void InlinedCode::Lookup::add_self(InlinedCode& to, FunctionId function, int128 cost) {
  if (const Object* const object = object_of(to, function)) {
    to.objects_[object->number].self += absolute(cost);
  }
}

void InlinedCode::Lookup::settle(InlinedCode& to) {
  find_recorded_files(to);
  to.functions_.emplace_back();
  for (Object& object : objects_) {
    if (!object.code) {
      continue;
    }
    InlinedObject& told = to.objects_[object.number];
    told.problem = problem(object, told);
    told.is_used = told.problem.empty();
    if (told.is_used) {
      told.problem = object.code->problem();
      to.is_known_ = true;
      keep(to, object);
    }
    places_.objects->learn(told.path, object.code->sources());
    object.code->keep();
    object.code.reset();
  }
}

/// Why an object does not count; empty: it does.
std::string InlinedCode::Lookup::problem(const Object& object, const InlinedObject& told) {
  std::string problem = object.build ? object.build->problem() : std::string();
  if (problem.empty() && (told.recorded != 0 || !object.build)) {
    problem = told.recorded == 0 ? "the profile has no lines of it to compare with"
              : told.agreed * 100 < told.recorded * 99 ? "it is not the build that was profiled"
                                                       : "";
  }
  return problem;
}

/// What the profile calls the files of an object: as the records do that are in both; else by its
/// path.
class InlinedCode::Lookup::Files {
 public:
  Files(Lookup& lookup, InlinedCode& to, const Object& object)
      : lookup_(lookup), to_(to), code_(*object.code) {
    std::unordered_map<uint32_t, int128> most;
    for (const auto& [both, cost] : object.files) {
      const auto [at, is_new] = most.try_emplace(both.first, cost);
      if (is_new || cost > at->second) {
        at->second = cost;
        names_[both.first] = both.second;
      }
    }
  }
  NameId name(uint32_t file) {
    if (file == 0) {
      return kUnknownName;
    }
    const auto [at, is_new] = names_.try_emplace(file, kUnknownName);
    if (is_new) {
      at->second = lookup_.file_at(to_, without_dots(code_.file(file)));
    }
    return at->second;
  }

 private:
  Lookup& lookup_;
  InlinedCode& to_;
  const ObjectCode& code_;
  std::unordered_map<uint32_t, NameId> names_;
};

void InlinedCode::Lookup::find_recorded_files(const InlinedCode& to) {
  const NameTable& names = to.profile_->symbols().names;
  for (const NameId recorded : to.profile_->records().files().files()) {
    const NameId file = names.canonical(recorded);
    paths_.try_emplace(without_dots(names.text(file)), file);
  }
}

NameId InlinedCode::Lookup::file_at(InlinedCode& to, const std::string& path) {
  const auto [at, is_new] =
      paths_.try_emplace(path, NameId(static_cast<uint32_t>(to.file_count())));
  if (is_new) {
    to.files_.push_back(path);
  }
  return at->second;
}

InlinedCode::Lookup::Object* InlinedCode::Lookup::object_of(InlinedCode& to, FunctionId function) {
  const NameId name = to.profile_->symbols().functions[to.profile_->function(function)].object;
  if (name == kUnknownName) {
    return nullptr;
  }
  const auto [at, is_new] = numbers_.try_emplace(name.value, objects_.size());
  if (is_new) {
    objects_.push_back({at->second});
    InlinedObject& told = to.objects_.emplace_back();
    told.object = name;
    open(objects_.back(), std::string(to.profile_->symbols().names.text(name)), told);
  }
  return &objects_[at->second];
}

void InlinedCode::Lookup::open(Object& object, const std::string& name, InlinedObject& told) {
  for (const std::string& path : places_of_object(name, places_)) {
    std::expected<ObjectCode, std::string> code = ObjectCode::open(path, places_.code_cache);
    if (code) {
      told.path = path;
      told.problem.clear();
      object.code.emplace(std::move(*code));
      return;
    }
    told.problem = std::move(code.error());
  }
}

/// False: the object is not here any more, and does not count.
bool InlinedCode::Lookup::open_build(InlinedCode& to, Object& object) {
  InlinedObject& told = to.objects_[object.number];
  const std::string_view name = to.profile_->symbols().names.text(told.object);
  std::expected<RecordedBuild, std::string> build = RecordedBuild::open(told.path, told_[name]);
  if (!build) {
    told.problem = std::move(build.error());
    object.code.reset();
    return false;
  }
  object.build.emplace(*std::move(build));
  return true;
}

/// False: the file's name is wrong. Lines alone decide whether an object counts: if two rows of a
/// line table that follow each other have one number, but not one file, Valgrind takes both for
/// the file of the first.
bool InlinedCode::Lookup::compare(InlinedCode& to, const InstructionPlace& place,
                                  const Record& record, int128 cost) {
  InlinedObject& told = to.objects_[object_->number];
  if (place.line != record.at.line) {
    return true;
  }
  told.agreed += cost;
  if (!shared_ || shared_->in_object != place.file || shared_->recorded != record.file) {
    const NameTable& names = to.profile_->symbols().names;
    const NameId file = names.canonical(record.file);
    const std::string_view known = object_->code->file(place.file);
    const std::string_view name = names.text(file);
    const bool has_wrong_name = is_joined(name, known);
    const bool is_same = !has_wrong_name && base_name(name) == base_name(known);
    shared_ = {place.file, record.file, has_wrong_name,
               is_same ? &object_->files[{place.file, file}] : nullptr};
  }
  if (shared_->cost != nullptr) {
    *shared_->cost += cost;
  }
  return !shared_->has_wrong_name;
}

uint32_t InlinedCode::Lookup::number(InlinedCode& to, Object& object, uint32_t frame,
                                     uint32_t file) {
  const auto next = static_cast<uint32_t>(to.chains_.size());
  if (file != 0) {
    const auto [at, is_new] = object.corrected.try_emplace({frame, file}, next);
    if (!is_new) {
      return at->second;
    }
  }
  to.chains_.emplace_back();
  object.met.push_back({next, frame, file});
  return next;
}

void InlinedCode::Lookup::keep(InlinedCode& to, Object& object) {
  Files files(*this, to, object);
  for (const Met& met : object.met) {
    Chain& chain = to.chains_[met.chain];
    chain.object = static_cast<uint32_t>(object.number);
    chain.file = files.name(met.file);
    chain.first = static_cast<uint32_t>(to.steps_.size());
    if (met.frame != InlineFrame::kNone) {
      add_steps(to, *object.code, met.frame, files);
    }
    chain.count = static_cast<uint32_t>(to.steps_.size()) - chain.first;
  }
}

void InlinedCode::Lookup::add_steps(InlinedCode& to, const ObjectCode& code, uint32_t frame,
                                    Files& files) {
  const auto first = static_cast<std::ptrdiff_t>(to.steps_.size());
  for (const InlineFrame* at = &code.frame(frame); at->outer != InlineFrame::kNone;
       at = &code.frame(at->outer)) {
    InlineStep step;
    step.file = files.name(at->file);
    if (step.file == kUnknownName) {
      continue;  // compilers always name it
    }
    step.line = at->line;
    step.function = function_of(to, code.function(at->function));
    step.is_repeated =
        std::any_of(to.steps_.begin() + first, to.steps_.end(), [&step](const InlineStep& before) {
          return before.file == step.file && before.line == step.line;
        });
    to.steps_.push_back(step);
  }
}

uint32_t InlinedCode::Lookup::function_of(InlinedCode& to, std::string_view name) {
  const auto [at, is_new] =
      functions_.try_emplace(std::string(name), static_cast<uint32_t>(to.functions_.size()));
  if (is_new) {
    to.functions_.push_back(demangle(name).value_or(std::string(name)));
  }
  return at->second;
}

}  // namespace quern
