// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_COMPATIBILITY_H_
#define FRAMEWORK_OP_OP_DEF_COMPATIBILITY_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// One way in which graphs written for an old op do not fit the new one. Plain data.
//
// Example: kAttrRemoved, attr "n", text "Attr 'n' removed".
struct OpDefChange {
  enum Kind {
    kName,
    kAttrRemoved,
    kAttrType,
    kAttrStricter,
    kAttrMinimum,
    kAttrWithoutDefault,
    kInputs,
    kInputRef,
    kOutputs,
    kOutputRef,
    kTooManyArgs,
    kDefaultRemoved,
    kDefaultChanged,
  };
  Kind kind;
  // The attr, for the kinds that are about one; else "".
  std::string attr;
  // As TensorFlow says it: "Attr 'n' removed".
  std::string text;
};

// What OpDefCompatible refuses, all of it, in TensorFlow's order. Where attrs were removed or have
// another type, inputs and outputs are compared all the same.
std::vector<OpDefChange> IncompatibleChanges(const OpDef& old_op, const OpDef& new_op);

// What OpDefAttrDefaultsUnchanged refuses, all of it.
std::vector<OpDefChange> ChangedDefaults(const OpDef& old_op, const OpDef& new_op);

// OK if graphs written for `old_op` mean the same with `new_op` in its place. Allowed: new attrs
// with defaults that give the old signature, fewer restrictions, other orders of attrs, other names
// of inputs, an input no longer a reference, an output that becomes one; flags, docs and control
// outputs are not looked at. INVALID_ARGUMENT "Incompatible Op change: ..." with the first reason.
//
// Example: adding `.Attr("axis: int = 0")` is compatible; without the default it is not, since old
// nodes do not have the attr.
absl::Status OpDefCompatible(const OpDef& old_op, const OpDef& new_op);

// OK if every attr that was added between `old_op` and `penultimate_op` has the same default in
// `new_op`.
absl::Status OpDefAddedDefaultsUnchanged(const OpDef& old_op, const OpDef& penultimate_op,
                                         const OpDef& new_op);

// OK if no attr lost its default or has another one; new defaults are fine.
absl::Status OpDefAttrDefaultsUnchanged(const OpDef& old_op, const OpDef& new_op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_DEF_COMPATIBILITY_H_
