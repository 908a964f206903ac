// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/element_type.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {
namespace {

// A type that appears twice among ours comes first with the one that it is written as.
constexpr ElementType kTypes[] = {
    {"f32", "FP32", DT_FLOAT, 32, Packing::kWhole},
    {"f16", "FP16", DT_HALF, 16, Packing::kWhole},
    {"bf16", "BF16", DT_BFLOAT16, 16, Packing::kWhole},
    {"f64", "FP64", DT_DOUBLE, 64, Packing::kWhole},
    {"i8", "I8", DT_INT8, 8, Packing::kWhole},
    {"i16", "I16", DT_INT16, 16, Packing::kWhole},
    {"i32", "I32", DT_INT32, 32, Packing::kWhole},
    {"i64", "I64", DT_INT64, 64, Packing::kWhole},
    {"u8", "U8", DT_UINT8, 8, Packing::kWhole},
    {"u16", "U16", DT_UINT16, 16, Packing::kWhole},
    {"u32", "U32", DT_UINT32, 32, Packing::kWhole},
    {"u64", "U64", DT_UINT64, 64, Packing::kWhole},
    {"boolean", "BOOL", DT_BOOL, 8, Packing::kWhole},
    {"string", "STRING", DT_STRING, 0, Packing::kStrings},
    {"f8e4m3", "F8E4M3", DT_FLOAT8_E4M3FN, 8, Packing::kWhole},
    {"f8e5m2", "F8E5M2", DT_FLOAT8_E5M2, 8, Packing::kWhole},
    {"i4", "I4", DT_INT4, 4, Packing::kLowFirst},
    {"u4", "U4", DT_UINT4, 4, Packing::kLowFirst},
    {"u2", "U2", DT_UINT2, 2, Packing::kLowFirst},
    {"u1", "BIN", DT_UINT8, 1, Packing::kHighFirst},
    {"u1", "U1", DT_UINT8, 1, Packing::kHighFirst},
    {"u3", "U3", DT_UINT8, 3, Packing::kSplit},
    {"u6", "U6", DT_UINT8, 6, Packing::kSplit},
    {"nf4", "NF4", DT_FLOAT, 4, Packing::kLowFirst},
    {"f4e2m1", "F4E2M1", DT_FLOAT, 4, Packing::kLowFirst},
    {"f8e8m0", "F8E8M0", DT_FLOAT, 8, Packing::kLowFirst},
};

}  // namespace

absl::StatusOr<ElementType> FindElementType(absl::string_view name) {
  for (const ElementType& type : kTypes) {
    if (absl::EqualsIgnoreCase(name, type.name) || absl::EqualsIgnoreCase(name, type.precision))
      return type;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(Printable(name)), " is not an OpenVINO element type"));
}

bool IsDynamicType(absl::string_view name) {
  return absl::EqualsIgnoreCase(name, "dynamic") || absl::EqualsIgnoreCase(name, "undefined") ||
         absl::EqualsIgnoreCase(name, "unspecified");
}

absl::string_view ElementTypeName(DataType dtype) {
  for (const ElementType& type : kTypes) {
    if (type.dtype == dtype) return type.name;
  }
  return "";
}

}  // namespace opgraft_internal
