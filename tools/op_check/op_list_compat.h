// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_OP_LIST_COMPAT_H_
#define TOOLS_OP_CHECK_OP_LIST_COMPAT_H_

#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// One way in which graphs made for old ops do not mean the same with the new ones.
struct CompatViolation {
  std::string op;
  // What has changed: "Attr 'n' removed".
  std::string what;
  // The rule of TensorFlow's backward compatibility that this breaks, and what to do.
  std::string rule;
  std::string fix;

  // "Roi: Attr 'n' removed. Rule: ... Fix: ..."
  std::string Line() const;
};

// Compares every op of `old_ops` with the one of its name in `new_ops`, by TensorFlow's rules: ops
// and attrs stay, new attrs have defaults that mean what the op did before, defaults stay, sets and
// minima only loosen, inputs and outputs keep their types and outputs their names. Sorted by op;
// new ops are fine.
std::vector<CompatViolation> CompareOpLists(const OpList& old_ops, const OpList& new_ops);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_OP_LIST_COMPAT_H_
