// The motion of the open robot: decided segment by segment, and drawn.
import type {RobotScene, SceneResult} from "firstcontact";
import type {Handler} from "./index";
import type {RobotAnswer, RobotPath} from "./messages";
import {sampleTimes, sevenOf} from "./poses";
import {bodyGeometry} from "./robot_shapes";
import {infoOf, openScene} from "./robots";

function sideOf(side: SceneResult["a"], point: readonly number[]) {
  const feature = ["", "vertex", "edge", "face"][Math.min(3, side.feature.length)];
  return {body: side.name, shape: side.shape, triangle: side.triangle, vertices: side.feature,
    feature, point: [...point]};
}

const segmentsOf = (path: RobotPath): number => path.configurations.length - 1;
const timeOf = ({times, configurations}: RobotPath, index: number): number =>
  (times.length ? times[index] : index / (configurations.length - 1));

interface PathResult {
  result: SceneResult;
  /// The segment that is not free; -1 if all are.
  segment: number;
  segmentTime: number;
}

/// Decides the segments in their order, up to the first that is not free, and sums up as the library's
/// own first_contact_on_path does, with the same operations.
function decide(
  scene: RobotScene, path: RobotPath, certified: boolean, progress: (share: number) => void): PathResult {
  const segments = segmentsOf(path);
  let sum: SceneResult | null = null, afterSpatial = 0, afterTemporal = 0, steps = 0, checks = 0;
  for (let i = 0; i < segments; ++i) {
    const result = scene.firstContact(path.configurations[i], path.configurations[i + 1],
      {method: certified ? "Certified" : "Advancement", clearance: certified});
    if (result.status === "InvalidInput")
      throw new Error(segments > 1 ? `segment ${i}: ${result.message}` : result.message);
    afterSpatial += result.counts.afterSpatial;
    afterTemporal += result.counts.afterTemporal;
    steps += result.counts.steps;
    checks += result.checks;
    const counts = {pairs: result.counts.pairs, afterSpatial, afterTemporal, steps};
    const begin = timeOf(path, i), width = timeOf(path, i + 1) - begin;
    const rescaled = (time: number) => (segments === 1 ? time : begin + time * width);
    const timed: SceneResult = {...result, toi: rescaled(result.toi),
      toiUpper: rescaled(result.toiUpper), clearanceTime: rescaled(result.clearanceTime), counts, checks};
    if (result.status !== "Free") return {result: timed, segment: i, segmentTime: result.toi};
    const clearance: number = sum ? Math.min(sum.clearance, result.clearance) : result.clearance;
    const nearest: SceneResult = !sum || result.clearanceUpper < sum.clearanceUpper ? timed : sum;
    sum = {...nearest, clearance, counts, checks};
    progress((i + 1) / segments);
  }
  if (!sum) throw new Error("a path has at least two configurations");
  return {result: {...sum, toi: 1, toiUpper: 1}, segment: -1, segmentTime: NaN};
}

/// The configuration at a time of the whole path.
function configurationAt(scene: RobotScene, path: RobotPath, time: number): number[] {
  const segments = segmentsOf(path);
  let segment = 0;
  while (segment + 1 < segments && timeOf(path, segment + 1) <= time) ++segment;
  const begin = timeOf(path, segment), end = timeOf(path, segment + 1);
  const within = Math.min(1, Math.max(0, (time - begin) / (end - begin)));
  return scene.configurationAt(path.configurations[segment], path.configurations[segment + 1], within);
}

export const robotMotion: Handler<"robotMotion"> = (_library, {path, method}, progress) => {
  const opened = openScene(), certified = method !== "Advancement", begun = performance.now();
  const {result, segment, segmentTime} = decide(opened, path, certified, progress);
  const seconds = (performance.now() - begun) / 1000;
  const contact = result.status === "Contact", segments = segmentsOf(path);
  const starts = path.configurations.slice(0, 512).map((_, i) => timeOf(path, i));
  const times = sampleTimes(Math.min(512, Math.max(64, 16 * segments)),
    [contact ? result.toi : result.clearanceTime, ...starts]);
  const bodies = opened.bodies.map((_, index) => bodyGeometry(opened, index));
  for (const body of bodies) body.poses = new Float64Array(7 * times.length);
  times.forEach((time, i) => {
    const poses = opened.bodyPoses(configurationAt(opened, path, time));
    poses.forEach((pose, k) => bodies[k].poses.set(sevenOf(pose), 7 * i));
  });
  const named = (values: readonly number[]) => Object.fromEntries(
    opened.values.map((value, i) => [value.name, values[i]]));
  const known = contact || result.clearance > 0, cleared = !contact && certified;
  const report = {
    command: ["robot"], status: result.status, proven: result.proven, time: result.toi,
    toi: result.toi, toi_upper: contact ? result.toiUpper : null, method: method.toLowerCase(),
    segment: segment >= 0 ? segment : null, segment_time: segment >= 0 ? segmentTime : null,
    a: contact ? sideOf(result.a, result.pointA) : known ? {body: result.a.name} : null,
    b: contact ? sideOf(result.b, result.pointB) : known ? {body: result.b.name} : null,
    normal: contact ? [...result.normal] : null, distance: result.distance,
    starts_in_contact: result.startsInContact, starts_inside: result.startsInside,
    clearance: cleared ? result.clearance : null,
    clearance_upper: cleared ? result.clearanceUpper : null,
    clearance_time: cleared ? result.clearanceTime : null,
    robot: {name: opened.name, links: opened.links.length,
      values: opened.values.map((value) => value.name)},
    from: named(path.configurations[0]), to: named(path.configurations[segments]), segments,
    pairs: opened.pairCount,
    counts: {pairs: result.counts.pairs, after_spatial: result.counts.afterSpatial,
      after_temporal: result.counts.afterTemporal, checks: result.checks,
      steps: result.counts.steps},
    seconds, message: result.message, notes: [...opened.notes],
  };
  const value: RobotAnswer = {report, drawing: {times, bodies}, info: infoOf(opened)};
  return {value};
};
