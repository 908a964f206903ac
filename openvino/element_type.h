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
  kWhole,      // whole bytes, as in a Tensor
  kLowFirst,   // several in a byte, the first in the lowest bits: u2, i4, u4, nf4, f4e2m1
  kHighFirst,  // the first in the highest bit: u1
  kSplit,      // u3, u6: low bits of some elements, then the high bits of all of them
  kStrings,    // a table of offsets, then characters
};

// One of OpenVINO's element types. A value.
struct ElementType {
  const char* name;       // in attributes: "f32"
  const char* precision;  // of ports: "FP32"
  DataType dtype;         // of our tensors; a narrower type than a byte has a byte an element there
  int bits;               // of an element in the file
  Packing packing;
};

// All that the IR knows, but "dynamic".
absl::Span<const ElementType> ElementTypes();

// By either name. INVALID_ARGUMENT names the nearest if there is none of that name.
absl::StatusOr<ElementType> FindElementType(absl::string_view name);
// True for "dynamic" and its older name.
bool IsDynamicType(absl::string_view name);
// "f32" of DT_FLOAT; "" if OpenVINO has no such type.
absl::string_view ElementTypeName(DataType dtype);

}  // namespace opgraft_internal

#endif  // OPENVINO_ELEMENT_TYPE_H_
