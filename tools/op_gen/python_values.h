// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_VALUES_H_
#define TOOLS_OP_GEN_PYTHON_VALUES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// "float32" for DT_FLOAT, "float64" for DT_DOUBLE, else the short name.
std::string PythonDataType(DataType dtype);

// The text as Python's repr() shows it: 'a\tb', "it's"; b'...' if it is not UTF-8.
std::string PythonString(absl::string_view text);

// The shortest number that reads back as the same float, as Python's repr() shows it: 0.0001,
// 1e-05, 1, 1000000.0; float('inf') for what has no literal.
std::string PythonFloat(float value);

// A value of the attr type as Python source: dtypes as `module` + "float32", shapes as lists or
// None, a function as its name, a tensor as _execute.make_tensor('dtype: ...', 'name'), where
// `name` is the parameter's.
std::string PythonValue(absl::string_view attr_type, const AttrValue& value,
                        absl::string_view module, absl::string_view name);

// The elements of a list value as PythonValue writes each, with ", " between them.
std::string PythonListElements(const AttrValue& value, absl::string_view module,
                               absl::string_view name);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_VALUES_H_
