#pragma once
/// FirstContact behind OMPL: whole edges proven free instead of sampled. Header only; link OMPL and
/// firstcontact.
///
///   const auto validator = std::make_shared<firstcontact::MotionValidator>(scene);
///   firstcontact_ompl::use(space_information, validator);
///
/// What is proven is what OMPL interpolates, so only state spaces whose interpolation is known are
/// taken: RealVectorStateSpace, SO2StateSpace, SE2StateSpace and compounds of them, but no classes
/// derived from these. Everything else is refused by an exception (std::invalid_argument) when the
/// adapter is made.
#include <firstcontact/motion_validator.h>
#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <typeinfo>

namespace firstcontact_ompl {

/// Which values of a scene are planned, and where the other ones stay.
struct Group {
  /// Indices of the scene's values, in the order of the state's numbers. Empty: all of them, in
  /// order.
  std::vector<std::size_t> values;
  /// Of the whole scene. Empty: the models' neutral configurations.
  firstcontact::Configuration base;
};

/// From OMPL's states to configurations and back.
///
/// A number of a RealVectorStateSpace goes linearly from one state to another, and so does the
/// joint's value: it can be that of any joint but those with quaternions. A number of an
/// SO2StateSpace goes the shorter way round and is brought back into [-pi, pi]; it can only be an
/// angle for which whole turns make no difference: that of a Continuous joint that no other one
/// mimics, or of a Planar joint.
class StateReader {
 public:
  StateReader(const ompl::base::StateSpacePtr& space, const firstcontact::Scene& scene,
              Group group = {});

  /// The configuration of the whole scene in this state.
  firstcontact::Configuration configuration(const ompl::base::State* state) const;
  /// The configuration at the end of an edge whose interpolation from `from` is linear: angles of
  /// SO2 are unwrapped.
  firstcontact::Configuration end_of_edge(const firstcontact::Configuration& from,
                                          const ompl::base::State* to) const;

 private:
  enum class Kind { Number, Angle, Quaternion };
  static std::vector<Kind> kinds_of(const firstcontact::Scene& scene);
  static firstcontact::Configuration neutral_of(const firstcontact::Scene& scene);
  /// Appends, for each number of the space, whether it wraps.
  static void add_numbers(const ompl::base::StateSpace& space, std::vector<bool>& wraps);
  static void read(const ompl::base::StateSpace& space, const ompl::base::State* state,
                   std::vector<double>& numbers);

  ompl::base::StateSpacePtr space_;
  Group group_;
  std::vector<bool> wraps_;  ///< one for each number of a state
};

/// An edge is valid if all of it is proven free and within the joints' limits. Thread-safe, the
/// counters included.
class EdgeValidator final : public ompl::base::MotionValidator {
 public:
  EdgeValidator(const ompl::base::SpaceInformationPtr& space_information,
                std::shared_ptr<const firstcontact::MotionValidator> validator, Group group = {});

  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;
  /// The last valid state is one that the StateChecker calls valid, unless s1 is none.
  bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                   std::pair<ompl::base::State*, double>& last_valid) const override;

 private:
  bool counted(bool valid) const;

  std::shared_ptr<const firstcontact::MotionValidator> validator_;
  StateReader reader_;
};

/// A state is valid if it is proven free of contact and within the joints' limits.
class StateChecker final : public ompl::base::StateValidityChecker {
 public:
  StateChecker(const ompl::base::SpaceInformationPtr& space_information,
               std::shared_ptr<const firstcontact::MotionValidator> validator, Group group = {});
  bool isValid(const ompl::base::State* state) const override;

 private:
  std::shared_ptr<const firstcontact::MotionValidator> validator_;
  StateReader reader_;
};

/// Makes OMPL ask this library about edges and states: sets an EdgeValidator and a StateChecker.
inline void use(const ompl::base::SpaceInformationPtr& space_information,
                const std::shared_ptr<const firstcontact::MotionValidator>& validator,
                const Group& group = {}) {
  space_information->setStateValidityChecker(
      std::make_shared<StateChecker>(space_information, validator, group));
  space_information->setMotionValidator(
      std::make_shared<EdgeValidator>(space_information, validator, group));
}

// Implementation.

