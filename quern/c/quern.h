// SPDX-License-Identifier: MIT
//
// quern for programs in C: write a profile while your profiler runs, and read profiles of any
// format that quern knows. C11. The library does not throw or print, and has no global state. A
// writer or a reading belongs to one thread at a time; several can be active at once. Every
// function that can fail returns a status and, if `error` is not NULL, describes the failure there.
// docs/library.md has a complete program for each direction.
#pragma once

// NOLINTBEGIN(modernize-*): this is C

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum quern_status {
  QUERN_OK = 0,
  QUERN_STOPPED = 1,    /* a callback stopped the reading */
  QUERN_WRONG_USE = 2,  /* a call out of order, or data that the format cannot represent */
  QUERN_BAD_INPUT = 3,  /* missing, not recognized, malformed */
  QUERN_BAD_OUTPUT = 4, /* a file that exists, a full disk, a callback that refused bytes */
  QUERN_NO_MEMORY = 5
} quern_status;

/* Why something failed. Strings end with NUL and are cut to their arrays; empty: none. */
typedef struct quern_error {
  quern_status status;
  char code[48];     /* stable: "malformed-number"; `quern check --list-codes` explains */
  char message[512]; /* what was found and what was expected */
  char hint[512];    /* what to do */
  uint64_t line;     /* in a text file, from 1; 0: unknown */
  uint64_t column;   /* in bytes, from 1 */
} quern_error;

/* ---- Writing: Callgrind's format, which callgrind_annotate, KCachegrind and quern read ---- */

typedef struct quern_writer quern_writer;

/* An event, or a formula over others ("Ir + 10 Bm"): a derived one has no costs of its own. */
typedef struct quern_written_event {
  const char* name;      /* without spaces; without `:` and `=` if it has one of the next two */
  const char* long_name; /* or NULL */
  const char* formula;   /* or NULL */
} quern_written_event;

typedef struct quern_writer_options {
  const char* creator; /* your program and its version: "sampler-1.0" */
  const char* command; /* what was profiled, or NULL */
  const quern_written_event* events;
  size_t event_count;
  bool has_lines;       /* costs have source lines, */
  bool has_addresses;   /* or instruction addresses, or both */
  bool plain_names;     /* write full names instead of numbers for them */
  bool plain_positions; /* write full lines and addresses instead of differences */
  bool allows_negative; /* costs may be below 0 (some readers take them for 0) */
  bool replaces_file;   /* replace an existing file; otherwise it is an error */
} quern_writer_options;

/* Receives bytes; a result other than 0 refuses more. */
typedef int quern_take_bytes(void* user, const char* bytes, size_t length);

/* A writer into a file, which appears whole once quern_writer_finish() succeeds, or not at all. A
 * name that ends with .gz, .bz2, .zst or .xz is compressed. NULL: `error` says why. */
quern_writer* quern_writer_open(const char* path, const quern_writer_options* options,
                                quern_error* error);
/* A writer that passes its bytes to a callback. */
quern_writer* quern_writer_open_callback(quern_take_bytes* take, void* user,
                                         const quern_writer_options* options, quern_error* error);
/* Frees a writer at any time; NULL is allowed. Without quern_writer_finish(), no file is left. */
void quern_writer_close(quern_writer* writer);

/* One dump of a run, or the work of one thread or process. -1: unknown, not written. */
typedef struct quern_written_part {
  int64_t number;
  int64_t pid;
  int64_t thread;
  const char* trigger;    /* why it was dumped, or NULL */
  const char* time_range; /* or NULL */
} quern_written_part;

/* `part` NULL: nothing is known about it. A part must end before the next one begins. */
quern_status quern_writer_begin_part(quern_writer* writer, const quern_written_part* part,
                                     quern_error* error);
/* Begins a function: the next records belong to it, until the next function or the end of the part.
 * A function may occur again. NULL, "" and "???": unknown. Names are bytes without line ends, and
 * do not begin with a space. */
quern_status quern_writer_function(quern_writer* writer, const char* name, const char* file,
                                   const char* object, quern_error* error);
/* The position of a cost. Lines or addresses that the options do not announce are not written. */
typedef struct quern_position {
  uint64_t line;
  uint64_t address;
} quern_position;

/* Self cost of the function at a position; missing costs at the end are 0. `file`: the file that
 * the code was inlined from; NULL: the function's file. Costs of equal positions add up. */
quern_status quern_writer_self(quern_writer* writer, const char* file, quern_position at,
                               const int64_t* costs, size_t cost_count, quern_error* error);

