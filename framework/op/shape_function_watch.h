// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SHAPE_FUNCTION_WATCH_H_
#define FRAMEWORK_OP_SHAPE_FUNCTION_WATCH_H_

#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a shape function that succeeded kept to itself.
struct ShapeFunctionNotes {
  // The errors of calls that failed and whose status was not returned.
  std::vector<std::string> ignored;
  // The outputs that it left out.
  std::vector<int> unset_outputs;
};

// While alive, notes what the shape functions that run on its thread keep to themselves. None of it
// is wrong in itself: a function may try a call and do without, and an output that is not set is of
// unknown shape. So a graph is not refused for it; the test kit and lint tell. Watches nest; the
// inner one is told.
//
// Example:
//   const ShapeFunctionWatch watch;
//   const absl::Status status = context.Run(fn);
//   for (int output : watch.notes().unset_outputs) ...
class ShapeFunctionWatch {
 public:
  ShapeFunctionWatch();
  ~ShapeFunctionWatch();
  ShapeFunctionWatch(const ShapeFunctionWatch&) = delete;
  ShapeFunctionWatch& operator=(const ShapeFunctionWatch&) = delete;

  // Of the run that ended last; empty if it failed.
  const ShapeFunctionNotes& notes() const { return notes_; }
  // Where the context notes it; null if the calling thread has no watch.
  static ShapeFunctionNotes* Current() { return current_; }

 private:
  static __thread ShapeFunctionNotes* current_;

  ShapeFunctionNotes notes_;
  ShapeFunctionNotes* const outer_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SHAPE_FUNCTION_WATCH_H_
