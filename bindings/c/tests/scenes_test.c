// Mesh steps, two rigid bodies, robots.
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "c_test.h"

// Vertices 0 to 3 are a sheet in the plane x = 0, vertices 4 to 7 a bullet that flies 5 along x.
static const double kBefore[8][3] = {{0, -1, -1},        {0, 1, -1},         {0, 1, 1},
                                     {0, -1, 1},         {-2, 0.1, 0.2},     {-2.05, 0.13, 0.2},
                                     {-2.05, 0.1, 0.23}, {-2.05, 0.07, 0.17}};
static const int32_t kFaces[6][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6},
                                     {4, 6, 7}, {4, 7, 5}, {5, 7, 6}};

static void bullet_after(double after[8][3]) {
  memcpy(after, kBefore, sizeof kBefore);
  for (int i = 4; i < 8; ++i) after[i][0] += 5;
}

static fc_mesh* bullet_mesh(void) {
  const fc_mesh_description description = {
      .size = sizeof description, .vertex_count = 8, .faces = kFaces[0], .face_count = 6};
  fc_mesh* mesh = NULL;
  CHECK(fc_mesh_create(&description, &mesh) == FC_OK && mesh != NULL);
  return mesh;
}

TEST(MeshStepFindsTheBullet) {
  double after[8][3];
  bullet_after(after);
  fc_mesh* mesh = bullet_mesh();
  fc_step_result result = {.size = sizeof result};
  CHECK(fc_decide_step(mesh, kBefore[0], after[0], NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT);
  CHECK(fc_decide_step(mesh, kBefore[0], kBefore[0], NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.toi == 1 && result.impact_count == 0);

  CHECK(fc_collision_free_step_size(mesh, kBefore[0], after[0], NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.4 && result.toi > 0.3999);
  CHECK(result.impact_count == 1);
  fc_impact earliest;
  CHECK(fc_mesh_copy_impacts(mesh, 0, 1, &earliest, sizeof earliest) == FC_OK);
  CHECK(earliest.kind == FC_KIND_VERTEX_FACE && earliest.a == 4 && earliest.vertices[0] == 4);
  CHECK(earliest.normal[0] == -1 && fabs(earliest.point_a[1] - 0.1) < 1e-9);

  CHECK(fc_impacts(mesh, kBefore[0], after[0], NULL, &result) == FC_OK);
  CHECK(result.candidate_count >= 4 &&
        result.impact_count >= 4);  // every corner of the bullet passes the sheet
  fc_impact* all = malloc(result.impact_count * sizeof *all);
  CHECK(fc_mesh_copy_impacts(mesh, 0, result.impact_count, all, sizeof *all) == FC_OK);
  CHECK(memcmp(all, &earliest, sizeof *all) == 0);
  for (size_t i = 1; i < result.impact_count; ++i) CHECK(all[i - 1].toi <= all[i].toi);
  fc_impact last;
  CHECK(fc_mesh_copy_impacts(mesh, result.impact_count - 1, 1, &last, sizeof last) == FC_OK);
  CHECK(memcmp(&last, all + result.impact_count - 1, sizeof last) == 0);
  CHECK_REFUSED(fc_mesh_copy_impacts(mesh, result.impact_count, 1, &last, sizeof last), "count");
  CHECK_REFUSED(fc_mesh_copy_impacts(mesh, (size_t)-1, 2, &last, sizeof last), "count");
  CHECK_REFUSED(fc_mesh_copy_impacts(mesh, 0, 1, NULL, sizeof last), "impacts is NULL");
  CHECK_REFUSED(fc_mesh_copy_impacts(mesh, 0, 1, &last, 8), "impact_size");
  CHECK_REFUSED(fc_mesh_copy_impacts(NULL, 0, 1, &last, sizeof last), "mesh is NULL");
  free(all);
  fc_mesh_destroy(mesh);
  fc_mesh_destroy(NULL);
}

TEST(MeshStepsTakeFloatsAndAnyStride) {
  double after[8][3], by_column[2][3][9];
  float floats[2][8][3];
  bullet_after(after);
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) {
      floats[0][i][k] = (float)kBefore[i][k];
      floats[1][i][k] = (float)after[i][k];
      by_column[0][k][i] = floats[0][i][k];
      by_column[1][k][i] = floats[1][i][k];
    }
  fc_mesh* mesh = bullet_mesh();
  fc_step_options options;
  CHECK(fc_step_options_init(&options, sizeof options) == FC_OK);
  fc_step_result a = {.size = sizeof a}, b = {.size = sizeof b};
  CHECK(fc_collision_free_step_size_float(mesh, floats[0][0], floats[1][0], NULL, &a) == FC_OK);
  CHECK(a.status == FC_STATUS_CONTACT && fabs(a.toi - 0.4) < 1e-4);
  options.vertex_stride = 1;
  options.coordinate_stride = 9;
  CHECK(fc_collision_free_step_size(mesh, by_column[0][0], by_column[1][0], &options, &b) == FC_OK);
  CHECK(memcmp(&a, &b, sizeof a) == 0);
  CHECK(fc_decide_step_float(mesh, floats[0][0], floats[1][0], NULL, &a) == FC_OK);
  CHECK(a.status == FC_STATUS_CONTACT);
  CHECK(fc_impacts_float(mesh, floats[0][0], floats[1][0], NULL, &a) == FC_OK);
  CHECK(fc_impacts(mesh, by_column[0][0], by_column[1][0], &options, &b) == FC_OK);
  CHECK(memcmp(&a, &b, sizeof a) == 0 && a.impact_count >= 4);
  fc_mesh_destroy(mesh);
}

TEST(PlanarStepsObjectsAndThickness) {
  // A point falls on a segment of another object, in the plane.
  static const int32_t kEdge[2] = {0, 1}, kObjects[3] = {0, 0, 1};
  static const double kThickness[3] = {0.25, 0.25, 0.25};
  static const double kT0[6] = {-1, 0, 1, 0, 0, 1}, kT1[6] = {-1, 0, 1, 0, 0, -1};
  fc_mesh_description description = {.size = sizeof description, .vertex_count = 3};
  description.edges = kEdge, description.edge_count = 1, description.objects = kObjects;
  fc_step_options options;
  fc_step_options_init(&options, sizeof options);
  options.dimension = 2;
  options.exact = 1;
  fc_step_result result = {.size = sizeof result};
  fc_mesh* mesh = NULL;
  CHECK(fc_mesh_create(&description, &mesh) == FC_OK);
  CHECK(fc_collision_free_step_size(mesh, kT0, kT1, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.5 && result.toi_upper >= 0.5);
  options.between_objects = 0;
  CHECK(fc_decide_step(mesh, kT0, kT1, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE);
  const int32_t* edges = NULL;
  size_t count = 0;
  CHECK(fc_mesh_edges(mesh, &edges, &count) == FC_OK && count == 1);
  CHECK(edges && edges[0] == 0 && edges[1] == 1);
  CHECK_REFUSED(fc_mesh_edges(NULL, &edges, &count), "mesh is NULL");
  fc_mesh_destroy(mesh);

  description.thickness = kThickness;
  options.between_objects = 1;
  CHECK(fc_mesh_create(&description, &mesh) == FC_OK);
  CHECK(fc_collision_free_step_size(mesh, kT0, kT1, &options, &result) == FC_OK);
  CHECK(result.toi <= 0.25 && result.toi_upper >= 0.25);  // the distance is then 0.5
  fc_mesh_destroy(mesh);
  // A shorter description of an older header has neither.
  description.size = offsetof(fc_mesh_description, objects);
  CHECK(fc_mesh_create(&description, &mesh) == FC_OK);
  CHECK(fc_collision_free_step_size(mesh, kT0, kT1, &options, &result) == FC_OK);
  CHECK(result.toi > 0.49);
  fc_mesh_destroy(mesh);
}

TEST(BadMeshesAndStepsAreNamed) {
  double after[8][3];
  bullet_after(after);
  int32_t faces[3] = {0, 1, 8};
  fc_mesh_description description = {
      .size = sizeof description, .vertex_count = 8, .faces = faces, .face_count = 1};
  fc_mesh* mesh = (fc_mesh*)&description;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "face 0: vertex 8 does not exist");
  CHECK(mesh == NULL);
  description.faces = NULL;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "description->faces is NULL");
  description.face_count = 0;
  description.edge_count = 1;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "description->edges is NULL");
  description.edges = faces;
  description.edge_count = (size_t)1 << 40;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "description->edge_count");
  description.edge_count = 0;
  description.vertex_count = (size_t)1 << 40;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "description->vertex_count");
  description.size = 8;
  CHECK_REFUSED(fc_mesh_create(&description, &mesh), "description->size");
  CHECK_REFUSED(fc_mesh_create(NULL, &mesh), "description is NULL");
  CHECK_REFUSED(fc_mesh_create(&description, NULL), "mesh is NULL");

  mesh = bullet_mesh();
  fc_step_result result = {.size = sizeof result};
  result.status = FC_STATUS_FREE;
  CHECK_REFUSED(fc_decide_step(mesh, NULL, after[0], NULL, &result), "t0 is NULL");
  CHECK(result.status == FC_STATUS_INVALID_INPUT && result.impact_count == 0);
  CHECK_REFUSED(fc_impacts(mesh, after[0], NULL, NULL, &result), "t1 is NULL");
  CHECK_REFUSED(fc_impacts(NULL, after[0], after[0], NULL, &result), "mesh is NULL");
  CHECK_REFUSED(fc_impacts(mesh, after[0], after[0], NULL, NULL), "result is NULL");
  fc_step_options options = {.size = sizeof options};
  CHECK_REFUSED(fc_decide_step(mesh, after[0], after[0], &options, &result), "dimension is 0");
  fc_step_options_init(&options, sizeof options);
  options.threads = -1;
  CHECK_REFUSED(fc_decide_step(mesh, after[0], after[0], &options, &result), "options->threads");
  options.threads = 0;
  options.broad_phase = 4;
  CHECK_REFUSED(fc_decide_step(mesh, after[0], after[0], &options, &result), "broad_phase");
  options.broad_phase = FC_BROAD_PHASE_BVH;
  options.coordinate_stride = 0;
  CHECK_REFUSED(fc_decide_step(mesh, after[0], after[0], &options, &result), "coordinate_stride");
  after[5][1] = NAN;
  result.status = FC_STATUS_FREE;
  CHECK_REFUSED(fc_decide_step(mesh, kBefore[0], after[0], NULL, &result), "vertex 5");
  CHECK(result.status == FC_STATUS_INVALID_INPUT);
  fc_mesh_destroy(mesh);
}

