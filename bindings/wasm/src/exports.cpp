// The functions that JavaScript sees. None of them lets an exception out.
#include <emscripten.h>
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "call.h"
#include "flat_query.h"
#include "scratch_files.h"

// clang-format off
EM_JS(int, page_progress, (double share), {
  return Module["firstcontactProgress"] ? Module["firstcontactProgress"](share) : 1;
});
// clang-format on

namespace firstcontact::wasm {

bool report_progress(double share) { return page_progress(share) != 0; }

namespace {

/// What is kept between the calls that hand over arguments, run, and read the answer.
struct State {
  std::string text;  ///< arguments before a call; its answer or message afterwards
  std::vector<Array> arrays;
  std::vector<CertificateSegment> certificate;
  std::string message;
};

State& state() {
  static State state;
  return state;
}

/// Runs `work`; 1, or 0 with the message of what it threw.
template <class Work>
int guarded(std::string& message, Work work) {
  try {
    work();
    return 1;
  } catch (const std::bad_alloc&) {
    message = "there is not enough memory";
  } catch (const std::exception& error) {
    message = without_scratch_folder(error.what());
  } catch (...) {
    message = "something unknown went wrong";
  }
  return 0;
}

}  // namespace
}  // namespace firstcontact::wasm

using namespace firstcontact;
using namespace firstcontact::wasm;

extern "C" {

/// Room for the arguments of the next call as text.
EMSCRIPTEN_KEEPALIVE char* fc_text_room(std::size_t bytes) {
  char* room = nullptr;
  std::string message;
  guarded(message, [&] {
    state().text.assign(bytes, ' ');
    room = state().text.data();
  });
  return room;
}

/// Room for the next array of the next call; null if there is no memory.
EMSCRIPTEN_KEEPALIVE void* fc_array_room(std::size_t bytes) {
  void* room = nullptr;
  std::string message;
  guarded(message, [&] {
    Array& array = state().arrays.emplace_back();
    array.memory.resize(bytes / sizeof(double) + 1);
    array.bytes = bytes;
    room = array.memory.data();
  });
  return room;
}

/// Runs the function that the text names. 1: text and arrays are the answer. 0: the text is a
/// message.
EMSCRIPTEN_KEEPALIVE int fc_call() {
  State& s = state();
  std::string message;
  const int done = guarded(message, [&] {
    Call call;
    call.arrays_in = std::move(s.arrays);
    s.arrays.clear();
    call.in = Json::parse(s.text);
    run(call);
    s.text = call.out.dump(-1, ' ', false, Json::error_handler_t::replace);
    s.arrays = std::move(call.arrays_out);
  });
  if (done == 0) {
    s.text = std::move(message);
    s.arrays.clear();
  }
  return done;
}

EMSCRIPTEN_KEEPALIVE const char* fc_text() { return state().text.data(); }
EMSCRIPTEN_KEEPALIVE std::size_t fc_text_bytes() { return state().text.size(); }
EMSCRIPTEN_KEEPALIVE std::size_t fc_array_count() { return state().arrays.size(); }
EMSCRIPTEN_KEEPALIVE const void* fc_array(std::size_t index) {
  return index < state().arrays.size() ? state().arrays[index].memory.data() : nullptr;
}
EMSCRIPTEN_KEEPALIVE std::size_t fc_array_bytes(std::size_t index) {
  return index < state().arrays.size() ? state().arrays[index].bytes : 0;
}
/// Frees the answer.
EMSCRIPTEN_KEEPALIVE void fc_done() {
  State& s = state();
  s.arrays = {};
  if (s.text.size() > (1u << 20)) s.text = {};
}

/// Solves one pair; rows are those of flat_query.h. 0: the message says what went wrong.
EMSCRIPTEN_KEEPALIVE int fc_solve(const double* query, const double* options, double* out) {
  State& s = state();
  return guarded(s.message, [&] {
    const Result r = solve(to_query(std::span<const double, kQueryRow>(query, kQueryRow)),
                           to_options(std::span<const double, kOptionsRow>(options, kOptionsRow)));
    put_row(r, std::span<double, kOutcomeRow>(out, kOutcomeRow));
    double* at = out + kOutcomeRow;
    for (const Vec3* v : {&r.point_a, &r.point_b, &r.normal})
      for (int k = 0; k < 3; ++k) *at++ = (*v)[k];
    for (const double x : {r.distance, r.u, r.v, r.tolerance}) *at++ = x;
    s.certificate = r.certificate;
    s.message = r.message;
    *at++ = static_cast<double>(s.certificate.size());
    *at++ = static_cast<double>(s.message.size());
  });
}

/// The message of the last fc_solve or fc_solve_many.
EMSCRIPTEN_KEEPALIVE const char* fc_message() { return state().message.c_str(); }
EMSCRIPTEN_KEEPALIVE std::size_t fc_message_bytes() { return state().message.size(); }

/// The segments of the last fc_solve, kSegmentRow numbers each, as many as it said.
EMSCRIPTEN_KEEPALIVE void fc_certificate(double* out) {
  for (const CertificateSegment& segment : state().certificate) {
    *out++ = segment.t0;
    *out++ = segment.t1;
    for (const Vec3* n : {&segment.n0, &segment.n1})
      for (int k = 0; k < 3; ++k) *out++ = (*n)[k];
  }
}

/// Solves many pairs: rows of queries, one row of options, rows of outcomes.
EMSCRIPTEN_KEEPALIVE int fc_solve_many(std::size_t count, const double* queries,
                                       const double* options, double* outcomes) {
  State& s = state();
  return guarded(s.message, [&] {
    std::vector<Query> pairs(count);
    for (std::size_t i = 0; i < count; ++i)
      pairs[i] = to_query(std::span<const double, kQueryRow>(queries + i * kQueryRow, kQueryRow));
    std::vector<Outcome> answers(count);
    solve_batch(pairs, to_options(std::span<const double, kOptionsRow>(options, kOptionsRow)),
                answers);
    for (std::size_t i = 0; i < count; ++i)
      put_row(answers[i], std::span<double, kOutcomeRow>(outcomes + i * kOutcomeRow, kOutcomeRow));
  });
}

}  // extern "C"