typedef struct quern_written_call {
  const char* name; /* of the callee, with file and object as in quern_writer_function() */
  const char* file;
  const char* object;
  const char* from_file;    /* of `at`; NULL: the function's file */
  quern_position at;        /* position of the call */
  quern_position target;    /* start of the callee; zeros: unknown */
  int64_t count;            /* number of calls */
  const int64_t* inclusive; /* inclusive cost of these calls together */
  size_t inclusive_count;
} quern_written_call;

quern_status quern_writer_call(quern_writer* writer, const quern_written_call* call,
                               quern_error* error);

typedef struct quern_written_jump {
  const char* name; /* of the target function, with file and object; NULL: the current function */
  const char* file;
  const char* object;
  const char* from_file; /* of `at`; NULL: the current function's file */
  const char* to_file;   /* of `target`; NULL: the target function's file */
  quern_position at;
  quern_position target;
  bool is_conditional;
  int64_t executed; /* how often it was executed, */
  int64_t followed; /* and how often followed: only for conditional jumps */
} quern_written_jump;

quern_status quern_writer_jump(quern_writer* writer, const quern_written_jump* jump,
                               quern_error* error);
/* Writes the exact sums of the self costs. `summary`: NULL, or the cost of the whole run, one
 * number per event, none below these sums. */
quern_status quern_writer_end_part(quern_writer* writer, const int64_t* summary,
                                   quern_error* error);
/* Completes the file under its name. Only quern_writer_close() may follow. */
quern_status quern_writer_finish(quern_writer* writer, quern_error* error);

/* ---- Reading: any format; callbacks get each record as it is read ---- */

/* A whole number of 128 bits: high * 2^64 + low. */
typedef struct quern_number {
  int64_t high;
  uint64_t low;
} quern_number;

#define QUERN_NUMBER_TEXT 48
/* Whether it fits 64 bits; `value` is then set to it. */
bool quern_number_to_int64(quern_number number, int64_t* value);
/* Writes its decimal digits and NUL; returns the number of digits. */
size_t quern_number_to_text(quern_number number, char text[QUERN_NUMBER_TEXT]);

/* Bytes of the file, not necessarily UTF-8; they may contain NUL. A NUL follows them. */
typedef struct quern_text {
  const char* bytes;
  size_t length;
} quern_text;

/* Ids are arbitrary 32-bit numbers, valid within one reading. Each is reported once. */
typedef struct quern_event {
  uint32_t id;
  quern_text name;
  quern_text long_name; /* as defined by the format, or empty; see also quern_definition */
  quern_text unit;      /* "ns", "bytes", or empty: one count is `scale` times this */
  uint64_t scale;
  bool is_peak; /* costs combine by their maximum, not by their sum */
} quern_event;

typedef struct quern_file {
  uint32_t id;
  quern_text name; /* empty: unknown */
} quern_file;

typedef struct quern_function {
  uint32_t id;
  quern_text name; /* each empty if the file does not have it */
  quern_text file;
  quern_text object;
} quern_function;

typedef struct quern_part_begin {
  size_t number; /* from 0, in order of appearance */
  bool has_lines;
  bool has_addresses;
  const uint32_t* events; /* the events of its costs; contexts name their own */
  size_t event_count;
} quern_part_begin;

typedef struct quern_self {
  uint32_t function;
  uint32_t file; /* of the position */
  bool has_line;
  uint64_t line;
  uint64_t address;
  const quern_number* costs; /* missing ones at the end are 0 */
  size_t cost_count;
} quern_self;

typedef struct quern_call {
  uint32_t caller;
  uint32_t callee;
  uint32_t file; /* of the position in the caller */
  bool has_line;
  uint64_t line;
  uint64_t address;
  bool has_target;
  uint64_t target_line;
  uint64_t target_address;
  uint64_t count;
  const quern_number* inclusive; /* missing ones at the end are 0 */
  size_t inclusive_count;
} quern_call;

typedef struct quern_jump {
  bool is_conditional;
  uint32_t function;
  uint32_t file;
  uint64_t line; /* 0: unknown; the same for the target */
  uint64_t address;
  uint32_t target_function;
  uint32_t target_file;
  uint64_t target_line;
  uint64_t target_address;
  uint64_t executed;
  uint64_t followed;
} quern_jump;

typedef struct quern_event_cost {
  uint32_t event;
  quern_number cost;
} quern_event_cost;

#define QUERN_NO_CONTEXT UINT32_MAX

