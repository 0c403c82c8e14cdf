#include "narrow/certified/confirm_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "exact/oracle.h"
#include "generate/generate.h"
#include "narrow/certified_support.h"

namespace firstcontact::narrow::confirm_contact_test {
namespace {

using test::Random;

bool confirmed(const Query& query, double from, double to, double separation = 0,
               Norm norm = Norm::L2) {
  const GapCorners corners = gap_corners(query);
  return confirm_contact(corners, query.kind == Kind::PointSegment2D,
                         std::ldexp(separation, -corners.exponent), norm, from, to);
}

exact::Decision first_contact(const Query& query, double t_max, double separation = 0,
                              Norm norm = Norm::L2) {
  return exact::decide(
      query, {.min_separation = separation, .norm = norm, .t_max = t_max, .width_bits = 60});
}

struct Share {
  int contacts = 0, confirmed = 0;
};

/// A confirmation over [0, to], and over a short interval around the first contact, where the
/// oracle can contradict it.
void expect_sound(const Query& query, Random& random, Share& share, int i) {
  const double to = std::abs(random.real());
  if (confirmed(query, 0, to)) {
    EXPECT_TRUE(first_contact(query, to).contact) << i;
  }
  const exact::Decision truth = first_contact(query, 1);
  if (!truth.contact || truth.lower.round_down() == 0) return;
  const double start = truth.lower.round_down(), end = truth.upper.round_up();
  // Wholly before the first contact: nothing to confirm.
  const double width = std::ldexp(1.0, -static_cast<int>(random.integer(1, 50)));
  if (start - width > 0) {
    EXPECT_FALSE(confirmed(query, start - width, std::nextafter(start, 0))) << i;
  }
  ++share.contacts;
  share.confirmed += confirmed(query, std::max(0.0, start - 0x1p-33), std::min(1.0, end + 0x1p-31));
}

/// Seed 131. Never without a contact, over all generated classes.
TEST(ConfirmContact, IsNeverWrongOnGeneratedQueries) {
  Random random(131);
  Share share;
  for (const generate::QueryClass& query_class : generate::query_classes())
    for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge}) {
      if (kind == Kind::VertexFace ? !query_class.vertex_face : !query_class.edge_edge) continue;
      for (int i = 0; i < 60; ++i)
        expect_sound(generate::make_query(query_class, kind, 131, static_cast<std::uint64_t>(i)),
                     random, share, i);
    }
  EXPECT_GT(share.confirmed, 100);
  EXPECT_LT(share.confirmed, share.contacts);
}

/// Seed 132. Contacts of random motion cross: nearly all are confirmed.
TEST(ConfirmContact, ConfirmsTransversalContacts) {
  Random random(132);
  for (const Kind kind : {Kind::VertexFace, Kind::EdgeEdge, Kind::PointSegment2D}) {
    Share share;
    for (int i = 0; i < 2000; ++i) {
      Query query;
      query.kind = kind;
      for (int j = 0; j < 4; ++j)
        for (Vec3* point : {&query.t0[j], &query.t1[j]}) {
          *point = random.vector();
          if (kind == Kind::PointSegment2D) point->z() = 0;
        }
      expect_sound(query, random, share, i);
    }
    EXPECT_GT(share.contacts, 100);
    EXPECT_GT(share.confirmed, share.contacts * 95 / 100);
  }
}

/// Seed 133. Small integers: touching without crossing, parallel, flat, at rest.
TEST(ConfirmContact, IsNeverWrongOnDegenerateQueries) {
  Random random(133);
  Share share;
  for (int i = 0; i < 6000; ++i) {
    Query query;
    query.kind = test::kEveryKind[static_cast<std::size_t>(i) % 5];
    for (int j = 0; j < 4; ++j)
      for (Vec3* point : {&query.t0[j], &query.t1[j]}) {
        *point = random.lattice(2, 1);
        if (query.kind == Kind::PointSegment2D) point->z() = 0;
      }
    expect_sound(query, random, share, i);
  }
  EXPECT_GT(share.contacts, 300);
}

/// Seed 134. With a separation: only if the pair really comes within it by `to`, in both norms.
TEST(ConfirmContact, SeparationIsConfirmedOnlyWhenReached) {
  Random random(134);
  int confirmations = 0, free = 0;
  for (int i = 0; i < 3000; ++i) {
    Query query;
    query.kind = test::kEveryKind[static_cast<std::size_t>(i) % 4];
    for (int j = 0; j < 4; ++j)
      for (Vec3* point : {&query.t0[j], &query.t1[j]})
        *point = i % 2 ? random.lattice(2, 1) : random.vector();
    const Norm norm = i % 4 < 2 ? Norm::L2 : Norm::Linf;
    const double separation =
        i % 3 ? std::abs(random.real()) : static_cast<double>(random.integer(1, 4)) / 4;
    const double to = static_cast<double>(random.integer(1, 8)) / 8;
    const bool found = confirmed(query, 0, to, separation, norm);
    const bool contact = first_contact(query, to, separation, norm).contact;
    if (found) {
      EXPECT_TRUE(contact) << i;
    }
    confirmations += found;
    free += !contact;
  }
  EXPECT_GT(confirmations, 500);
  EXPECT_GT(free, 300);
}

/// A vertex that touches the plane of the face and turns back, and one that only passes beside the
/// face.
TEST(ConfirmContact, DoesNotConfirmTouchingOrPassing) {
  VertexFace pair;
  pair.v0_t0 = pair.v0_t1 = {-1, -1, 0};
  pair.v1_t0 = pair.v1_t1 = {1, -1, 0};
  pair.v2_t0 = pair.v2_t1 = {0, 1, 0};
  pair.p_t0 = {0, 0, 1};
  pair.p_t1 = {0, 0, 0};
  EXPECT_FALSE(confirmed(pair, 0, 1));
  pair.p_t1 = {0, 0, -1};
  EXPECT_TRUE(confirmed(pair, 0, 1));
  pair.p_t0 = {3, 0, 1};
  pair.p_t1 = {3, 0, -1};
  EXPECT_FALSE(confirmed(pair, 0, 1));
  pair.p_t0 = {1, 1, 1};  // inside the bounding box, beside the face
  pair.p_t1 = {1, 1, -1};
  EXPECT_FALSE(confirmed(pair, 0, 1));
}

}  // namespace
}  // namespace firstcontact::narrow::confirm_contact_test
