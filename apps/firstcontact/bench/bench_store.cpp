#include "bench_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "io/errors.h"
#include "io/regular_file.h"

namespace firstcontact::apps {
namespace {

[[noreturn]] void cannot(const std::string& path, const char* doing) {
  throw io::OutputError(path, fmt::format("cannot be {}: {}", doing, std::strerror(errno)));
}

std::string whole_file(int descriptor, const std::string& path) {
  std::string text;
  char buffer[1 << 16];
  for (ssize_t got; (got = read(descriptor, buffer, sizeof buffer)) != 0;) {
    if (got > 0)
      text.append(buffer, got);
    else if (errno != EINTR)
      cannot(path, "read");
  }
  return text;
}

bool is_set(const Json& line) {
  return line.is_object() && line.contains("set") && line["set"].is_object() &&
         line["set"].contains("name");
}

bool is_timing(const Json& line) {
  return line.is_object() && line.contains("key") && line["key"].is_string() &&
         line.contains("repeat") && line["repeat"].is_number_integer();
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

BenchStore::BenchStore(const std::string& path, const Json& header, bool fresh) : path_(path) {
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) cannot(path, "opened");
  try {
    io::require_regular_file(descriptor_, path);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw io::OutputError(path, "another benchmark is writing it");
    if (fresh && ftruncate(descriptor_, 0) != 0) cannot(path, "cleared");
    read_back(header);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

BenchStore::~BenchStore() {
  if (descriptor_ >= 0) close(descriptor_);
}

void BenchStore::read_back(const Json& header) {
  std::string text = whole_file(descriptor_, path_);
  const std::size_t complete = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (complete < text.size()) {
    if (ftruncate(descriptor_, static_cast<off_t>(complete)) != 0)
      cannot(path_, "cut off after its last complete line");
    text.resize(complete);
  }
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const Json line = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), nullptr,
                                  /*allow_exceptions=*/false);
    begin = end + 1;
    ++number;
    if (number == 1 && line.is_object() && line.contains("bench")) {
      check_header(line, header);
      header_ = line;
    } else if (number > 1 && !is_timing(line) && is_set(line)) {
      sets_.push_back(line["set"]);
    } else if (number > 1 && is_timing(line)) {
      keep_timing(line);
    } else {
      throw io::InputError(path_, number, "line",
                           "is not of a benchmark; use --fresh to drop it, or another folder");
    }
  }
  if (header_.is_null()) {
    header_ = header;
    header_["started"] = utc_now();
    append(header_);
  }
}

void BenchStore::check_header(const Json& found, const Json& wanted) const {
  for (const auto& [name, value] : wanted.items())
    if (!found.contains(name) || found[name] != value)
      throw io::InputError(
          path_,
          fmt::format(
              "was made with another {} ({} there, {} now): use --fresh to drop what is there, or "
              "another folder",
              name, found.contains(name) ? found[name].dump() : "none", value.dump()));
}

BenchStore::BenchStore(const std::vector<Json>& sets, const std::vector<Json>& timings)
    : sets_(sets) {
  for (const Json& timing : timings) keep_timing(timing);
}

std::string BenchStore::started() const { return header_.value("started", ""); }

const Json* BenchStore::find_timing(const std::string& key, int repeat) const {
  const auto found = place_of_timing_.find({key, repeat});
  return found == place_of_timing_.end() ? nullptr : &timings_[found->second];
}

const Json* BenchStore::find_set(const std::string& name) const {
  const auto found =
      std::find_if(sets_.begin(), sets_.end(), [&](const Json& s) { return s["name"] == name; });
  return found == sets_.end() ? nullptr : &*found;
}

void BenchStore::add_set(Json set) {
  append({{"set", set}});
  sets_.push_back(std::move(set));
}

void BenchStore::add_timing(Json timing) {
  append(timing);
  keep_timing(std::move(timing));
}

void BenchStore::keep_timing(Json timing) {
  place_of_timing_[{timing["key"].get<std::string>(), timing["repeat"].get<int>()}] =
      timings_.size();
  timings_.push_back(std::move(timing));
}

void BenchStore::append(const Json& line) {
  if (descriptor_ < 0) return;
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  struct stat before {};
  if (fstat(descriptor_, &before) != 0) cannot(path_, "written");
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t got = write(descriptor_, text.data() + written, text.size() - written);
    if (got > 0) {
      written += got;
    } else if (errno != EINTR) {
      const int error = errno;
      // Best effort: a torn line is also cut off when the file is next read.
      static_cast<void>(ftruncate(descriptor_, before.st_size) == 0);
      errno = error;
      cannot(path_, "written");
    }
  }
  if (fdatasync(descriptor_) != 0) cannot(path_, "forced to the disk");
}

}  // namespace firstcontact::apps
