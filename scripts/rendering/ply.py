"""Reads the vertices and triangles of a PLY file (docs/formats/mesh-files.md)."""
import math
import struct

TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
         "float": "f", "double": "d", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H",
         "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}
ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}


class PlyError(Exception):
    """The file cannot be used. The message names the file and what is wrong."""


def read_ply(path):
    """(vertices, triangles): tuples of three coordinates, tuples of three indices. Polygons become
    fans of triangles. Raises PlyError."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise PlyError(f"{path}: {error.strerror}") from None
    try:
        return _parse(data)
    except (ValueError, struct.error, IndexError) as error:
        reason = str(error) if isinstance(error, ValueError) else "the file ends early"
        raise PlyError(f"{path}: {reason}") from None


def _parse(data):
    order, elements, at = _header(data)
    vertices, triangles = [], []
    for name, count, properties in elements:
        if name == "vertex":
            vertices, at = _read_vertices(data, at, order, count, properties)
        elif name == "face":
            triangles, at = _read_faces(data, at, order, count, properties)
        else:
            break  # the writer puts nothing that is drawn behind vertices and faces
    if not vertices:
        raise ValueError("there is no vertex")
    for index, face in enumerate(triangles):
        if min(face) < 0 or max(face) >= len(vertices):
            raise ValueError(f"triangle {index}: a vertex is out of range: "
                             f"there are {len(vertices)}")
    return vertices, triangles


def _header(data):
    """(byte order, [(element, count, [(name, type, type of the count or None)])], size)."""
    if not data.startswith(b"ply"):
        raise ValueError("this is no PLY file: its first word is not 'ply'")
    end = data.find(b"end_header\n")
    if end < 0:
        raise ValueError("the header has no end")
    order, elements = None, []
    for line in data[:end].decode("ascii", "replace").split("\n")[1:]:
        words = line.split()
        if not words or words[0] in ("comment", "obj_info"):
            continue
        if words[0] == "format" and len(words) == 3 and words[1] in ORDERS:
            order = ORDERS[words[1]]
        elif words[0] == "element" and len(words) == 3 and words[2].isdigit():
            elements.append((words[1], int(words[2]), []))
        elif words[0] == "property" and elements and len(words) == 3 and words[1] in TYPES:
            elements[-1][2].append((words[2], TYPES[words[1]], None))
        elif (words[0] == "property" and elements and len(words) == 5 and words[1] == "list"
              and words[2] in TYPES and words[3] in TYPES):
            elements[-1][2].append((words[4], TYPES[words[3]], TYPES[words[2]]))
        else:
            raise ValueError(f"the header line '{line.strip()}' is not understood "
                             "(binary PLY files are read, not ascii)")
    if order is None:
        raise ValueError("the header has no format")
    return order, elements, end + len(b"end_header\n")


def _read_vertices(data, at, order, count, properties):
    names = [name for name, _, _ in properties]
    if any(size for _, _, size in properties) or not {"x", "y", "z"} <= set(names):
        raise ValueError("vertices need the numbers x, y and z, and can have no lists")
    row = struct.Struct(order + "".join(kind for _, kind, _ in properties))
    if len(data) < at + count * row.size:
        raise ValueError(f"the file ends early: the header says {count} vertices")
    x, y, z = (names.index(axis) for axis in "xyz")
    vertices = [(v[x], v[y], v[z]) for v in row.iter_unpack(data[at:at + count * row.size])]
    for index, vertex in enumerate(vertices):
        if not all(map(math.isfinite, vertex)):
            raise ValueError(f"vertex {index}: a coordinate is not finite")
    return vertices, at + count * row.size


def _read_faces(data, at, order, count, properties):
    if (len(properties) != 1 or not properties[0][2]
            or properties[0][0] not in ("vertex_indices", "vertex_index")):
        raise ValueError("faces need the list vertex_indices, and nothing else")
    _, kind, size_kind = properties[0]
    size = struct.Struct(order + size_kind)
    rows = {}
    triangles = []
    for index in range(count):
        (corners,) = size.unpack_from(data, at)
        if corners < 3:
            raise ValueError(f"face {index}: it has fewer than 3 corners")
        if corners not in rows:
            rows[corners] = struct.Struct(f"{order}{corners}{kind}")
        face = rows[corners].unpack_from(data, at + size.size)
        triangles += [(face[0], face[k], face[k + 1]) for k in range(1, corners - 1)]
        at += size.size + rows[corners].size
    return triangles, at
