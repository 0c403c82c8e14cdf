// Pairs, batches, and what all functions have in common: sizes, NULL, messages.
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "c_test.h"

// A point falls from z = 1 to z = -1 through a triangle at rest.
static const double kFalling[24] = {0.2, 0.2, 1,  0, 0, 0, 1, 0, 0, 0, 1, 0,
                                    0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
// The same point stays above it.
static const double kFree[24] = {0.2, 0.2, 1,   0, 0, 0, 1, 0, 0, 0, 1, 0,
                                 0.2, 0.2, 0.5, 0, 0, 0, 1, 0, 0, 0, 1, 0};

TEST(SolveFindsTheKnownContactOfEveryKind) {
  // Each of them touches at t = 0.5 for the first time.
  static const double kPairs[5][24] = {
      {0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0},
      {-1, 0, 1, 1, 0, 1, 0, -1, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1, 0, -1, 0, 0, 1, 0},
      {0, 0, 1, -1, 0, 0, 1, 0, 0, 9, 9, 9, 0, 0, -1, -1, 0, 0, 1, 0, 0, 9, 9, 9},
      {0, 0, 1, 0, 0, 0, 9, 9, 9, 9, 9, 9, 0, 0, -1, 0, 0, 0, 9, 9, 9, 9, 9, 9},
      {0, 1, 0, -1, 0, 0, 1, 0, 0, 9, 9, 9, 0, -1, 0, -1, 0, 0, 1, 0, 0, 9, 9, 9}};
  fc_options options;
  CHECK(fc_options_init(&options, sizeof options) == FC_OK);
  options.exact = 1;
  for (fc_kind kind = FC_KIND_VERTEX_FACE; kind <= FC_KIND_POINT_SEGMENT_2D; ++kind) {
    fc_result result = {.size = sizeof result};
    CHECK(fc_solve(kind, kPairs[kind], &options, &result) == FC_OK);
    CHECK(result.status == FC_STATUS_CONTACT);
    CHECK(result.toi <= 0.5 && 0.5 <= result.toi_upper);
    CHECK(result.toi_upper - result.toi <= 0x1p-30);
    CHECK(!result.starts_in_contact && result.tolerance == 0 && result.checks >= 0);
    CHECK(result.size == sizeof result);
  }
}

TEST(SolveDescribesTheContact) {
  fc_result result = {.size = sizeof result};
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.5 && result.toi > 0.499);
  CHECK(result.normal[0] == 0 && result.normal[1] == 0 && result.normal[2] == 1);
  CHECK(fabs(result.u - 0.2) < 1e-6 && fabs(result.v - 0.2) < 1e-6);
  CHECK(fabs(result.point_a[2] - result.point_b[2]) <= result.tolerance);
  CHECK(fc_error_message()[0] == '\0');

  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFree, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.toi == 1 && isinf(result.distance));
  fc_options options;
  fc_options_init(&options, sizeof options);
  options.describe_free = 1;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.distance == 0.5);
}

TEST(OptionsAreHeeded) {
  fc_options options;
  fc_result result = {.size = sizeof result};
  fc_options_init(&options, sizeof options);
  options.min_separation = 0.5;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT);  // a distance of exactly min_separation is contact
  fc_options_init(&options, sizeof options);
  options.t_max = 0.25;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.toi == 0.25);
  fc_options_init(&options, sizeof options);
  options.tolerance = 0.1;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi < 0.5);
  for (int32_t method = FC_METHOD_CERTIFIED; method <= FC_METHOD_TIGHT_INCLUSION_FAST; ++method) {
    fc_options_init(&options, sizeof options);
    options.method = method;
    CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, &options, &result) == FC_OK);
    CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.5);
  }
}

TEST(BadInputOfAPairIsNamedAndNeverFree) {
  double points[24];
  fc_result result = {.size = sizeof result};
  memcpy(points, kFree, sizeof points);
  points[16] = NAN;
  result.status = FC_STATUS_FREE;
  CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, points, NULL, &result), "points[16] is not finite");
  CHECK(result.status == FC_STATUS_INVALID_INPUT && result.toi == 0);
  for (fc_kind kind = -1; kind <= 5; kind += 6) {
    result.status = FC_STATUS_FREE;
    CHECK_REFUSED(fc_solve(kind, kFree, NULL, &result), "kind");
    CHECK(result.status == FC_STATUS_INVALID_INPUT);
  }
  fc_options options;
