// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_CPP_VALUES_H_
#define TOOLS_OP_GEN_CPP_VALUES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// The C++ type of an attr's value: "int64_t", "std::vector<::opgraft::DataType>", "::opgraft::Attr"
// for lists of tensors and of functions.
std::string CppType(absl::string_view attr_type);

// True if values of the type are passed by value, not by const reference.
bool IsCppScalar(absl::string_view attr_type);

// True if a default of the type can be written down in C++ without protobuf; tensors and functions
// cannot.
bool HasCppLiteral(absl::string_view attr_type);

// The value in C++, of type CppType(attr_type); HasCppLiteral must hold.
std::string CppValue(absl::string_view attr_type, const AttrValue& value);

// A string literal of any bytes: "\"a\\n\"".
std::string CppString(absl::string_view text);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_CPP_VALUES_H_