/* A node of the call tree; its id is the number of contexts before it. */
typedef struct quern_context {
  uint32_t id;
  uint32_t parent; /* the context before, or one of its ancestors; or QUERN_NO_CONTEXT */
  uint32_t function;
  uint64_t calls; /* made at the line of the file: 1, of merged profiles also more; 0: no call but a
                     stack that was met */
  uint32_t file;
  bool has_line;
  int64_t line;
  bool has_offset; /* of the instruction in the function, */
  int64_t offset;
  uint64_t start;   /* which starts at this address of its object; UINT64_MAX: at
                       none that is known */
  bool is_beside;   /* its costs are also reported as self costs: add up only one of both */
  bool is_late;     /* it belongs to a part that has ended, */
  size_t late_part; /* namely this one */
  const quern_event_cost* costs; /* self costs */
  size_t cost_count;
} quern_context;

/* A leak: a resource that a context still held at the end. */
typedef struct quern_leak {
  uint32_t context;
  uint32_t event;
  uint64_t address;
  uint64_t size;
} quern_leak;

typedef struct quern_part_end {
  size_t number;
  bool has_part, has_pid, has_thread;
  uint64_t part, pid, thread; /* as numbered in the file */
  quern_text command;         /* each empty if the file does not have it */
  quern_text trigger;
  const quern_text* descriptions; /* "Timerange: …" */
  size_t description_count;
  const uint32_t* events; /* of the part: of each number in `totals` and `declared` */
  size_t event_count;
  const quern_number* totals;   /* exact sums of the self costs of its records; NULL: it has
                                   contexts alone */
  const quern_number* declared; /* what the file declares, or NULL */
  /* From this context on, contexts belong to the part that begins next; QUERN_NO_CONTEXT: none. */
  uint32_t first_context_of_next;
} quern_part_end;

typedef enum quern_severity { QUERN_NOTE, QUERN_WARNING, QUERN_ERROR } quern_severity;

/* What the file says about an event: a long name, or a formula over other events. */
typedef struct quern_definition {
  quern_text name;
  quern_text long_name; /* each empty if the file does not have it */
  quern_text formula;
} quern_definition;

/* A warning about the file; with keep_going, also an error. */
typedef struct quern_finding {
  quern_severity severity;
  quern_text code;
  quern_text message;
  quern_text hint;
  uint64_t line; /* 0: not known */
  uint64_t column;
  uint64_t count; /* of this code in total; only the first 1,000 are reported one by one */
} quern_finding;

/* The file as a whole. */
typedef struct quern_input {
  quern_text format; /* "callgrind", "pprof", … */
  quern_text dialect;
  quern_text creator; /* each empty if the file does not have it */
  quern_text command;
} quern_input;

/* Callbacks for the records; each may be NULL. Arguments are valid during the call. A result other
 * than 0 stops the reading. Within a part, records come in blocks: self costs of a function may be
 * reported after calls that are between them in the file.
 *
 * An event is reported before its first cost. A file or function is reported before its first use
 * if the file has named it by then, otherwise at the end. So two ids may turn out to be one
 * function: equal in name, file and object. `definition`, `finding` and `input` come last. */
typedef struct quern_sink {
  size_t size; /* sizeof(quern_sink), so that a newer library knows your callbacks */
  int (*event)(void* user, const quern_event* event);
  int (*file)(void* user, const quern_file* file);
  int (*function)(void* user, const quern_function* function);
  int (*begin_part)(void* user, const quern_part_begin* part);
  int (*self)(void* user, const quern_self* self);
  int (*call)(void* user, const quern_call* call);
  int (*jump)(void* user, const quern_jump* jump);
  int (*context)(void* user, const quern_context* context);
  int (*leak)(void* user, const quern_leak* leak);
  int (*end_part)(void* user, const quern_part_end* part);
  int (*definition)(void* user, const quern_definition* definition);
  int (*finding)(void* user, const quern_finding* finding);
  int (*input)(void* user, const quern_input* input);
} quern_sink;

typedef struct quern_read_options {
  const char* dialect; /* name of a format or dialect; NULL: recognize it */
  /* What relative positions in Callgrind's files count from: the last self cost row ("self") or the
   * last row of any cost ("cost"). NULL: as the program that wrote the file does. */
  const char* base_rule;
  bool keep_going; /* errors become findings, and reading continues after them */
  bool recover;    /* keep what precedes a damaged or cut end, with a warning */
} quern_read_options;

/* Reads `path` ("-": standard input), compressed or not. Memory grows with the names in it, not
 * with its records; quern's own JSON, speedscope's and pprof's files are collected first, packed.
 * `options` NULL: none. */
quern_status quern_read_file(const char* path, const quern_read_options* options,
                             const quern_sink* sink, void* user, quern_error* error);

/* "0.1.0" */
const char* quern_version(void);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-*)
