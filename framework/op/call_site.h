// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_CALL_SITE_H_
#define FRAMEWORK_OP_CALL_SITE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/node_attrs.h"
#include "framework/op/op_role.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

// How a node runs functions: which, what it gives them, and what becomes of what they give. A call,
// an If, a Case, a While, and OpenVINO's TensorIterator and Loop are all values of it; whoever
// checks, infers, inlines or compiles them knows nothing else of them. Plain data; a value.
//
// Example: y0, y1 = While[cond=@c, body=@b](x0, x1) is
//
//   role       kLoop
//   bodies     {"cond", "c", args {kCarried input 0, kCarried input 1}, 1 result}
//              {"body", "b", args {kCarried input 0, kCarried input 1}, 2 results}
//   carried    input 0 becomes result 0 of the body, input 1 becomes result 1
//   condition  kBody: result 0 of bodies[0], before every iteration
//   outputs    kCarried input 0, kCarried input 1
struct CallSite {
  // The parts of a tensor that the iterations of a loop take, or make: along `axis`, from `start`
  // to `end` by `stride`, `part_size` wide. Negative `start` and `end` count from the end of the
  // axis, where -1 is behind the last; a negative stride goes backwards. (OpenVINO's port map.)
  struct Slices {
    int64_t start = 0;
    int64_t end = -1;
    int64_t stride = 1;
    int64_t part_size = 1;
    int64_t axis = 0;
  };

  // What an argument of a body is.
  struct Argument {
    enum class Kind : uint8_t {
      // Input `input` of the node.
      kInvariant,
      // Of a loop: at first input `input`, then what Carried says.
      kCarried,
      // Of a loop: the next part of input `input`.
      kSliced,
      // Of a loop: the number of the iteration, from 0.
      kIteration,
    };
    Kind kind = Kind::kInvariant;
    int input = -1;  // kIteration: -1
    Slices slices;   // kSliced
  };

  struct Body {
    // The attr that names it: "then_branch", "branches[1]"; "" if the op itself stands for the
    // function.
    std::string label;
    // The name of a function in the graph's library.
    std::string function;
    // The attrs that it is called with.
    NodeAttrs attrs;
    // By argument of the function.
    std::vector<Argument> args;
    int num_results = 0;
  };

  // Of a loop: what starts as input `input` is result `result` of the body in the next iteration.
  struct Carried {
    int input = -1;
    int result = -1;
  };

  // What an output of the node is.
  struct Output {
    enum class Kind : uint8_t {
      // Result `index` of the body that ran, in the last iteration.
      kLast,
      // Of a loop: result `index` of all iterations, in parts of one tensor.
      kConcatenated,
      // Of a loop: what became of input `index`, which is itself after no iteration.
      kCarried,
    };
    Kind kind = Kind::kLast;
    int index = 0;
    Slices slices;  // kConcatenated
  };

  struct Condition {
    enum class Kind : uint8_t {
      // A call; a loop that only its trip count or its slices end.
      kNone,
      // A branch: bodies[0] if input `index` is true, else bodies[1].
      kTruth,
      // A branch: bodies[i] where i is input `index`; out of range, the last.
      kIndex,
      // A loop: goes on while result 0 of bodies[0] is true, asked before each iteration.
      kBody,
      // A loop: goes on while result `index` of its body is true, asked after each.
      kResult,
    };
    Kind kind = Kind::kNone;
    int index = -1;
    // Of a loop: the input whose truth tells whether to begin at all; -1: it begins.
    int first = -1;
  };

  OpRole role = OpRole::kCall;  // kCall, kBranch or kLoop
  // The function of a call; the alternatives of a branch; of a loop its condition, if that is a
  // function, and its body.
  std::vector<Body> bodies;
  std::vector<Carried> carried;
  std::vector<Output> outputs;  // by output of the node
  Condition condition;
  // Of a loop: the input that bounds its iterations; -1: none does.
  int trip_count = -1;

  // Of a loop: what is repeated.
  const Body& loop_body() const { return bodies.back(); }
  // The result that what starts as input `input` becomes; -1 if it is not carried.
  int NextOf(int input) const;
};

// What a call-site function sees of a node, whose attrs are complete and right by its op. Borrows
// the node's text and attrs for the call.
struct CallSiteNode {
  absl::string_view op;
  const NodeAttrs& attrs;
  // Data inputs only.
  int num_inputs = 0;
  int num_outputs = 0;
};

// The call site of a node of `op`, whose role RunsBodies. Errors are those of the call-site
// function; INTERNAL if that refers to inputs, results or outputs that do not exist.
absl::StatusOr<CallSite> MakeCallSite(const OpRegistrationData& op, const CallSiteNode& node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_CALL_SITE_H_
