#include "io/query_writer.h"

#include <cmath>

#include "io/errors.h"
#include "io/exact_fraction.h"
#include "io/query_points.h"

namespace firstcontact::io {
namespace {

bool is_finite(const Query& query) {
  for (std::size_t i = 0; i < points_of(query.kind); ++i)
    if (!query.t0[i].allFinite() || !query.t1[i].allFinite()) return false;
  return true;
}

}  // namespace

void append_query(std::string& out, const Query& query, bool truth) {
  for (const auto* points : {&query.t0, &query.t1}) {
    for (std::size_t i = 0; i < points_of(query.kind); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        append_fraction(out, (*points)[i][axis]);
        out += ',';
      }
      out += truth ? "1\n" : "0\n";
    }
  }
}

void QueryWriter::refuse(const std::string& what) {
  refused_ = true;
  throw OutputError(file_.path(), "query " + std::to_string(count_) + ": " + what);
}

void QueryWriter::write(const Query& query, bool truth) {
  if (kind_ && *kind_ != query.kind) refuse("its kind differs from that of the queries before");
  if (!is_finite(query)) refuse("a coordinate is not finite");
  if (query.kind == Kind::PointSegment2D && !is_planar(query))
    refuse("a planar query lies in z = 0");
  kind_ = query.kind;
  text_.clear();
  append_query(text_, query, truth);
  file_.write(text_);
  ++count_;
}

void QueryWriter::complete() {
  if (refused_) throw OutputError(file_.path(), "not written: a query was refused");
  if (count_ == 0) throw OutputError(file_.path(), "not written: there is no query");
  file_.complete();
  completed_ = true;
}

void QueryWriter::close() {
  if (!completed_) complete();
  file_.close();
}

}  // namespace firstcontact::io
