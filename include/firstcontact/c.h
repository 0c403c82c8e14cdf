#pragma once
/// FirstContact for C, and for every language that calls C. Link firstcontact::c
/// (-lfirstcontact_c). docs/guide/c.md explains it with examples.
///
/// Conventions (those of C++ are in docs/guide/conventions.md and hold here, too):
///  - Times are fractions of the motion, from 0 to 1. Lengths are in the caller's unit, angles in
///    radians. Normals are unit vectors from b to a. Indices count from 0; -1 means that there is
///    none.
///  - Functions that can fail return an fc_error, 0 (FC_OK) if all is well. fc_error_message() then
///    says what is wrong and names the argument. No exception leaves the library, and it never ends
///    the program.
///  - An answer is free only if its status is FC_STATUS_FREE. A result of a function that failed
///    has FC_STATUS_INVALID_INPUT, which is 0: memory that is all zeros is never free.
///  - Structs begin with `size`, which the caller sets to sizeof of the struct: `fc_result result =
///    {.size = sizeof result};`. Structs grow at their end. The library reads and writes only
///    `size` bytes; what the caller's struct does not have keeps its default. Fields that the
///    library does not know yet must be 0. A size that cannot be right (0, too small, no multiple
///    of 8, above 4096) is refused. Arrays of structs take the size of one element as an argument
///    instead.
///  - Options are set to their defaults by the function fc_…_init and then changed. NULL instead of
///    options stands for the defaults. Options that are all 0 are refused.
///  - Truth values are int32_t: 0 is false, anything else is true.
///  - Handles (fc_mesh, fc_body, fc_robot) are made by a function that returns them through its
///    last argument, which is NULL after a failure, and are freed by fc_…_destroy, which ignores
///    NULL.
///  - Threads: all functions may be called by several threads at once. One fc_mesh is used by one
///    thread at a time. One fc_body or fc_robot may be used by several, but not while it is changed
///    (fc_robot_add_…, fc_robot_allow_collision, fc_robot_set_…) or destroyed.
///  - Answers have the same bits as those of the C++ functions of the same names.
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
/// What makes a function visible to programs that use the shared library.
#define FIRSTCONTACT_C_API __attribute__((visibility("default")))
#else
/// Other compilers see all functions.
#define FIRSTCONTACT_C_API
#endif

/// Changes when programs must be compiled anew: when a function or field is removed or means
/// something else. New functions, and new fields at the end of structs, do not change it.
#define FC_ABI_VERSION 0

/// The tolerance that the library chooses itself, relative to the size of what is asked about.
#define FC_TOLERANCE_UNSET (-1.0)

