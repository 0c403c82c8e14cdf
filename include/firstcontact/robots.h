#pragma once
/// Robots and other articulated models, in scenes with obstacles.
///
///   first_contact           when and where is the first contact of a motion? Or is it free?
///   first_contact_on_path   the same for a path of several configurations
///   MotionValidator         is this edge free? For motion planners
#include <firstcontact/motion_validator.h>
#include <firstcontact/scene_contact.h>
