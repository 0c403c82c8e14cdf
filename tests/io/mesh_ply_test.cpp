// PLY, text and binary of both byte orders: every form that is accepted, and every way to be wrong
// with its message.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "mesh_bytes.h"

namespace firstcontact::io::mesh_ply_test {
namespace {

using namespace std::string_literals;

std::string ply_error(const std::string& bytes) { return mesh_error("m.ply", bytes); }

const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";
const std::string kCorners = "property list uchar int vertex_indices\n";

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\n" + elements + "end_header\n";
}
/// Lines 1 to 9 are the header, with `vertices` vertices and `faces` faces.
std::string ascii(int vertices, int faces, const std::string& body) {
  return header("ascii", "element vertex " + std::to_string(vertices) + "\n" + kXyz +
                             "element face " + std::to_string(faces) + "\n" + kCorners) +
         body;
}
const std::string kPoints = "0 0 0\n1 0 0\n1 1 0\n0 1 0.1\n";

/// Numbers of a binary file, one after the other.
struct Bytes {
  std::endian order = std::endian::little;
  std::string bytes;
  template <typename Number>
  Bytes& operator<<(Number value) {
    bytes += bytes_of_number(value, order);
    return *this;
  }
};
const char* format_name(std::endian order) {
  return order == std::endian::big ? "binary_big_endian" : "binary_little_endian";
}

/// A binary file of a square: floats, uchar counts, int indices.
std::string binary_square(std::endian order, const std::string& more_elements = "") {
  Bytes data{order, {}};
  for (const float value : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.f, 1.f, 0.1f})
    data << value;
  for (const int face : {0, 1})
    data << std::uint8_t{3} << std::int32_t{0} << std::int32_t{1 + face} << std::int32_t{2 + face};
  return header(format_name(order),
                "element vertex 4\n" + kXyz + "element face 2\n" + kCorners + more_elements) +
         data.bytes;
}

TEST(MeshPly, ReadsText) {
  const MeshData mesh = read_bytes("m.ply", ascii(4, 2, kPoints + "3 2 1 0\n4 0 1 2 3\n"));
  ASSERT_EQ(mesh.vertices.size(), 4u);
  // The double nearest to the text, though the file calls it float.
  EXPECT_EQ(mesh.vertices[3], Vec3(0, 1, 0.1));
  EXPECT_EQ(mesh.faces, (Faces{{2, 1, 0}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(MeshPly, ReadsBothByteOrdersAndWidensFloatsExactly) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const MeshData mesh = read_bytes("m.ply", binary_square(order));
    ASSERT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.vertices[3], Vec3(0, 1, 0.1f));
    EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}, {0, 2, 3}}));
  }
}

