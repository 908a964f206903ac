// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_LAZY_OP_H_
#define FRAMEWORK_OP_LAZY_OP_H_

#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/spec_problem.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/made_once.h"
#include "framework/types/source_location.h"

namespace opgraft_internal {

// One registration of an op in a registry: its spec is parsed and checked when data() or problems()
// is first called what it says, so that a program pays for the ops that it uses. Shares the spec
// with the process's list of registrations. Snapshots of the registry share it. Thread-safe; after
// the first question without a lock.
//
// Example:
//   const LazyOp op(spec);           // REGISTER_OP("Roi")...; costs nothing
//   op.name();                       // "Roi", without parsing
//   if (op.data() == nullptr) Report(op.problems());
class LazyOp {
 public:
  explicit LazyOp(std::shared_ptr<const OpDefBuilder> spec);
  // Of a ready OpDef, which is checked all the same.
  explicit LazyOp(OpRegistrationData data);

  // What is known without parsing.
  absl::string_view name() const {
    return spec_ != nullptr ? spec_->op_name() : absl::string_view(ready_->op_def.name());
  }
  const SourceLocation& location() const {
    return spec_ != nullptr ? spec_->location() : ready_->location;
  }

  // The op; null if something is wrong with the registration. Lives as long as this.
  const OpRegistrationData* data() const {
    const Finalized& op = finalized();
    return op.problems.empty() ? &op.data : nullptr;
  }
  // All that is wrong, a paragraph each; empty if data() is not null.
  const std::vector<SpecProblem>& problems() const { return finalized().problems; }

 private:
  struct Finalized {
    OpRegistrationData data;
    std::vector<SpecProblem> problems;
  };
  // What the first question makes and all later ones read.
  const Finalized& finalized() const {
    return finalized_.Get([this] { return Finalize(); });
  }
  Finalized Finalize() const;

  const std::shared_ptr<const OpDefBuilder> spec_;  // or null:
  const std::unique_ptr<const OpRegistrationData> ready_;
  MadeOnce<Finalized> finalized_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_LAZY_OP_H_