#define CHECK_OPTION(change, words)                                                          \
  fc_options_init(&options, sizeof options);                                                 \
  options.change;                                                                            \
  result.status = FC_STATUS_FREE;                                                            \
  CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options, &result), words);             \
  CHECK(result.status == FC_STATUS_INVALID_INPUT);                                           \
  fc_outcome outcome;                                                                        \
  CHECK_REFUSED(                                                                             \
      fc_solve_batch(FC_KIND_VERTEX_FACE, kFree, 24, 1, &options, &outcome, sizeof outcome), \
      words)
  { CHECK_OPTION(method = 4, "options->method is 4"); }
  { CHECK_OPTION(method = -1, "options->method"); }
  { CHECK_OPTION(norm = 2, "options->norm"); }
  { CHECK_OPTION(reserved = 1, "options->reserved must be 0"); }
  { CHECK_OPTION(t_max = 2, "t_max"); }
  { CHECK_OPTION(t_max = NAN, "t_max"); }
  { CHECK_OPTION(max_checks = 0, "max_checks"); }
  { CHECK_OPTION(tolerance = -2, "tolerance"); }
  { CHECK_OPTION(tolerance = NAN, "tolerance"); }
  { CHECK_OPTION(min_separation = -1, "min_separation"); }
}

TEST(NullArgumentsAreNamed) {
  fc_result result = {.size = sizeof result};
  fc_outcome outcome;
  const double* columns[24] = {NULL};
  CHECK_REFUSED(fc_options_init(NULL, sizeof(fc_options)), "options is NULL");
  CHECK_REFUSED(fc_step_options_init(NULL, sizeof(fc_step_options)), "options is NULL");
  CHECK_REFUSED(fc_motion_init(NULL, sizeof(fc_motion)), "motion is NULL");
  CHECK_REFUSED(fc_body_options_init(NULL, sizeof(fc_body_options)), "options is NULL");
  CHECK_REFUSED(fc_robot_options_init(NULL, sizeof(fc_robot_options)), "options is NULL");
  CHECK_REFUSED(fc_edge_options_init(NULL, sizeof(fc_edge_options)), "options is NULL");
  CHECK_REFUSED(fc_solve(FC_KIND_EDGE_EDGE, NULL, NULL, &result), "points is NULL");
  CHECK_REFUSED(fc_solve(FC_KIND_EDGE_EDGE, kFree, NULL, NULL), "result is NULL");
  CHECK_REFUSED(fc_solve_batch(0, NULL, 24, 1, NULL, &outcome, sizeof outcome), "points is NULL");
  CHECK_REFUSED(fc_solve_batch_float(0, NULL, 24, 1, NULL, &outcome, sizeof outcome), "points");
  CHECK_REFUSED(fc_solve_batch(0, kFree, 24, 1, NULL, NULL, sizeof outcome), "outcomes is NULL");
  CHECK_REFUSED(fc_solve_columns(0, NULL, 1, 1, NULL, &outcome, sizeof outcome), "columns is NULL");
  CHECK_REFUSED(fc_solve_columns_float(0, NULL, 1, 1, NULL, &outcome, sizeof outcome), "columns");
  CHECK_REFUSED(fc_solve_columns(0, columns, 1, 1, NULL, &outcome, sizeof outcome),
                "columns[0] is NULL");
  // Nothing is asked, so nothing is needed.
  CHECK(fc_solve_batch(0, NULL, 24, 0, NULL, NULL, sizeof outcome) == FC_OK);
  CHECK(fc_solve_columns(0, NULL, 1, 0, NULL, NULL, sizeof outcome) == FC_OK);
}

