/** What every answer has in common. */

/** A point or vector: x, y, z. */
export type Vec3 = readonly [number, number, number];

/** What an answer says. Only 'Free' is proven to be free. */
export type Status =
  /** There is no contact in [0, tMax]. This is proven. */
  | 'Free'
  /** There is a contact, within the tolerance. */
  | 'Contact'
  /** The budget or the resolution of doubles ran out. [0, toi) is proven free. */
  | 'Undecided'
  /** The caller asked to stop. Nothing was decided. */
  | 'Cancelled'
  /** The input cannot be used. `message` says why. */
  | 'InvalidInput';

/** The part of an answer that decides. */
export interface Outcome {
  status: Status;
  /** Time of impact: no contact happens in [0, toi), and this is proven. Free: tMax. */
  toi: number;
  /** Contact: it begins no later than this. Exact answers enclose the first time of contact. */
  toiUpper: number;
  /** Work done, in the unit of `maxChecks`. Mesh steps count candidate pairs. */
  checks: number;
  /** Contact: it exists at t = 0 already. */
  startsInContact: boolean;
}

export interface Answer extends Outcome {
  /** InvalidInput: what is wrong. Otherwise empty, or a hint about the cost of the search. */
  message: string;
}

/** Where two things touch, or where they are nearest to each other, at one instant. */
export interface ContactPoints {
  /** The nearest points of a and of b. */
  pointA: Vec3;
  pointB: Vec3;
  /** Unit vector from b to a; zero where there is no such direction. */
  normal: Vec3;
  /** Euclidean distance of a and b, rounded. */
  distance: number;
}
