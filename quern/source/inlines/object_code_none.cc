// SPDX-License-Identifier: MIT
#include "quern/source/inlines/object_code.h"

namespace quern {

class ObjectCode::Units {};

std::expected<ObjectCode, std::string> ObjectCode::open(const std::string&, const CacheFolder&) {
  return std::unexpected("quern was built without libdw");
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

}  // namespace quern
