// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_ELEMENT_TYPE_H_
#define OPENVINO_ELEMENT_TYPE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How the elements of a type lie in a .bin file.
enum class Packing {
  // Whole bytes, as in a Tensor.
  kWhole,
  // Several in a byte, the first in the lowest bits: u2, i4, u4, nf4, f4e2m1.
  kLowFirst,
  // The first in the highest bit: u1.
  kHighFirst,
  // u3, u6: the low bits of some elements, then the high bits of the same ones
  // (packed_elements.h).
  kSplit,
  // A table of offsets, then characters.
  kStrings,
};

// One of OpenVINO's element types. A value.
struct ElementType {
  // As attributes have it: "f32".
  const char* name;
  // As ports have it: "FP32".
  const char* precision;
  // Of the tensor. A type narrower than a byte takes a byte an element there.
  DataType dtype;
  // Of an element in the file.
  int bits;
  Packing packing;
};

// By either name, in any letter case. INVALID_ARGUMENT if there is none of that name.
absl::StatusOr<ElementType> FindElementType(absl::string_view name);
// True for "dynamic", as attributes have it, its older name, and "UNSPECIFIED", as ports have it.
bool IsDynamicType(absl::string_view name);
// "f32" of DT_FLOAT; "" if OpenVINO has no such type.
absl::string_view ElementTypeName(DataType dtype);

}  // namespace opgraft_internal

#endif  // OPENVINO_ELEMENT_TYPE_H_
