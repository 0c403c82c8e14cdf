#pragma once
/// Everything public but ipc_names.h, which is for those who want its names.
#include <firstcontact/active_set.h>
#include <firstcontact/batch.h>
#include <firstcontact/line_search.h>
#include <firstcontact/mesh.h>
#include <firstcontact/motion.h>
#include <firstcontact/moving_bodies.h>
#include <firstcontact/options.h>
#include <firstcontact/polyhedron.h>
#include <firstcontact/pose.h>
#include <firstcontact/positions.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>
#include <firstcontact/screw.h>
#include <firstcontact/solve.h>
#include <firstcontact/step.h>
#include <firstcontact/version.h>
