#pragma once
/// Everything but ipc_names.h, which is for those who want the names of the IPC Toolkit.
///
/// The library has four groups, with one header each. Every answer is an Answer (answer.h), and
/// `free()` is the question that every answer has.
#include <firstcontact/mesh_step.h>
#include <firstcontact/pairs.h>
#include <firstcontact/rigid_bodies.h>
#include <firstcontact/robots.h>
#include <firstcontact/version.h>
