// A step of meshes: all impacts, packed into arrays that travel fast.
import type {Impact, Kind} from "firstcontact";
import type {Handler} from "./index";

export const STEP_KINDS: Kind[] =
  ["VertexFace", "EdgeEdge", "PointEdge", "PointPoint", "PointSegment2D"];
const MOST_IMPACTS = 200_000;

export const impacts: Handler<"impacts"> = (library, takes, progress) => {
  const {t0, t1, faces, edges, objects, minSeparation, withinObjects, norm, exact, tMax} = takes;
  const mesh = library.createMesh({vertexCount: t0.length / 3, faces, edges, objects});
  try {
    if (mesh.fault) throw new Error(mesh.fault);
    const begun = performance.now();
    const result = mesh.impacts(t0, t1, {
      minSeparation, withinObjects, norm, exact, tMax,
      progress: (share) => {
        progress(share);
      },
    });
    const seconds = (performance.now() - begun) / 1000;
    const listed = result.impacts.slice(0, MOST_IMPACTS), count = listed.length;
    const value = {
      status: result.status, message: result.message,
      toi: result.impacts.length ? result.impacts[0].toi : tMax,
      candidates: {...result.candidates} as Record<string, number>, seconds,
      count: result.impacts.length, kinds: new Uint8Array(count),
      vertices: new Int32Array(4 * count).fill(-1), elements: new Int32Array(2 * count),
      times: new Float64Array(count), timesUpper: new Float64Array(count),
      points: new Float64Array(3 * count), normals: new Float64Array(3 * count),
      distances: new Float64Array(count),
      vertexTimes: new Float64Array(t0.length / 3).fill(NaN),
    };
    listed.forEach((impact: Impact, i) => {
      value.kinds[i] = STEP_KINDS.indexOf(impact.pair.kind);
      value.vertices.set(impact.pair.vertices, 4 * i);
      value.elements.set([impact.pair.a, impact.pair.b], 2 * i);
      value.times[i] = impact.toi;
      value.timesUpper[i] = impact.toiUpper;
      value.normals.set(impact.normal, 3 * i);
      for (let k = 0; k < 3; ++k)
        value.points[3 * i + k] = 0.5 * impact.pointA[k] + 0.5 * impact.pointB[k];
      value.distances[i] = impact.distance;
    });
    for (const impact of result.impacts) {
      for (const vertex of impact.pair.vertices) {
        if (!(value.vertexTimes[vertex] <= impact.toi)) value.vertexTimes[vertex] = impact.toi;
      }
    }
    return {value};
  } finally {
    mesh.dispose();
  }
};
