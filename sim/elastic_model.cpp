#include "sim/elastic_model.h"

#include <cmath>
#include <sstream>

#include "sim/parallel_chunks.h"

namespace firstcontact::sim {
namespace {

/// An element whose height is below this share of its longest edge counts as flat.
constexpr double kFlat = 1e-9;

template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

std::string coordinate_fault(const char* what, const PointMatrix& points, Eigen::Index rows) {
  if (points.rows() != rows)
    return text(what, " has ", points.rows(), " vertices, rest has ", rows);
  for (Eigen::Index i = 0; i < points.rows(); ++i)
    if (!points.row(i).allFinite()) return text(what, " of vertex ", i, " is not finite");
  return {};
}

template <class Indices>
std::string index_fault(const char* what, std::size_t number, const Indices& indices,
                        Eigen::Index vertices) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || indices[k] >= vertices)
      return text(what, ' ', number, ": vertex ", indices[k], " does not exist: there are ",
                  vertices, " vertices");
    for (std::size_t l = 0; l < k; ++l)
      if (indices[l] == indices[k])
        return text(what, ' ', number, ": vertex ", indices[k], " appears twice");
  }
  return {};
}

std::string material_fault(const Material& material, bool cloth) {
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!positive(material.density)) return text("density ", material.density, " is not positive");
  if (!positive(material.young)) return text("young ", material.young, " is not positive");
  if (!(material.poisson > -1 && material.poisson < 0.5))
    return text("poisson ", material.poisson, " is not between -1 and 0.5");
  if (!cloth) return {};
  if (!positive(material.thickness))
    return text("thickness ", material.thickness, " is not positive");
  if (!(material.bending >= 0 && std::isfinite(material.bending)))
    return text("bending ", material.bending, " is negative or not finite");
  return {};
}

template <class Indices>
double longest_edge(const PointMatrix& x, const Indices& indices) {
  double longest = 0;
  for (std::size_t k = 0; k < indices.size(); ++k)
    for (std::size_t l = 0; l < k; ++l)
      longest = std::max(longest, (x.row(indices[k]) - x.row(indices[l])).norm());
  return longest;
}

std::string body_fault(const Body& body) {
  const Eigen::Index rows = body.rest.rows();
  if (std::string fault = coordinate_fault("rest", body.rest, rows); !fault.empty()) return fault;
  if (std::string fault = coordinate_fault("start", body.start, rows); !fault.empty()) return fault;
  if (body.velocity.rows() != 0)
    if (std::string fault = coordinate_fault("velocity", body.velocity, rows); !fault.empty())
      return fault;
  if (body.kind != BodyKind::Solid && !body.tets.empty()) return "tetrahedra belong to solids only";
  if (body.kind == BodyKind::Solid && !body.faces.empty())
    return "a solid has tetrahedra and no faces";
  if (body.tets.empty() && body.faces.empty()) return "there are no elements";
  for (std::size_t i = 0; i < body.tets.size(); ++i)
    if (std::string fault = index_fault("tetrahedron", i, body.tets[i], rows); !fault.empty())
      return fault;
  for (std::size_t i = 0; i < body.faces.size(); ++i)
    if (std::string fault = index_fault("face", i, body.faces[i], rows); !fault.empty())
      return fault;
  for (std::size_t i = 0; i < body.scripts.size(); ++i)
    for (const int vertex : body.scripts[i].vertices)
      if (vertex < 0 || vertex >= rows)
        return text("script ", i, ": vertex ", vertex, " does not exist: there are ", rows,
                    " vertices");
  if (body.kind == BodyKind::Obstacle) return {};
  return material_fault(body.material, body.kind == BodyKind::Cloth);
}

}  // namespace

ElasticModel::ElasticModel(const std::vector<Body>& bodies, double least_volume)
    : least_volume_(least_volume) {
  for (const Body& body : bodies) {
    fault_ = add_body(body);
    if (fault_.empty()) continue;
    fault_ = "body \"" + body.name + "\": " + fault_;
    return;
  }
  for (const TetElement& tet : tets_) elements_.push_back(tet.vertices);
  for (const MembraneElement& m : membranes_)
    elements_.push_back({m.vertices[0], m.vertices[1], m.vertices[2], -1});
  for (const HingeElement& hinge : hinges_) elements_.push_back(hinge.vertices);
}

