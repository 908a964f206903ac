// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_IR_TEXT_H_
#define OPENVINO_IR_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

// The texts of an IR's attributes. What parses gives INVALID_ARGUMENT that quotes the text.
namespace opgraft_internal {

// The texts of attributes of an IR. What cannot be read is INVALID_ARGUMENT, with the text; callers
// add the attribute's name.

absl::StatusOr<int64_t> ParseIrInt(absl::string_view text);
absl::StatusOr<float> ParseIrFloat(absl::string_view text);
// "true", "false" in any case, "1", "0".
absl::StatusOr<bool> ParseIrBool(absl::string_view text);
// Separated by commas; "" is the empty list.
absl::StatusOr<std::vector<int64_t>> ParseIrInts(absl::string_view text);
absl::StatusOr<std::vector<float>> ParseIrFloats(absl::string_view text);
// "?,3,2..5,..7,1..,-1": a list of dimensions; "" is a scalar, "..." a shape of unknown rank.
absl::StatusOr<PartialTensorShape> ParseIrShape(absl::string_view text);
// Names separated by commas; "\," is a comma in a name.
std::vector<std::string> ParseIrNames(absl::string_view text);

// The other way round, as OpenVINO writes them.
std::string FormatIrBool(bool value);
// The shortest text that is read as the same number.
std::string FormatIrFloat(float value);
std::string FormatIrInts(absl::Span<const int64_t> values);  // "1, 2"
std::string FormatIrFloats(absl::Span<const float> values);
std::string FormatIrShape(const PartialTensorShape& shape);
std::string FormatIrNames(absl::Span<const std::string> names);

}  // namespace opgraft_internal

#endif  // OPENVINO_IR_TEXT_H_
