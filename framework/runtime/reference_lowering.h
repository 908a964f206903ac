// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_REFERENCE_LOWERING_H_
#define FRAMEWORK_RUNTIME_REFERENCE_LOWERING_H_

#include <cstdint>
#include <vector>

#include "framework/graph/data/graph.h"
#include "framework/kernel/variable_kernel.h"
#include "framework/runtime/lowering_scope.h"
#include "framework/runtime/model_parts.h"
#include "framework/runtime/program_writer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Lowers what has to do with references to variables (kernel/variable_kernel.h). An output that is
// a reference has no slot. The kernels that work on it are told which variable it is; before a node
// that takes it as a value stands a step which reads the variable. An example:
//   v = VariableV2; init = Assign(v, zero); y = Neg(v)  with ^init
// becomes
//   Assign zero       its input v has a slot that nothing writes or reads
//   VariableV2 -> t   reads the variable
//   Neg t -> y
// References that no kernel of ours makes are tensors like others. Borrows both arguments.
class ReferenceLowering {
 public:
  ReferenceLowering(ModelParts* parts, ProgramWriter* writer) : parts_(parts), writer_(writer) {}

  // Gives the references among the inputs of `node` slots, until EndInputs; which those are.
  // Between the two, nodes of other scopes are lowered where the node calls a function.
  std::vector<Endpoint> BeginInputs(LoweringScope* scope, const Node& node);
  void EndInputs(LoweringScope* scope, const std::vector<Endpoint>& lent);
  // Gives an output a slot with the value of the variable, if it is a reference.
  void ReadResult(LoweringScope* scope, Endpoint result);
  // True if `kernel` makes or takes references: then its node is lowered.
  bool LowerKernel(LoweringScope* scope, const Node& node, const ModelParts::Kernel& kernel);

 private:
  // The kernel of the variable that an output refers to; nothing in it if it is no reference.
  ModelParts::Kernel SourceOf(LoweringScope* scope, Endpoint e);
  // False, with a problem, if an input refers to no variable.
  bool SetReferences(LoweringScope* scope, const Node& node, ReferenceUser* user);
  void Read(LoweringScope* scope, Endpoint e);

  ModelParts* const parts_;
  ProgramWriter* const writer_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_REFERENCE_LOWERING_H_
