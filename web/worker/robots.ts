// A robot in a scene: read from files or made here. It stays open until another one is.
import type {FirstContact, LinkDescription, RobotScene} from "firstcontact";
import type {Handler} from "./index";
import type {FileData, RobotInfo, RobotPath} from "./messages";
import {readPath} from "./paths";

let scene: RobotScene | null = null;

/// The robot that is open. Throws if there is none.
export function openScene(): RobotScene {
  if (!scene) throw new Error("no robot is open");
  return scene;
}

function keep(opened: RobotScene, file: FileData | null = null):
  {value: {info: RobotInfo; path: RobotPath | null}} {
  scene?.dispose();
  scene = opened;
  const info = infoOf(opened);
  const path = file && readPath(file.name, new TextDecoder().decode(file.data), info);
  return {value: {info, path}};
}
export const infoOf = (opened: RobotScene): RobotInfo => ({
  name: opened.name, links: [...opened.links], values: [...opened.values],
  neutral: [...opened.neutral], notes: [...opened.notes], pairCount: opened.pairCount,
});

export const robotOpen: Handler<"robotOpen"> = (library, {urdf, srdf, scenes, files, path}) =>
  keep(library.createRobotScene({robot: {urdf}, srdf: srdf ?? undefined, scenes, files}), path);

/// An arm of three links with a hand, beside a post and above a table.
export const robotExample: Handler<"robotExample"> = (library: FirstContact) => {
  const link = (
    name: string, parent: number, height: number, axis: [number, number, number],
    length: number, radius: number): LinkDescription => ({
    name, parent,
    joint: {name: `${name} joint`, type: "Revolute", origin: {position: [0, 0, height]}, axis,
      lower: -3, upper: 3},
    shapes: [{kind: "capsule", radius, length, pose: {position: [0, 0, length / 2]}}],
  });
  const links = [
    {name: "base", parent: -1, joint: {name: "base joint", type: "Fixed" as const},
      shapes: [{kind: "cylinder" as const, radius: 0.16, length: 0.2,
        pose: {position: [0, 0, 0.1] as const}}]},
    link("turret", 0, 0.2, [0, 0, 1], 0.16, 0.09), link("upper arm", 1, 0.26, [0, 1, 0], 0.5, 0.06),
    link("forearm", 2, 0.56, [0, 1, 0], 0.42, 0.05), link("hand", 3, 0.48, [1, 0, 0], 0.12, 0.035),
  ];
  return keep(library.createRobotScene({
    robot: {name: "example arm", links},
    objects: [
      {name: "post", shapes: [{kind: "cylinder", radius: 0.06, length: 1.1}],
        pose: {position: [0.34, 0.62, 0.55]}},
      {name: "table", shapes: [{kind: "box", size: [2.2, 2.2, 0.06]}],
        pose: {position: [0, 0, -0.031]}},
    ],
    allowed: [["base", "table"], ["base", "upper arm"]],
  }));
};
