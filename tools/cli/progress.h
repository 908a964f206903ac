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

// When progress is shown: --progress and --no-progress say kAlways and kNever.
enum class ProgressMode { kOnTerminal, kAlways, kNever };
// Holds for all lines that are made afterwards; kOnTerminal until it is called.
void SetProgressMode(ProgressMode mode);

// One line on standard error that is written over again and again. Nothing is shown in the first
// second of its life, and at most every 50 ms afterwards. Goes away with the object. Not for
// several threads.
//
// Example:
//   ProgressLine line;
//   for (int i = 0; i < n; ++i) {
//     line.Show(absl::StrCat("file ", i + 1, " of ", n));
//     ...
//   }
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Replaces the text, cut to the terminal's width, with the seconds that have passed.
  void Show(const std::string& text);
  // Removes the line, so that something else can be printed.
  void Clear();
  // False if nothing is ever shown: standard error is not a terminal, or --no-progress was given.
  bool is_enabled() const { return is_enabled_; }

 private:
  const bool is_enabled_;
  const absl::Time begin_ = absl::Now();
  absl::Time shown_at_ = absl::InfinitePast();
  bool is_shown_ = false;
};

// Shows a line while it exists, from a thread of its own: for work that cannot call Show itself.
// The destructor ends the thread.
class ProgressPhase {
 public:
  explicit ProgressPhase(std::string what);
  ~ProgressPhase();

  // The line says "step 3 of 10" from now on. Thread-safe.
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
  // Not started if the line is not enabled.
  std::thread thread_;
};

// Calls fn() and returns its result; a line says what it is doing meanwhile.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model, WithProgress("compiling", [&] {
//                              return CompiledModel::Compile(graph, options);
//                            }));
template <typename Fn>
auto WithProgress(std::string what, Fn fn) {
  const ProgressPhase phase(std::move(what));
  return fn();
}

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_PROGRESS_H_
