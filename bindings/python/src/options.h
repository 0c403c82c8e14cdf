#pragma once
/// Kinds, norms, methods and options of pairs, by the names of the command line.
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <pybind11/pybind11.h>

#include <string>

#include "arrays.h"

namespace firstcontact::python {

namespace py = pybind11;

/// Each throws for a name that is not known.
Kind kind_of(const std::string& name);
Norm norm_of(const std::string& name);
Method method_of(const std::string& name);

const char* norm_name(Norm norm);

/// Number of coordinates of a point: 2 for planar pairs, otherwise 3.
std::size_t coordinates_of(Kind kind);
/// Refuses another shape than (…, 2 points, coordinates): the points at t0, then those at t1.
void require_pairs(const Array& points, Kind kind, bool many);
/// The pair of an array of shape (2 points, coordinates), of float64 or float32.
Query query_of(const Array& points, Kind kind);
/// The points of a pair, as query_of reads them.
NativeArray points_array(const Query& query);

}  // namespace firstcontact::python
