// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_INTEGER_INPUT_H_
#define FRAMEWORK_OP_INTEGER_INPUT_H_

#include <cstdint>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The axes, sizes and indices that OpenVINO's ops are given: tensors of integers of any width.
// (index_tensor.h knows the widths that TensorFlow's ops take.) All functions are thread-safe.
//
// Example, the axes of a reduction:
//   Integers axes = IntegersOf(ctx->input(1));
//   OP_REQUIRES_OK(ctx, FindDistinctAxes(ctx->input(0).dims(), &axes));
//
// True for the types that IntegerAt reads.
inline bool IsIntegerTensor(const Tensor& t) {
  switch (t.dtype()) {
    case DT_INT8:
    case DT_INT16:
    case DT_INT32:
    case DT_INT64:
    case DT_UINT8:
    case DT_UINT16:
    case DT_UINT32:
    case DT_UINT64:
      return t.IsInitialized();
    default:
      return false;
  }
}

// Element `i` in row-major order. A uint64 beyond int64 is read as int64's largest number: as a
// size or an index it is out of range either way. REQUIRES: IsIntegerTensor(t).
inline int64_t IntegerAt(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DT_INT8:
      return static_cast<const int8_t*>(t.data())[i];
    case DT_INT16:
      return static_cast<const int16_t*>(t.data())[i];
    case DT_INT32:
      return static_cast<const int32_t*>(t.data())[i];
    case DT_INT64:
      return static_cast<const int64_t*>(t.data())[i];
    case DT_UINT8:
      return static_cast<const uint8_t*>(t.data())[i];
    case DT_UINT16:
      return static_cast<const uint16_t*>(t.data())[i];
    case DT_UINT32:
      return static_cast<const uint32_t*>(t.data())[i];
    default:
      break;
  }
  // uint64: the only type that int64 does not hold.
  constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
  const uint64_t value = static_cast<const uint64_t*>(t.data())[i];
  return static_cast<int64_t>(value < kMax ? value : kMax);
}

// A few integers. Up to 8 allocate nothing.
using Integers = absl::InlinedVector<int64_t, 8>;

// All elements in row-major order. Allocates nothing for up to 8. REQUIRES: IsIntegerTensor(t).
inline Integers IntegersOf(const Tensor& t) {
  Integers values(static_cast<size_t>(t.NumElements()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = IntegerAt(t, static_cast<int64_t>(i));
  return values;
}

// Puts the dimension that `axis` names into `*dim`: negative ones count from the end, so that -1 is
// the last. INVALID_ARGUMENT "axis 4 is not in [-3, 3)" otherwise.
inline absl::Status FindAxis(int64_t axis, int64_t rank, int64_t* dim) {
  if (axis < -rank || axis >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("axis ", axis, " is not in [", -rank, ", ", rank, ")"));
  }
  *dim = axis < 0 ? axis + rank : axis;
  return absl::OkStatus();
}

// FindAxis for each of `axes`, in place. On an error some have been replaced already.
inline absl::Status FindAxes(int64_t rank, Integers* axes) {
  for (int64_t& axis : *axes) {
    const absl::Status status = FindAxis(axis, rank, &axis);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// FindAxes; INVALID_ARGUMENT too if one dimension is named twice, by -1 and by its number, say.
inline absl::Status FindDistinctAxes(int64_t rank, Integers* axes) {
  const absl::Status status = FindAxes(rank, axes);
  if (!status.ok()) return status;
  // By dimension: whether an axis has named it.
  absl::InlinedVector<bool, 8> named(static_cast<size_t>(rank), false);
  for (const int64_t axis : *axes) {
    if (named[static_cast<size_t>(axis)])
      return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is named twice"));
    named[static_cast<size_t>(axis)] = true;
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_INTEGER_INPUT_H_
