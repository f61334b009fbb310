// SPDX-License-Identifier: MIT
//
// Writes what a row holds as the keys of a JSON object that is open.
#pragma once

#include "quern/base/json_writer.h"
#include "quern/output/rows/described.h"

namespace quern {

class JsonPen final : public RowPen {
 public:
  JsonPen(JsonWriter& json, const Selection& selection)
      : RowPen(&selection, For::kJson), json_(json) {}

  void name(std::string_view role, const RowName& name) override { in_role(role, name, false); }
  void placed_name(std::string_view role, const RowName& name) override {
    in_role(role, name, true);
  }
  void text(std::string_view key, std::string_view text) override;
  void number(std::string_view key, const std::optional<int128>& number) override;
  void address(std::string_view key, uint64_t address) override;
  void flag(std::string_view key, bool is_set) override;
  void costs(std::string_view key, std::span<const Amount> costs) override;
  void costs(std::string_view key, std::span<const int128> costs) override;
  void cost(std::string_view key, const Event& event, const std::optional<Amount>& cost) override;
  void count(std::string_view key, const std::optional<Amount>& count) override;
  void inclusive(std::span<const Amount> costs) override;
  void calls(const std::optional<Amount>& count, std::span<const Amount> inclusive) override;
  void certainty() override {}  // stands beside each number
  void ratios(std::string_view kind, std::span<const std::optional<Fraction>> ratios) override;
  void quantiles(std::string_view kind, std::span<const Quantiles> costs) override;
  void runs(const std::optional<RowRuns>& runs) override;
  void callers(std::span<const RowName> callers, uint64_t depth) override;
  void percents(std::span<const Amount> parts, std::span<const Amount> wholes) override;

 private:
  void runs(std::string_view kind, std::span<const std::optional<RowRuns::Costs>> costs);
  void in_role(std::string_view role, const RowName& name, bool is_placed);

  JsonWriter& json_;
};

/// The keys of a row, in an object that is open.
template <class Row>
void write_row(JsonWriter& json, const Selection& selection, const Row& row) {
  JsonPen pen(json, selection);
  describe(pen, row);
}

}  // namespace quern
