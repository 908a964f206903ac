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
  std::string op_name;  // the input's or attr's in the OpDef
  bool is_input = false;
  bool has_default = false;
  std::string default_value;  // source text
  std::string annotation;     // source text; "" for none
};

// How the Python function of an op looks from outside, by TensorFlow's rules: inputs, attrs without
// default, attrs with default, name=None. Attrs that follow from inputs are left out.
struct PythonSignature {
  std::string function;
  std::vector<PythonParameter> parameters;  // with `name`, the last
  // "operation" without outputs; "tensor" or "list" for one; "tuple": a named tuple of `fields`.
  std::string returns;
  std::vector<std::string> fields;
  std::string return_annotation;  // "" for none
  // Attr name -> the input it follows from, by the OpDef's names.
  std::map<std::string, std::string> inferred;
};

// `api` is whole, as ApiDefTable::For gives it.
PythonSignature MakePythonSignature(const OpDef& op, const ApiDef& api);

// How the function is called: "sum(input, axis, keep_dims=False, name=None)".
std::string PythonCallText(const PythonSignature& signature);

// The name of the type variable of a `type` attr: "TV_Add_T".
std::string PythonTypeVariable(const OpDef& op, const OpDef::AttrDef& attr);
// The class that stands for a dtype in annotations: "_atypes.Float32".
std::string PythonTypeClass(DataType dtype);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_SIGNATURE_H_
