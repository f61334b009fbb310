/* SPDX-License-Identifier: MIT
   Inlined functions in C: within each other, at several lines, in a loop, in recursion. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; unsigned key; char text[24]; };

static inline unsigned mix(unsigned x) { x ^= x >> 15; x *= 0x2c1b3c6du; x ^= x >> 12; return x; }

static inline unsigned hash(const char *text) {
  unsigned h = 17;
  while (*text) h = mix(h + (unsigned char)*text++);
  return h;
}

static inline int before(const struct node *a, const struct node *b) {
  return a->key != b->key ? a->key < b->key : strcmp(a->text, b->text) < 0;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *last = &head;
  while (a && b) {
    struct node **from = before(b, a) ? &b : &a;
    last->next = *from; last = *from; *from = (*from)->next;
  }
  last->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
  struct node *half = slow->next;
  slow->next = 0;
  return merge(sort(list), sort(half));
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 400; ++i) {
    struct node *n = calloc(1, sizeof *n);
    sprintf(n->text, "node %d", i * 7919 % 400);
    n->key = hash(n->text) % 64;
    n->next = list;
    list = n;
  }
  unsigned sum = 0;
  for (struct node *n = sort(list); n; n = n->next) sum = mix(sum + hash(n->text));
  printf("%u\n", sum);
  return 0;
}
