#include "common/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "common/duration_histogram.h"
#include "common/fitted_text.h"
#include "common/table.h"

namespace firstcontact::apps {
namespace {
constexpr std::int64_t kUpdateEveryNs = 100'000'000;
constexpr int kBarWidth = 24;
constexpr std::size_t kUsualColumns = 80, kLeastColumns = 10;

/// A line that is longer would leave a copy of itself at every update.
std::size_t terminal_columns() {
  struct winsize size {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::max<std::size_t>(size.ws_col, kLeastColumns) : kUsualColumns;
}
}  // namespace

Progress::Progress(std::string unit, std::int64_t total)
    : unit_(std::move(unit)),
      total_(total),
      last_ns_(now_ns()),
      terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update(std::int64_t done, const std::string& where, double share) {
  if (!terminal_ || now_ns() - last_ns_ < kUpdateEveryNs) return;
  last_ns_ = now_ns();
  shown_ = true;
  if (total_ > 0) share = static_cast<double>(done) / static_cast<double>(total_);
  std::string bar;
  if (share >= 0) {
    const int filled = std::clamp(static_cast<int>(std::lround(share * kBarWidth)), 0, kBarWidth);
    bar = fmt::format("[{}{}] {:3.0f} %  ", std::string(filled, '#'),
                      std::string(kBarWidth - filled, '.'), 100 * std::min(share, 1.0));
  }
  const std::string counted = fmt::format("{}{} {}  ", bar, grouped(done), unit_);
  const std::size_t room = terminal_columns() - 1,
                    used = std::min(display_width(counted), room - 1);
  fmt::print(stderr, "\r\x1b[K{}", shortened(counted + shortened(where, room - used), room));
  std::fflush(stderr);
}

}  // namespace firstcontact::apps
