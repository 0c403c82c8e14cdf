#pragma once
/// The four groups of the library. Not included are ipc_names.h (the names of the IPC Toolkit), io.h
/// (files), proof.h (proofs) and ompl.h, which have targets or needs of their own.
///
/// Each group has one header. Every answer is an Answer (answer.h), and `free()` is the question that
/// every answer has.
#include <firstcontact/mesh_step.h>
#include <firstcontact/pairs.h>
#include <firstcontact/rigid_bodies.h>
#include <firstcontact/robots.h>
#include <firstcontact/version.h>
