// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_FUNCTION_H_
#define TOOLS_OP_GEN_PYTHON_FUNCTION_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"
#include "tools/op_gen/python_signature.h"

namespace opgraft_internal {

// The source of a module for one op: type variables, the class of a named tuple if it has several
// outputs, and the function.
//
// Example, of the op Neg, without its docstring:
//   def neg(x: Annotated[Any, TV_Neg_T], name=None) -> Annotated[Any, TV_Neg_T]:
//     return _execute.apply_op('Neg', [x], {}, name)[0]
std::string PythonFunction(const OpDef& op, const ApiDef& api, const PythonSignature& signature);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_FUNCTION_H_
