// SPDX-License-Identifier: MIT
//
// The slow twin as a program, so that the conformance and corpus checks can judge it as they judge
// quern: `slow_dump convert FILE --to json -o - --format json` writes the keys of quern.profile/1
// that those checks read; `slow_dump info FILE` only tells by its exit code. 3: FILE is missing or
// invalid.
#include <zlib.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/testing/meaning/meaning.h"
#include "quern/testing/slow/slow_callgrind.h"
#include "quern/testing/slow/slow_parrot.h"

namespace quern::testing {
namespace {

/// The whole file, inflated if it is gzip; nothing if it cannot be read or its stream is broken.
std::optional<std::string> read_input(const char* path) {
  const gzFile file = gzopen(path, "rb");
  if (file == nullptr) {
    return std::nullopt;
  }
  std::string bytes;
  std::string buffer(65536, '\0');
  int got = 0;
  do {
    got = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()));
    bytes.append(buffer, 0, got > 0 ? static_cast<size_t>(got) : 0);
  } while (got > 0);
  int code = Z_OK;
  gzerror(file, &code);
  const bool is_sound = gzclose(file) == Z_OK && got == 0 && (code == Z_OK || code == Z_STREAM_END);
  return is_sound ? std::optional(bytes) : std::nullopt;
}

class Dump {
 public:
  explicit Dump(const Meaning& meaning) : meaning_(meaning) {
    for (const auto& function : meaning.function_order) {
      id_of(function);
    }
    for (const auto& jump : meaning.jumps) {
      id_of(jump.to);  // a jump's target alone is no function of the meaning, but needs an id here
    }
  }

  std::string text() {
    json_.begin_object().key("schema").string("quern.profile/1");
    json_.key("base_rule").string(meaning_.base_rule);
    optional_text("creator", meaning_.creator);
    optional_text("command", meaning_.cmd);
    write_events();
    numbers("totals", meaning_.totals);
    write_parts();
    write_functions();
    write_lines();
    write_calls();
    write_jumps();
    write_contexts();
    write_warnings();
    json_.end_object().newline();
    return out_;
  }

 private:
  int128 id_of(const Meaning::Function& function) {
    const auto [known, is_new] = ids_.emplace(function, order_.size());
    if (is_new) {
      order_.push_back(function);
    }
    return int128{known->second};
  }

  void optional_text(const char* key, const std::optional<std::string>& value) {
    if (value) {
      json_.text(key, *value);
    } else {
      json_.key(key).null();
    }
  }

  void optional_number(const char* key, const std::optional<uint64_t>& value) {
    json_.key(key);
    if (value) {
      json_.integer(int128{*value});
    } else {
      json_.null();
    }
  }

  void bare_numbers(const std::vector<int128>& values) {
    json_.begin_array();
    for (const int128 value : values) {
      json_.integer(value);
    }
    json_.end_array();
  }

  void numbers(const char* key, const std::vector<int128>& values) {
    json_.key(key);
    bare_numbers(values);
  }

  void texts(const char* key, const std::vector<std::string>& values) {
    json_.key(key).begin_array();
    for (const std::string& value : values) {
      json_.string(to_utf8(value));
    }
    json_.end_array();
  }

  void position(const std::string& file, const Meaning::Position& at) {
    json_.text_or_null("file", file);
    optional_number("line", at.line);
    optional_number("address", at.address);
  }

