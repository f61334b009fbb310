// SPDX-License-Identifier: MIT
//
// totals PROFILE: each event and its total, as a program outside the project would ask for it.
#include <iostream>
#include <string>

#include "quern/base/int128.h"
#include "quern/load/open.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: totals PROFILE\n";
    return 2;
  }
  const std::string path = argv[1];
  const quern::Result<quern::Opened> opened = quern::open_profile({&path, 1}, {});
  if (!opened) {
    std::cerr << opened.error().message << '\n';
    return 3;
  }
  const quern::Profile& profile = *opened->profile;
  for (const quern::Part& part : profile.parts()) {
    for (size_t i = 0; i < part.totals.size(); ++i) {
      std::cout << profile.events()[part.header.events[i].index()].name << ' '
                << quern::to_decimal(part.totals[i]) << '\n';
    }
  }
  return 0;
}
