#pragma once
/// Everything public.
#include <firstcontact/active_set.h>
#include <firstcontact/batch.h>
#include <firstcontact/line_search.h>
#include <firstcontact/mesh.h>
#include <firstcontact/options.h>
#include <firstcontact/positions.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>
#include <firstcontact/solve.h>
#include <firstcontact/step.h>
#include <firstcontact/version.h>
