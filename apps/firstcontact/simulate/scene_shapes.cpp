#include "scene_shapes.h"

#include <firstcontact/mesh_file.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <span>

#include "gmsh_file.h"
#include "io/errors.h"
#include "io/shown_text.h"
#include "sim/shapes/grid_shapes.h"
#include "sim/shapes/implicit_shapes.h"
#include "sim/shapes/surface_shapes.h"

namespace firstcontact::apps {
namespace {

constexpr int kMostDimples = 10000;
/// Lengths of shapes, in metres.
constexpr double kSmallestLength = 1e-9, kLargestLength = 1e9;

/// Path of a file that is named in another one.
std::string beside_scene(const io::JsonField& file) {
  return (std::filesystem::path(file.path()).parent_path() / file.nonempty_text()).string();
}

/// Checks the fields of a shape, besides "shape".
void expect_shape_fields(const io::JsonField& place, std::initializer_list<const char*> names) {
  for (const auto& [name, ignored] : place.value().items()) {
    bool known = name == "shape";
    std::string list;
    for (const char* other : names) {
      known = known || name == other;
      list += (list.empty() ? "" : ", ") + std::string(other);
    }
    if (!known)
      place.at(name.c_str())
          .refuse(fmt::format("unknown field; a {} has {}", place.at("shape").text(), list));
  }
}

double at_least_zero(const io::JsonField& place, const char* name) {
  if (!place.has(name)) return 0;
  const double value = place.at(name).number();
  if (value < 0) place.at(name).refuse(fmt::format("{} is negative", value));
  return value;
}

Vec3 positive_vector(const io::JsonField& place, const char* name) {
  const Vec3 value = place.at(name).vector("numbers");
  for (const io::JsonField& part : place.at(name).entries()) part.positive();
  return value;
}

void expect_less(const io::JsonField& place, const char* name, double value, const char* than,
                 double limit) {
  if (!(value < limit))
    place.at(name).refuse(fmt::format("{} is not less than {}, {}", value, than, limit));
}

sim::ImplicitShape torus_at(const io::JsonField& place) {
  expect_shape_fields(place, {"radius", "tube"});
  const double radius = positive_at(place, "radius"), tube = positive_at(place, "tube");
  expect_less(place, "tube", tube, "the radius", radius);
  return sim::torus(radius, tube);
}

sim::ImplicitShape golf_ball_at(const io::JsonField& place) {
  expect_shape_fields(place, {"radius", "dimples", "depth"});
  const double radius = positive_at(place, "radius"), depth = positive_at(place, "depth");
  expect_less(place, "depth", depth, "half of the radius", radius / 2);
  const int dimples = place.at("dimples").count();
  if (dimples > kMostDimples)
    place.at("dimples").refuse(fmt::format("{} is more than {}", dimples, kMostDimples));
  return sim::golf_ball(radius, dimples, depth);
}

sim::TetMesh ring_at(const io::JsonField& place, int elements) {
  expect_shape_fields(place, {"radius", "tube", "straight"});
  const double radius = positive_at(place, "radius"), tube = positive_at(place, "tube");
  expect_less(place, "tube", tube, "the radius", radius);
  return sim::ring(radius, tube, at_least_zero(place, "straight"), elements);
}

/// A shape by its name, made of the fields of its place.
template <class Made>
struct NamedShape {
  const char* name;
  Made (*make)(const io::JsonField& place, int elements);
};

sim::TetMesh filled_shape(const io::JsonField& place, const sim::ImplicitShape& shape,
                          int elements) {
  sim::TetMesh mesh = sim::stuffed_with(shape, elements);
  if (mesh.tets.empty())
    place.refuse(
        fmt::format("{} elements are too few for this shape, or it is too thin", elements));
  return mesh;
}

using SolidShape = NamedShape<sim::TetMesh>;
constexpr SolidShape kSolids[] = {
    {"ball",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"radius"});
       return filled_shape(place, sim::ball(positive_at(place, "radius")), elements);
     }},
    {"box",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"size"});
       return sim::box(positive_vector(place, "size"), elements);
     }},
    {"cone",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"radius", "height"});
       return filled_shape(
           place, sim::cone(positive_at(place, "radius"), positive_at(place, "height")), elements);
     }},
    {"cylinder",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"radius", "length"});
       return filled_shape(
           place, sim::cylinder(positive_at(place, "radius"), positive_at(place, "length")),
           elements);
     }},
    {"figure",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"height"});
       return filled_shape(place, sim::cat_figure(positive_at(place, "height")), elements);
     }},
    {"golf-ball", [](const io::JsonField& place,
                     int elements) { return filled_shape(place, golf_ball_at(place), elements); }},
    {"head",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"length"});
       return filled_shape(place, sim::cow_head(positive_at(place, "length")), elements);
     }},
    {"ring", ring_at},
    {"spike",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"width", "shaft", "tip"});
       return sim::spike(positive_at(place, "width"), at_least_zero(place, "shaft"),
                         positive_at(place, "tip"), elements);
     }},
    {"torus", [](const io::JsonField& place,
                 int elements) { return filled_shape(place, torus_at(place), elements); }},
    {"wedge",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"width", "depth", "shaft", "tip"});
       return sim::wedge(positive_at(place, "width"), positive_at(place, "depth"),
                         at_least_zero(place, "shaft"), positive_at(place, "tip"), elements);
     }},
};