inline std::vector<StateReader::Kind> StateReader::kinds_of(const firstcontact::Scene& scene) {
  using firstcontact::JointType;
  std::vector<Kind> kinds;
  for (const firstcontact::SceneModel& entry : scene.models()) {
    const std::size_t begin = kinds.size();
    kinds.resize(begin + entry.model.value_count(), Kind::Number);
    const auto links = entry.model.links();
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (entry.model.first_value(i) < 0) continue;
      const std::size_t first = begin + static_cast<std::size_t>(entry.model.first_value(i));
      const JointType type = links[i].joint.type;
      if (type == JointType::Continuous && links[i].joint.mimic < 0) kinds[first] = Kind::Angle;
      if (type == JointType::Planar) kinds[first + 2] = Kind::Angle;
      const std::size_t quaternion = type == JointType::Floating ? first + 3 : first;
      if (type == JointType::Floating || type == JointType::Spherical)
        for (std::size_t k = 0; k < 4; ++k) kinds[quaternion + k] = Kind::Quaternion;
    }
    // A turn of the one is a part of a turn, or a length, of the other.
    for (std::size_t i = 0; i < links.size(); ++i)
      if (links[i].joint.mimic >= 0)
        kinds[begin + static_cast<std::size_t>(entry.model.first_value(i))] = Kind::Number;
  }
  return kinds;
}

inline firstcontact::Configuration StateReader::neutral_of(const firstcontact::Scene& scene) {
  firstcontact::Configuration values;
  for (const firstcontact::SceneModel& entry : scene.models()) {
    const firstcontact::Configuration part = entry.model.neutral();
    values.insert(values.end(), part.begin(), part.end());
  }
  return values;
}

inline void StateReader::add_numbers(const ompl::base::StateSpace& space,
                                     std::vector<bool>& wraps) {
  const std::type_info& type = typeid(space);
  if (type == typeid(ompl::base::RealVectorStateSpace)) {
    wraps.insert(wraps.end(), space.getDimension(), false);
  } else if (type == typeid(ompl::base::SO2StateSpace)) {
    wraps.push_back(true);
  } else if (type == typeid(ompl::base::CompoundStateSpace) ||
             type == typeid(ompl::base::SE2StateSpace)) {
    for (const auto& part : space.as<ompl::base::CompoundStateSpace>()->getSubspaces())
      add_numbers(*part, wraps);
  } else {
    throw std::invalid_argument("state space '" + space.getName() +
                                "': only real vectors, SO2, SE2 and compounds of them are known, "
                                "not classes derived from them");
  }
}

inline void StateReader::read(const ompl::base::StateSpace& space, const ompl::base::State* state,
                              std::vector<double>& numbers) {
  if (space.isCompound()) {
    const auto& parts = space.as<ompl::base::CompoundStateSpace>()->getSubspaces();
    for (std::size_t i = 0; i < parts.size(); ++i)
      read(*parts[i], state->as<ompl::base::CompoundState>()->components[i], numbers);
  } else if (space.getType() == ompl::base::STATE_SPACE_SO2) {
    numbers.push_back(state->as<ompl::base::SO2StateSpace::StateType>()->value);
  } else {
    const double* values = state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
    numbers.insert(numbers.end(), values, values + space.getDimension());
  }
}

inline StateReader::StateReader(const ompl::base::StateSpacePtr& space,
                                const firstcontact::Scene& scene, Group group)
    : space_(space), group_(std::move(group)) {
  if (!scene.fault().empty()) throw std::invalid_argument("scene: " + scene.fault());
  add_numbers(*space_, wraps_);
  const std::vector<Kind> kinds = kinds_of(scene);
  if (group_.base.empty()) group_.base = neutral_of(scene);
  if (group_.base.size() != kinds.size())
    throw std::invalid_argument("the group's base does not have all values of the scene");
  if (group_.values.empty())
    for (std::size_t i = 0; i < kinds.size(); ++i) group_.values.push_back(i);
  if (group_.values.size() != wraps_.size())
    throw std::invalid_argument("the state space has " + std::to_string(wraps_.size()) +
                                " numbers, but " + std::to_string(group_.values.size()) +
                                " values are planned");
  std::vector<bool> seen(kinds.size(), false);
  for (std::size_t i = 0; i < wraps_.size(); ++i) {
    const std::size_t value = group_.values[i];
    const std::string which = "number " + std::to_string(i) + " of the state: ";
    if (value >= kinds.size())
      throw std::invalid_argument(which + "the scene has no value " + std::to_string(value));
    if (seen[value]) throw std::invalid_argument(which + "its value is planned twice");
    seen[value] = true;
    if (kinds[value] == Kind::Quaternion)
      throw std::invalid_argument(
          which +
          "it is part of a quaternion, which OMPL and FirstContact interpolate differently");
    if (wraps_[i] && kinds[value] != Kind::Angle)
      throw std::invalid_argument(
          which +
          "SO2 is for angles of continuous joints that are not mimicked, and of planar joints");
  }
}