// A cube from -1 to 1.
static const double kCorners[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                      {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const int32_t kCube[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                     {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                     {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static fc_body* cube(double half) {
  double corners[8][3];
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) corners[i][k] = half * kCorners[i][k];
  fc_body* body = NULL;
  CHECK(fc_body_create(corners[0], 8, kCube[0], 12, &body) == FC_OK && body != NULL);
  return body;
}

TEST(TwoBodiesTouchWhenTheyMust) {
  fc_body *a = cube(1), *b = cube(0.5);
  fc_motion rest, moves;
  fc_motion_init(&rest, sizeof rest);
  fc_motion_init(&moves, sizeof moves);
  fc_body_result result = {.size = sizeof result};
  // From x = 5.5 to x = -4.5: the gap of 4 closes at t = 0.4.
  moves.kind = FC_MOTION_SCREW;
  moves.from[3] = 5.5;
  moves.to[3] = -4.5;
  CHECK(fc_first_contact(a, &rest, b, &moves, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.4 && result.toi > 0.399);
  CHECK(fabs(result.normal[0] + 1) < 1e-9 && result.triangle_a >= 0 && result.triangle_b >= 0);
  const double screw_toi = result.toi;
  moves.kind = FC_MOTION_LINEAR;
  CHECK(fc_first_contact(a, &rest, b, &moves, NULL, &result) == FC_OK);
  CHECK(fabs(result.toi - screw_toi) < 1e-5);
  moves.kind = FC_MOTION_TURN;  // once around the z axis, without coming nearer than 4.5
  moves.angle = 6.283185307179586;
  CHECK(fc_first_contact(a, &rest, b, &moves, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.toi == 1 && result.triangle_a == -1);
  moves.axis[2] = 0, moves.axis[0] = -2, moves.travel = 10;  // along x
  CHECK(fc_first_contact(a, &rest, b, &moves, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi <= 0.4 && result.toi > 0.39);

  fc_body_options options;
  CHECK(fc_body_options_init(&options, sizeof options) == FC_OK);
  CHECK(fc_first_contact(a, &rest, b, &rest, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.starts_inside && result.starts_in_contact);
  options.insides = 0;
  CHECK(fc_first_contact(a, &rest, b, &rest, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && !result.starts_inside);
  options.min_separation = 0.5;
  CHECK(fc_first_contact(a, &rest, b, &rest, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT);
  options.max_checks = 0;
  CHECK_REFUSED(fc_first_contact(a, &rest, b, &rest, &options, &result), "max_checks");
  CHECK(result.status == FC_STATUS_INVALID_INPUT && result.triangle_a == -1);
  fc_body_destroy(a), fc_body_destroy(b), fc_body_destroy(NULL);
}

TEST(PosesAreMatricesRowAfterRow) {
  const double axis[3] = {0, 0, 2}, position[3] = {1, 2, 3}, nowhere[3] = {0, 0, 0};
  double pose[12], same[12];
  CHECK(fc_pose_from_axis_angle(axis, 1.5707963267948966, position, pose) == FC_OK);
  CHECK(fabs(pose[0]) < 1e-15 && pose[1] == -1 && pose[4] == 1 && pose[10] == 1);
  CHECK(pose[3] == 1 && pose[7] == 2 && pose[11] == 3);
  CHECK(fc_pose_from_quaternion(3, 0, 0, 3, position, same) == FC_OK);
  for (int i = 0; i < 12; ++i) CHECK(fabs(pose[i] - same[i]) < 1e-15);
  CHECK(fc_pose_from_quaternion(1, 0, 0, 0, NULL, same) == FC_OK && same[3] == 0);
  CHECK_REFUSED(fc_pose_from_quaternion(0, 0, 0, 0, NULL, pose), "quaternion");
  CHECK_REFUSED(fc_pose_from_quaternion(NAN, 0, 0, 0, NULL, pose), "quaternion");
  CHECK_REFUSED(fc_pose_from_axis_angle(nowhere, 1, NULL, pose), "axis has length 0");
  CHECK_REFUSED(fc_pose_from_axis_angle(NULL, 1, NULL, pose), "axis is NULL");
  CHECK_REFUSED(fc_pose_from_axis_angle(axis, INFINITY, NULL, pose), "angle");
  CHECK_REFUSED(fc_pose_from_axis_angle(axis, 1, NULL, NULL), "pose is NULL");
  CHECK_REFUSED(fc_pose_from_axis_angle(axis, 1e300, NULL, pose), "pose");
  CHECK(pose[1] == -1);  // what was there before
}

TEST(BadBodiesAndMotionsAreNamed) {
  fc_body *a = cube(1), *none = a;
  fc_motion rest, bad;
  fc_motion_init(&rest, sizeof rest);
  fc_body_result result = {.size = sizeof result};
  const int32_t outside[3] = {0, 1, 8};
  CHECK_REFUSED(fc_body_create(kCorners[0], 8, outside, 1, &none), "8");
  CHECK(none == NULL);
  CHECK_REFUSED(fc_body_create(kCorners[0], 8, NULL, 0, &none), "triangle");
  CHECK_REFUSED(fc_body_create(NULL, 8, kCube[0], 12, &none), "vertices is NULL");
  CHECK_REFUSED(fc_body_create(kCorners[0], 8, NULL, 12, &none), "triangles is NULL");
  CHECK_REFUSED(fc_body_create(kCorners[0], 8, kCube[0], 12, NULL), "body is NULL");
  CHECK_REFUSED(fc_first_contact(NULL, &rest, a, &rest, NULL, &result), "a is NULL");
  CHECK_REFUSED(fc_first_contact(a, &rest, NULL, &rest, NULL, &result), "b is NULL");
  CHECK_REFUSED(fc_first_contact(a, NULL, a, &rest, NULL, &result), "motion_a is NULL");
  CHECK_REFUSED(fc_first_contact(a, &rest, a, NULL, NULL, &result), "motion_b is NULL");
  CHECK_REFUSED(fc_first_contact(a, &rest, a, &rest, NULL, NULL), "result is NULL");
  memset(&bad, 0, sizeof bad);
  bad.size = sizeof bad;
  CHECK_REFUSED(fc_first_contact(a, &rest, a, &bad, NULL, &result), "motion_b->kind is 0");
  fc_motion_init(&bad, sizeof bad);
  bad.from[0] = 2;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "motion_a->from");
  fc_motion_init(&bad, sizeof bad);
  bad.kind = FC_MOTION_SCREW;
  bad.to[11] = NAN;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "motion_a->to");
  bad.kind = FC_MOTION_LINEAR;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "motion_a->to[11]");
  bad.kind = FC_MOTION_TURN;
  bad.axis[2] = 0;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "axis has length 0");
  bad.axis[2] = 1;
  bad.angle = 1e9;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "motion_a->angle is more");
  bad.angle = NAN;
  CHECK_REFUSED(fc_first_contact(a, &bad, a, &rest, NULL, &result), "motion_a->angle");
  CHECK(result.status == FC_STATUS_INVALID_INPUT);
  fc_body_destroy(a);
}

// An arm of length 1 that turns about z, with a finger at its end that slides outwards.
static const char kArm[] =
    "<robot name='arm'>\n"
    "<link name='base'/>\n"
    "<link name='upper'><collision><origin xyz='0.5 0 0'/><geometry>\n"
    "<box size='1 0.1 0.1'/></geometry></collision></link>\n"
    "<link name='finger'><collision><geometry><box size='0.1 0.1 0.1'/></geometry></collision>\n"
    "</link>\n"
    "<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>\n"
    "<axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>\n"
    "<joint name='slide' type='prismatic'><parent link='upper'/><child link='finger'/>\n"
    "<origin xyz='1.2 0 0'/><axis xyz='1 0 0'/>\n"
    "<limit lower='0' upper='0.5' effort='1' velocity='1'/></joint></robot>\n";

static fc_robot* arm(void) {
  FILE* file = fopen("c_test_arm.urdf", "w");
  CHECK(file != NULL);
  fputs(kArm, file);
  fclose(file);
  fc_robot* robot = NULL;
  CHECK(fc_robot_load("c_test_arm.urdf", NULL, NULL, &robot) == FC_OK && robot != NULL);
  return robot;
}

TEST(RobotsListTheirJointsAndBodies) {
  fc_robot* robot = arm();
  double lower = 0, upper = 0;
  CHECK(fc_robot_value_count(robot) == 2 && fc_robot_value_count(NULL) == 0);
  CHECK(strcmp(fc_robot_value_name(robot, 0), "shoulder") == 0);
  CHECK(strcmp(fc_robot_value_name(robot, 1), "slide") == 0);
  CHECK(fc_robot_value_name(robot, 2) == NULL);
  CHECK(strstr(fc_error_message(), "index is 2: there are 2 values") != NULL);
  CHECK(fc_robot_value_name(NULL, 0) == NULL);
  CHECK(fc_robot_limits(robot, 1, &lower, &upper) == FC_OK && lower == 0 && upper == 0.5);
  CHECK(fc_robot_limits(robot, 0, &lower, &upper) == FC_OK && lower == -3 && upper == 3);
  CHECK_REFUSED(fc_robot_limits(robot, 2, &lower, &upper), "index is 2");
  CHECK_REFUSED(fc_robot_limits(robot, 0, NULL, &upper), "lower is NULL");
  CHECK(fc_robot_body_count(robot) == 2 && strcmp(fc_robot_body_name(robot, 1), "finger") == 0);
  CHECK(fc_robot_body_name(robot, 2) == NULL && fc_robot_body_count(NULL) == 0);
  CHECK(fc_robot_note_count(robot) == 0 && fc_robot_note(robot, 0) == NULL);
  fc_robot_destroy(robot);
  fc_robot_destroy(NULL);
}

TEST(RobotEdgesAreDecidedAmongObstacles) {
  fc_robot* robot = arm();
  const double lengths[3] = {0.2, 0.2, 1}, q_t0[2] = {-1, 0}, q_t1[2] = {1, 0};
  const double beyond[2] = {-1, 0.3};
  double post[12], far[12];
  const double at_post[3] = {1.6, 0, 0}, at_far[3] = {0, 5, 0};
  CHECK(fc_pose_from_quaternion(1, 0, 0, 0, at_post, post) == FC_OK);
  CHECK(fc_pose_from_quaternion(1, 0, 0, 0, at_far, far) == FC_OK);
  CHECK(fc_robot_add_box(robot, "post", lengths, post) == FC_OK);
  fc_edge_options options;
  CHECK(fc_edge_options_init(&options, sizeof options) == FC_OK);
  options.clearance = 1;
  fc_edge_result result = {.size = sizeof result};
  CHECK(fc_robot_first_contact(robot, q_t0, q_t1, 2, &options, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE && result.clearance > 0.2 && result.clearance_upper < 0.3);
  CHECK(fc_robot_first_contact(robot, beyond, (double[2]){1, 0.3}, 2, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi > 0.4 && result.toi < 0.5);
  CHECK(strcmp(fc_robot_body_name(robot, (size_t)result.body_a), "finger") == 0);
  CHECK(strcmp(fc_robot_body_name(robot, (size_t)result.body_b), "post") == 0);
  CHECK(fc_robot_set_min_separation(robot, 0.3) == FC_OK);
  CHECK(fc_robot_first_contact(robot, q_t0, q_t1, 2, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT);
  CHECK(fc_robot_set_min_separation(robot, 0) == FC_OK);
  CHECK(fc_robot_allow_collision(robot, "finger", "post") == FC_OK);
  CHECK(fc_robot_first_contact(robot, beyond, (double[2]){1, 0.3}, 2, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE);

  fc_body* block = cube(0.1);
  CHECK(fc_robot_add_body(robot, "far block", block, far) == FC_OK);
  CHECK(fc_robot_first_contact(robot, beyond, (double[2]){1, 0.3}, 2, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_FREE);
  CHECK(fc_robot_add_body(robot, "block", block, post) == FC_OK);
  fc_body_destroy(block);
  CHECK(fc_robot_first_contact(robot, beyond, (double[2]){1, 0.3}, 2, NULL, &result) == FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT);
  CHECK(strcmp(fc_robot_body_name(robot, (size_t)result.body_b), "block") == 0);
  CHECK(fc_robot_body_count(robot) == 5);
  fc_robot_destroy(robot);
}

TEST(RobotsReadSrdfAndMeshFiles) {
  FILE* file = fopen("c_test_arm.srdf", "w");
  fputs(
      "<robot name='arm'><disable_collisions link1='upper' link2='finger'/>\n"
      "<disable_collisions link1='upper' link2='nobody'/></robot>\n",
      file);
  fclose(file);
  file = fopen("c_test_wall.obj", "w");
  fputs("v 0.5 -1 -1\nv 0.5 1 -1\nv 0.5 0 1\nf 1 2 3\n", file);
  fclose(file);
  fc_robot_destroy(arm());
  fc_robot* robot = NULL;
  CHECK(fc_robot_load("c_test_arm.urdf", "c_test_arm.srdf", NULL, &robot) == FC_OK);
  CHECK(fc_robot_note_count(robot) == 1 && strstr(fc_robot_note(robot, 0), "nobody") != NULL);
  CHECK(fc_robot_add_mesh_file(robot, "wall", "c_test_wall.obj", NULL) == FC_OK);
  fc_edge_result result = {.size = sizeof result};
  CHECK(fc_robot_first_contact(robot, (double[2]){3, 0}, (double[2]){0, 0}, 2, NULL, &result) ==
        FC_OK);
  CHECK(result.status == FC_STATUS_CONTACT && result.toi > 0.2 && result.toi < 0.9);
  CHECK(fc_robot_first_contact(robot, (double[2]){3, 0}, (double[2]){2, 0}, 2, NULL, &result) ==
        FC_OK);
  CHECK(result.status == FC_STATUS_FREE);
  CHECK_FAILS(fc_robot_add_mesh_file(robot, "wall 2", "none.obj", NULL), FC_ERROR_FILE, "none.obj");
  fc_robot_destroy(robot);
}

TEST(BadRobotsAndEdgesAreNamed) {
  fc_robot* robot = (fc_robot*)kArm;
  CHECK_FAILS(fc_robot_load("none.urdf", NULL, NULL, &robot), FC_ERROR_FILE, "none.urdf");
  CHECK(robot == NULL);
  CHECK_REFUSED(fc_robot_load(NULL, NULL, NULL, &robot), "urdf_path is NULL");
  CHECK_REFUSED(fc_robot_load("x", NULL, NULL, NULL), "robot is NULL");
  FILE* file = fopen("c_test_bad.urdf", "w");
  fputs("<robot name='bad'>\n<link name='a'/>\n<link name='a'/></robot>\n", file);
  fclose(file);
  CHECK_FAILS(fc_robot_load("c_test_bad.urdf", NULL, NULL, &robot), FC_ERROR_FILE,
              "c_test_bad.urdf:3");
  robot = arm();
  CHECK_FAILS(fc_robot_load("c_test_arm.urdf", "none.srdf", NULL, &(fc_robot*){NULL}),
              FC_ERROR_FILE, "none.srdf");
  fc_robot_options load;
  CHECK(fc_robot_options_init(&load, sizeof load) == FC_OK);
  load.package_path_count = 1;
  CHECK_REFUSED(fc_robot_load("c_test_arm.urdf", NULL, &load, &(fc_robot*){NULL}),
                "options->package_paths is NULL");

  const double lengths[3] = {1, 1, 1}, negative[3] = {1, -1, 1}, q[2] = {0, 0}, out[2] = {0, 1};
  double bad_pose[12] = {0};
  CHECK_REFUSED(fc_robot_add_box(robot, NULL, lengths, NULL), "name is NULL");
  CHECK_REFUSED(fc_robot_add_box(robot, "box", NULL, NULL), "lengths is NULL");
  CHECK_REFUSED(fc_robot_add_box(NULL, "box", lengths, NULL), "robot is NULL");
  CHECK_REFUSED(fc_robot_add_box(robot, "box", negative, NULL), "box");
  CHECK_REFUSED(fc_robot_add_box(robot, "box", lengths, bad_pose), "pose");
  CHECK_REFUSED(fc_robot_add_box(robot, "finger", lengths, NULL), "finger");
  CHECK_REFUSED(fc_robot_add_body(robot, "body", NULL, NULL), "body is NULL");
  CHECK_REFUSED(fc_robot_add_mesh_file(robot, "mesh", NULL, NULL), "path is NULL");
  CHECK_REFUSED(fc_robot_allow_collision(robot, "finger", "nobody"), "nobody");
  CHECK_REFUSED(fc_robot_allow_collision(robot, "finger", NULL), "b is NULL");
  CHECK_REFUSED(fc_robot_set_min_separation(robot, -1), "min_separation must be");
  CHECK(fc_robot_body_count(robot) == 2);  // nothing of this has changed the robot

  fc_edge_result result = {.size = sizeof result};
  result.status = FC_STATUS_FREE;
  CHECK_REFUSED(fc_robot_first_contact(robot, q, q, 3, NULL, &result), "value_count is 3");
  CHECK(result.status == FC_STATUS_INVALID_INPUT && result.body_a == -1);
  CHECK_REFUSED(fc_robot_first_contact(robot, NULL, q, 2, NULL, &result), "q_t0 is NULL");
  CHECK_REFUSED(fc_robot_first_contact(robot, q, NULL, 2, NULL, &result), "q_t1 is NULL");
  CHECK_REFUSED(fc_robot_first_contact(NULL, q, q, 2, NULL, &result), "robot is NULL");
  CHECK_REFUSED(fc_robot_first_contact(robot, q, q, 2, NULL, NULL), "result is NULL");
  CHECK_REFUSED(fc_robot_first_contact(robot, (double[2]){NAN, 0}, q, 2, NULL, &result), "q_t0");
  CHECK_REFUSED(fc_robot_first_contact(robot, q, out, 2, NULL, &result), "q_t1: ");
  CHECK(strstr(fc_error_message(), "slide") != NULL);
  fc_edge_options options;
  fc_edge_options_init(&options, sizeof options);
  options.ignore_limits = 1;
  CHECK(fc_robot_first_contact(robot, q, out, 2, &options, &result) == FC_OK);
  options.t_max = -1;
  CHECK_REFUSED(fc_robot_first_contact(robot, q, q, 2, &options, &result), "t_max");
  fc_robot_destroy(robot);
}

static void* decide_edges(void* argument) {
  long wrong = 0;
  for (int i = 0; i < 200; ++i) {
    fc_edge_result result = {.size = sizeof result};
    const double from[2] = {-1, 0.3}, to[2] = {1, i % 2 ? 0.3 : 0};
    wrong += fc_robot_first_contact(argument, from, to, 2, NULL, &result) != FC_OK;
    wrong += result.status != FC_STATUS_CONTACT && i % 2;
  }
  return (void*)wrong;
}

TEST(OneRobotServesTwoThreads) {
  fc_robot* robot = arm();
  const double lengths[3] = {0.2, 0.2, 1};
  double post[12];
  fc_pose_from_quaternion(1, 0, 0, 0, (double[3]){1.6, 0, 0}, post);
  CHECK(fc_robot_add_box(robot, "post", lengths, post) == FC_OK);
  pthread_t first, second;
  void *wrong_first = NULL, *wrong_second = NULL;
  CHECK(pthread_create(&first, NULL, decide_edges, robot) == 0);
  CHECK(pthread_create(&second, NULL, decide_edges, robot) == 0);
  pthread_join(first, &wrong_first);
  pthread_join(second, &wrong_second);
  CHECK(wrong_first == NULL && wrong_second == NULL);
  fc_robot_destroy(robot);
}

static uint64_t state = 20261118;
static uint64_t next_random(void) {  // xorshift
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}
static double odd_number(void) {
  static const double kOdd[] = {0,      -0.0,    1,      -1,  0.5,      2,
                                1e-300, 1e300,   1e70,   NAN, INFINITY, -INFINITY,
                                1e-6,   0x1p-30, 5e-324, 1,   1,        0.25};
  const uint64_t pick = next_random() % 24;
  return pick < 18 ? kOdd[pick] : (double)(next_random() % 4096) / 2048 - 1;
}
static int32_t odd_integer(void) {
  static const int32_t kOdd[] = {-1, 4, 5, 99, INT32_MIN, INT32_MAX};
  const uint64_t pick = next_random() % 24;
  return pick < 6 ? kOdd[pick] : (int32_t)(next_random() % 4);
}
static long answered = 0, refused = 0;
static void judge(fc_error error, fc_status status) {
  CHECK(error == FC_OK || error == FC_ERROR_INVALID_INPUT);
  if (error == FC_OK) {
    ++answered;
    CHECK(status >= FC_STATUS_FREE && status <= FC_STATUS_UNDECIDED);
  } else {
    ++refused;
    CHECK(status == FC_STATUS_INVALID_INPUT && fc_error_message()[0] != '\0');
  }
}

// 6000 calls; the numbers come from a fixed seed.
TEST(OddNumbersAreAnsweredOrRefused) {
  double after[8][3];
  bullet_after(after);
  fc_mesh* mesh = bullet_mesh();
  fc_body* body = cube(1);
  for (int i = 0; i < 6000; ++i) {
    const uint64_t which = next_random() % 3;
    if (which == 0) {
      fc_options options;
      fc_options_init(&options, sizeof options);
      if (i % 4 == 0) options.min_separation = odd_number(), options.tolerance = odd_number();
      if (i % 5 == 0) options.t_max = odd_number(), options.toi_width = odd_number();
      options.max_checks = i % 7 == 0 ? odd_integer() % 1000 : 1000;
      if (i % 3 == 0) options.method = odd_integer(), options.norm = odd_integer();
      options.exact = odd_integer(), options.decide_only = odd_integer();
      double points[24];
      for (int k = 0; k < 24; ++k)
        points[k] = next_random() % 50 ? (double)(next_random() % 64) / 32 - 1 : odd_number();
      fc_result result = {.size = sizeof result};
      const fc_error error = fc_solve(odd_integer(), points, &options, &result);
      judge(error, result.status);
    } else if (which == 1) {
      fc_step_options options;
      fc_step_options_init(&options, sizeof options);
      options.threads = 1;
      if (i % 2) options.min_separation = odd_number(), options.tolerance = odd_number();
      if (i % 3 == 0) options.t_max = odd_number(), options.toi_width = odd_number();
      if (i % 4 == 0) options.norm = odd_integer(), options.broad_phase = odd_integer();
      options.exact = odd_integer();
      double moved[8][3];
      memcpy(moved, after, sizeof moved);
      moved[i % 8][i % 3] = odd_number();
      fc_step_result result = {.size = sizeof result};
      const fc_error error = (i % 2 ? fc_impacts : fc_collision_free_step_size)(
          mesh, kBefore[0], moved[0], &options, &result);
      judge(error, result.status);
    } else {
      fc_motion rest, motion;
      fc_motion_init(&rest, sizeof rest);
      fc_motion_init(&motion, sizeof motion);
      motion.kind = (int32_t)((uint32_t)odd_integer() + 1u);
      motion.from[3 + 4 * (i % 3)] = 4, motion.to[3 + 4 * (i % 3)] = odd_number();
      if (i % 4 == 0) motion.from[i % 12] = odd_number(), motion.to[i % 11] = odd_number();
      motion.axis[i % 3] = odd_number(), motion.point[i % 3] = odd_number();
      motion.angle = 3 * odd_number(), motion.travel = odd_number();
      fc_body_options options;
      fc_body_options_init(&options, sizeof options);
      options.max_checks = 1000;
      if (i % 3 == 0) options.min_separation = odd_number(), options.tolerance = odd_number();
      if (i % 5 == 0) options.t_max = odd_number();
      fc_body_result result = {.size = sizeof result};
      const fc_error error = fc_first_contact(body, &rest, body, &motion, &options, &result);
      judge(error, result.status);
    }
  }
  printf("%ld answered, %ld refused\n", answered, refused);
  CHECK(answered > 1500 && refused > 1500);
  fc_mesh_destroy(mesh);
  fc_body_destroy(body);
}
