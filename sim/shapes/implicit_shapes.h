#pragma once
/// Round shapes as implicit functions, for `stuffed_with`. All are centred at the origin; lengths
/// are in metres and positive.
#include "sim/shapes/isosurface_stuffing.h"

namespace firstcontact::sim {

ImplicitShape ball(double radius);
/// Around the z axis. Precondition: tube < radius.
ImplicitShape torus(double radius, double tube);
/// Along the z axis, with slightly rounded rims.
ImplicitShape cylinder(double radius, double length);
/// Along the z axis, with its tip up.
ImplicitShape cone(double radius, double height);
/// A ball with `dimples` hollows of one size, evenly spread.
ImplicitShape golf_ball(double radius, int dimples, double depth);
/// The head of a cow with horns and ears that looks along +x, about `length` long.
ImplicitShape cow_head(double length);
/// A figure with a big head with two ears, a small body and five tentacles that it stands on, z up,
/// `height` high.
ImplicitShape cat_figure(double height);

}  // namespace firstcontact::sim
