// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/lookup_interface.h"

#include <atomic>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace lookup {
namespace {

std::atomic<LookupInterface::Restorer> table_restorer{nullptr};

}  // namespace

absl::Status LookupInterface::CheckKeyAndValueTensorsForInsert(const Tensor& keys,
                                                               const Tensor& values) {
  return CheckKeyAndValueTensors(keys, values);
}

absl::Status LookupInterface::CheckKeyAndValueTensorsForImport(const Tensor& keys,
                                                               const Tensor& values) {
  return CheckKeyAndValueTensors(keys, values);
}

absl::Status LookupInterface::CheckKeyTensorForRemove(const Tensor& keys) {
  if (keys.dtype() != key_dtype()) {
    return absl::InvalidArgumentError(absl::StrCat("Key must be type ", DataTypeString(key_dtype()),
                                                   " but got ", DataTypeString(keys.dtype())));
  }
  return CheckKeyShape(keys.shape());
}

absl::Status LookupInterface::CheckFindArguments(const Tensor& keys, const Tensor& default_value) {
  OPGRAFT_RETURN_IF_ERROR(CheckKeyAndValueTypes(keys, default_value));
  OPGRAFT_RETURN_IF_ERROR(CheckKeyShape(keys.shape()));
  const TensorShape each = ShapeOfValues(keys.shape());
  if (default_value.shape() == value_shape() || default_value.shape() == each)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Expected shape ", value_shape().DebugString(), " or ", each.DebugString(),
                   " for default value, got ", default_value.shape().DebugString()));
}

TensorShape LookupInterface::ShapeOfValues(const TensorShape& keys) const {
  TensorShape shape = keys;
  shape.RemoveLastDims(key_shape().dims());
  shape.AppendShape(value_shape());
  return shape;
}

std::string LookupInterface::DebugString() const {
  return absl::StrCat("A lookup table of size: ", size());
}

void LookupInterface::SetRestorer(Restorer restorer) { table_restorer.store(restorer); }

absl::Status LookupInterface::Restore(absl::string_view bytes, LookupInterface** table) {
  const Restorer restorer = table_restorer.load();
  if (restorer == nullptr) {
    return absl::UnimplementedError(
        "the table is of a class that this program has not: it was linked without the kernels");
  }
  return restorer(bytes, table);
}

absl::Status LookupInterface::CheckKeyAndValueTypes(const Tensor& keys, const Tensor& values) {
  if (keys.dtype() == key_dtype() && values.dtype() == value_dtype()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Expected keys and values of types ", DataTypeString(key_dtype()), " and ",
                   DataTypeString(value_dtype()), ", got ", DataTypeString(keys.dtype()), " and ",
                   DataTypeString(values.dtype())));
}

absl::Status LookupInterface::CheckKeyShape(const TensorShape& shape) {
  if (TensorShapeUtils::EndsWith(shape, key_shape())) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Input key shape ", shape.DebugString(),
                                                 " must end with the table's key shape ",
                                                 key_shape().DebugString()));
}

absl::Status LookupInterface::CheckKeyAndValueTensors(const Tensor& keys, const Tensor& values) {
  OPGRAFT_RETURN_IF_ERROR(CheckKeyAndValueTypes(keys, values));
  OPGRAFT_RETURN_IF_ERROR(CheckKeyShape(keys.shape()));
  const TensorShape expected = ShapeOfValues(keys.shape());
  if (values.shape() == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Expected shape ", expected.DebugString(),
                                                 " for value, got ", values.shape().DebugString()));
}

}  // namespace lookup
}  // namespace opgraft