  void write_events() {
    json_.key("events").begin_array();
    for (const std::string& event : meaning_.events) {
      json_.begin_object().text("name", event).end_object();
    }
    json_.end_array().key("event_definitions").begin_array();
    for (const auto& event : meaning_.event_definitions) {
      json_.begin_object().text("name", event.name);
      optional_text("formula", event.formula);
      optional_text("long_name", event.long_name);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_parts() {
    json_.key("parts").begin_array();
    for (const auto& part : meaning_.parts) {
      json_.begin_object();
      optional_number("number", part.number);
      optional_number("pid", part.pid);
      optional_number("thread", part.thread);
      optional_text("command", part.cmd);
      optional_text("trigger", part.trigger);
      texts("positions", part.positions);
      texts("events", part.events);
      json_.key("summaries").begin_array();
      for (const auto& summary : part.summaries) {
        bare_numbers(summary);
      }
      json_.end_array().key("declared_totals");
      if (part.declared_totals) {
        bare_numbers(*part.declared_totals);
      } else {
        json_.null();
      }
      json_.end_object();
    }
    json_.end_array();
  }

  void write_functions() {
    json_.key("functions").begin_array();
    for (const auto& function : order_) {
      const auto self = meaning_.functions.find(function);
      json_.begin_object().key("id").integer(id_of(function));
      json_.text_or_null("name", function.name);
      json_.text_or_null("file", function.file);
      json_.text_or_null("object", function.object);
      numbers("self", self == meaning_.functions.end() ? std::vector<int128>(meaning_.events.size())
                                                       : self->second);
      json_.end_object().newline();
    }
    json_.end_array();
  }

  void write_lines() {
    json_.key("lines").begin_array();
    for (const auto& line : meaning_.lines) {
      json_.begin_object().key("function").integer(id_of(line.function));
      position(line.file, line.at);
      numbers("self", line.self);
      json_.end_object().newline();
    }
    json_.end_array();
  }

  void write_calls() {
    json_.key("calls").begin_array();
    for (const auto& call : meaning_.calls) {
      json_.begin_object().key("caller").integer(id_of(call.caller));
      json_.key("callee").integer(id_of(call.callee));
      position(call.file, call.at);
      json_.key("target").begin_object();
      optional_number("line", call.target.line);
      optional_number("address", call.target.address);
      json_.end_object().key("count").integer(int128{call.count});
      numbers("inclusive", call.inclusive);
      json_.end_object().newline();
    }
    json_.end_array();
  }

  void write_jumps() {
    json_.key("jumps").begin_array();
    for (const auto& jump : meaning_.jumps) {
      json_.begin_object().key("kind").string(jump.conditional ? "jcnd" : "jump");
      json_.key("from").begin_object().key("function").integer(id_of(jump.from));
      position(jump.from_file, jump.from_at);
      json_.end_object().key("to").begin_object().key("function").integer(id_of(jump.to));
      position(jump.to_file, jump.to_at);
      json_.end_object().key("executed").integer(int128{jump.executed});
      json_.key("followed").integer(int128{jump.followed}).end_object().newline();
    }
    json_.end_array();
  }

  void write_contexts() {
    json_.key("contexts").begin_array();
    for (size_t at = 0; at < meaning_.contexts.size(); ++at) {
      const Meaning::Context& context = meaning_.contexts[at];
      json_.begin_object().key("id").integer(int128{at}).key("parent");
      if (context.parent) {
        json_.integer(int128{*context.parent});
      } else {
        json_.null();
      }
      json_.key("function").integer(id_of(context.function));
      numbers("self", context.self);
      json_.end_object().newline();
    }
    json_.end_array();
  }

  void write_warnings() {
    json_.key("warnings").begin_array();
    for (const auto& lint : meaning_.lints) {
      if (lint.code == "callee-missing" || lint.code == "cost-off" || lint.code == "end-missing" ||
          lint.code == "costs-missing") {
        continue;  // notes
      }
      json_.begin_object().key("code").string(lint.code);
      json_.key("line").integer(int128{lint.line});
      json_.key("column").integer(int128{lint.column}).end_object();
    }
    json_.end_array();
  }

  const Meaning& meaning_;
  std::map<Meaning::Function, size_t> ids_;
  std::vector<Meaning::Function> order_;
  std::string out_;
  JsonWriter json_{out_};
};

void print_error(const std::optional<Meaning::Error>& error) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().key("error").begin_object();
  if (error) {
    json.key("line").integer(int128{error->line}).key("column").integer(int128{error->column});
    json.text("message", error->message);
  } else {
    json.key("line").null().key("column").null().text("message", "cannot be read");
  }
  json.end_object().end_object();
  std::fprintf(stderr, "%s\n", line.c_str());
}

int run(std::string_view command, const char* path) {
  const auto bytes = read_input(path);
  if (!bytes) {
    print_error(std::nullopt);
    return 3;
  }
  const Meaning meaning =
      looks_like_raw_parrot(*bytes) ? slow_read_parrot(*bytes) : slow_read_callgrind(*bytes);
  if (!meaning.valid) {
    print_error(meaning.error);
    return 3;
  }
  if (command == "convert") {
    const std::string text = Dump(meaning).text();
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  return 0;
}

}  // namespace
}  // namespace quern::testing

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: slow_dump convert|info FILE\n", stderr);
    return 2;
  }
  return quern::testing::run(argv[1], argv[2]);
}