std::string ElasticModel::add_body(const Body& body) {
  if (std::string fault = body_fault(body); !fault.empty()) return fault;
  const auto first = static_cast<int>(masses_.size());
  masses_.conservativeResize(first + body.rest.rows());
  masses_.tail(body.rest.rows()).setZero();
  if (body.kind == BodyKind::Obstacle) return {};
  std::string fault =
      body.kind == BodyKind::Solid ? add_solid(body, first) : add_cloth(body, first);
  if (!fault.empty()) return fault;
  for (Eigen::Index i = 0; i < body.rest.rows(); ++i)
    if (!(masses_[first + i] > 0)) return text("vertex ", i, " belongs to no element");
  return {};
}

std::string ElasticModel::add_solid(const Body& body, int first) {
  for (std::size_t i = 0; i < body.tets.size(); ++i) {
    const double volume = signed_volume(body.rest, body.tets[i]);
    const double longest = longest_edge(body.rest, body.tets[i]);
    if (!(std::abs(volume) > kFlat * longest * longest * longest))
      return text("tetrahedron ", i, " is flat at rest: volume ", volume);
    if (volume < 0) return text("tetrahedron ", i, " is inverted at rest: volume ", volume);
    TetElement tet = make_tet(body.rest, body.tets[i], body.material, least_volume_);
    for (int& vertex : tet.vertices) {
      vertex += first;
      masses_[vertex] += body.material.density * volume / 4;
    }
    tets_.push_back(tet);
  }
  return {};
}

std::string ElasticModel::add_cloth(const Body& body, int first) {
  for (std::size_t i = 0; i < body.faces.size(); ++i) {
    const double area = triangle_area(body.rest, body.faces[i]);
    const double longest = longest_edge(body.rest, body.faces[i]);
    if (!(area > kFlat * longest * longest))
      return text("face ", i, " is flat at rest: area ", area);
    MembraneElement membrane = make_membrane(body.rest, body.faces[i], body.material);
    for (int& vertex : membrane.vertices) {
      vertex += first;
      masses_[vertex] += body.material.density * body.material.thickness * area / 3;
    }
    membranes_.push_back(membrane);
  }
  if (body.material.bending == 0) return {};
  for (const std::array<int, 4>& vertices : find_hinges(body.faces)) {
    HingeElement hinge = make_hinge(body.rest, vertices, body.material);
    for (int& vertex : hinge.vertices) vertex += first;
    hinges_.push_back(hinge);
  }
  return {};
}

double ElasticModel::energy(const PointMatrix& x) const {
  double sum = 0;
  for (const TetElement& tet : tets_) sum += sim::energy(tet, x);
  for (const MembraneElement& membrane : membranes_) sum += sim::energy(membrane, x);
  for (const HingeElement& hinge : hinges_) sum += sim::energy(hinge, x);
  return sum;
}

void ElasticModel::add_gradient(const PointMatrix& x, PointMatrix& gradient) const {
  const auto add = [&gradient](const auto& element, const ElementVector& values) {
    for (std::size_t k = 0; k < element.vertices.size(); ++k)
      gradient.row(element.vertices[k]) +=
          values.segment<3>(3 * static_cast<Eigen::Index>(k)).transpose();
  };
  for (const TetElement& tet : tets_) add(tet, sim::gradient(tet, x));
  for (const MembraneElement& membrane : membranes_) add(membrane, sim::gradient(membrane, x));
  for (const HingeElement& hinge : hinges_) add(hinge, sim::gradient(hinge, x));
}

void ElasticModel::hessian(const PointMatrix& x, bool project, int threads,
                           std::vector<HessianBlock>& blocks) const {
  blocks.resize(elements_.size());
  for_chunks(elements_.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      HessianBlock& block = blocks[i];
      block.vertices = elements_[i];
      block.count = elements_[i][3] < 0 ? 3 : 4;
      const std::size_t hinge = tets_.size() + membranes_.size();
      if (i < tets_.size())
        block.hessian = sim::hessian(tets_[i], x, project);
      else if (i < hinge)
        block.hessian = sim::hessian(membranes_[i - tets_.size()], x, project);
      else
        block.hessian = sim::hessian(hinges_[i - hinge], x, project);
    }
  });
}

}  // namespace firstcontact::sim