#if defined(__cplusplus)
extern "C" {
#endif

/// What went wrong: one of FC_OK, FC_ERROR_….
typedef int32_t fc_error;
/// The values of fc_error.
enum fc_error_values {
  FC_OK = 0,
  FC_ERROR_INVALID_INPUT = 1,  ///< An argument, or what it describes, cannot be used.
  FC_ERROR_FILE = 2,           ///< A file cannot be found, read or understood.
  FC_ERROR_OUT_OF_MEMORY = 3,  ///< Memory ran out.
  FC_ERROR_INTERNAL = 4,       ///< A fault of the library.
};

/// What is known about a motion over [0, t_max]: one of FC_STATUS_….
typedef int32_t fc_status;
/// The values of fc_status.
enum fc_status_values {
  FC_STATUS_INVALID_INPUT = 0,  ///< The input cannot be used, or the function failed.
  FC_STATUS_FREE = 1,           ///< There is no contact in [0, t_max]. This is proven.
  FC_STATUS_CONTACT = 2,        ///< There is a contact, within the tolerance.
  FC_STATUS_UNDECIDED = 3,      ///< The budget or the resolution of doubles ran out.
  FC_STATUS_CANCELLED = 4,      ///< Reserved: nothing can be cancelled through this header yet.
};

/// The version of the library, for example "0.1.0".
FIRSTCONTACT_C_API const char* fc_version(void);
/// The FC_ABI_VERSION that the library was built with. A program whose own one differs must not go
/// on.
FIRSTCONTACT_C_API int32_t fc_abi_version(void);
/// What the last call of this thread had to say: why it failed, or a hint about the cost of the
/// search. Otherwise empty; never NULL. UTF-8, at most 2047 bytes. Valid until this thread's next
/// call. Functions that do not return an fc_error leave it alone, unless they say otherwise.
FIRSTCONTACT_C_API const char* fc_error_message(void);
/// "Free", "Contact", "Undecided", "Cancelled", "InvalidInput"; "unknown" for other values.
FIRSTCONTACT_C_API const char* fc_status_name(fc_status status);

// Pairs -------------------------------------------------------------------------------------------

/// Which primitives a pair has: one of FC_KIND_….
typedef int32_t fc_kind;
/// The values of fc_kind, and the order of the pair's points.
enum fc_kind_values {
  FC_KIND_VERTEX_FACE = 0,       ///< p, v0, v1, v2: a point and a triangle
  FC_KIND_EDGE_EDGE = 1,         ///< ea0, ea1, eb0, eb1: two edges
  FC_KIND_POINT_EDGE = 2,        ///< p, e0, e1: a point and an edge in space
  FC_KIND_POINT_POINT = 3,       ///< p, q: two points
  FC_KIND_POINT_SEGMENT_2D = 4,  ///< p, s0, s1: a point and a line segment in the plane z = 0
};

/// How pairs are decided; firstcontact/options.h compares them.
enum fc_method_values {
  FC_METHOD_CERTIFIED = 0,
  FC_METHOD_EXACT = 1,
  FC_METHOD_TIGHT_INCLUSION = 2,
  FC_METHOD_TIGHT_INCLUSION_FAST = 3,
};

/// How a minimum separation is measured.
enum fc_norm_values { FC_NORM_L2 = 0, FC_NORM_LINF = 1 };

/// What to ask about a pair. Defaults by fc_options_init.
typedef struct fc_options {
  size_t size;            ///< sizeof(fc_options)
  double min_separation;  ///< default 0: a pair that comes this near is in contact
  double tolerance;       ///< default FC_TOLERANCE_UNSET: 1e-6 of the pair's size. A pair within
                          ///< min_separation + tolerance may be reported as touching
  double t_max;           ///< default 1: only [0, t_max] is looked at
  double toi_width;       ///< default 2^-30: exact answers have toi_upper - toi at most this
  int64_t max_checks;     ///< default 1000000: the budget; if it runs out, the answer is Undecided
  int32_t method;         ///< default FC_METHOD_CERTIFIED
  int32_t norm;           ///< default FC_NORM_L2
  int32_t exact;          ///< default 0; true: only real contacts of the exact input count
  int32_t decide_only;    ///< default 0; true: only whether the pair touches matters, not when
  int32_t describe_free;  ///< default 0; true: a Free answer of fc_solve has the points at t_max
  int32_t reserved;       ///< must be 0
} fc_options;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_options).
FIRSTCONTACT_C_API fc_error fc_options_init(fc_options* options, size_t size);

/// What fc_solve answers. Points, normal and distance are those at `toi`; without a contact they
/// are 0 and the distance is infinite, unless `describe_free` asks for them.
typedef struct fc_result {
  size_t size;                   ///< sizeof(fc_result)
  double toi;                    ///< time of impact: it is proven that [0, toi) is free
  double toi_upper;              ///< Contact: it begins no later than this, within the tolerance
  int64_t checks;                ///< work done, in the unit of max_checks
  fc_status status;              ///< what was decided
  int32_t starts_in_contact;     ///< Contact: it exists at t = 0 already
  double point_a[3];             ///< the nearest point of the first primitive
  double point_b[3], normal[3];  ///< that of the second primitive, and the direction from b to a
  double distance;               ///< of the two points
  double u, v;                   ///< where the points lie on the primitives: firstcontact/query.h
  double tolerance;              ///< the tolerance that was really reached
} fc_result;

