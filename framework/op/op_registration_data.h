// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_REGISTRATION_DATA_H_
#define FRAMEWORK_OP_OP_REGISTRATION_DATA_H_

#include "absl/strings/string_view.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_role.h"
#include "framework/types/source_location.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft {

// One registered op. Immutable once in a registry.
struct OpRegistrationData {
  OpDef op_def;
  OpShapeInferenceFn shape_inference_fn;  // may be null: outputs of unknown shape
  OpRole role = OpRole::kPlain;           // FindRoleProblem finds none
  CallSiteFn call_site_fn;                // null unless RunsBodies(role)
  OpValueFn value_fn;                     // may be null: nothing is known but by its kernel
  SourceLocation location;                // of REGISTER_OP
  bool is_function_op = false;            // the call of a function of a library

  // Index by attr name into op_def.attr(); -1 if there is none.
  int FindAttr(absl::string_view name) const;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_REGISTRATION_DATA_H_
