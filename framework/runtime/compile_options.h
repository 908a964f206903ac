// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_COMPILE_OPTIONS_H_
#define FRAMEWORK_RUNTIME_COMPILE_OPTIONS_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace opgraft_internal {
class StateStore;
}  // namespace opgraft_internal

namespace opgraft {

class CancellationManager;
class Environment;
class StepObserver;

// What one kind of run feeds, gives back and runs. Tensors are named as TensorFlow's: "name:k",
// "name" for "name:0"; any tensor can be fed. Targets are node names. A value; thread-compatible.
//
// Example: `Signature encode{"encode", {"x"}, {"h:0"}};`
struct Signature {
  std::string name;
  std::vector<std::string> feeds;
  std::vector<std::string> fetches;
  std::vector<std::string> targets;
  // Names of the sinks to run; absent: all of the graph (every Assign, every If or call that holds
  // one).
  absl::optional<std::vector<std::string>> sinks;
  // What runs call the feeds and the fetches, in their order; empty: as the tensors are called.
  std::vector<std::string> feed_names;
  std::vector<std::string> fetch_names;
};

// What a model may at most use. Beyond: RESOURCE_EXHAUSTED, which names the limit. A value;
// thread-compatible.
//
// Example:
//   CompileOptions options;
//   options.limits.max_tensor_bytes = 64 << 20;
//   options.limits.max_steps = 1'000'000;  // ends a loop that would not end
struct RunLimits {
  // Of one tensor.
  int64_t max_tensor_bytes = int64_t{16} << 30;
  // Of one request, and of the constants of a model that no file backs; strings count with their
  // contents. Unset: what the Environment has left for all.
  int64_t max_total_bytes = std::numeric_limits<int64_t>::max();
  // Steps that one run may pass through, those of each iteration of a loop; looked at when a loop
  // turns, a function is called, and at the end.
  int64_t max_steps = 1'000'000'000;
  // A function of more steps is called, not inlined.
  int64_t max_inlined_steps = 4096;
  // Nodes of all calls inlined in a model; the others are called.
  int64_t max_inlined_in_all = 100'000;
  // Of calls that are not inlined, recursion above all.
  int max_call_depth = 1000;
};

// How a graph becomes a model. A value; thread-compatible.
//
// Example:
//   CompileOptions options;
//   options.signatures = {{"encode", {"x"}, {"h"}}, {"decode", {"h"}, {"y"}}};
//   options.limits.max_total_bytes = int64_t{256} << 20;
//   const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(graph, options);
struct CompileOptions {
  // Empty: the default signature. It feeds all Placeholders (a PlaceholderWithDefault may be left
  // out), fetches the unconsumed outputs of the other nodes that are no sinks, in node order, and
  // targets the unconsumed nodes without outputs. What lies inside of a loop or a branch of
  // TensorFlow 1 (between its Enter or Switch and its Exit or Merge) is no result.
  std::vector<Signature> signatures;
  RunLimits limits;
  // What the model shares with others: threads, memory, registry. Null: Environment::Default().
  std::shared_ptr<Environment> environment;
  // Folders below which the graph's kernels may read files. None else, unless RunOptions say so.
  std::vector<std::string> read_folders;
  // What the state of each request starts from, and goes back to when it is reset: variables of
  // TensorFlow's and resources, no variables of ReadValue. Null: nothing is there.
  std::shared_ptr<const opgraft_internal::StateStore> initial_state;
  // Threads that one kernel may use (Shard). The run itself stays on the caller's.
  int num_threads = 1;
  // Whether what follows from constants alone is computed once, by Compile, as TensorFlow does: of
  // ops that are not stateful. Such a node is then no step of a run, and is not checked or
  // profiled.
  bool fold_constants = true;
  // Borrowed for the call of Compile. May be null. Once it is cancelled, from any thread, Compile
  // ends soon with CANCELLED.
  CancellationManager* cancellation_manager = nullptr;
};

// What holds for one run. A value; thread-compatible.
//
// Example:
//   RunOptions options;
//   options.deadline = absl::Now() + absl::Milliseconds(20);
//   const auto outputs = request.Run({{"x", x}}, options);
struct RunOptions {
  // A run that goes on after it ends with DEADLINE_EXCEEDED once the step that it is at has ended;
  // a kernel that asks its CancellationManager may end earlier.
  absl::Time deadline = absl::InfiniteFuture();
  // Lower the model's limits (RunLimits::max_steps, max_total_bytes) for this run. Bytes are those
  // of the request, with what it held before.
  absl::optional<int64_t> max_steps;
  absl::optional<int64_t> max_bytes;
  // Folders below which kernels may read and write files in this run; others are PERMISSION_DENIED.
  // Borrowed for the run: options are made anew for each, and cost nothing to make. Null: none.
  const std::vector<std::string>* allow_files = nullptr;
  // For debugging: a kernel that does what may show only later ends the run with INTERNAL, which
  // names the node. It writes into an input, or beside its outputs and temporaries; it leaves an
  // element of an output unwritten, or reads memory that it has not written; it calls `done` twice.
  // Kernels of ops that are not stateful compute twice, and nothing is computed in place.
  bool check = false;
  // Called around each kernel of the run; borrowed for the run. Null: none, which costs nothing.
  StepObserver* observer = nullptr;
};
// Those of a run that asks for nothing: made once, not for each run.
inline constexpr RunOptions kDefaultRunOptions = {};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_COMPILE_OPTIONS_H_
