// Computes the step of figure 9 in a thread of its own, so that the page stays quick meanwhile.
import type { StepMesh } from "firstcontact";
import { kSquares, type ClothAnswer, type ClothQuestion, type ClothReply } from "./cloth_messages";
import { clothStep, positionsAt } from "./cloth_step";
import { solver } from "./solver";

let mesh: StepMesh | undefined;
let known: { drop: number; made: NonNullable<ClothAnswer["step"]> } | undefined;

async function answer({ drop, time }: ClothQuestion): Promise<ClothAnswer> {
  const fc = await solver();
  const reply: Partial<ClothAnswer> = {};
  if (known?.drop !== drop) {
    const step = clothStep(kSquares, drop);
    mesh ??= fc.createMesh({ vertexCount: step.vertexCount, faces: step.faces,
                             objects: step.objects });
    const start = performance.now();
    const all = mesh.impacts(step.t0, step.t1);
    const milliseconds = performance.now() - start;
    const safe = mesh.collisionFreeStepSize(step.t0, step.t1);
    known = { drop, made: { step, all, safe, milliseconds } };
    reply.step = known.made;
  }
  const { step, safe } = known.made;
  const at = time === "safe" ? Math.floor(safe.toi * 1000) / 1000 : time;
  const { count: crossings } = mesh!.intersections(positionsAt(step, at));
  return { ...reply, drop, asked: time, time: at, crossings };
}

self.addEventListener("message", (event: MessageEvent<ClothQuestion>) => {
  const send = (reply: ClothReply): void => self.postMessage(reply);
  answer(event.data).then((a) => send({ answer: a }), (e: unknown) =>
    send({ error: e instanceof Error ? e.message : String(e) }));
});
