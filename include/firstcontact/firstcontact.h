#pragma once
/// Everything public.
#include <firstcontact/batch.h>
#include <firstcontact/options.h>
#include <firstcontact/query.h>
#include <firstcontact/result.h>
#include <firstcontact/solve.h>
#include <firstcontact/version.h>
