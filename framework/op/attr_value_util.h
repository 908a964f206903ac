// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ATTR_VALUE_UTIL_H_
#define FRAMEWORK_OP_ATTR_VALUE_UTIL_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/tensor_shape.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// Sets `*out` to a value of the attr type that fits the C++ type, or to a list of them; an empty
// list is present. Tensors of one element or none are written as values, larger ones as contents.
// Replaces what `*out` held. Nothing fails. TensorFlow's names.
//
// Example:
//   AttrValue value;
//   SetAttrValue(DT_FLOAT, &value);            // type: DT_FLOAT
//   SetAttrValue({1, 2}, &value);              // list { i: 1 i: 2 }
//
// Single values.
void SetAttrValue(const std::string& value, AttrValue* out);
void SetAttrValue(const char* value, AttrValue* out);
void SetAttrValue(absl::string_view value, AttrValue* out);
void SetAttrValue(int64_t value, AttrValue* out);
void SetAttrValue(int32_t value, AttrValue* out);
void SetAttrValue(float value, AttrValue* out);
void SetAttrValue(double value, AttrValue* out);
void SetAttrValue(bool value, AttrValue* out);
void SetAttrValue(DataType value, AttrValue* out);
// Shapes, tensors and functions, ours and the messages.
void SetAttrValue(const TensorShape& value, AttrValue* out);
void SetAttrValue(const PartialTensorShape& value, AttrValue* out);
void SetAttrValue(const TensorShapeProto& value, AttrValue* out);
void SetAttrValue(const Tensor& value, AttrValue* out);
void SetAttrValue(const TensorProto& value, AttrValue* out);
void SetAttrValue(const NameAttrList& value, AttrValue* out);
void SetAttrValue(const AttrValue& value, AttrValue* out);
// Lists.
void SetAttrValue(absl::Span<const std::string> value, AttrValue* out);
void SetAttrValue(absl::Span<const char* const> value, AttrValue* out);
void SetAttrValue(absl::Span<const absl::string_view> value, AttrValue* out);
void SetAttrValue(absl::Span<const int64_t> value, AttrValue* out);
void SetAttrValue(absl::Span<const int32_t> value, AttrValue* out);
void SetAttrValue(absl::Span<const float> value, AttrValue* out);
void SetAttrValue(absl::Span<const double> value, AttrValue* out);
void SetAttrValue(absl::Span<const bool> value, AttrValue* out);
void SetAttrValue(const std::vector<bool>& value, AttrValue* out);
void SetAttrValue(std::initializer_list<bool> value, AttrValue* out);
void SetAttrValue(absl::Span<const DataType> value, AttrValue* out);
void SetAttrValue(absl::Span<const TensorShape> value, AttrValue* out);
void SetAttrValue(absl::Span<const PartialTensorShape> value, AttrValue* out);
void SetAttrValue(absl::Span<const TensorShapeProto> value, AttrValue* out);
void SetAttrValue(absl::Span<const Tensor> value, AttrValue* out);
void SetAttrValue(absl::Span<const TensorProto> value, AttrValue* out);
void SetAttrValue(absl::Span<const NameAttrList> value, AttrValue* out);
// {1, 2} and vectors.
template <typename T>
void SetAttrValue(const std::vector<T>& value, AttrValue* out) {
  SetAttrValue(absl::Span<const T>(value), out);
}
template <typename T>
void SetAttrValue(std::initializer_list<T> value, AttrValue* out) {
  SetAttrValue(absl::Span<const T>(value.begin(), value.size()), out);
}

// True if the value, or a function's attr in it at any depth, is a placeholder ($T).
bool HasPlaceHolder(const AttrValue& value);
// Replaces every placeholder by what `substitute` sets, at any depth. False if it returns false for
// one; what was replaced until then stays.
//
// Example: in {f: Cast, attrs {T: $T}} it asks for "T".
bool SubstitutePlaceholders(
    absl::FunctionRef<bool(const std::string& name, AttrValue* value)> substitute,
    AttrValue* value);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ATTR_VALUE_UTIL_H_