TEST(BatchesOfAllLayoutsAnswerAlike) {
  enum { kCount = 5000 };  // more than one block
  double* rows = malloc(kCount * 30 * sizeof(double));
  float* floats = malloc(kCount * 24 * sizeof(float));
  double* apart = malloc(kCount * 24 * sizeof(double));
  fc_outcome *a = malloc(kCount * sizeof *a), *b = malloc(kCount * sizeof *b);
  const double* columns[24];
  const float* float_columns[24];
  int touching = 0;
  for (int k = 0; k < 24; ++k) {
    columns[k] = apart + k * kCount;
    float_columns[k] = floats + k;
    for (int i = 0; i < kCount; ++i) {
      double value = kFalling[k];
      if (k == 14) value = (i % 64 - 32) / 32.0;  // where the point ends
      rows[30 * i + k] = apart[k * kCount + i] = value = (float)value;
      floats[24 * i + k] = (float)value;
    }
  }
  CHECK(fc_solve_batch(0, rows, 30, kCount, NULL, a, sizeof *a) == FC_OK);
  for (int i = 0; i < kCount; ++i) {
    fc_result result = {.size = sizeof result};
    fc_solve(0, rows + 30 * i, NULL, &result);
    CHECK(a[i].status == result.status && a[i].toi == result.toi);
    CHECK(a[i].toi_upper == result.toi_upper && a[i].checks == result.checks);
    const int touches = rows[30 * i + 14] <= 0;
    touching += touches;
    CHECK(a[i].status == (touches ? FC_STATUS_CONTACT : FC_STATUS_FREE));
  }
  CHECK(touching > kCount / 3 && touching < 2 * kCount / 3);
  CHECK(fc_solve_batch_float(0, floats, 24, kCount, NULL, b, sizeof *b) == FC_OK);
  CHECK(memcmp(a, b, kCount * sizeof *a) == 0);
  CHECK(fc_solve_columns(0, columns, 1, kCount, NULL, b, sizeof *b) == FC_OK);
  CHECK(memcmp(a, b, kCount * sizeof *a) == 0);
  CHECK(fc_solve_columns_float(0, float_columns, 24, kCount, NULL, b, sizeof *b) == FC_OK);
  CHECK(memcmp(a, b, kCount * sizeof *a) == 0);
  CHECK(fc_solve_batch(0, rows + 30 * (kCount - 1), -30, kCount, NULL, b, sizeof *b) == FC_OK);
  for (int i = 0; i < kCount; ++i) CHECK(memcmp(a + i, b + kCount - 1 - i, sizeof *a) == 0);
  rows[30 * 4100 + 7] = INFINITY;
  CHECK(fc_solve_batch(0, rows, 30, kCount, NULL, b, sizeof *b) == FC_OK);
  CHECK(b[4100].status == FC_STATUS_INVALID_INPUT && b[4100].toi == 0);
  CHECK(memcmp(a, b, 4100 * sizeof *a) == 0 && memcmp(a + 4101, b + 4101, sizeof *a) == 0);
  free(rows), free(floats), free(apart), free(a), free(b);
}

TEST(ShorterStructsAreFilledAsFarAsTheyGo) {
  fc_result result;
  memset(&result, 0x5A, sizeof result);
  result.size = offsetof(fc_result, point_a);
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.size == offsetof(fc_result, point_a));
  const unsigned char* bytes = (const unsigned char*)&result;
  for (size_t i = result.size; i < sizeof result; ++i) CHECK(bytes[i] == 0x5A);

  // Options that end before t_max, tolerance and the rest: these have their defaults.
  fc_options options;
  memset(&options, 0x5A, sizeof options);
  options.size = offsetof(fc_options, tolerance);
  options.min_separation = 0.75;
  result.size = sizeof result;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && fabs(result.toi - 0.5) < 1e-5);
  memset(&options, 0x5A, sizeof options);
  CHECK(fc_options_init(&options, offsetof(fc_options, t_max)) == FC_OK);
  CHECK(options.tolerance == FC_TOLERANCE_UNSET && options.min_separation == 0);
  bytes = (const unsigned char*)&options;
  for (size_t i = options.size; i < sizeof options; ++i) CHECK(bytes[i] == 0x5A);
}

TEST(LongerStructsOfANewerHeaderAreUnderstood) {
  struct {
    fc_options known;
    double later;
  } options;
  struct {
    fc_result known;
    double later;
  } result;
  struct {
    fc_outcome known;
    double later;
  } outcomes[2];
  memset(&options, 0x5A, sizeof options);
  memset(&result, 0x5A, sizeof result);
  memset(&outcomes, 0x5A, sizeof outcomes);
  CHECK(fc_options_init(&options.known, sizeof options) == FC_OK);
  CHECK(options.later == 0 && options.known.size == sizeof options && options.known.t_max == 1);
  result.known.size = sizeof result;
  CHECK(fc_solve(FC_KIND_VERTEX_FACE, kFalling, &options.known, &result.known) == FC_OK);
  CHECK(result.later == 0 && result.known.status == FC_STATUS_CONTACT);
  CHECK(fc_solve_batch(FC_KIND_VERTEX_FACE, kFalling, 0, 2, &options.known, &outcomes[0].known,
                       sizeof outcomes[0]) == FC_OK);
  CHECK(outcomes[0].later == 0 && outcomes[1].later == 0);
  CHECK(outcomes[1].known.status == FC_STATUS_CONTACT);
  options.later = 1;
  CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options.known, &result.known),
                "options has fields that this library does not know");
  CHECK(result.known.status == FC_STATUS_INVALID_INPUT);
}