/// Decides one pair. Coordinate k of point i is points[3 * i + k] at t0, and points[12 + 3 * i + k]
/// at t1. Points that the kind does not have are not read.
FIRSTCONTACT_C_API fc_error fc_solve(fc_kind kind, const double points[24],
                                     const fc_options* options, fc_result* result);

/// The part of an answer that decides: the fields of fc_result with the same names. The size of
/// this struct is an argument of the batches instead of a field.
typedef struct fc_outcome {
  double toi, toi_upper;
  int64_t checks;
  fc_status status;
  int32_t starts_in_contact;
} fc_outcome;

/// Decides many pairs: outcomes[i] answers pair i, whose coordinates, in the order of fc_solve, are
/// points[i * stride] to points[i * stride + 23]. The stride is 24 where one pair follows the
/// other. `outcome_size` is sizeof(fc_outcome). A pair with a coordinate that is not finite gets
/// FC_STATUS_INVALID_INPUT; the call is FC_OK and the other pairs are decided. If the call fails,
/// no outcome is written. Runs on the calling thread.
FIRSTCONTACT_C_API fc_error fc_solve_batch(fc_kind kind, const double* points, ptrdiff_t stride,
                                           size_t count, const fc_options* options,
                                           fc_outcome* outcomes, size_t outcome_size);
FIRSTCONTACT_C_API fc_error fc_solve_batch_float(fc_kind kind, const float* points,
                                                 ptrdiff_t stride, size_t count,
                                                 const fc_options* options, fc_outcome* outcomes,
                                                 size_t outcome_size);
/// The same for pairs whose coordinates are stored apart: coordinate k of pair i, in the order of
/// fc_solve, is columns[k][i * stride]. Stride 1 is the fastest. Columns of points that the kind
/// does not have may be NULL; planar pairs need columns of z, which are 0.
FIRSTCONTACT_C_API fc_error fc_solve_columns(fc_kind kind, const double* const columns[24],
                                             ptrdiff_t stride, size_t count,
                                             const fc_options* options, fc_outcome* outcomes,
                                             size_t outcome_size);
FIRSTCONTACT_C_API fc_error fc_solve_columns_float(fc_kind kind, const float* const columns[24],
                                                   ptrdiff_t stride, size_t count,
                                                   const fc_options* options, fc_outcome* outcomes,
                                                   size_t outcome_size);

// Mesh steps --------------------------------------------------------------------------------------

/// A mesh whose steps are decided: triangles, edges and points that share one list of vertices.
typedef struct fc_mesh fc_mesh;

/// What an fc_mesh is made from. Everything is copied. Fields that are 0 stand for nothing.
typedef struct fc_mesh_description {
  size_t size;              ///< sizeof(fc_mesh_description)
  size_t vertex_count;      ///< number of vertices
  const int32_t* faces;     ///< three vertices for each of `face_count` triangles
  size_t face_count;        ///< number of triangles
  const int32_t* edges;     ///< two vertices for each of `edge_count` edges besides those of faces
  size_t edge_count;        ///< number of such edges
  const int32_t* objects;   ///< NULL, or the object of each vertex
  const double* thickness;  ///< NULL, or a radius around each vertex
} fc_mesh_description;

/// Makes a mesh. Fails if an index is out of range; the message says which.
FIRSTCONTACT_C_API fc_error fc_mesh_create(const fc_mesh_description* description, fc_mesh** mesh);
FIRSTCONTACT_C_API void fc_mesh_destroy(fc_mesh* mesh);
/// All edges of the mesh, those of the faces included, each once: edge i has the vertices
/// edges[2 * i] and edges[2 * i + 1]. They belong to the mesh.
FIRSTCONTACT_C_API fc_error fc_mesh_edges(const fc_mesh* mesh, const int32_t** edges,
                                          size_t* count);

