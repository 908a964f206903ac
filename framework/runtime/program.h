// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_PROGRAM_H_
#define FRAMEWORK_RUNTIME_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/graph/data/graph.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/kernel/scalar_kernel.h"
#include "framework/runtime/carry_moves.h"
#include "framework/runtime/loop_ports.h"
#include "framework/runtime/memory_plan.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

struct FrameMove;
struct Program;

// What a step does, with its operands a, b and c.
enum class StepKind : uint8_t {
  // Runs `binding`.
  kKernel,
  // The same for a kernel that has a loop for scalars, which its inputs probably are; scalar step
  // a.
  kScalars,
  // Slot c borrows slot a.
  kAlias,
  // Slot c borrows feed slot a if it was fed, else slot b.
  kSelectFeed,
  // Fails unless feed slot a was fed.
  kCheckFed,
  // Fails: a Placeholder that the signature does not feed.
  kUnfed,
  // Slot c borrows variable a: its value, else slot b (its init; -1: none), else its zero.
  kReadVariable,
  // Variable a takes slot b when the run succeeds.
  kAssign,
  // To step a.
  kJump,
  // To step a unless slot b is true.
  kJumpIfFalse,
  // To step a unless slot b is the number c.
  kJumpUnlessIndex,
  // To step a unless guard b holds: nobody needs an init that this stretch is for. If the guard is
  // one variable, c is that one.
  kJumpIfSet,
  // If variable c is set, slot b borrows its value, and on to step a: a kJumpIfSet and the
  // kReadVariable behind its stretch in one.
  kReadIfSet,
  // Runs program callees[a] on slots binding.inputs into slots binding.outputs; b: the loop that
  // does so once an iteration, -1: none.
  kCall,
  // An iteration of loop b ends: carried values move on, and on to step a.
  kLoopBack,
  // To step a if loop b has had all its iterations.
  kJumpIfDone,
  // The rest is of loop a, and RunLoopStep's.
  // It begins: how many iterations are there at most?
  kLoopBegin,
  // Slot c becomes the number of the iteration.
  kTakeNumber,
  // Its sliced inputs give their next parts.
  kTakeParts,
  // Its joined outputs get their next parts; a result tells whether to go on.
  kEndIteration,
  // It has ended: its joined outputs are whole.
  kLoopEnd,
};

// One step of a program. Operands a, b, c as StepKind says. One cache line: a run reads them one
// after the other.
struct Step {
  // kKernel, kCall; first, so that its address is the step's.
  KernelBinding binding;
  int32_t a = -1;
  int32_t b = -1;
  int32_t c = -1;
  StepKind kind = StepKind::kKernel;
};
static_assert(sizeof(Step) == 64, "a run reads a cache line a step");

inline bool IsKernel(const Step& step) {
  return step.kind == StepKind::kKernel || step.kind == StepKind::kScalars;
}

// Where a step comes from: a node of the graph of a scope.
struct StepOrigin {
  int32_t scope = 0;
  int32_t node = -1;
};

// The graph of the program or a function body inlined into it.
struct ProgramScope {
  Graph graph;
  int32_t parent = -1;
  // "" for the outermost.
  std::string function;
  // Name of the node of the parent's graph that calls it.
  std::string call_node;
  // The loop that runs it once an iteration; -1: none.
  int32_t loop = -1;
};

// A disjunction of clauses: it holds if every variable of at least one clause is unset. A
// kJumpIfSet runs the stretch behind it if its guard holds. Example: {{0}, {1, 2}} holds if
// variable 0 is unset, or both 1 and 2 are. In place of a variable, ~i is guard i of the program,
// which must hold. Clauses and what is in them are sorted, so guards come before variables.
using Guard = std::vector<std::vector<int32_t>>;

// What a kScalars step of scalars does besides, which takes less.
struct ScalarStep {
  ElementLoop loop = nullptr;
  int32_t x = -1;  // slots
  int32_t y = -1;
  int32_t out = -1;
  int32_t element_size = 0;  // of the output, in bytes
};

// A stretch of steps that is run again and again.
struct Loop {
  int32_t first_step = -1;       // of each iteration
  std::vector<CarryMove> moves;  // at the end of each
  LoopPorts ports;
};

// Where a run is in a loop.
struct LoopState {
  static constexpr int64_t kNoBound = INT64_MAX;
  void Begin(size_t num_staged) {
    iteration = 0;
    staged = num_staged;
    bound = kNoBound;
  }

  // From 0.
  int64_t iteration = 0;
  // Variables that were assigned when the loop began.
  size_t staged = 0;
  // Of iterations, as far as no condition ends it before.
  int64_t bound = kNoBound;
  // The same in every run of a frame.
  // Of an iteration.
  const Step* first = nullptr;
  // At the end of each.
  absl::Span<const FrameMove> moves;
};

// A flat list of steps over a flat array of slots: one signature of a model, or a function too
// large to inline or recursive. Immutable once compiled; shared by all requests and threads. Each
// run of it has a Frame of slots and regions.
struct Program {
  std::vector<Step> steps;
  // By step.
  std::vector<StepOrigin> origins;
  std::vector<ProgramScope> scopes;
  std::vector<Guard> guards;
  std::vector<Loop> loops;
  std::vector<ScalarStep> scalars;
  std::vector<const Program*> callees;
  int32_t num_slots = 0;
  int32_t num_regions = 0;
  // By slot; -1: it only ever borrows.
  std::vector<int32_t> slot_region;
  // Why slots are in their regions.
  MemoryPlan memory;
  // Slots filled once, when a frame is made.
  std::vector<std::pair<int32_t, const Tensor*>> constants;
  // Feeds, or arguments: the first slots, in order.
  int32_t num_args = 0;
  // Fetches, or results.
  std::vector<int32_t> ret_slots;
  // Feeds: needed whatever the state.
  std::vector<bool> arg_required;
  // False if a feed takes the place of what import may have inferred shapes from: a Const's value,
  // say.
  bool shapes_hold = true;

  // Owners of what steps point at.
  std::vector<int32_t> slot_lists;
  std::unique_ptr<bool[]> dies_lists;
  std::vector<OutputSpec> output_specs;
};

// The function a kCall step calls; null for others.
inline const Program* CalleeOf(const Program& program, const Step& step) {
  return step.kind == StepKind::kCall ? program.callees[step.a] : nullptr;
}
// CallPath with the states of the program's loops (null: none): ", iteration 3" behind the body of
// one.
std::string CallPathInLoops(const Program& program, int step, const LoopState* loops);
// ", iteration 3"; "" if `loop` is -1 or there are no states.
std::string InIteration(int32_t loop, const LoopState* loops);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_PROGRAM_H_
