// SPDX-License-Identifier: MIT
//
// A speedscope file as it comes -> frames and profiles in flat lists. What says how to take a
// profile (its unit, the frames, who wrote the file) may stand behind it, so all are kept: some
// bytes for each number of the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/formats/shared/json_text.h"
#include "quern/formats/speedscope/weight.h"

namespace quern::speedscope {

struct FrameText {
  NameId name, file;
  uint64_t line = 0;  ///< 0: not known
};

struct FrameEvent {
  Weight at;
  uint32_t frame = 0;
  bool is_open = false;
};

struct Collected {
  Place place;  ///< of the profile
  std::string type, name, unit;
  std::vector<uint32_t> frames;  ///< of all samples, outermost first
  std::vector<size_t> ends;      ///< of each sample in `frames`
  std::vector<Weight> weights;
  std::vector<FrameEvent> events;
};

class Collector final : public JsonVisitor {
 public:
  Collector(JsonText& text, Symbols& symbols) : text_(&text), symbols_(&symbols) {}

  // What was collected, for the reader to use once the document has ended.
  std::vector<FrameText> frames;
  std::vector<Collected> profiles;
  std::string exporter, file_name;

  bool begin_object() override { return enter(Kind::kObject); }
  bool end_object() override { return leave(); }
  bool begin_array() override { return enter(Kind::kArray); }
  bool end_array() override { return leave(); }
  bool key(std::string& name) override;
  bool text(std::string& value) override;
  bool number(std::string_view written) override;
  bool word(std::string_view name) override;

 private:
  enum class State : uint8_t {
    kStart,
    kFile,
    kShared,
    kFrames,
    kFrame,
    kProfiles,
    kProfile,
    kSamples,
    kSample,
    kWeights,
    kEvents,
    kEvent,
    kOther
  };
  enum class Kind : uint8_t { kObject, kArray, kText, kNumber };
  /// What a member has to be.
  struct Member {
    State in;
    std::string_view key;  ///< empty: of the items of a list
    Kind kind;
    State next = State::kOther;  ///< inside of it
  };
  static const Member kMembers[];
  [[nodiscard]] State state() const { return states_.empty() ? State::kStart : states_.back(); }
  [[nodiscard]] const Member* member() const;
  bool enter(Kind kind);
  bool leave();
  bool is_wanted(Kind kind, const Member*& found);
  bool take_number(const Member& member, std::string_view written);
  bool take_frame(std::string_view written, uint32_t& frame);

  JsonText* text_;
  Symbols* symbols_;
  std::vector<State> states_;
  std::string key_;
  /// Cleared for each profile, as these have lists of the same names.
  uint32_t seen_ = 0;        ///< bits of kMembers: objects and lists
  bool has_frames_ = false;  ///< all of them
  // the event at hand
  std::string event_type_;
  std::optional<Weight> event_at_;
  std::optional<uint32_t> event_frame_;
  Place event_place_;
};

}  // namespace quern::speedscope