TEST(MeshPly, ReadsAnyOrderAndTypeOfPropertiesAndPassesOverOthers) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Bytes data{order, {}};
    data << std::uint16_t{7} << std::uint16_t{2} << 1.f << 2.f;  // thing
    for (const int i : {0, 1, 2})
      data << std::uint8_t{9} << static_cast<std::int16_t>(-i) << 0.1 * i << std::int8_t{2}
           << std::uint16_t{1} << std::uint16_t{2}
           << static_cast<std::uint32_t>(4'000'000'000u + static_cast<unsigned>(i));
    data << std::uint16_t{4} << std::uint8_t{0} << std::uint8_t{1} << std::uint8_t{2}
         << std::uint8_t{0} << 1.f;
    data << std::uint8_t{1} << std::int32_t{2} << std::int16_t{0};
    data << std::uint8_t{5} << std::uint8_t{6};
    const std::string elements =
        "comment by hand\nobj_info none\nelement thing 1\nproperty ushort a\nproperty list ushort "
        "float b\n"
        "element vertex 3\nproperty uint8 red\nproperty int16 z\nproperty float64 x\nproperty list "
        "int8 uint16 l\nproperty uint y\n"
        "element face 1\nproperty list uint16 uint8 vertex_index\nproperty float32 quality\n"
        "element edge 1\nproperty uchar c\nproperty int vertex2\nproperty short vertex1\n"
        "element tail 2\nproperty char t\nelement nothing 99999999999999\n";
    const MeshData mesh = read_bytes("m.ply", header(format_name(order), elements) + data.bytes, 5);
    ASSERT_EQ(mesh.vertices.size(), 3u);
    EXPECT_EQ(mesh.vertices[2], Vec3(0.1 * 2, 4'000'000'002.0, -2));
    EXPECT_EQ(mesh.faces, (Faces{{0, 1, 2}, {0, 2, 0}}));
    EXPECT_EQ(mesh.edges, (Edges{{0, 2}}));
  }
  const MeshData text = read_bytes(
      "m.ply",
      header(
          "ascii",
          "element face 1\nproperty float q\nproperty list char uint vertex_index\nelement "
          "nothing 12345678901\nelement vertex 3\nproperty list uint float l\nproperty int z\n"
          "property double y\nproperty float x\nelement edge 1\nproperty int vertex1\n"
          "property uchar c\nproperty int vertex2\nelement tail 1\nproperty list uchar int u\n") +
          "0.5 3 2 1 0\n0 1 2 3\n2 9 9 4 5 6\n\n1 nan 7 8 9\n0 255 1\n2 1 x\n\n");
  EXPECT_EQ(text.vertices[1], Vec3(6, 5, 4));
  EXPECT_EQ(text.faces, (Faces{{2, 1, 0}}));
  EXPECT_EQ(text.edges, (Edges{{0, 1}}));
}

TEST(MeshPly, ReadsACarriageReturnAtTheEndOfHeaderLines) {
  std::string bytes = binary_square(std::endian::big);
  const std::size_t body = bytes.find("end_header\n") + 11;
  std::string head = bytes.substr(0, body);
  for (std::size_t at = 0; (at = head.find('\n', at)) != head.npos; at += 2)
    head.replace(at, 1, "\r\n");
  EXPECT_EQ(read_bytes("m.ply", head + bytes.substr(body)).faces.size(), 2u);
  EXPECT_EQ(read_bytes("m.ply", bytes + "\r\n").faces.size(), 2u);
}

TEST(MeshPlyErrors, TruncatedFile) {
  const std::string bytes = binary_square(std::endian::little);
  const std::size_t body = bytes.find("end_header\n") + 11;
  const auto at = [&](std::size_t offset) {
    return " (at byte " + std::to_string(body + offset) + "): ";
  };
  EXPECT_EQ(ply_error(bytes.substr(0, body)),
            "m.ply: vertex 0" + at(0) + "the file ends early: 0 of 4 vertices are there");
  EXPECT_EQ(ply_error(bytes.substr(0, body + 47)),
            "m.ply: vertex 3" + at(36) + "the file ends early: 3 of 4 vertices are there");
  EXPECT_EQ(ply_error(bytes.substr(0, body + 48)),
            "m.ply: face 0" + at(48) + "the file ends early: 0 of 2 face elements are there");
  EXPECT_EQ(ply_error(bytes.substr(0, bytes.size() - 1)),
            "m.ply: face 1" + at(61) + "the file ends early: 1 of 2 face elements are there");
  EXPECT_EQ(ply_error(bytes.substr(0, body - 4)),
            "m.ply:9: keyword: 'end_hea' is not a PLY header keyword");
  EXPECT_EQ(ply_error(bytes.substr(0, body - 11)),
            "m.ply:8: header: the file ends before end_header");
  EXPECT_EQ(ply_error(ascii(4, 1, "0 0 0\n1 1 1\n")),
            "m.ply:11: vertex: the file ends early: 2 of 4 vertices are there");
  EXPECT_EQ(ply_error(ascii(4, 2, kPoints + "3 0 1 2\n")),
            "m.ply:14: face: the file ends early: 1 of 2 face elements are there");
}

TEST(MeshPlyErrors, CutAnywhereIsAnError) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string bytes = binary_square(order);
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_NE(ply_error(bytes.substr(0, size)), "(no error)") << size;
  }
}

TEST(MeshPlyErrors, SkippedElementsThatEndEarly) {
  const std::string elements =
      "element thing 9000000000000000000\nproperty double a\nproperty double b\n";
  const std::string bytes = binary_square(std::endian::little, elements);
  const std::string start = std::to_string(bytes.size() + 32);
  EXPECT_EQ(ply_error(bytes + std::string(40, 'x')),
            "m.ply: thing 2 (at byte " + start +
                "): the file ends early: 2 of 9000000000000000000 thing elements are there");
  const std::string list =
      binary_square(std::endian::little, "element thing 2\nproperty list uint double a\n");
  EXPECT_EQ(ply_error(list + "\0\0\0\0\xff\xff\xff\xff"s + std::string(100, 'x')),
            "m.ply: thing 1 (at byte " + std::to_string(list.size() + 4) +
                "): the file ends early: 1 of 2 thing elements are there");
}

