// SPDX-License-Identifier: MIT
// write_profile FILE: the same file as write_profile.c, written in C++.
#include <array>
#include <iostream>

#include "quern/bytes/writing/compressed_output.h"
#include "quern/formats/callgrind/streaming_writer.h"

namespace {

using quern::int128;
using quern::Result;
using quern::callgrind::StreamingWriter;

Result<void> write_profile(StreamingWriter& writer) {
  const Result<quern::FunctionId> main = writer.function("main", "shop.c", "/usr/bin/shop");
  const Result<quern::FunctionId> parse = writer.function("parse", "parse.c", "/usr/bin/shop");
  const Result<quern::NameId> shop_c = writer.name("shop.c");
  const Result<quern::NameId> parse_c = writer.name("parse.c");
  const Result<quern::NameId> scan_h = writer.name("scan.h");
  if (!main || !parse || !shop_c || !parse_c || !scan_h) {
    return quern::failure(main.error());  // names without ends of lines are never refused
  }
  quern::callgrind::PartHead part;
  part.number = 1;
  part.pid = 4711;
  part.command = "shop --open";
  part.descriptions = {"Trigger: end of run"};
  part.events = {"Ticks", "Bytes"};
  const std::array<int128, 2> own = {20, 64};
  const std::array<int128, 2> parsed = {300, 0};
  const std::array<int128, 2> inlined = {100, 16};
  const std::array<int128, 2> inclusive = {400, 16};
  const quern::Position begins{.line = 40};
  const quern::callgrind::WrittenCall call{*parse, *shop_c, {.line = 12}, begins, 5};
  const quern::callgrind::FileHead head{
      "sampler-1.0", {{"Ticks", {}, "Clock ticks"}, {"Bytes", {}, "Bytes asked for"}}};
  for (const Result<void>& done : {
           writer.begin(head),
           writer.begin_part(part),
           writer.enter(*main),
           writer.self_cost(*shop_c, {.line = 10}, own),
           writer.call(call, inclusive),
           writer.enter(*parse),
           writer.self_cost(*parse_c, {.line = 41}, parsed),
           writer.self_cost(*scan_h, {.line = 7}, inlined),
           writer.end_part(),
           writer.finish(),
       }) {
    if (!done) {
      return done;
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_profile FILE\n";
    return 2;
  }
  Result<quern::CompressedOutput> file = quern::CompressedOutput::create(argv[1], false);
  if (!file) {
    std::cerr << file.error().message << '\n';
    return 1;
  }
  StreamingWriter writer(*file, {});
  Result<void> done = write_profile(writer);
  if (done) {
    done = file->commit();  // it has its name now
  }
  if (!done) {
    std::cerr << done.error().message << '\n';
  }
  return done ? 0 : 1;
}
