// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// GraphDefs from a few short lines, for the tests of the graph layer.
#ifndef TESTS_FRAMEWORK_GRAPH_MINI_GRAPH_H_
#define TESTS_FRAMEWORK_GRAPH_MINI_GRAPH_H_

#include "absl/strings/string_view.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

// A line a node:
//
//   x = Placeholder() dtype=float shape=[2,?]
//   k = Const() dtype=int32 value=int32[2]:3,4
//   y = If(c, x, ^k) Tcond=bool Tin={float} Tout={float} then_branch=@f else_branch=@g
//   function f(v: float) -> (r: float = n:y:0)
//     n = Neg(v) T=float
//   end
//
// Attr values: a type, [..] a shape ([...] of unknown rank), 'text', @function, true, 7, 0.5, a
// tensor, or a list of these in braces. A wrong line ends the test program.
GraphDef MiniGraph(absl::string_view text);

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_GRAPH_MINI_GRAPH_H_
