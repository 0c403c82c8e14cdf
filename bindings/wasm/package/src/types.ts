/**
 * The types of the library in TypeScript: plain data in, plain data out. Names are those of the C++
 * library in camelCase, and so is their meaning.
 *
 * Conventions that hold for all of them:
 *  - Times are fractions of the motion, from 0 at its start to 1 at its end.
 *  - Lengths are in the caller's unit; angles are in radians.
 *  - `a` is the first of two things, `b` the second, as in the arguments of the call.
 *  - Normals are unit vectors from b to a: a moves along them to get away from b.
 *  - Indices count from 0; -1 means that there is none.
 *  - Numbers are doubles and stand for the exact real numbers they are.
 *  - Numerical input that cannot be used (a NaN, an index out of range) gives the status
 *    'InvalidInput' with a message. Files that cannot be read, and arguments of another shape,
 *    throw a FirstContactError.
 */

export * from './types/common';
export * from './types/pairs';
export * from './types/proofs';
export * from './types/steps';
export * from './types/bodies';
export * from './types/robots';
export * from './types/files';