TEST(MeshPlyErrors, AbsurdCounts) {
  EXPECT_EQ(ply_error(header("binary_little_endian", "element vertex 4000000000\n" + kXyz)),
            "m.ply:3: element vertex: 4000000000 is more than 2147483647");
  const std::string head = header("binary_little_endian", "element vertex 2000000000\n" + kXyz);
  EXPECT_EQ(ply_error(head + std::string(24, '\0')),
            "m.ply: vertex 2 (at byte " + std::to_string(head.size() + 24) +
                "): the file ends early: 2 of 2000000000 vertices are there");
  // Also where the size of the file is not known.
  EXPECT_EQ(testing::message_of<InputError>(
                [&] { read_mesh(std::make_unique<MemorySource>(head), "m.ply"); }),
            "m.ply: vertex 0 (at byte " + std::to_string(head.size()) +
                "): the file ends early: 0 of 2000000000 vertices are there");
  const std::string polygon =
      header("binary_little_endian",
             "element face 1\nproperty list uint int vertex_indices\nelement vertex 1\n" + kXyz);
  EXPECT_EQ(ply_error(polygon + "\xff\xff\xff\xff"s + std::string(80, '\0')),
            "m.ply: face 0 (at byte " + std::to_string(polygon.size()) +
                "): the file ends early: 0 of 1 face elements are there");
  EXPECT_EQ(ply_error(header("ascii", "element vertex 99999999999999999999\n" + kXyz)),
            "m.ply:3: element 'vertex': '99999999999999999999' is out of range");
  EXPECT_EQ(ply_error(header("ascii", "element vertex -1\n" + kXyz)),
            "m.ply:3: element 'vertex': -1 is negative");
}

TEST(MeshPlyErrors, MoreThanTheHeaderSays) {
  const std::string bytes = binary_square(std::endian::little);
  EXPECT_EQ(ply_error(bytes + "\n\0"s), "m.ply: end of file (at byte " +
                                            std::to_string(bytes.size() + 1) +
                                            "): more bytes than the header says");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "3 0 1 2\n3 0 1 2\n")),
            "m.ply:15: end of file: more lines than the header says: '3 0 1 2'");
  EXPECT_EQ(ply_error(ascii(4, 1, "0 0 0 0\n")), "m.ply:10: vertex: '0' is one value too many");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "3 0 1 2 3\n")),
            "m.ply:14: face: '3' is one value too many");
}

TEST(MeshPlyErrors, IndexOutOfRange) {
  std::string bytes = binary_square(std::endian::big);
  const std::string face_1 = std::to_string(bytes.size() - 13);
  bytes[bytes.size() - 1] = 4;
  EXPECT_EQ(ply_error(bytes), "m.ply: face 1 (at byte " + face_1 +
                                  "): corner 3: vertex 4 is out of range: the file has 4 vertices");
  bytes[bytes.size() - 8] = -1;
  EXPECT_EQ(ply_error(bytes),
            "m.ply: face 1 (at byte " + face_1 +
                "): corner 2: vertex -16777214 is out of range: the file has 4 vertices");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "3 0 1 4\n")),
            "m.ply:14: corner 3: vertex 4 is out of range: the file has 4 vertices");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "3 -1 1 2\n")),
            "m.ply:14: corner 1: vertex -1 is out of range: the file has 4 vertices");
  const std::string edges =
      "element vertex 1\n" + kXyz + "element edge 1\nproperty int vertex1\nproperty int vertex2\n";
  EXPECT_EQ(ply_error(header("ascii", edges) + "0 0 0\n0 1\n"),
            "m.ply:12: vertex2: vertex 1 is out of range: the file has 1 vertex");
  const std::string binary = header("binary_little_endian", edges) + std::string(12, '\0');
  EXPECT_EQ(ply_error(binary + "\1\0\0\0\0\0\0\0"s),
            "m.ply: edge 0 (at byte " + std::to_string(binary.size()) +
                "): vertex1: vertex 1 is out of range: the file has 1 vertex");
}

TEST(MeshPlyErrors, TooFewCorners) {
  std::string bytes = binary_square(std::endian::little);
  bytes[bytes.size() - 13] = 2;
  EXPECT_EQ(ply_error(bytes), "m.ply: face 1 (at byte " + std::to_string(bytes.size() - 13) +
                                  "): vertex_indices: 2 corners, a face needs at least 3");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "1 0\n")),
            "m.ply:14: vertex_indices: 1 corner, a face needs at least 3");
  EXPECT_EQ(ply_error(ascii(4, 1, kPoints + "-3 0 1 2\n")),
            "m.ply:14: vertex_indices: -3 is negative, a list has a count first");
}

