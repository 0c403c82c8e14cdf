#pragma once
// A test program in C: TEST(name) { CHECK(…); } and a main that runs the test named on its command
// line, or all. CMakeLists.txt reads the names of the tests from the sources.
#include <firstcontact/c.h>
#include <stdio.h>
#include <string.h>

extern int failures;

#define CHECK(condition)                                                                        \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      printf("%s:%d: %s\n  message: %s\n", __FILE__, __LINE__, #condition, fc_error_message()); \
      ++failures;                                                                               \
    }                                                                                           \
  } while (0)

/// The call fails with this error, and its message has these words.
#define CHECK_FAILS(call, error, words)                 \
  do {                                                  \
    CHECK((call) == (error));                           \
    CHECK(strstr(fc_error_message(), (words)) != NULL); \
  } while (0)
#define CHECK_REFUSED(call, words) CHECK_FAILS(call, FC_ERROR_INVALID_INPUT, words)

#define TEST(name) void test_##name(void)
