// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ARG_TYPES_H_
#define FRAMEWORK_OP_ARG_TYPES_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/node_properties.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// The inputs, or the outputs, that the args of an op expand to with the attrs of a node: types
// (refs marked) and the run of each arg. Plain data.
//
// Example: the args "a: T" and "b: N * int32" with T=float and N=2 are the types {float, int32,
// int32} and the runs a [0, 1) and b [1, 3).
struct ArgTypes {
  DataTypeVector types;
  std::vector<ArgRange> args;
};

// Gives the attr of a name; null if there is none. Called while ExpandArgs runs.
using FindAttrValue = absl::FunctionRef<const AttrValue*(absl::string_view)>;

// Expands `args` into `*result`, which it clears. INVALID_ARGUMENT for a length that is negative or
// makes more than a million, for an attr of another kind, an arg without type and a reference to a
// reference; NOT_FOUND for an attr that is missing. Thread-safe.
absl::Status ExpandArgs(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                        FindAttrValue find, ArgTypes* result);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ARG_TYPES_H_