TEST(MeshPlyErrors, CoordinatesThatAreNoFiniteNumber) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string bytes = binary_square(order);
    const std::size_t body = bytes.find("end_header\n") + 11;
    bytes.replace(body + 16, 4, bytes_of_number(std::numeric_limits<float>::quiet_NaN(), order));
    EXPECT_EQ(ply_error(bytes),
              "m.ply: vertex 1 (at byte " + std::to_string(body + 12) + "): y: is not finite");
    const std::string head =
        header(format_name(order),
               "element vertex 1\nproperty double x\nproperty float z\nproperty int y\n");
    Bytes data{order, {}};
    data << -std::numeric_limits<double>::infinity() << 0.f << std::int32_t{0};
    EXPECT_EQ(ply_error(head + data.bytes),
              "m.ply: vertex 0 (at byte " + std::to_string(head.size()) + "): x: is not finite");
  }
  EXPECT_EQ(ply_error(ascii(1, 0, "0 inf 0\n")), "m.ply:10: y: 'inf' is not finite");
  EXPECT_EQ(ply_error(ascii(1, 0, "0 0 z\n")), "m.ply:10: z: 'z' is not a number");
  EXPECT_EQ(ply_error(ascii(1, 0, "0 0\n")), "m.ply:10: z: is missing, a number is needed");
  EXPECT_EQ(ply_error(ascii(3, 1, "0 0 0\n0 0 0\n0 0 0\n3 0 1\n")),
            "m.ply:13: corner 3: is missing, an integer is needed");
  EXPECT_EQ(ply_error(ascii(3, 1, "0 0 0\n0 0 0\n0 0 0\n3 0 1 two\n")),
            "m.ply:13: corner 3: 'two' is not an integer");
}

TEST(MeshPlyErrors, Header) {
  const auto error = [](const std::string& lines) { return ply_error("ply\n" + lines); };
  EXPECT_EQ(ply_error("plyx\n"), "m.ply:1: ply: a PLY file starts with the line ply");
  EXPECT_EQ(error("format ascii 2.0\n"), "m.ply:2: format: version '2.0' is not 1.0");
  EXPECT_EQ(error("format binary 1.0\n"),
            "m.ply:2: format: 'binary' is not ascii, binary_little_endian or binary_big_endian");
  EXPECT_EQ(error("format ascii 1.0\nformat ascii 1.0\n"), "m.ply:3: format: is given twice");
  EXPECT_EQ(error("end_header\n"), "m.ply:2: end_header: there is no format line");
  EXPECT_EQ(error("format ascii 1.0\nend_header\n"),
            "m.ply:3: end_header: there is no element vertex");
  EXPECT_EQ(error("property float x\n"), "m.ply:2: property: stands before any element");
  EXPECT_EQ(error("element\n"), "m.ply:2: element: its name is missing");
  EXPECT_EQ(error("element vertex\n"),
            "m.ply:2: element 'vertex': is missing, an integer is needed");
  EXPECT_EQ(error("element vertex many\n"), "m.ply:2: element 'vertex': 'many' is not an integer");
  EXPECT_EQ(error("element vertex 1\nproperty half x\n"),
            "m.ply:3: property: 'half' is not a PLY type");
  EXPECT_EQ(error("element vertex 1\nproperty float\n"), "m.ply:3: property: its name is missing");
  EXPECT_EQ(error("element vertex 1\nproperty float x y\n"),
            "m.ply:3: property: 'y' is one value too many");
  EXPECT_EQ(error("element vertex 1\nproperty float x\nproperty int x\n"),
            "m.ply:4: property x: is given twice");
  EXPECT_EQ(error("element vertex 1\nproperty list uchar float x\n"),
            "m.ply:3: property x: must not be a list");
  EXPECT_EQ(error("element face 1\nproperty int vertex_indices\n"),
            "m.ply:3: property vertex_indices: must be a list");
  EXPECT_EQ(error("element face 1\nproperty list uchar float vertex_index\n"),
            "m.ply:3: property vertex_index: must be of an integer type");
  EXPECT_EQ(error("element face 1\nproperty list float int vertex_index\n"),
            "m.ply:3: property: the type of a list's count must be an integer type");
  EXPECT_EQ(error("elephant 1\n"), "m.ply:2: keyword: 'elephant' is not a PLY header keyword");
  EXPECT_EQ(ply_error(header("ascii", "element vertex 0\n" + kXyz)), "m.ply: holds no vertex");
}

TEST(MeshPlyErrors, ElementsThatLackWhatIsNeeded) {
  EXPECT_EQ(ply_error(header("ascii", "element vertex 1\nproperty float x\nproperty float y\n")),
            "m.ply:3: element vertex: has no property z");
  EXPECT_EQ(
      ply_error(header("ascii", "element vertex 1\n" + kXyz + "element face 1\nproperty int a\n")),
      "m.ply:7: element face: has no property list vertex_indices (or vertex_index)");
  EXPECT_EQ(ply_error(header(
                "ascii", "element vertex 1\n" + kXyz + "element edge 1\nproperty int vertex1\n")),
            "m.ply:7: element edge: has no property vertex2");
  EXPECT_EQ(ply_error(header("ascii", "element vertex 1\n" + kXyz + "element vertex 1\n" + kXyz)),
            "m.ply:7: element vertex: is given twice");
  EXPECT_EQ(
      ply_error(header("ascii", "element vertex 1\n" + kXyz + "element tristrips 1\n" + kCorners)),
      "m.ply:7: element tristrips: triangle strips are not supported; write them as faces");
}

}  // namespace
}  // namespace firstcontact::io::mesh_ply_test
