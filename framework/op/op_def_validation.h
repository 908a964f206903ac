// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_VALIDATION_H_
#define FRAMEWORK_OP_OP_DEF_VALIDATION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// A part of an OpDef: the op itself, or an attr, input or output by index. Plain data.
struct OpDefPart {
  enum Kind { kOp, kAttr, kInput, kOutput };
  Kind kind = kOp;
  int index = 0;
};

// One thing wrong with an OpDef. For a name used twice, `clash` is its first user and `message`
// just the quoted name, so that each caller can say where both stand. Plain data.
struct OpDefProblem {
  OpDefPart part;
  absl::optional<OpDefPart> clash;
  std::string message;
};

// All that TensorFlow's ValidateOpDef refuses: bad names, names used twice, unknown attr types,
// minima and defaults that do not fit, args without exactly one type or with a length that is not
// an int attr. At most one problem for each part. Thread-safe.
std::vector<OpDefProblem> FindOpDefProblems(const OpDef& op);

// INVALID_ARGUMENT with all problems, a line each, with " in Op 'X'"; OK if there are none.
absl::Status ValidateOpDef(const OpDef& op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_DEF_VALIDATION_H_
