/* SPDX-License-Identifier: MIT */
/* read_profile FILE: the self cost of each function, in the first event of the first part. */
#include <quern/c/quern.h>
#include <stdio.h>
#include <stdlib.h>

struct function {
  char* name;
  int64_t cost;
};

struct costs {
  struct function* functions; /* by id */
  size_t size;
};

static struct function* find(struct costs* costs, uint32_t id) {
  if (id >= costs->size) {
    const size_t size = (size_t)id * 2 + 16;
    struct function* more = realloc(costs->functions, size * sizeof *more);
    if (more == NULL) {
      return NULL;
    }
    for (size_t at = costs->size; at < size; ++at) {
      more[at].name = NULL;
      more[at].cost = 0;
    }
    costs->functions = more;
    costs->size = size;
  }
  return &costs->functions[id];
}

static int take_function(void* user, const quern_function* function) {
  if (function->id >= 1u << 31) {
    return 0; /* only a jump leads there */
  }
  struct function* known = find(user, function->id);
  if (known == NULL || (known->name = malloc(function->name.length + 1)) == NULL) {
    return 1;
  }
  for (size_t at = 0; at <= function->name.length; ++at) {
    known->name[at] = function->name.bytes[at];
  }
  return 0;
}

static int take_self(void* user, const quern_self* self) {
  struct function* known = find(user, self->function);
  int64_t cost = 0;
  if (known == NULL || (self->cost_count != 0 && !quern_number_to_int64(self->costs[0], &cost))) {
    return 1; /* a program that adds up more than 64 bits would keep quern_number */
  }
  known->cost += cost;
  return 0;
}

/* Of profiles that have stacks alone. */
static int take_context(void* user, const quern_context* context) {
  struct function* known = find(user, context->function);
  int64_t cost = 0;
  for (size_t at = 0; known != NULL && !context->is_beside && at < context->cost_count; ++at) {
    if (context->costs[at].event == 0 && quern_number_to_int64(context->costs[at].cost, &cost)) {
      known->cost += cost;
    }
  }
  return known == NULL;
}

static int end_part(void* user, const quern_part_end* part) {
  (void)user;
  return part->number == 0; /* the first part is enough */
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: read_profile FILE\n");
    return 2;
  }
  struct costs costs = {NULL, 0};
  quern_sink sink = {0};
  sink.size = sizeof sink;
  sink.function = take_function;
  sink.self = take_self;
  sink.context = take_context;
  sink.end_part = end_part;
  quern_error error;
  const quern_status status = quern_read_file(argv[1], NULL, &sink, &costs, &error);
  if (status != QUERN_OK && status != QUERN_STOPPED) {
    fprintf(stderr, "%s:%llu:%llu: %s [%s]\n", argv[1], (unsigned long long)error.line,
            (unsigned long long)error.column, error.message, error.code);
  } else {
    for (size_t at = 0; at < costs.size; ++at) {
      if (costs.functions[at].cost != 0) {
        const char* name = costs.functions[at].name;
        printf("%lld %s\n", (long long)costs.functions[at].cost, name != NULL ? name : "?");
      }
    }
  }
  for (size_t at = 0; at < costs.size; ++at) {
    free(costs.functions[at].name);
  }
  free(costs.functions);
  return status == QUERN_OK || status == QUERN_STOPPED ? 0 : 3;
}
