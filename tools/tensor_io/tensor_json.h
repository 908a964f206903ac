// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_TENSOR_JSON_H_
#define TOOLS_TENSOR_IO_TENSOR_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "nlohmann/json.hpp"

namespace opgraft_internal {

// A tensor as JSON: {"type": "float", "shape": [2], "data": [1, "nan"]}. Data is flat and
// row-major; "nan", "inf" and "-inf" are strings, complex numbers [re, im]. Strings are themselves
// where they are UTF-8, else {"b64": "..."}.
nlohmann::json TensorToJson(const Tensor& tensor);

// What the strings of a file are: UTF-8, or one byte a character.
enum class JsonText { kUtf8, kLatin1 };

// The reverse; "file" instead of "data" names a .npy file relative to `folder` (types NumPy lacks
// stored as their bits). INVALID_ARGUMENT if the JSON has another form.
absl::StatusOr<Tensor> TensorFromJson(const nlohmann::json& json, const std::string& folder = "",
                                      JsonText text = JsonText::kUtf8);

// Sets element `i` from one JSON value, or from text as a user types it ("1.5", "true", "abc").
// INVALID_ARGUMENT if the dtype cannot hold it, as a number beyond its range.
absl::Status SetElement(const nlohmann::json& value, int64_t i, Tensor* tensor);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_TENSOR_JSON_H_