inline firstcontact::Configuration StateReader::configuration(
    const ompl::base::State* state) const {
  std::vector<double> numbers;
  numbers.reserve(wraps_.size());
  read(*space_, state, numbers);
  firstcontact::Configuration q = group_.base;
  for (std::size_t i = 0; i < numbers.size(); ++i) q[group_.values[i]] = numbers[i];
  return q;
}

inline firstcontact::Configuration StateReader::end_of_edge(const firstcontact::Configuration& from,
                                                            const ompl::base::State* to) const {
  constexpr double kPi = 0x1.921fb54442d18p+1;
  firstcontact::Configuration q = configuration(to);
  for (std::size_t i = 0; i < wraps_.size(); ++i) {
    if (!wraps_[i]) continue;
    // SO2StateSpace::interpolate goes straight up to a difference of pi, and the other way round
    // beyond it.
    const std::size_t value = group_.values[i];
    const double difference = q[value] - from[value];
    if (difference > kPi) q[value] -= 2 * kPi;
    if (difference < -kPi) q[value] += 2 * kPi;
  }
  return q;
}

inline EdgeValidator::EdgeValidator(const ompl::base::SpaceInformationPtr& space_information,
                                    std::shared_ptr<const firstcontact::MotionValidator> validator,
                                    Group group)
    : ompl::base::MotionValidator(space_information),
      validator_(std::move(validator)),
      reader_(space_information->getStateSpace(), validator_->scene(), std::move(group)) {
  if (!validator_->fault().empty()) throw std::invalid_argument(validator_->fault());
}

inline bool EdgeValidator::counted(bool valid) const {
  // OMPL's counters are plain numbers, and this is called by many threads.
  std::atomic_ref<unsigned int>(valid ? valid_ : invalid_).fetch_add(1, std::memory_order_relaxed);
  return valid;
}

inline bool EdgeValidator::checkMotion(const ompl::base::State* s1,
                                       const ompl::base::State* s2) const {
  const firstcontact::Configuration from = reader_.configuration(s1),
                                    to = reader_.end_of_edge(from, s2);
  return counted(validator_->check_motion(from, to));
}

inline bool EdgeValidator::checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                                       std::pair<ompl::base::State*, double>& last_valid) const {
  const firstcontact::Configuration from = reader_.configuration(s1),
                                    to = reader_.end_of_edge(from, s2);
  firstcontact::LastValid last;
  if (validator_->check_motion(from, to, last)) return counted(true);
  last_valid.second = last.time;
  // Not the state that was tried, but OMPL's own at this time: the same but for rounding, and
  // within its bounds.
  if (last_valid.first) si_->getStateSpace()->interpolate(s1, s2, last.time, last_valid.first);
  return counted(false);
}

inline StateChecker::StateChecker(const ompl::base::SpaceInformationPtr& space_information,
                                  std::shared_ptr<const firstcontact::MotionValidator> validator,
                                  Group group)
    : ompl::base::StateValidityChecker(space_information),
      validator_(std::move(validator)),
      reader_(space_information->getStateSpace(), validator_->scene(), std::move(group)) {
  if (!validator_->fault().empty()) throw std::invalid_argument(validator_->fault());
}

inline bool StateChecker::isValid(const ompl::base::State* state) const {
  return validator_->is_valid(reader_.configuration(state));
}

}  // namespace firstcontact_ompl