TEST(SizesThatCannotBeRightAreRefused) {
  static const size_t kSizes[] = {0, 1, 8, 12, 41, sizeof(fc_result) + 1, 5000, (size_t)-8};
  for (size_t i = 0; i < sizeof kSizes / sizeof *kSizes; ++i) {
    fc_result result;
    result.size = kSizes[i];
    CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, kFree, NULL, &result), "result->size");
    fc_options options;
    CHECK_REFUSED(fc_options_init(&options, kSizes[i]), "size");
    fc_options_init(&options, sizeof options);
    options.size = kSizes[i];
    result.size = sizeof result;
    CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, kFree, &options, &result), "options->size");
    fc_outcome outcome = {0};
    CHECK_REFUSED(fc_solve_batch(0, kFree, 24, 1, NULL, &outcome, kSizes[i]), "outcome_size");
    CHECK(outcome.status != FC_STATUS_FREE);
  }
  fc_options zeros = {.size = sizeof zeros};
  fc_result result = {.size = sizeof result};
  CHECK_REFUSED(fc_solve(FC_KIND_VERTEX_FACE, kFree, &zeros, &result), "max_checks");
}

// What programs are compiled with. If a number here has to change, FC_ABI_VERSION must, too, unless
// it is the size of a struct that has new fields at its end.
TEST(LayoutsAreThoseThatProgramsWereCompiledWith) {
  CHECK(sizeof(fc_options) == 72 && offsetof(fc_options, method) == 48);
  CHECK(sizeof(fc_result) == 144 && offsetof(fc_result, point_a) == 40);
  CHECK(sizeof(fc_outcome) == 32 && offsetof(fc_outcome, status) == 24);
  CHECK(sizeof(fc_mesh_description) == 64 && sizeof(fc_step_options) == 88);
  CHECK(sizeof(fc_step_result) == 56 && offsetof(fc_step_result, impact_count) == 40);
  CHECK(sizeof(fc_impact) == 144 && offsetof(fc_impact, kind) == 112);
  CHECK(sizeof(fc_motion) == 272 && offsetof(fc_motion, axis) == 208);
  CHECK(sizeof(fc_body_options) == 48 && sizeof(fc_body_result) == 144);
  CHECK(sizeof(fc_robot_options) == 32 && sizeof(fc_edge_options) == 48);
  CHECK(sizeof(fc_edge_result) == 184 && offsetof(fc_edge_result, body_a) == 152);
  CHECK(FC_STATUS_INVALID_INPUT == 0 && FC_STATUS_FREE == 1 && FC_STATUS_CONTACT == 2);
  CHECK(FC_STATUS_UNDECIDED == 3 && FC_STATUS_CANCELLED == 4 && FC_OK == 0);
  CHECK(FC_ERROR_INVALID_INPUT == 1 && FC_ERROR_FILE == 2 && FC_ERROR_OUT_OF_MEMORY == 3);
  CHECK(fc_abi_version() == FC_ABI_VERSION && FC_ABI_VERSION == 0);
}

TEST(NamesAndVersionsAreThoseOfTheLibrary) {
  CHECK(strcmp(fc_status_name(FC_STATUS_FREE), "Free") == 0);
  CHECK(strcmp(fc_status_name(FC_STATUS_CONTACT), "Contact") == 0);
  CHECK(strcmp(fc_status_name(FC_STATUS_UNDECIDED), "Undecided") == 0);
  CHECK(strcmp(fc_status_name(FC_STATUS_CANCELLED), "Cancelled") == 0);
  CHECK(strcmp(fc_status_name(FC_STATUS_INVALID_INPUT), "InvalidInput") == 0);
  CHECK(strcmp(fc_status_name(77), "unknown") == 0);
  int major = -1, minor = -1, patch = -1;
  CHECK(sscanf(fc_version(), "%d.%d.%d", &major, &minor, &patch) == 3 && major >= 0);
}

static void* ask_many_times(void* argument) {
  const int good = *(const int*)argument;
  long wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    fc_result result = {.size = sizeof result};
    const fc_error error = fc_solve(good ? 0 : 9, kFalling, NULL, &result);
    if (good)
      wrong += error != FC_OK || fc_error_message()[0] || result.status != FC_STATUS_CONTACT;
    else
      wrong += error != FC_ERROR_INVALID_INPUT || !strstr(fc_error_message(), "kind is 9");
  }
  return (void*)wrong;
}

TEST(EveryThreadHasItsOwnMessage) {
  const int good = 1, bad = 0;
  fc_result result = {.size = sizeof result};
  CHECK(fc_solve(0, kFree, NULL, &result) == FC_OK);
  pthread_t first, second;
  void *wrong_first = NULL, *wrong_second = NULL;
  CHECK(pthread_create(&first, NULL, ask_many_times, (void*)&good) == 0);
  CHECK(pthread_create(&second, NULL, ask_many_times, (void*)&bad) == 0);
  pthread_join(first, &wrong_first);
  pthread_join(second, &wrong_second);
  CHECK(wrong_first == NULL && wrong_second == NULL);
  // The other thread's failures are not this one's.
  CHECK(fc_error_message()[0] == '\0');
}
