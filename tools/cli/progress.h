// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a long command is doing, in one line on standard error that goes away at the end.
#ifndef TOOLS_CLI_PROGRESS_H_
#define TOOLS_CLI_PROGRESS_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

enum class ProgressMode { kOnTerminal, kAlways, kNever };
// Holds for all lines that are made afterwards; kOnTerminal until it is called.
void SetProgressMode(ProgressMode mode);

// The line. Nothing is shown in the first second of its life. Not for several threads.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Puts the text in place of the one before, cut to the terminal's width, with the seconds that
  // have passed.
  void Show(const std::string& text);
  // Takes it away, so that something else can be printed.
  void Clear();
  bool is_enabled() const { return is_enabled_; }

 private:
  const bool is_enabled_;
  const absl::Time begin_ = absl::Now();
  absl::Time shown_at_ = absl::InfinitePast();
  bool is_shown_ = false;
};

// Shows a line while it exists, from a thread of its own, for what cannot say how far it is.
class ProgressPhase {
 public:
  explicit ProgressPhase(std::string what);
  ~ProgressPhase();

  // "step 3 of 10". Any thread may call it.
  void SetStep(int64_t step, int64_t of);

 private:
  void Run();
  std::string Text() const;

  const std::string what_;
  std::atomic<int64_t> step_{0};
  std::atomic<int64_t> of_{0};
  ProgressLine line_;
  std::mutex mu_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  std::thread thread_;  // none if the line is not enabled
};

// Calls fn() with a line that says what it is doing.
template <typename Fn>
auto WithProgress(std::string what, Fn fn) {
  const ProgressPhase phase(std::move(what));
  return fn();
}

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_PROGRESS_H_
