// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_ARRAY_APPEND_ELEMENTS_H_
#define OPS_ARRAY_APPEND_ELEMENTS_H_

#include "framework/op/value_inference.h"

namespace opgraft {

// Appends what is known of the elements of input `i` to `*all`; false if nothing is, or if they are
// too many.
//
// Example: for a Concat of the known vectors [1 2] and [3], calls for the inputs 0 and 1 leave 1 2
// 3 in `*all`.
inline bool AppendElements(int i, ValueContext* c, ValueContext::Elements* all) {
  const auto part = c->input_elements(i);
  if (!part || all->size() + part->size() > ValueContext::kMaxElements) return false;
  all->insert(all->end(), part->begin(), part->end());
  return true;
}

}  // namespace opgraft

#endif  // OPS_ARRAY_APPEND_ELEMENTS_H_
