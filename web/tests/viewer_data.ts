// Small files that several tests of the viewer use.

/// A cube, as an OBJ file with faces of four corners.
export const BOX = `v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;
/// Poses between which a second cube passes through it.
export const POSES = {b: {
  from: {position: [5, 0.3, 0.2], axis_angle: {axis: [1, 1, 0], degrees: 20}},
  to: {position: [-3, 0.5, 0.4], axis_angle: {axis: [0, 0, 1], degrees: 120}},
}};

/// What stands around the arm of bindings/wasm/tests/arm.urdf.
export const ARM_SCENE = {
  objects: [{name: "post", box: {size: [0.1, 0.1, 1.4]}, position: [0.35, 0.55, 0.7]}],
  allowed: [["base", "shoulder"], ["base", "upper_arm"], ["shoulder", "fore_arm"]],
};
export const ARM_FROM = [0, 0.6, 0.4, 0, 0, 0];
export const ARM_TO = [2.2, 0.9, 0.5, 1, 0.3, 0];
