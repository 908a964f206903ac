// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/lazy_op.h"

#include <utility>

#include "framework/op/op_def_finalizer.h"
#include "framework/op/op_def_validation.h"

namespace opgraft_internal {

LazyOp::LazyOp(std::shared_ptr<const OpDefBuilder> spec) : spec_(std::move(spec)) {}

LazyOp::LazyOp(OpRegistrationData data)
    : ready_(std::make_unique<const OpRegistrationData>(std::move(data))) {}

LazyOp::Finalized LazyOp::Finalize() const {
  Finalized op;
  if (spec_ != nullptr) {
    OpDefFinalizer finalizer(*spec_);
    op.problems = finalizer.Parse(&op.data);
    if (op.problems.empty()) op.problems = finalizer.Validate(op.data.op_def);
    return op;
  }
  op.data = *ready_;
  for (const OpDefProblem& problem : FindOpDefProblems(op.data.op_def))
    op.problems.push_back(PlainProblem(name(), location(), "", "", problem.message));
  return op;
}

}  // namespace opgraft_internal
