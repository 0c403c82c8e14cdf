// Runs the tests named on the command line, or all. Ends with 1 if one fails or has no such name.
#include "c_test.h"

int failures = 0;

#define NAMED(name) void test_##name(void);
#include "c_test_names.inc"
#undef NAMED

static const struct {
  const char* name;
  void (*run)(void);
} kTests[] = {
#define NAMED(name) {#name, test_##name},
#include "c_test_names.inc"
};

int main(int count, char** names) {
  int run = 0;
  for (size_t i = 0; i < sizeof kTests / sizeof *kTests; ++i) {
    int wanted = count == 1;
    for (int k = 1; k < count; ++k) wanted |= strcmp(names[k], kTests[i].name) == 0;
    if (wanted) kTests[i].run(), ++run;
  }
  if (run == 0) printf("there is no such test\n");
  return failures == 0 && run > 0 ? 0 : 1;
}
