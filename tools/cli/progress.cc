// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(1);
constexpr std::chrono::milliseconds kBetweenTexts(200);
constexpr absl::Duration kLeastBetween = absl::Milliseconds(50);  // other updates are dropped
constexpr size_t kUsualColumns = 80;

std::atomic<ProgressMode> mode{ProgressMode::kOnTerminal};

bool IsEnabled() {
  if (mode != ProgressMode::kOnTerminal) return mode == ProgressMode::kAlways;
  return isatty(STDERR_FILENO) != 0;
}

size_t Columns() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : kUsualColumns;
}

}  // namespace

void SetProgressMode(ProgressMode wanted) { mode = wanted; }

ProgressLine::ProgressLine() : is_enabled_(IsEnabled()) {}

void ProgressLine::Show(const std::string& text) {
  if (!is_enabled_) return;
  const absl::Time now = absl::Now();
  const absl::Duration passed = now - begin_;
  if (passed < kPatience || now - shown_at_ < kLeastBetween) return;
  is_shown_ = true;
  shown_at_ = now;
  const std::string line =
      absl::StrFormat("%s (%.0f s)", Printable(text), absl::ToDoubleSeconds(passed));
  // A line that is broken in two cannot be taken away.
  std::fprintf(stderr, "\r\033[K%s", line.substr(0, Columns() - 1).c_str());
  std::fflush(stderr);
}

void ProgressLine::Clear() {
  if (is_shown_) std::fprintf(stderr, "\r\033[K");
  is_shown_ = false;
}

ProgressPhase::ProgressPhase(std::string what) : what_(std::move(what)) {
  if (line_.is_enabled()) thread_ = std::thread([this] { Run(); });
}

ProgressPhase::~ProgressPhase() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mu_);
    has_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void ProgressPhase::SetStep(int64_t step, int64_t of) {
  step_ = step;
  of_ = of;
}

std::string ProgressPhase::Text() const {
  return of_ == 0 ? what_ : absl::StrCat(what_, ", step ", step_.load(), " of ", of_.load());
}

void ProgressPhase::Run() {
  std::unique_lock<std::mutex> lock(mu_);
  while (!ended_.wait_for(lock, kBetweenTexts, [this] { return has_ended_; })) line_.Show(Text());
}

}  // namespace opgraft_internal
