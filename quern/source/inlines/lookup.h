// SPDX-License-Identifier: MIT
//
// How InlinedCode finds what it knows: addresses of records and of stacks, in objects that are
// opened when an address of theirs comes. What was found counts once it is settled which objects
// are those that were profiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "quern/source/inlines/inlined_code.h"
#include "quern/source/inlines/object_code.h"
#include "quern/source/inlines/recorded_build.h"

namespace quern {

class InlinedCode::Lookup {
 public:
  Lookup(const Profile& profile, SourcePlaces places);

  uint32_t chain(InlinedCode& to, const Record& record);
  StackPlace place(InlinedCode& to, const StackAddress& at);
  void add_self(InlinedCode& to, FunctionId function, int128 cost);
  /// Decides which objects count, and keeps what is needed of them.
  void settle(InlinedCode& to);

 private:
  static constexpr uint32_t kNotMet = ~uint32_t{0};

  struct Met {
    uint32_t chain = 0;
    uint32_t frame = 0;
    uint32_t file = 0;  ///< of the object; 0: the profile has the right one
  };

  struct Object {
    size_t number = 0;
    std::optional<ObjectCode> code = {};
    std::optional<RecordedBuild> build = {};  ///< where stacks have addresses of it
    std::vector<uint32_t> chains = {};        ///< by frame
    std::vector<Met> met = {};                ///< by chain, those of this object
    /// By file of the object and of the profile: the costs of records that are in both.
    std::map<std::pair<uint32_t, NameId>, int128> files = {};
    /// By frame and file of the object: chains of records that have the wrong file.
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> corrected = {};
  };

  /// Whether records of one file are in one of the object's.
  struct Shared {
    uint32_t in_object = 0;
    NameId recorded;
    bool has_wrong_name = false;
    int128* cost = nullptr;  ///< of those that are; null: the files are not one
  };

  class Files;
  void find_recorded_files(const InlinedCode& to);
  NameId file_at(InlinedCode& to, const std::string& path);
  Object* object_of(InlinedCode& to, FunctionId function);
  void open(Object& object, const std::string& name, InlinedObject& told);
  bool open_build(InlinedCode& to, Object& object);
  bool compare(InlinedCode& to, const InstructionPlace& place, const Record& record, int128 cost);
  static uint32_t number(InlinedCode& to, Object& object, uint32_t frame, uint32_t file);
  [[nodiscard]] static std::string problem(const Object& object, const InlinedObject& told);
  void keep(InlinedCode& to, Object& object);
  void add_steps(InlinedCode& to, const ObjectCode& code, uint32_t frame, Files& files);
  uint32_t function_of(InlinedCode& to, std::string_view name);

  SourcePlaces places_;
  std::map<std::string_view, std::vector<const RecordedObject*>> told_;  ///< by name
  std::deque<Object> objects_;
  std::unordered_map<uint32_t, size_t> numbers_;  ///< of objects, by NameId
  FunctionId function_{};
  Object* object_ = nullptr;
  std::optional<Shared> shared_;
  std::unordered_map<std::string, NameId> paths_;  ///< of files, without dots
  std::unordered_map<std::string, uint32_t> functions_;
};

}  // namespace quern
