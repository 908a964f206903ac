// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_FINALIZER_H_
#define FRAMEWORK_OP_OP_DEF_FINALIZER_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_validation.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/spec_problem.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Makes an op's registration data of what an OpDefBuilder collected: all attrs first, then inputs,
// outputs, control outputs and the doc, each in order of the calls. A call with a wrong spec leaves
// nothing behind. Borrows the builder. For one op and one Parse; thread-compatible.
//
// Example:
//   OpDefFinalizer finalizer(spec);
//   std::vector<SpecProblem> problems = finalizer.Parse(&data);
//   if (problems.empty()) problems = finalizer.Validate(data.op_def);
class OpDefFinalizer {
 public:
  explicit OpDefFinalizer(const OpDefBuilder& spec) : spec_(spec) {}

  // Fills `*data`; returns what is wrong, a problem a mistake, empty if nothing.
  std::vector<SpecProblem> Parse(OpRegistrationData* data);
  // What ValidateOpDef finds in `op`, which Parse made without a problem, told at the place of the
  // call.
  std::vector<SpecProblem> Validate(const OpDef& op) const;

 private:
  using Call = OpDefBuilder::Call;
  using Kind = OpDefBuilder::Kind;

  void ReserveParts(OpDef* op) const;
  // One pass over the calls of a kind each. What they find wrong goes into problems_.
  void ParseAttrs(OpDef* op);
  void ParseArgs(Kind kind, OpDef* op);
  void ParseControlOutputs(OpDef* op);
  void ParseDocs(OpDef* op);
  // For SetShapeFn and the like, of which a second call would replace the first silently.
  void CheckCalledOnce();
  void CheckRole(const OpRegistrationData& data);
  void SetFlags(OpDef* op) const;
  void AddProblem(const Call& call, const SpecError& error);
  // The `index`th call of that kind; null if there is none.
  const Call* FindCall(const OpDefPart& part) const;

  const OpDefBuilder& spec_;
  // All names that attr specs declare, right and wrong ones.
  std::vector<absl::string_view> attr_names_;
  // Those whose spec is wrong: references to them are no second mistake.
  absl::flat_hash_set<std::string> broken_names_;
  std::vector<SpecProblem> problems_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_DEF_FINALIZER_H_
