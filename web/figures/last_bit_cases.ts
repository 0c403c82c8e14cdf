// The pairs of figure 4. Coordinates are the shortest decimals of their doubles.
import type { Query } from "firstcontact";

/** One coordinate of a query, and what to call it. */
export interface Coordinate { name: string; end: "t0" | "t1"; point: number; axis: 0 | 1 | 2 }

export interface LastBitCase {
  key: string;
  name: string;
  query: Query;
  /** What the columns of the maps change, and what the rows change. */
  across: Coordinate;
  up: Coordinate;
  /** The cell to begin with. */
  start: { i: number; j: number };
}

// Picked for their many wrong answers, out of some thousand random pairs of each kind: contacts at
// a corner, at an end of an edge, and inside a face at large coordinates. The share of wrong cells
// says nothing about how often a method is wrong on ordinary pairs.
export const lastBitCases: readonly LastBitCase[] = [
  {
    key: "corner", name: "corner on corner",
    query: {
      kind: "VertexFace",
      t0: [
        [0.04557468009675234, -0.03628857002432322, 0.510553708581701],
        [0.10202754786704449, 0.09967161077276845, -0.09780792251940906],
        [1.415610352164939, -0.7147588365515471, 0.2488897513237987],
        [-0.4418665282183697, 1.590340489729325, 0.07645467489554558],
      ],
      t1: [
        [0.16745201343225632, -0.014694367250483056, -0.9886275991283365],
        [0.11171381689599597, -0.14893334531638994, -0.3879675884197588],
        [1.6225748871532457, -0.44176360987852675, 0.41667545433305464],
        [-0.7268987458264586, 1.7550382750186289, -0.06707822432614752],
      ],
    },
    across: { name: "x at the end", end: "t1", point: 0, axis: 0 },
    up: { name: "y at the end", end: "t1", point: 0, axis: 1 },
    start: { i: 4, j: -2 },
  },
  {
    key: "edges", name: "end of an edge",
    query: {
      kind: "EdgeEdge",
      t0: [
        [-0.029319138100011174, 0.29641959471743207, 1.0990125778806856],
        [-0.41743018224682604, 1.0971350067013683, 0.9987611712512096],
        [-0.9698933186967948, 0.28198395149009325, -0.11319984461183537],
        [1.4754737668790778, -0.12584616491826806, -0.06638377248475408],
      ],
      t1: [
        [0.10620697122249369, -0.025615619810212056, -0.7093748716832099],
        [-0.2819040729243212, 0.775099792173724, -0.809626278312686],
        [-0.9281569000752804, 0.36149421850471425, -0.3219916298893207],
        [1.3372131500470572, -0.37567859968571216, -0.2949097821019263],
      ],
    },
    across: { name: "x at the end", end: "t1", point: 0, axis: 0 },
    up: { name: "y at the end", end: "t1", point: 0, axis: 1 },
    start: { i: -3, j: 0 },
  },
  {
    key: "far", name: "far from the origin",
    query: {
      kind: "VertexFace",
      t0: [
        [218492.08206902936, 174448.29853642007, 179190.81219013175],
        [218491.41918760826, 174447.52115119706, 179189.4583602865],
        [218493.83530470866, 174447.72417608384, 179189.23559323273],
        [218492.18105682495, 174449.6904513549, 179189.61282074844],
      ],
      t1: [
        [218492.09607818874, 174448.20686547412, 179189.46306884446],
        [218491.41918760826, 174447.52115119706, 179189.4583602865],
        [218493.83530470866, 174447.72417608384, 179189.23559323273],
        [218492.18105682495, 174449.6904513549, 179189.61282074844],
      ],
    },
    across: { name: "x at the end", end: "t1", point: 0, axis: 0 },
    up: { name: "z at the end", end: "t1", point: 0, axis: 2 },
    start: { i: -5, j: -2 },
  },
];
