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

// One registered op: its definition and what the framework asks its functions. Immutable once in a
// registry, so thread-safe; lives as long as the snapshots of the registry that have it.
struct OpRegistrationData {
  OpDef op_def;
  // Infers the shapes of the outputs; null: they are unknown.
  OpShapeInferenceFn shape_inference_fn;
  // What nodes of the op are to the framework. In a registry FindRoleProblem finds nothing wrong
  // with it.
  OpRole role = OpRole::kPlain;
  // What functions its nodes run; null unless RunsBodies(role).
  CallSiteFn call_site_fn;
  // What is known of the outputs' values before a run; null: only what its kernel computes of
  // constants.
  OpValueFn value_fn;
  // Where REGISTER_OP stands.
  SourceLocation location;
  // True if the op is a function of a library: its nodes call it.
  bool is_function_op = false;

  // Index by attr name into op_def.attr(); -1 if there is none.
  int FindAttr(absl::string_view name) const;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_REGISTRATION_DATA_H_
