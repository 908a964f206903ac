// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/packed_tensor.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::Status NotPacked(DataType dtype) {
  return absl::InvalidArgumentError(
      absl::StrCat(DataTypeString(dtype), " takes whole bytes; it is not packed"));
}

// How far element `i` lies above the lowest bit of its byte.
int ShiftOf(int64_t i, int bits) {
  const int place = static_cast<int>(i % (8 / bits)) * bits;
  return bits == 1 ? 7 - place : place;
}

// The bits of an element as the byte that it is in memory.
uint8_t Widened(DataType dtype, int field, int bits) {
  const bool negative = DataTypeIsSigned(dtype) && (field >> (bits - 1)) != 0;
  return static_cast<uint8_t>(negative ? field - (1 << bits) : field);
}

}  // namespace

int PackedBits(DataType dtype) {
  switch (dtype) {
    case DT_U1:
      return 1;
    case DT_INT2:
    case DT_UINT2:
      return 2;
    case DT_INT4:
    case DT_UINT4:
    case DT_FLOAT4_E2M1FN:
      return 4;
    default:
      return 0;
  }
}

absl::StatusOr<Tensor> UnpackTensor(DataType dtype, const TensorShape& shape,
                                    absl::string_view packed) {
  const int bits = PackedBits(dtype);
  if (bits == 0) return NotPacked(dtype);
  OPGRAFT_RETURN_IF_ERROR(shape.Validate());
  const int64_t n = shape.num_elements();
  const int64_t a_byte = 8 / bits;
  const int64_t bytes = n / a_byte + (n % a_byte != 0 ? 1 : 0);
  if (bytes != static_cast<int64_t>(packed.size())) {
    return absl::InvalidArgumentError(absl::StrCat(n, " elements of ", DataTypeString(dtype),
                                                   " take ", bytes, " bytes, but there are ",
                                                   packed.size()));
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  auto* elements = static_cast<uint8_t*>(tensor.data());
  for (int64_t i = 0; i < n; ++i) {
    const int byte = static_cast<uint8_t>(packed[static_cast<size_t>(i / a_byte)]);
    elements[i] = Widened(dtype, (byte >> ShiftOf(i, bits)) & ((1 << bits) - 1), bits);
  }
  return tensor;
}

absl::StatusOr<std::string> PackTensor(const Tensor& tensor) {
  const int bits = PackedBits(tensor.dtype());
  if (bits == 0) return NotPacked(tensor.dtype());
  const absl::string_view elements = tensor.tensor_data();
  const size_t a_byte = 8 / static_cast<size_t>(bits);
  std::string packed((elements.size() + a_byte - 1) / a_byte, '\0');
  for (size_t i = 0; i < elements.size(); ++i) {
    const int field = elements[i] & ((1 << bits) - 1);
    packed[i / a_byte] =
        static_cast<char>(packed[i / a_byte] | field << ShiftOf(static_cast<int64_t>(i), bits));
  }
  return packed;
}

}  // namespace opgraft_internal
