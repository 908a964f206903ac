// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/condition.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

template <typename T>
bool IsNotZero(const Tensor& scalar) {
  return scalar.scalar<T>()() != T(0);
}

absl::Status NoTruth(DataType dtype) {
  return absl::InvalidArgumentError(
      absl::StrCat("a scalar of type ", DataTypeString(dtype),
                   " cannot be used as a condition; cast it to bool (bool, float, double, int8, "
                   "int16, int32, int64, uint8 and string can)"));
}

absl::Status NotOne(absl::string_view wanted, const Tensor& got) {
  return absl::InvalidArgumentError(
      absl::StrCat(wanted, ", not ", DataTypeString(got.dtype()), " ", got.shape().DebugString()));
}

}  // namespace

bool ScalarHasTruth(DataType dtype) {
  switch (BaseType(dtype)) {
    case DT_BOOL:
    case DT_FLOAT:
    case DT_DOUBLE:
    case DT_INT8:
    case DT_INT16:
    case DT_INT32:
    case DT_INT64:
    case DT_UINT8:
    case DT_STRING:
      return true;
    default:
      return false;
  }
}

absl::StatusOr<bool> TruthOf(const Tensor& condition) {
  if (condition.dims() > 0) return condition.NumElements() > 0;
  switch (condition.dtype()) {
    case DT_BOOL:
      return condition.scalar<bool>()();
    case DT_FLOAT:
      return IsNotZero<float>(condition);
    case DT_DOUBLE:
      return IsNotZero<double>(condition);
    case DT_INT8:
      return IsNotZero<int8_t>(condition);
    case DT_INT16:
      return IsNotZero<int16_t>(condition);
    case DT_INT32:
      return IsNotZero<int32_t>(condition);
    case DT_INT64:
      return IsNotZero<int64_t>(condition);
    case DT_UINT8:
      return IsNotZero<uint8_t>(condition);
    case DT_STRING:
      return !condition.scalar<tstring>()().empty();
    default:
      return NoTruth(condition.dtype());
  }
}

absl::StatusOr<int32_t> BranchIndexOf(const Tensor& index) {
  OPGRAFT_RETURN_IF_ERROR(CheckBranchIndex(index.shape()));
  if (index.dtype() == DT_INT32) return index.scalar<int32_t>()();
  return absl::InvalidArgumentError(
      absl::StrCat("the number of a branch must be an int32, not ", DataTypeString(index.dtype())));
}

absl::StatusOr<bool> LoopTruthOf(const Tensor& condition) {
  if (condition.dtype() == DT_BOOL && condition.NumElements() == 1)
    return *static_cast<const bool*>(condition.data());
  return NotOne("the condition of a loop must be one bool", condition);
}

absl::StatusOr<int64_t> TripCountOf(const Tensor& count) {
  if (count.NumElements() == 1) {
    if (count.dtype() == DT_INT64) return *static_cast<const int64_t*>(count.data());
    if (count.dtype() == DT_INT32) return *static_cast<const int32_t*>(count.data());
  }
  return NotOne("the trip count of a loop must be one int32 or int64", count);
}

absl::Status CheckBranchIndex(const PartialTensorShape& shape) {
  if (shape.unknown_rank() || shape.dims() == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the number of a branch must be a scalar, not of shape ", shape.DebugString()));
}

absl::Status CheckCondition(DataType dtype, const PartialTensorShape& shape) {
  if (shape.dims() == 0 && !ScalarHasTruth(dtype)) return NoTruth(dtype);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