/// How candidate pairs are found. The answers do not depend on it.
enum fc_broad_phase_values {
  FC_BROAD_PHASE_BVH = 0,
  FC_BROAD_PHASE_SWEEP_AND_PRUNE = 1,
  FC_BROAD_PHASE_SPATIAL_HASH = 2,
  FC_BROAD_PHASE_BRUTE_FORCE = 3,
};

/// What to ask about a step. Defaults by fc_step_options_init. The first five are those of
/// fc_options.
typedef struct fc_step_options {
  size_t size;                  ///< sizeof(fc_step_options)
  double min_separation;        ///< default 0
  double tolerance;             ///< default FC_TOLERANCE_UNSET: relative to each pair's own size
  double t_max;                 ///< default 1
  double toi_width;             ///< default 2^-30
  ptrdiff_t vertex_stride;      ///< default 0 (`dimension`): numbers from vertex to vertex
  ptrdiff_t coordinate_stride;  ///< default 1: numbers from coordinate to coordinate
  int32_t dimension;            ///< default 3; 2 in the plane
  int32_t norm;                 ///< default FC_NORM_L2
  int32_t exact;                ///< default 0
  int32_t broad_phase;          ///< default FC_BROAD_PHASE_BVH
  int32_t threads;              ///< default 0: as many as the machine has
  int32_t within_objects;       ///< default 1: whether pairs of one object are tested
  int32_t between_objects;      ///< default 1: whether pairs of different objects are tested
  int32_t reserved;             ///< must be 0
} fc_step_options;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_step_options).
FIRSTCONTACT_C_API fc_error fc_step_options_init(fc_step_options* options, size_t size);

/// What is known about a step. Its impacts are read by fc_mesh_copy_impacts.
typedef struct fc_step_result {
  size_t size;                ///< sizeof(fc_step_result)
  double toi;                 ///< the largest step that is proven free
  double toi_upper;           ///< Contact: it begins no later than this, within the tolerance
  int64_t checks;             ///< candidate pairs that were decided
  fc_status status;           ///< what was decided
  int32_t starts_in_contact;  ///< Contact: it exists at t = 0 already
  size_t impact_count;        ///< impacts that the mesh keeps for fc_mesh_copy_impacts
  int64_t candidate_count;    ///< pairs whose swept boxes touch, as far as they were looked at
} fc_step_result;

/// Tells whether the step is free. Every vertex moves on a straight line from its position in t0 to
/// that in t1: coordinate k of vertex i is t0[i * vertex_stride + k * coordinate_stride]. It stops
/// at the first contact that it finds: a Contact has no more than its status.
FIRSTCONTACT_C_API fc_error fc_decide_step(fc_mesh* mesh, const double* t0, const double* t1,
                                           const fc_step_options* options, fc_step_result* result);
FIRSTCONTACT_C_API fc_error fc_decide_step_float(fc_mesh* mesh, const float* t0, const float* t1,
                                                 const fc_step_options* options,
                                                 fc_step_result* result);
/// Finds the largest step that is proven free: `toi`. The pair that ends it is the only impact.
FIRSTCONTACT_C_API fc_error fc_collision_free_step_size(fc_mesh* mesh, const double* t0,
                                                        const double* t1,
                                                        const fc_step_options* options,
                                                        fc_step_result* result);
FIRSTCONTACT_C_API fc_error fc_collision_free_step_size_float(fc_mesh* mesh, const float* t0,
                                                              const float* t1,
                                                              const fc_step_options* options,
                                                              fc_step_result* result);
/// Finds all pairs that touch during the step, each with its own first time of impact. Sorted by
/// time, then kind, a and b.
FIRSTCONTACT_C_API fc_error fc_impacts(fc_mesh* mesh, const double* t0, const double* t1,
                                       const fc_step_options* options, fc_step_result* result);
FIRSTCONTACT_C_API fc_error fc_impacts_float(fc_mesh* mesh, const float* t0, const float* t1,
                                             const fc_step_options* options,
                                             fc_step_result* result);

