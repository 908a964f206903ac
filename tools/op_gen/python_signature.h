// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_SIGNATURE_H_
#define TOOLS_OP_GEN_PYTHON_SIGNATURE_H_

#include <map>
#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// One parameter of a generated Python function.
struct PythonParameter {
  std::string name;
  // The name of the input or attr in the OpDef; "" of `name`, which every function has.
  std::string op_name;
  bool is_input = false;
  bool has_default = false;
  // Python source; "" without a default.
  std::string default_value;
  // Python source; "" without an annotation.
  std::string annotation;
};

// How the Python function of an op looks from outside, by TensorFlow's rules: inputs, attrs without
// default, attrs with default, name=None. Attrs that follow from inputs are left out.
struct PythonSignature {
  // The name of the function: "mat_mul".
  std::string function;
  // In order, `name` the last.
  std::vector<PythonParameter> parameters;
  // "operation" without outputs; "tensor" or "list" for one; "tuple": a named tuple of `fields`.
  std::string returns;
  std::vector<std::string> fields;
  // "" for none.
  std::string return_annotation;
  // Attr name -> the input it follows from, by the OpDef's names.
  std::map<std::string, std::string> inferred;
};

// Makes the signature. `api` must be complete, as ApiDefTable::For gives it.
PythonSignature MakePythonSignature(const OpDef& op, const ApiDef& api);

// How the function is called: "sum(input, axis, keep_dims=False, name=None)".
std::string PythonCallText(const PythonSignature& signature);

// The name of the type variable of a `type` attr: "TV_Add_T".
std::string PythonTypeVariable(const OpDef& op, const OpDef::AttrDef& attr);
// The class of a dtype in annotations: "_atypes.Float32".
std::string PythonTypeClass(DataType dtype);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_SIGNATURE_H_
