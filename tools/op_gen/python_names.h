// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_NAMES_H_
#define TOOLS_OP_GEN_PYTHON_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// "my_opv2" of "MyOPV2": an underscore before an upper-case letter that follows a lower-case one or
// comes before one;
// '>' is an underscore. TensorFlow's rule, digits included: "Conv2DFoo" is "conv2d_foo".
std::string SnakeCase(absl::string_view op_name);

// True for keywords of Python 2 and 3 and for names of built-in exceptions and constants: no
// parameter may have one.
bool IsPythonReserved(absl::string_view name);

// The name with '>' as underscore, and an underscore behind it if it is reserved.
std::string AvoidPythonReserved(absl::string_view name);

// The function of an op. One that would hide a built-in function, or that TensorFlow writes by
// hand, gets an underscore in front; a keyword gets one in front if the op is hidden, else behind.
std::string PythonFunctionName(absl::string_view op_name, bool hidden);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_NAMES_H_
