// Geometries of Collada files: every primitive is read, everything else is refused with file, line
// and element.
#include <gtest/gtest.h>

#include "collada_text.h"

namespace firstcontact::io::collada_geometry_test {
namespace {

using Faces = std::vector<std::array<int, 3>>;
using Edges = std::vector<std::array<int, 2>>;

std::string input(std::string_view semantic, std::string_view source, int offset) {
  return "<input semantic='" + std::string(semantic) + "' source='#" + std::string(source) +
         "' offset='" + std::to_string(offset) + "'/>";
}

MeshData mesh_of(std::string_view primitives, std::string_view mesh = "mesh") {
  return dae_of(collada_of(geometry_of(primitives, mesh) + scene_of_g()));
}

std::string primitive(const std::string& kind, int count, const std::string& inside) {
  return "<" + kind + " count='" + std::to_string(count) + "'>" + std::string(kVertexInput) +
         inside + "</" + kind + ">";
}

TEST(ColladaGeometry, ReadsEveryPrimitive) {
  EXPECT_EQ(mesh_of(primitive("triangles", 2, "<p>0 1 2 3 4 5</p>")).faces,
            (Faces{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(mesh_of(primitive("polylist", 2, "<vcount>3 4</vcount><p>0 1 2 3 4 5 6</p>")).faces,
            (Faces{{0, 1, 2}, {3, 4, 5}, {3, 5, 6}}));
  EXPECT_EQ(mesh_of(primitive("polygons", 2, "<p>0 1 2</p><p>3 4 5 6</p>")).faces,
            (Faces{{0, 1, 2}, {3, 4, 5}, {3, 5, 6}}));
  EXPECT_EQ(mesh_of(primitive("tristrips", 1, "<p>0 1 2 3 4</p>")).faces,
            (Faces{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
  EXPECT_EQ(mesh_of(primitive("trifans", 1, "<p>0 1 2 3</p>")).faces,
            (Faces{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(mesh_of(primitive("lines", 2, "<p>0 1 2 3</p>")).edges, (Edges{{0, 1}, {2, 3}}));
  EXPECT_EQ(mesh_of(primitive("linestrips", 1, "<p>0 1 2</p>")).edges, (Edges{{0, 1}, {1, 2}}));
  EXPECT_EQ(mesh_of(primitive("polylist", 2, "<vcount>2 3</vcount><p>0 1 2 3 4</p>")).edges,
            (Edges{{0, 1}}));
  EXPECT_EQ(mesh_of(primitive("triangles", 1, "<p>0 1 2</p>"), "convex_mesh").faces,
            (Faces{{0, 1, 2}}));
}

TEST(ColladaGeometry, AddsUpPrimitivesAndKeepsOnlyVerticesInUse) {
  const MeshData mesh =
      mesh_of(primitive("triangles", 1, "<p>6 3 4</p>") + primitive("lines", 1, "<p>4 1</p>") +
              primitive("triangles", 0, ""));
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 2, 3}, {0, 0, 3}, {1, 0, 3}, {1, 0, 0}}));
  EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}}));
  EXPECT_EQ(mesh.edges, (Edges{{2, 3}}));
}

TEST(ColladaGeometry, FindsTheVerticesAmongSeveralInputs) {
  const std::string inputs = input("NORMAL", "n", 0) + input("VERTEX", "v", 2) +
                             input("TEXCOORD", "t", 1) + input("COLOR", "c", 3);
  const MeshData mesh =
      mesh_of("<triangles count='1'>" + inputs + "<p>9 9 3 9  8 8 5 8  7 7 6 7</p></triangles>");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3>{{0, 0, 3}, {1, 2, 3}, {0, 2, 3}}));
}

/// The geometry "g" with one triangle 0 1 2 of a source of these parts.
std::string with_source(const std::string& numbers, const std::string& accessor,
                        const std::string& params) {
  return collada_of(
      "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='pa'>" + numbers +
      "</float_array><technique_common><accessor source='#pa' " + accessor + ">" + params +
      "</accessor></technique_common></source>\n<vertices id='v'><input semantic='POSITION' "
      "source='#p'/></vertices>\n" +
      primitive("triangles", 1, "<p>0 1 2</p>") + "</mesh></geometry></library_geometries>\n" +
      scene_of_g());
}

constexpr const char* kXyz =
    "<param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>";

TEST(ColladaGeometry, HonoursOffsetStrideAndOrderOfAnAccessor) {
  const std::vector<Vec3> wanted = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  EXPECT_EQ(dae_of(with_source("1 2 3 4 5 6 7 8 9", "count='3' stride='3'", kXyz)).vertices,
            wanted);
  EXPECT_EQ(
      dae_of(with_source("0 0 1 2 3 0 4 5 6 0 7 8 9", "count='3' stride='4' offset='2'", kXyz))
          .vertices,
      wanted);
  EXPECT_EQ(dae_of(with_source("3 0 1 2 6 0 4 5 9 0 7 8", "count='3' stride='4'",
                               "<param name='Z' type='double'/><param type='float'/><param "
                               "name='X'/><param name='Y'/>"))
                .vertices,
            wanted);
  EXPECT_EQ(dae_of(with_source("1 2 <!-- two --> 3 4 5\n<![CDATA[6 7]]> 8 9",
                               "count='3' stride='3'", kXyz))
                .vertices,
            wanted);
  EXPECT_EQ(
      dae_of(with_source("0.1 2 3 4 5 6 7 8 9", "count='3' stride='3'", kXyz)).vertices[0].x(),
      0.1);
}

TEST(ColladaGeometry, RefusesSourcesThatLosePositions) {
  const auto refused = [](const std::string& numbers, const std::string& accessor,
                          const std::string& params) {
    return dae_error(with_source(numbers, accessor, params));
  };
  const std::string nine = "1 2 3 4 5 6 7 8 9",
                    at = "m.dae:3: source 'p' <technique_common> <accessor>";
  EXPECT_EQ(refused(nine, "count='3' stride='3'",
                    "<param name='X' type='float'/><param name='Y' type='float'/>"),
            at + ": <param name=\"Z\"> is missing: positions have X, Y and Z");
  EXPECT_EQ(refused(nine, "count='3' stride='3'", ""),
            at + ": <param name=\"X\"> is missing: positions have X, Y and Z");
  EXPECT_EQ(refused(nine, "count='4' stride='3'", kXyz),
            at + ": its 4 positions reach beyond the 9 numbers of its array");
  EXPECT_EQ(refused(nine, "count='3' stride='18446744073709551615'", kXyz),
            at + ": its 3 positions reach beyond the 9 numbers of its array");
  EXPECT_EQ(refused(nine, "count='18446744073709551615' stride='3'", kXyz),
            at + ": its 18446744073709551615 positions reach beyond the 9 numbers of its array");
  EXPECT_EQ(refused(nine, "count='3' stride='3' offset='18446744073709551615'", kXyz),
            at + ": its 3 positions reach beyond the 9 numbers of its array");
  EXPECT_EQ(refused(nine, "count='-1' stride='3'", kXyz),
            at + " count: '-1' is not a whole number, 0 or more");
  EXPECT_EQ(refused(nine, "stride='3'", kXyz), at + " count: missing");
  EXPECT_EQ(refused(nine, "count='3'", kXyz),
            at + " stride: 1 is less than the number of <param>s, 3");
  EXPECT_EQ(refused("1 2\n3 4 x 6 7 8 9", "count='3' stride='3'", kXyz),
            "m.dae:4: float_array 'pa': 'x' is not a finite number");
  EXPECT_EQ(refused("1 2 3 4 nan 6 7 8 9", "count='3' stride='3'", kXyz),
            "m.dae:3: float_array 'pa': 'nan' is not a finite number");
}

std::string refused_primitive(std::string_view text) {
  return dae_error(collada_of(geometry_of(text) + scene_of_g()));
}

TEST(ColladaGeometry, RefusesPrimitivesThatLoseCorners) {
  const std::string at = "m.dae:5: geometry 'g' <mesh> ";
  EXPECT_EQ(refused_primitive(primitive("triangles", 2, "<p>0 1 2</p>")),
            at + "<triangles> count: 2, but there are 1 triangles");
  EXPECT_EQ(refused_primitive(primitive("triangles", -1, "<p>0 1 2</p>")),
            at + "<triangles> count: '-1' is not a whole number, 0 or more");
  EXPECT_EQ(refused_primitive(primitive("triangles", 1, "")),
            at + "<triangles> count: 1, but there are 0 triangles");
  EXPECT_EQ(refused_primitive(primitive("triangles", 1, "<p>0 1 2 3</p>")),
            at + "<triangles>: 4 corners do not make triangles");
  EXPECT_EQ(refused_primitive(primitive("triangles", 1, "<p>0 1 7</p>")),
            at + "<triangles> <p>: vertex 7 is out of range: there are 7");
  EXPECT_EQ(refused_primitive(primitive("triangles", 1, "<p>0\n1 -2</p>")),
            "m.dae:6: geometry 'g' <mesh> <triangles> <p>: '-2' is not a whole number, 0 or more");
  EXPECT_EQ(refused_primitive(primitive("triangles", 1, "<p>0 1 2</p><p>0 1 2</p>")),
            at + "<triangles> <p>: comes twice");
  EXPECT_EQ(refused_primitive(primitive("polylist", 1, "<vcount>4</vcount><p>0 1 2</p>")),
            at + "<polylist>: <vcount> needs more than the 3 corners of <p>");
  EXPECT_EQ(refused_primitive(primitive("polylist", 1, "<vcount>3</vcount><p>0 1 2 3</p>")),
            at + "<polylist>: <p> has 4 corners, <vcount> only uses 3");
  EXPECT_EQ(refused_primitive(primitive("polylist", 2, "<vcount>3</vcount><p>0 1 2</p>")),
            at + "<polylist> count: 2, but there are 1 numbers in <vcount>");
  EXPECT_EQ(refused_primitive(primitive("polylist", 1, "<vcount>1</vcount><p>0</p>")),
            at + "<polylist>: 1 corner, a face needs at least 3");
  EXPECT_EQ(refused_primitive(primitive("polygons", 1, "<ph><p>0 1 2</p><h>3 4 5</h></ph>")),
            at + "<polygons> <ph>: polygons with holes are not read");
  EXPECT_EQ(refused_primitive(primitive("polygons", 2, "<p>0 1 2</p>")),
            at + "<polygons> count: 2, but there are 1 <p>");
  EXPECT_EQ(refused_primitive(primitive("tristrips", 1, "<p>0 1</p>")),
            at + "<tristrips> <p>: 2 corners, a face needs at least 3");
  EXPECT_EQ(refused_primitive(primitive("quads", 1, "<p>0 1 2 3</p>")),
            at + "<quads>: is not known: nothing in a mesh is left out");
  EXPECT_EQ(refused_primitive("<triangles count='1'><p>0 1 2</p></triangles>"),
            at + "<triangles>: <input semantic=\"VERTEX\"> is missing");
  EXPECT_EQ(refused_primitive("<triangles count='1'>" + input("VERTEX", "w", 0) +
                              "<p>0 1 2</p></triangles>"),
            at + "<triangles> <input> source: there is no element with the id 'w'");
  EXPECT_EQ(refused_primitive("<triangles count='1'>" + input("VERTEX", "p", 0) +
                              "<p>0 1 2</p></triangles>"),
            at + "<triangles> <input> source: '#p' is a <source> (line 3), not a <vertices>");
  EXPECT_EQ(refused_primitive("<triangles count='1'>" + input("VERTEX", "v", 0) +
                              input("NORMAL", "n", 1) + "<p>0 1 2</p></triangles>"),
            at + "<triangles> <p>: 3 indices, but every corner has 2");
  EXPECT_EQ(refused_primitive("<triangles count='1'>" + input("VERTEX", "v", 0) +
                              input("NORMAL", "n", 1'000'000'000) + "<p>0 1 2</p></triangles>"),
            at + "<triangles>: an <input> has an offset of 1000000000, which is too large");
  EXPECT_EQ(refused_primitive(""), "m.dae:3: geometry 'g': holds no triangles, polygons or lines");
}

TEST(ColladaGeometry, RefusesShapesThatItCannotRead) {
  const auto refused = [](const std::string& geometry) {
    return dae_error(collada_of("<library_geometries><geometry id='g'>" + geometry +
                                "</geometry></library_geometries>" + scene_of_g()));
  };
  const std::string at = "m.dae:3: geometry 'g'";
  EXPECT_EQ(refused("<convex_mesh convex_hull_of='#other'/>"),
            at + " <convex_mesh> convex_hull_of: the hull of another geometry is not made");
  EXPECT_EQ(refused("<spline/>"), at + " <spline>: is not read: <mesh> and <convex_mesh> are");
  EXPECT_EQ(refused("<brep/>"), at + " <brep>: is not read: <mesh> and <convex_mesh> are");
  EXPECT_EQ(refused(""), at + ": holds no triangles, polygons or lines");
}

TEST(ColladaScene, RefusesWhatWouldLoseGeometry) {
  const auto refused = [](const std::string& node) {
    return dae_error(collada_of(one_triangle() + visual_scene("\n" + node)));
  };
  const std::string node = "m.dae:7: ";
  EXPECT_EQ(refused("<node><instance_geometry url='#h'/></node>"),
            node + "<node> <instance_geometry> url: there is no element with the id 'h'");
  EXPECT_EQ(refused("<node><instance_geometry url='other.dae#g'/></node>"),
            node +
                "<node> <instance_geometry> url: 'other.dae#g' is in another file, which is not "
                "read: #ID is needed");
  EXPECT_EQ(refused("<node><instance_geometry/></node>"),
            node + "<node> <instance_geometry> url: missing");
  EXPECT_EQ(refused("<node id='a'><instance_node url='#b'/></node>"),
            node + "node 'a' <instance_node> url: there is no element with the id 'b'");
  EXPECT_EQ(refused("<node><instance_controller url='#g'/></node>"),
            node +
                "<node> <instance_controller>: skins and morphs are not read: only geometry that "
                "does not change its shape is");
  EXPECT_EQ(refused("<node><skew>0 1 0 0 1 0 0</skew></node>"),
            node + "<node> <skew>: is not read: matrix, translate, rotate and scale are");
  EXPECT_EQ(refused("<node><lookat>1</lookat></node>"),
            node + "<node> <lookat>: is not read: matrix, translate, rotate and scale are");
  EXPECT_EQ(refused("<node><instance_gometry url='#g'/></node>"),
            node + "<node> <instance_gometry>: is not known: nothing in a scene is left out");
  EXPECT_EQ(refused("<node><scale>1 0 1</scale></node>"), node + "<node> <scale>: a scale of 0");
  EXPECT_EQ(refused("<node><scale>1 1</scale></node>"), node + "<node> <scale>: 2 numbers, not 3");
  EXPECT_EQ(refused("<node><rotate>0 0 0 90</rotate></node>"),
            node + "<node> <rotate>: an axis of length 0");
  EXPECT_EQ(refused("<node><matrix>1 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1</matrix></node>"),
            node + "<node> <matrix>: squeezes everything flat: its determinant is 0");
  EXPECT_EQ(refused("<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 2</matrix></node>"),
            node + "<node> <matrix>: the last row is not 0 0 0 1");
  // In XML a comment is nothing: 0<!-- -->0 would be one number.
  EXPECT_NE(refused("<node><translate>1 0<!-- -->0</translate></node>")
                .find("follows a word without a blank"),
            std::string::npos);
  EXPECT_NE(
      refused("<node><translate>1 0 0<a>7</a></translate></node>").find("<a> stands among numbers"),
      std::string::npos);
  EXPECT_EQ(refused("<node><asset><unit meter='2'/></asset></node>"),
            node + "<node> <asset>: another <unit> or <up_axis> than the file's is not read");
  EXPECT_EQ(refused("<node/>"), "m.dae:6: visual_scene 's': holds no geometry");
  std::string far = "<node>";
  for (int i = 0; i < 8; ++i) far += "<scale>1e60 1e60 1e60</scale>";
  EXPECT_EQ(refused(far + "</node>"),
            node + "<node>: with all nodes around it, it is placed beyond the range of numbers");
}

TEST(ColladaScene, RefusesFilesThatAreNoScene) {
  EXPECT_EQ(dae_error(""), "m.dae:1: XML: there is no element");
  EXPECT_EQ(dae_error("<COLLADA>"),
            "m.dae:1: XML: an element is not closed, or closed by another name");
  EXPECT_EQ(dae_error("<html/>"), "m.dae:1: <html>: the outermost element must be <COLLADA>");
  EXPECT_EQ(dae_error("<COLLADA version='1.4.1'/>"),
            "m.dae:1: <COLLADA>: <scene> with <instance_visual_scene> is missing");
  EXPECT_EQ(dae_error("<COLLADA><scene/></COLLADA>"),
            "m.dae:1: <COLLADA> <scene>: <instance_visual_scene> is missing");
  EXPECT_EQ(dae_error(collada_of("")),
            "m.dae:4: <COLLADA> <scene> <instance_visual_scene> url: there is no element with the "
            "id 's'");
  EXPECT_EQ(dae_error(collada_of(scene_of_g() + scene_of_g())),
            "m.dae:6: <COLLADA> <scene> <instance_visual_scene> url: the id 's' is taken twice, on "
            "lines 3 and 4");
  EXPECT_EQ(dae_error(collada_of(one_triangle() + scene_of_g(), "<up_axis>UP</up_axis>")),
            "m.dae:7: <COLLADA> <asset> <up_axis>: X_UP, Y_UP or Z_UP is needed");
  EXPECT_EQ(dae_error(collada_of(one_triangle() + scene_of_g(), "<unit meter='0'/>")),
            "m.dae:7: <COLLADA> <asset> <unit> meter: not positive");
}

TEST(ColladaScene, KnowsOneUnitAndUpAxisForTheWholeFile) {
  const auto with_library = [](const std::string& asset) {
    return collada_of("<library_nodes><asset>" + asset + "</asset></library_nodes>" +
                      one_triangle() + scene_of_g());
  };
  EXPECT_EQ(dae_error(with_library("<up_axis>Y_UP</up_axis>")),
            "m.dae:3: <COLLADA> <library_nodes> <asset>: another <unit> or <up_axis> than the "
            "file's is not read");
  EXPECT_EQ(dae_of(with_library("<up_axis>Z_UP</up_axis><unit meter='1'/>")).faces.size(),
            1u);  // the same as saying nothing
}

TEST(ColladaScene, RefusesNodesThatInstanceThemselvesOrBlowUp) {
  const std::string loop =
      "<library_nodes><node id='a'><instance_node url='#b'/></node><node id='b'><instance_node "
      "url='#a'/></node></library_nodes>";
  EXPECT_EQ(dae_error(collada_of(loop + visual_scene("<node><instance_node url='#a'/></node>"))),
            "m.dae:3: node 'a': contains an instance of itself");
  EXPECT_EQ(dae_error(collada_of(
                visual_scene("<node id='a'><node><instance_node url='#a'/></node></node>"))),
            "m.dae:3: node 'a': contains an instance of itself");
  std::string doubling = "<library_nodes>";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "<instance_node url='#n" + std::to_string(i + 1) + "'/>";
    doubling += "<node id='n" + std::to_string(i) + "'>" + next + next + "</node>\n";
  }
  for (const char* leaf : {"", "<instance_geometry url='#g'/>"})
    EXPECT_NE(dae_error(collada_of(doubling + "<node id='n60'>" + leaf + "</node></library_nodes>" +
                                   one_triangle() +
                                   visual_scene("<node><instance_node url='#n0'/></node>")))
                  .find("the instances of the file blow up"),
              std::string::npos);
}

TEST(ColladaScene, ReadsOneArrayOnceForManyGeometries) {
  constexpr int kGeometries = 2000, kPoints = 50'000;
  std::string numbers, geometries, instances;
  for (int i = 0; i < kPoints; ++i) numbers += "1 2 3 ";
  for (int i = 0; i < kGeometries; ++i) {
    std::string id = "h";
    id += std::to_string(i);
    geometries +=
        "<geometry id='" + id + "'><mesh><source id='s" + id +
        "'><technique_common><accessor source='#pa' count='" + std::to_string(kPoints) +
        "' stride='3'>" + kXyz + "</accessor></technique_common></source><vertices id='v" + id +
        "'><input semantic='POSITION' source='#s" + id + "'/></vertices><triangles count='1'>" +
        input("VERTEX", "v" + id, 0) + "<p>0 1 49999</p></triangles></mesh></geometry>\n";
    instances += "<instance_geometry url='#" + id + "'/>";
  }
  const MeshData mesh = dae_of(
      collada_of("<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='pa'>" +
                 numbers + "</float_array></source></mesh></geometry>\n" + geometries +
                 "</library_geometries>" + visual_scene("<node>" + instances + "</node>")));
  EXPECT_EQ(mesh.faces.size(), static_cast<std::size_t>(kGeometries));
}

}  // namespace
}  // namespace firstcontact::io::collada_geometry_test
