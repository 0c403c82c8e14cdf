// What figure 9 asks its worker, and what the worker answers.
import type { StepResult } from "firstcontact";
import type { ClothStep } from "./cloth_step";

/** How far the sheet sinks, and the time at which crossings are counted. */
export interface ClothQuestion { drop: number; time: number | "safe" }

export interface ClothAnswer {
  drop: number;
  /** Left out if `drop` is that of the answer before: then they are the same as in that one. */
  step?: { step: ClothStep; all: StepResult; safe: StepResult; milliseconds: number };
  asked: ClothQuestion["time"];
  /** The time asked for; for "safe" that of the safe step, rounded down to a thousandth, so that it
      is never beyond what is proven. */
  time: number;
  crossings: number;
}
export type ClothReply = { answer: ClothAnswer } | { error: string };

export const kSquares = 30;
