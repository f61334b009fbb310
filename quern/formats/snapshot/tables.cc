// SPDX-License-Identifier: MIT
//
// What the parts of a snapshot refer to, and what it says of its inputs.
// All numbers are checked here, once: code that follows an id of a record need not ask whether it
// exists.
#include <algorithm>
#include <utility>

#include "quern/formats/snapshot/reader.h"

namespace quern::snapshot {

namespace {
/// Ids of functions leave a bit for targets of jumps.
constexpr size_t kMostNames = Symbols::kTargetBit;
}  // namespace

void Reader::event(FieldReader& from) {
  NewEvent event;
  event.name = from.text();
  event.long_name = from.text();
  event.unit = from.text();
  event.scale = from.number();
  event.combine = from.flag() ? Combine::kMax : Combine::kSum;
  if (from.ok()) {
    const EventId id = sink_->event(event);
    is_event_.resize(std::max(is_event_.size(), id.index() + 1));
    from.expect(!is_event_[id.index()]);
    is_event_[id.index()] = true;
    events_.push_back(id);
  }
}

/// The texts are taken over with the block that holds them: no text is copied, and the table of
/// names needs no hashes until somebody looks for a name.
void Reader::names(FieldReader& from, bool apart) {
  std::vector<uint32_t> lengths(from.count());
  uint64_t sum = 0;
  for (uint32_t& length : lengths) {
    length = static_cast<uint32_t>(from.below(uint64_t{1} << 32));
    sum += length;
  }
  from.expect(!lengths.empty() && sum == from.left() &&
              lengths.size() < kMostNames - loaded_.names.size());
  if (!from.ok()) {
    return;
  }
  const size_t texts = from.offset();
  const char* text = reinterpret_cast<const char*>(blocks_.data().data()) + texts;
  for (const uint32_t length : lengths) {
    from.expect(!NameTable::is_unknown({text, length}));
    text += length;
  }
  from.pass(sum);
  if (from.ok()) {
    if (apart) {
      apart_.push_back({loaded_.names.size(), loaded_.names.size() + lengths.size()});
    }
    loaded_.names.take(blocks_.take_data(), texts, lengths, apart);
  }
}

/// A function that occurs twice would get one id and shift all that follow: it is damage.
void Reader::functions(FieldReader& from, FunctionTable& into) {
  FunctionKey key;
  for (NameId* const part : {&key.name, &key.file, &key.object}) {
    *part = NameId(from.fixed<uint32_t>());
    from.expect(part->index() < loaded_.names.size());
  }
  if (from.ok()) {
    const size_t number = into.size();
    from.expect(number < kMostNames && into.intern(key).index() == number);
  }
}

/// A function's name without what tells it apart: one that stands in the table, or a new one.
/// Either is what the function's own name is up to an apostrophe.
void Reader::folded(FieldReader& from) {
  if (!folded_) {
    folded_ = std::make_unique<FoldedNames>();
    folded_->functions = loaded_.functions.size();
    folded_->targets = loaded_.targets.size();
    names_ = loaded_.names.size();
  }
  const uint64_t functions = folded_->functions;
  const uint64_t all = functions + folded_->targets;
  const uint64_t function = static_cast<uint64_t>(last_function_) + from.below(all);
  from.expect(next_folded_ <= function && function < all);
  const uint64_t name = from.below(uint64_t{loaded_.names.size()} + 1);
  from.expect(name != 0 && loaded_.names.size() < kMostNames);
  if (!from.ok()) {
    return;
  }
  const FunctionKey& key = function < functions ? loaded_.functions[FunctionId(function)]
                                                : loaded_.targets[FunctionId(function - functions)];
  const std::string_view own = loaded_.names.text(key.name);
  const std::string_view base = own.substr(0, own.find('\'', 1));
  from.expect(base.size() != own.size() && !NameTable::is_unknown(base));
  const bool is_new = name == loaded_.names.size();
  from.expect(is_new || loaded_.names.text(NameId(name)) == base);
  if (!from.ok()) {
    return;
  }
  const NameId id = is_new ? loaded_.names.add_beginning(key.name, base.size()) : NameId(name);
  folded_->items.push_back({FunctionId(function), id});
  last_function_ = static_cast<int64_t>(function);
  next_folded_ = function + 1;
}

/// Where the sink has no symbols yet, these become its own as they are.
void Reader::hand_over() {
  is_handed_over_ = true;
  names_ = folded_ ? names_ : loaded_.names.size();
  functions_ = loaded_.functions.size();
  targets_ = loaded_.targets.size();
  Symbols& symbols = sink_->symbols();
  loaded_.folded = std::move(folded_);
  if (symbols.names.size() == 1 && symbols.functions.size() == 0 && symbols.targets.size() == 0) {
    symbols = std::move(loaded_);
    return;
  }
  IdMap ids;
  auto apart = apart_.begin();
  for (size_t at = 0; at < names_; ++at) {
    apart += apart != apart_.end() && at == apart->end ? 1 : 0;
    const std::string_view text = loaded_.names.text(NameId(at));
    const bool is_apart = apart != apart_.end() && at >= apart->first;
    ids.names.push_back(is_apart ? symbols.names.add_apart(text) : symbols.names.intern(text));
  }
  const auto key_of = [&ids](const FunctionKey& key) {
    return FunctionKey{ids.names[key.name.index()], ids.names[key.file.index()],
                       ids.names[key.object.index()]};
  };
  for (size_t at = 0; at < functions_; ++at) {
    ids.functions.push_back(symbols.functions.intern(key_of(loaded_.functions[FunctionId(at)])));
  }
  for (size_t at = 0; at < targets_; ++at) {
    ids.targets.push_back(symbols.jump_target(key_of(loaded_.targets[FunctionId(at)])));
  }
  ids_ = std::make_shared<const IdMap>(std::move(ids));
  loaded_ = Symbols();
}

NameId Reader::name(uint64_t number) const {
  return ids_ ? ids_->names[number] : NameId(size_t{number});
}

FunctionId Reader::function(uint64_t number) const {
  return ids_ ? ids_->functions[number] : FunctionId(size_t{number});
}

void Reader::frame(FieldReader& from) {
  const uint64_t kind = from.below(2 * kLineFrame);
  const uint64_t function = from.below(functions_);
  const uint64_t file = from.below(names_);
  Frame frame;
  frame.start = from.number();
  if (from.ok()) {
    frame.is_symbol = (kind & kSymbolFrame) != 0;
    frame.is_line = (kind & kLineFrame) != 0;
    frame.function = this->function(function);
    frame.file = name(file);
    frames_.push_back(sink_->frame(frame));
  }
}

/// Findings of codes that this quern does not know are those of another version.
void Reader::findings(FieldReader& from, Findings& into) const {
  const std::string name(from.text());
  const CodeInfo* const code =
      reading_->code_named != nullptr ? reading_->code_named(name) : nullptr;
  const uint64_t times = from.number();
  const size_t kept = from.count();
  from.expect(kept != 0 && kept <= Findings::kKept && kept <= times);
  for (size_t at = 0; at < kept && from.ok(); ++at) {
    const Place place{from.number(), from.number()};
    const std::string_view message = from.text();
    const std::string_view hint = from.text();
    const std::optional<std::string> excerpt = from.optional_text();
    if (from.ok() && code != nullptr) {
      into.set_row(excerpt ? place.line : 0, excerpt ? std::string_view(*excerpt) : "");
      into.add(*code, place, [message] { return std::string(message); }, std::string(hint));
      into.set_row(0, {});
    }
  }
  if (from.ok() && code != nullptr) {
    into.repeat(*code, times - kept);
  }
}

/// The one that was read last has more behind it.
void Reader::end_input() {
  if (input_) {
    sink_->end_input(std::move(*input_));
    input_.reset();
  }
}

/// What is known of an input comes behind its parts, because readers know its findings only then.
void Reader::input(FieldReader& from) {
  end_input();
  InputInfo& info = input_.emplace();
  info.name = reading_->info.name;
  info.read_by = reading_->info.read_by;
  info.snapshot_of = std::string(from.text());
  info.format = from.text();
  info.dialect = from.text();
  info.creator = from.optional_text();
  info.command = from.optional_text();
  info.base_rule = from.optional_text();
  info.raw_bytes = from.number();
  info.text_bytes = from.number();
  const size_t definitions = from.count();
  for (size_t at = 0; at < definitions && from.ok(); ++at) {
    EventDefinition& definition = info.definitions.emplace_back();
    definition.name = from.text();
    definition.formula = from.optional_text();
    definition.long_name = from.optional_text();
  }
  const size_t kinds = from.count();
  for (size_t at = 0; at < kinds && from.ok(); ++at) {
    findings(from, info.findings);
  }
  const size_t objects = blocks_.version() >= kObjectsVersion ? from.count() : 0;
  for (size_t at = 0; at < objects && from.ok(); ++at) {
    RecordedObject& object = info.objects.emplace_back();
    object.name = from.text();
    object.build_id = from.text();
    object.has_file_offsets = from.flag();
  }
  from.expect(!from.more());
}

}  // namespace quern::snapshot
