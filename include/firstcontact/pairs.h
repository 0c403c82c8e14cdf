#pragma once
/// Pairs: a vertex against a triangle, an edge against an edge, and so on, each point moving on a
/// straight line.
///
///   solve         decides one pair
///   solve_batch   decides many
#include <firstcontact/batch.h>
#include <firstcontact/solve.h>