Vec2 two_numbers(const io::JsonField& place) {
  place.expect_size(2);
  return {place.entry(0).number(), place.entry(1).number()};
}

sim::TriangleMesh profile_at(const io::JsonField& place, int elements) {
  expect_shape_fields(place, {"points", "depth"});
  std::vector<Vec2> points;
  for (const io::JsonField& entry : place.at("points").entries()) {
    points.push_back(two_numbers(entry));
    if (points.size() > 1 && points.back() == points[points.size() - 2])
      entry.refuse("the same point as the one before");
  }
  if (points.size() < 2) place.at("points").refuse("fewer than 2 points");
  return sim::profile_surface(points, positive_at(place, "depth"), elements);
}

sim::TriangleMesh pit_at(const io::JsonField& place, int elements) {
  expect_shape_fields(place, {"size", "hole", "depth"});
  const double size = positive_at(place, "size");
  const Vec2 hole = two_numbers(place.at("hole"));
  for (const io::JsonField& part : place.at("hole").entries())
    if (!(part.positive() < size))
      part.refuse(fmt::format("{} is not less than the size, {}", part.number(), size));
  return sim::pit_surface(size, hole[0], hole[1], positive_at(place, "depth"), elements);
}

using SurfaceShape = NamedShape<sim::TriangleMesh>;
constexpr SurfaceShape kSurfaces[] = {
    {"box",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"size"});
       return sim::box_surface(positive_vector(place, "size"), elements);
     }},
    {"cone",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"radius", "height"});
       return sim::cone_surface(positive_at(place, "radius"), positive_at(place, "height"),
                                elements);
     }},
    {"pit", pit_at},
    {"profile", profile_at},
    {"sheet",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"size"});
       const Vec2 size = two_numbers(place.at("size"));
       for (const io::JsonField& part : place.at("size").entries()) part.positive();
       return sim::sheet(size[0], size[1], elements);
     }},
    {"sphere",
     [](const io::JsonField& place, int elements) {
       expect_shape_fields(place, {"radius"});
       return sim::sphere_surface(positive_at(place, "radius"), elements);
     }},
};

/// Refuses numbers with which the shape's arithmetic could overflow.
void check_lengths(const io::JsonField& place) {
  if (place.value().is_number()) {
    const double size = std::abs(place.number());
    if (size != 0 && !(size >= kSmallestLength && size <= kLargestLength))
      place.refuse(fmt::format("{} is not within {:g} to {:g}", place.number(), kSmallestLength,
                               kLargestLength));
  }
  if (place.value().is_array())
    for (const io::JsonField& entry : place.entries()) check_lengths(entry);
  if (place.value().is_object())
    for (const auto& [name, ignored] : place.value().items()) check_lengths(place.at(name.c_str()));
}

template <class Made>
Made shape_by_name(const io::JsonField& place, std::span<const NamedShape<Made>> shapes,
                   int elements) {
  check_lengths(place);
  const std::string name = place.at("shape").text();
  std::string known;
  for (const NamedShape<Made>& shape : shapes) {
    if (name == shape.name) return shape.make(place, elements);
    known += (known.empty() ? "" : ", ") + std::string(shape.name);
  }
  place.at("shape").refuse(io::shown_text(name) + " is not a shape; the shapes are " + known);
}

/// Whether the mesh comes from a file; a shape otherwise.
bool is_file(const io::JsonField& place) {
  if (!place.value().is_object()) place.refuse("not an object");
  if (!place.has("file")) {
    if (!place.has("shape")) place.refuse("has neither shape nor file");
    return false;
  }
  place.expect_object({"file"});
  return true;
}

sim::TriangleMesh surface_file(const io::JsonField& file) {
  const std::string path = beside_scene(file);
  try {
    const io::MeshData data = io::read_mesh(path);
    if (data.faces.empty()) throw io::InputError(path, "holds no triangle");
    return {.vertices = sim::rows_of(data.vertices), .faces = data.faces};
  } catch (const io::FileError& error) {
    file.refuse(error.what());
  }
}

}  // namespace

sim::TetMesh solid_of(const io::JsonField& place, int elements) {
  if (!is_file(place)) return shape_by_name<sim::TetMesh>(place, kSolids, elements);
  const io::JsonField file = place.at("file");
  try {
    return read_gmsh(beside_scene(file));
  } catch (const io::FileError& error) {
    file.refuse(error.what());
  }
}

sim::TriangleMesh surface_of(const io::JsonField& place, int elements) {
  return is_file(place) ? surface_file(place.at("file"))
                        : shape_by_name<sim::TriangleMesh>(place, kSurfaces, elements);
}

std::optional<std::string> mesh_file_of(const io::JsonField& place) {
  if (!place.has("file")) return std::nullopt;
  return beside_scene(place.at("file"));
}

double positive_at(const io::JsonField& place, const char* name) {
  return place.at(name).positive();
}

}  // namespace firstcontact::apps
