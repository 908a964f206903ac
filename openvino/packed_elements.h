// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_PACKED_ELEMENTS_H_
#define OPENVINO_PACKED_ELEMENTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "openvino/element_type.h"

namespace opgraft_internal {

// The bytes that `count` elements take in a file; -1 beyond int64.
int64_t PackedBytes(const ElementType& type, int64_t count);

// Fills `*tensor`, of the type's dtype, from elements that lie packed, all of them in a row:
//   u4 1, 2, 3   0x21 0x.3   the first element in the lower half of a byte
//   u1 1, 0, 1   0b101.....  the first element in the highest bit
//   u3           8 elements in 3 bytes: their low 2 bits, highest first, in two bytes; then their
//                high bits, highest first, in the third; u6 likewise, 4 in 3 bytes: low 4, high 2
// REQUIRES: PackedBytes of them; a type that is not of whole bytes or strings.
void UnpackElements(const ElementType& type, absl::string_view bytes, Tensor* tensor);

}  // namespace opgraft_internal

#endif  // OPENVINO_PACKED_ELEMENTS_H_
