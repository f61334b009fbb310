// SPDX-License-Identifier: MIT
// read_profile FILE: the self cost of each function in the first event, without a profile in
// memory.
#include <iostream>
#include <map>
#include <string>

#include "quern/base/int128.h"
#include "quern/load/read_input.h"
#include "quern/model/streaming_sink.h"

namespace {

class Costs final : public quern::StreamingSink {
 public:
  void print() const {
    for (const auto& [id, cost] : costs_) {
      std::cout << quern::to_decimal(cost) << ' ' << name_of(key_of(id).name).value_or("?") << '\n';
    }
  }

 private:
  void on_self_cost(const quern::WideSelf& record) override {
    if (!record.costs.empty()) {
      costs_[record.function] += record.costs.front();
    }
  }
  void on_context(const quern::StreamedContext& context) override {
    for (const quern::EventCost& each : context.costs) {
      if (each.event == quern::EventId(0U) && !context.is_beside) {
        costs_[context.frame.function] += each.cost;
      }
    }
  }

  std::map<quern::FunctionId, quern::int128> costs_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: read_profile FILE\n";
    return 2;
  }
  Costs costs;
  const quern::Result<quern::InputInfo> info = quern::read_into(argv[1], costs, {});
  if (!info) {
    const quern::Diagnostic& error = info.error();
    std::cerr << error.input << ':' << error.place.line << ':' << error.place.column << ": "
              << error.message << " [" << error.code << "]\n";
    return 3;
  }
  costs.print();
  return 0;
}
