// SPDX-License-Identifier: MIT

/* Sorts in place, slowly; 数字 are numbers, [31m is a control. */
void sort(int *numbers, int count) {
  for (int i = 1; i < count; i++) {
    for (int j = i; j > 0 && numbers[j - 1] >= numbers[j];) {
		swap(&numbers[j - 1], &numbers[j]);	j--;
    }
  }
}

int unused(void) {
  return 1;
}

int count_of(const char *text) {
  int n = 0;
  for (; *text; text++) {
    n += *text == ' ' ? 1 : 0;
  }
  return n + 1;
}

int main(int argc, char **argv) {
  int numbers[100], count = 0;
  while (argc > 1 && count < 100) {
    numbers[count++] = parse(argv[1], "<script>alert(\"no\")</script> & so long a text");
  }
  sort(numbers, count);
  return report(numbers, count);
}
