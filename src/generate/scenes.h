#pragma once
/// Single steps of small scenes in the manner of Erleben (Methodology for Assessing Mesh-Based
/// Contact Point Methods, 2018), which the paper simulated for its handcrafted set: sharp bodies
/// that meet feature on feature. The bodies are our own; y points up.
#include "generate/cloth_step.h"
#include "generate/random.h"

namespace firstcontact::generate {

/// One step: a body that moves and a body that rests, in one mesh. Edges are those of the faces.
using SceneMaker = Step (*)(Random&);

Step spikes(Random& random);
Step spike_wedge(Random& random);
Step wedges(Random& random);
Step spike_crack(Random& random);
Step wedge_crack(Random& random);
Step spike_hole(Random& random);
Step sliding_spike(Random& random);
Step sliding_wedge(Random& random);
Step cube_cliff_edges(Random& random);
Step cube_internal_edges(Random& random);

}  // namespace firstcontact::generate