/// A pair of a mesh that touches. The points, the normal and the distance are those at `toi`.
typedef struct fc_impact {
  double toi, toi_upper;          ///< as in fc_result, for this pair
  double point_a[3], point_b[3];  ///< nearest points of the two elements
  double normal[3];               ///< from element b to element a
  double distance, u, v;          ///< as in fc_result
  fc_kind kind;                   ///< which elements touch
  int32_t a, b;                   ///< vertex and face; two edges (fc_mesh_edges); vertex and
                                  ///< edge; two vertices
  int32_t vertices[4];            ///< the pair's vertices in the order of fc_solve, then -1
  int32_t starts_in_contact;      ///< the pair touches at t = 0 already
} fc_impact;

/// Copies impacts `first` to `first + count - 1` of the mesh's last step into the caller's array.
/// The mesh keeps them until its next step. `impact_size` is sizeof(fc_impact).
FIRSTCONTACT_C_API fc_error fc_mesh_copy_impacts(const fc_mesh* mesh, size_t first, size_t count,
                                                 fc_impact* impacts, size_t impact_size);

// Poses -------------------------------------------------------------------------------------------

/// Sets a pose from a quaternion w + xi + yj + zk of any length but 0, and a position (NULL: 0). A
/// pose is a matrix of three rows and four columns, row after row: its first three columns are the
/// rotation R, the last one the position p. A body's point x lies at R x + p.
FIRSTCONTACT_C_API fc_error fc_pose_from_quaternion(double w, double x, double y, double z,
                                                    const double position[3], double pose[12]);
/// Sets a pose that turns by `angle` radians about an axis of any length but 0, right-handed.
FIRSTCONTACT_C_API fc_error fc_pose_from_axis_angle(const double axis[3], double angle,
                                                    const double position[3], double pose[12]);

// Two rigid bodies --------------------------------------------------------------------------------

/// The triangles of a rigid body with a hierarchy over them. If they are closed, the inside counts.
typedef struct fc_body fc_body;

/// Makes a body of `vertex_count` times three coordinates and `triangle_count` times three
/// vertices. Everything is copied. Fails for no triangle, an index out of range, a coordinate that
/// is not finite.
FIRSTCONTACT_C_API fc_error fc_body_create(const double* vertices, size_t vertex_count,
                                           const int32_t* triangles, size_t triangle_count,
                                           fc_body** body);
FIRSTCONTACT_C_API void fc_body_destroy(fc_body* body);

/// How a body moves over [0, 1]. A linear motion is not rigid if `from` and `to` differ by a
/// rotation; they may be any affine maps.
enum fc_motion_kind_values {
  FC_MOTION_REST = 1,    ///< at rest at `from`
  FC_MOTION_SCREW = 2,   ///< from `from` to `to`, turning the shorter way about a fixed axis
  FC_MOTION_TURN = 3,    ///< from `from`, a turn by `angle` about an axis and a travel along it
  FC_MOTION_LINEAR = 4,  ///< every point on a straight line from `from` to `to`
};

/// The motion of a body. fc_motion_init sets it to rest at the identity. Poses as in
/// fc_pose_from_quaternion.
typedef struct fc_motion {
  size_t size;              ///< sizeof(fc_motion)
  int32_t kind;             ///< default FC_MOTION_REST
  int32_t reserved;         ///< must be 0
  double from[12], to[12];  ///< poses at t = 0 and at t = 1
  double axis[3],
      point[3];          ///< FC_MOTION_TURN: the direction of the axis (0, 0, 1), and a point on it
  double angle, travel;  ///< FC_MOTION_TURN: radians of any sense, and the way along the axis
} fc_motion;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_motion).
FIRSTCONTACT_C_API fc_error fc_motion_init(fc_motion* motion, size_t size);

