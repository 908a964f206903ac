// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_DOC_H_
#define TOOLS_OP_GEN_PYTHON_DOC_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"
#include "tools/op_gen/python_signature.h"

namespace opgraft_internal {

// The docstring of a generated function, with its quotes, indented by two: summary, description,
// Args, Returns, in TensorFlow's words.
//
// Example:
//   Args:
//     x: A `Tensor`. Must be one of the following types: `float32`, `int32`.
//       The values, of any shape.
//     name: A name for the operation (optional).
std::string PythonDocString(const OpDef& op, const ApiDef& api, const PythonSignature& signature);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_DOC_H_
