// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_PROFILE_H_
#define FRAMEWORK_RUNTIME_PROFILE_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "framework/runtime/step_observer.h"

namespace opgraft {

// What one node took over all the runs watched. Plain data; thread-compatible. See Profile for an
// example.
struct NodeProfile {
  // In a function: call/function/node; in one that is called, not inlined: function/node.
  std::string node;
  std::string op;
  int64_t calls = 0;
  absl::Duration total;
  absl::Duration longest;
  // Of its inputs and outputs, over all calls; 0 for a node that only passes a tensor on.
  int64_t bytes = 0;
};

// Measures the kernels of runs: what each node took, and when, for a trace.
//
//   Profile profile;
//   RunOptions options;
//   options.observer = &profile;
//   for (int i = 0; i < 100; ++i) OPGRAFT_RETURN_IF_ERROR(request.Run(options));
//   for (const NodeProfile& n : profile.Nodes()) std::cout << n.node << " " << n.total << "\n";
//   std::ofstream trace("run.json");
//   profile.WriteTrace("my model", trace);  // open it in https://ui.perfetto.dev
//
// For the runs of one model, one after the other; it may be read after the model is gone. A node's
// figures are without the reading of the clock, which a run pays once a node. Thread-compatible.
class Profile final : public StepObserver {
 public:
  static constexpr size_t kDefaultMaxEvents = 1'000'000;  // 32 MB

  // The trace keeps the first `max_events` calls; sums are of all.
  explicit Profile(size_t max_events = kDefaultMaxEvents);

  // The slowest in total first.
  std::vector<NodeProfile> Nodes() const;
  // Of all nodes.
  absl::Duration total() const;
  int64_t num_calls() const { return calls_; }
  // What reading the clock takes here, as taken off each call.
  absl::Duration clock_cost() const { return absl::Nanoseconds(clock_cost_); }
  // Calls that the trace has not got.
  int64_t events_dropped() const { return calls_ - static_cast<int64_t>(events_.size()); }
  // Chrome's trace format (JSON): a row of runs with their nodes inside. `title` names the process.
  void WriteTrace(absl::string_view title, std::ostream& out) const;
  // Forgets all that was measured.
  void Clear();

  void BeforeKernel(const opgraft_internal::Program& program, size_t pc,
                    const OpKernelContext& context) override;
  absl::Status AfterKernel(const opgraft_internal::Program& program, size_t pc,
                           const OpKernelContext& context) override;

 private:
  struct Event {
    int64_t begin;     // ns of the steady clock
    int64_t duration;  // ns
    int64_t run;
    int32_t node;
  };
  int32_t NodeOf(const opgraft_internal::Program& program, size_t pc);

  const size_t max_events_;
  const int64_t clock_cost_;
  std::vector<NodeProfile> nodes_;
  std::vector<bool> is_view_;  // by node
  absl::flat_hash_map<const opgraft_internal::Program*, std::vector<int32_t>>
      node_of_step_;  // -1: not seen yet
  const opgraft_internal::Program* last_program_ = nullptr;
  std::vector<int32_t>* last_steps_ = nullptr;  // of last_program_
  std::vector<Event> events_;
  int64_t calls_ = 0;
  int64_t begin_ = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_PROFILE_H_