/// What to ask about two bodies. Defaults by fc_body_options_init.
typedef struct fc_body_options {
  size_t size;            ///< sizeof(fc_body_options)
  double min_separation;  ///< default 0: bodies that come this near are in contact
  double tolerance;       ///< default FC_TOLERANCE_UNSET: 1e-6 of the larger body's size
  double t_max;           ///< default 1: only [0, t_max] is looked at
  int64_t max_checks;  ///< default 100000000: the budget; if it runs out, the answer is Undecided
  int32_t insides;     ///< default 1: a body that starts inside a closed one is in contact
  int32_t reserved;    ///< must be 0
} fc_body_options;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_body_options).
FIRSTCONTACT_C_API fc_error fc_body_options_init(fc_body_options* options, size_t size);

/// What is known about two bodies. The first fields are those of fc_result.
typedef struct fc_body_result {
  size_t size;                     ///< sizeof(fc_body_result)
  double toi, toi_upper;           ///< as in fc_result
  int64_t checks;                  ///< work done, in the unit of max_checks
  fc_status status;                ///< what was decided
  int32_t starts_in_contact;       ///< Contact: it exists at t = 0 already
  double point_a[3], point_b[3];   ///< Contact: the nearest points of both triangles at toi
  double normal[3], distance;      ///< from b to a; 0 if the triangles cut through each other
  double tolerance;                ///< the tolerance that was used
  int32_t triangle_a, triangle_b;  ///< Contact: the triangles that touch
  int32_t starts_inside;           ///< one body starts inside the other, and no surfaces touch
  int32_t reserved;                ///< 0
} fc_body_result;

/// Finds the first contact of two moving bodies, or proves that there is none.
FIRSTCONTACT_C_API fc_error fc_first_contact(const fc_body* a, const fc_motion* motion_a,
                                             const fc_body* b, const fc_motion* motion_b,
                                             const fc_body_options* options,
                                             fc_body_result* result);

// Robots ------------------------------------------------------------------------------------------

/// A robot from a URDF file, with the obstacles around it.
typedef struct fc_robot fc_robot;

/// How a robot is read. Defaults by fc_robot_options_init.
typedef struct fc_robot_options {
  size_t size;                       ///< sizeof(fc_robot_options)
  const char* const* package_paths;  ///< default NULL: folders of package:// names
  size_t package_path_count;         ///< default 0: how many there are
  int32_t ignore_meshes;             ///< default 0; true: links have only their other shapes
  int32_t reserved;                  ///< must be 0
} fc_robot_options;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_robot_options).
FIRSTCONTACT_C_API fc_error fc_robot_options_init(fc_robot_options* options, size_t size);

/// Reads a robot from a URDF file and, unless `srdf_path` is NULL, the pairs of links that need no
/// check from an SRDF file. FC_ERROR_FILE: the message names the file, line and element.
FIRSTCONTACT_C_API fc_error fc_robot_load(const char* urdf_path, const char* srdf_path,
                                          const fc_robot_options* options, fc_robot** robot);
FIRSTCONTACT_C_API void fc_robot_destroy(fc_robot* robot);

/// Adds an obstacle at rest in the world: a box with these lengths, centred at its pose (NULL: the
/// identity). Fails if the name is taken.
FIRSTCONTACT_C_API fc_error fc_robot_add_box(fc_robot* robot, const char* name,
                                             const double lengths[3], const double pose[12]);
/// Adds the triangles of a body as an obstacle. The robot keeps them; the body may be destroyed.
FIRSTCONTACT_C_API fc_error fc_robot_add_body(fc_robot* robot, const char* name,
                                              const fc_body* body, const double pose[12]);
/// Adds the mesh of an OBJ, PLY, STL or OFF file as an obstacle.
FIRSTCONTACT_C_API fc_error fc_robot_add_mesh_file(fc_robot* robot, const char* name,
                                                   const char* path, const double pose[12]);
/// Two bodies (links or obstacles, by name) that may touch. "*" as the second name stands for all.
FIRSTCONTACT_C_API fc_error fc_robot_allow_collision(fc_robot* robot, const char* a, const char* b);
/// The distance up to which all pairs count as in contact; 0 at first.
FIRSTCONTACT_C_API fc_error fc_robot_set_min_separation(fc_robot* robot, double min_separation);

