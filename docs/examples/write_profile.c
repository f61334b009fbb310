/* SPDX-License-Identifier: MIT */
/* write_profile FILE: what a profiler would write of a run of two functions. */
#include <quern/c/quern.h>
#include <stdio.h>

static int fail(quern_writer* writer, const quern_error* error) {
  fprintf(stderr, "%s [%s]\n", error->message, error->code);
  quern_writer_close(writer); /* an unfinished file vanishes */
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: write_profile FILE\n");
    return 2;
  }
  const quern_written_event events[] = {{"Ticks", "Clock ticks", NULL},
                                        {"Bytes", "Bytes asked for", NULL}};
  quern_writer_options options = {0};
  options.creator = "sampler-1.0";
  options.command = "shop --open";
  options.events = events;
  options.event_count = 2;
  options.has_lines = true;

  quern_error error;
  quern_writer* writer = quern_writer_open(argv[1], &options, &error);
  if (writer == NULL) {
    return fail(writer, &error);
  }
  const quern_written_part part = {1, 4711, -1, "end of run", NULL};
  const int64_t main_costs[] = {20, 64};
  const int64_t parse_costs[] = {300, 0};
  const int64_t inlined_costs[] = {100, 16};
  const int64_t parse_inclusive[] = {400, 16};

  quern_written_call call = {0};
  call.name = "parse";
  call.file = "parse.c";
  call.object = "/usr/bin/shop";
  call.at.line = 12;     /* in main */
  call.target.line = 40; /* where parse begins */
  call.count = 5;
  call.inclusive = parse_inclusive;
  call.inclusive_count = 2;

  const quern_position main_line = {10, 0};
  const quern_position parse_line = {41, 0};
  const quern_position inlined_line = {7, 0};
  if (quern_writer_begin_part(writer, &part, &error) != QUERN_OK ||
      quern_writer_function(writer, "main", "shop.c", "/usr/bin/shop", &error) != QUERN_OK ||
      quern_writer_self(writer, NULL, main_line, main_costs, 2, &error) != QUERN_OK ||
      quern_writer_call(writer, &call, &error) != QUERN_OK ||
      quern_writer_function(writer, "parse", "parse.c", "/usr/bin/shop", &error) != QUERN_OK ||
      quern_writer_self(writer, NULL, parse_line, parse_costs, 1, &error) != QUERN_OK ||
      quern_writer_self(writer, "scan.h", inlined_line, inlined_costs, 2, &error) != QUERN_OK ||
      quern_writer_end_part(writer, NULL, &error) != QUERN_OK ||
      quern_writer_finish(writer, &error) != QUERN_OK) {
    return fail(writer, &error);
  }
  quern_writer_close(writer);
  return 0;
}
