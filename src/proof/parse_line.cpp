#include <firstcontact/proof.h>

#include "proof/line_parts.h"
#include "proof/line_source.h"

namespace firstcontact::proof {

Line parse_line(std::string_view text, const std::string& name, std::size_t number) {
  const nlohmann::json value = io::parse_json_line(text, name, number);
  const io::JsonField line(name, number, value);
  if (line.has("kind")) {
    const nlohmann::json& kind = value["kind"];
    if (kind == kScenePairKind) return read_scene_pair(line);
    if (kind == kMotionKind) return read_motion_proof(line);
    if (kind == kSceneTrianglesKind) return read_scene_triangles(line);
    if (kind == kSceneKind) return read_scene(line);
    if (kind == kStepKind) return read_step(line);
  }
  if (line.has("elements")) return read_step_pair(line);
  return read_pair(line);
}

struct Reader::State {
  LineSource source;
  std::string text;
};

Reader::Reader(const std::string& path) : state_(new State{LineSource(path), ""}) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::optional<Line> Reader::next() {
  if (!state_->source.next(state_->text)) return std::nullopt;
  return parse_line(state_->text, state_->source.path(), number());
}

std::size_t Reader::number() const { return state_->source.number(); }

}  // namespace firstcontact::proof