/// Number of joint values of a configuration, in the order of the file; 0 if `robot` is NULL.
FIRSTCONTACT_C_API size_t fc_robot_value_count(const fc_robot* robot);
/// The name of a joint value: the joint's, or "joint.x" and so on for joints of several values.
/// NULL, with a message, if there is none of this index. It belongs to the robot.
FIRSTCONTACT_C_API const char* fc_robot_value_name(const fc_robot* robot, size_t index);
/// The limits of a joint value; infinite where there are none.
FIRSTCONTACT_C_API fc_error fc_robot_limits(const fc_robot* robot, size_t index, double* lower,
                                            double* upper);
/// Number of bodies: links with shapes, then obstacles; 0 if `robot` is NULL.
FIRSTCONTACT_C_API size_t fc_robot_body_count(const fc_robot* robot);
/// The name of a body of an fc_edge_result: of a link or an obstacle. NULL, with a message, if
/// there is none. Valid until the robot is changed or destroyed.
FIRSTCONTACT_C_API const char* fc_robot_body_name(const fc_robot* robot, size_t index);
/// What the readers left out although the files may mean it, in whole sentences. They belong to the
/// robot.
FIRSTCONTACT_C_API size_t fc_robot_note_count(const fc_robot* robot);
FIRSTCONTACT_C_API const char* fc_robot_note(const fc_robot* robot, size_t index);

/// What to ask about an edge of a planner's graph. Defaults by fc_edge_options_init.
typedef struct fc_edge_options {
  size_t size;          ///< sizeof(fc_edge_options)
  double tolerance;     ///< default FC_TOLERANCE_UNSET: 1e-6 of the larger shape's size
  double t_max;         ///< default 1: only [0, t_max] is looked at
  int64_t max_checks;   ///< default 100000000: the budget; if it runs out, the answer is Undecided
  int32_t decide_only;  ///< default 0; true: only whether there is a contact, not when
  int32_t clearance;    ///< default 0; true: find the least distance of a Free edge
  int32_t ignore_limits;  ///< default 0; true: joint values outside their limits are not refused
  int32_t reserved;       ///< must be 0
} fc_edge_options;
/// Sets all fields to their defaults, and `size` to the argument: sizeof(fc_edge_options).
FIRSTCONTACT_C_API fc_error fc_edge_options_init(fc_edge_options* options, size_t size);

/// What is known about an edge. The first fields are those of fc_result.
typedef struct fc_edge_result {
  size_t size;                        ///< sizeof(fc_edge_result)
  double toi, toi_upper;              ///< as in fc_result
  int64_t checks;                     ///< work done, in the unit of max_checks
  fc_status status;                   ///< what was decided
  int32_t starts_in_contact;          ///< Contact: it exists at t = 0 already
  double point_a[3], point_b[3];      ///< Contact: the nearest points, in the world
  double normal[3], distance;         ///< from b to a, and the distance of the shapes
  double tolerance;                   ///< that of the pair in contact
  double clearance, clearance_upper;  ///< Free, with `clearance`: bounds of the least distance
  double clearance_time;              ///< when `body_a` and `body_b` have it
  int32_t body_a, body_b;             ///< what touches or is nearest: fc_robot_body_name
  int32_t shape_a, shape_b;           ///< shapes of these bodies
  int32_t triangle_a, triangle_b;     ///< triangles of these shapes
  int32_t proven;                     ///< Contact: the surfaces certainly meet in [toi, toi_upper]
  int32_t starts_inside;              ///< one shape starts inside the other one
} fc_edge_result;

/// Finds the first contact while all joint values go linearly from q_t0 to q_t1, or proves that
/// there is none: of links with each other, and of links with obstacles. `value_count` must be
/// fc_robot_value_count(robot).
FIRSTCONTACT_C_API fc_error fc_robot_first_contact(const fc_robot* robot, const double* q_t0,
                                                   const double* q_t1, size_t value_count,
                                                   const fc_edge_options* options,
                                                   fc_edge_result* result);

#if defined(__cplusplus)
}
#endif
