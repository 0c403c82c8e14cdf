// Which files belong to the robot that was opened last. Meshes of an earlier step do not stand around
// it, and what belonged to the robot before it is left behind.
import type {FileContent, FileData, MeshFile, Operations, PartFile} from "../../worker/messages";
import {sameTopology} from "../steps/sequence";

const isMesh = (file: FileContent): file is MeshFile => file.type === "mesh";
const isPart = (file: FileContent): file is PartFile => file.type === "part";

export class RobotFiles {
  urdf: PartFile | null = null;
  /// What came with the robot or was put to it later; before the first robot, what waits for one.
  private own: FileContent[] = [];
  private all: FileContent[] = [];

  /// Takes new files; true if the robot has to be opened, or opened again because of them.
  /// `meshesToo`: meshes that come alone belong to the robot.
  take(added: FileContent[], all: FileContent[], meshesToo: boolean): boolean {
    this.all = all;
    const parts = added.filter(isPart);
    const fresh = parts.find((part) => part.role === "urdf");
    const belong = parts.some(({role}) => ["srdf", "scene", "path"].includes(role));
    if (fresh) {
      this.own = this.urdf ? [...added] : [...this.own, ...added];
      this.urdf = fresh;
      return true;
    }
    if (!belong && !(meshesToo && added.some(isMesh))) return false;
    this.own.push(...(this.urdf ? added : parts));
    return this.urdf !== null;
  }

  /// Whether meshes that come alone belong to the robot: it names them, or they are no frames of one
  /// object.
  belong(meshes: MeshFile[]): boolean {
    if (!this.urdf) return false;
    const names = this.namer();
    return meshes.every(names) || !meshes.some((mesh, i) =>
      meshes.slice(0, i).some((other) => sameTopology(mesh, other)));
  }

  /// What the worker needs to open the robot. Meshes that no file names stand around it.
  toOpen(): Operations["robotOpen"]["takes"] {
    const parts = this.own.filter(isPart), names = this.namer();
    const last = (role: PartFile["role"]) => {
      const part = parts.filter((one) => one.role === role).at(-1);
      return part ? plain(part) : null;
    };
    // A name may come twice: the robot's own file counts, and of those the last.
    const files = new Map<string, FileData>();
    const others = this.all.filter((file) => isPart(file) || (isMesh(file) && names(file)));
    for (const file of [...others, ...this.own])
      if (isMesh(file)) files.set(file.name, asOff(file));
      else if (isPart(file)) files.set(file.name, plain(file));
    return {
      urdf: plain(this.urdf!), srdf: last("srdf"), path: last("path"), files: [...files.values()],
      scenes: [...parts.filter(({role}) => role === "scene").map(plain),
        ...this.own.filter(isMesh).filter((mesh) => !names(mesh)).map(asOff)],
    };
  }

  /// Tells whether the robot or its scenes name a mesh.
  private namer(): (mesh: MeshFile) => boolean {
    const naming = [this.urdf!, ...this.own.filter(isPart).filter(({role}) => role === "scene")];
    const text = naming.map(({data}) => new TextDecoder().decode(data)).join("\n");
    return ({name}) => text.includes(name.split("/").at(-1)!);
  }
}

const plain = (part: PartFile): FileData => ({name: part.name, data: part.data});

/// A mesh that was read, as a file again under its own name: robots ask for their meshes by name. It is
/// written as OFF, whose first word tells the format, whatever the name ends with.
function asOff(mesh: MeshFile): FileData {
  const {vertices, faces} = mesh;
  const lines = ["OFF", `${vertices.length / 3} ${faces.length / 3} 0`];
  for (let i = 0; i < vertices.length; i += 3)
    lines.push(`${vertices[i]} ${vertices[i + 1]} ${vertices[i + 2]}`);
  for (let i = 0; i < faces.length; i += 3)
    lines.push(`3 ${faces[i]} ${faces[i + 1]} ${faces[i + 2]}`);
  return {name: mesh.name, data: new TextEncoder().encode(lines.join("\n") + "\n").buffer as ArrayBuffer};
}
