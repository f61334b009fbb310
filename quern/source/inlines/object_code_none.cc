// SPDX-License-Identifier: MIT
#include "quern/source/inlines/object_code.h"
#include "quern/source/inlines/recorded_build.h"

namespace quern {

namespace {
constexpr const char* kNotBuilt = "quern was built without libdw";
}  // namespace

class ObjectCode::Units {};

std::expected<ObjectCode, std::string> ObjectCode::open(const std::string&, const CacheFolder&) {
  return std::unexpected(kNotBuilt);
}

UnreadSources ObjectCode::sources() {
  return {};
}

ObjectCode::ObjectCode(std::unique_ptr<Units> units) : units_(std::move(units)) {}
ObjectCode::ObjectCode(ObjectCode&&) noexcept = default;
ObjectCode& ObjectCode::operator=(ObjectCode&&) noexcept = default;
ObjectCode::~ObjectCode() = default;

InstructionPlace ObjectCode::at(uint64_t) {
  return {};
}

const InlineFrame& ObjectCode::frame(uint32_t) const {
  static constexpr InlineFrame kFrame;
  return kFrame;
}

std::string_view ObjectCode::file(uint32_t) const {
  return {};
}

std::string_view ObjectCode::function(uint32_t) const {
  return {};
}

const std::string& ObjectCode::problem() const {
  static const std::string kNone;
  return kNone;
}

void ObjectCode::keep() {}

struct RecordedBuild::Object {};

std::expected<RecordedBuild, std::string> RecordedBuild::open(
    const std::string&, std::span<const RecordedObject* const>) {
  return std::unexpected(kNotBuilt);
}

RecordedBuild::RecordedBuild(RecordedBuild&&) noexcept = default;
RecordedBuild& RecordedBuild::operator=(RecordedBuild&&) noexcept = default;
RecordedBuild::~RecordedBuild() = default;

std::optional<uint64_t> RecordedBuild::address(uint64_t) const {
  return std::nullopt;
}

void RecordedBuild::compare(std::string_view, std::optional<uint64_t>, uint64_t) {}

std::string RecordedBuild::problem() const {
  return kNotBuilt;
}

}  // namespace quern
