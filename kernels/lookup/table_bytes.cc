// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/lookup/table_bytes.h"

#include <cstdint>
#include <utility>

#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
namespace {

constexpr size_t kLengthBytes = 8;

// BytesOf spells out each element, a string by a byte at least; so what it wrote takes no more
// memory than this for a byte. A TensorProto of other bytes can stand for far more: it repeats its
// last value as often as its shape says.
constexpr size_t kMaxGrowth = sizeof(tstring) + 1;

}  // namespace

absl::Status BrokenTable() { return absl::InvalidArgumentError("the saved table is broken"); }

std::string BytesOf(const Tensor& tensor) {
  TensorProto proto;
  tensor.AsProtoTensorContent(&proto);
  return proto.SerializeAsString();
}

absl::Status ReadTensor(absl::string_view bytes, Tensor* tensor) {
  TensorProto proto;
  if (bytes.size() > size_t{INT32_MAX} ||
      !proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return BrokenTable();
  absl::StatusOr<Tensor> read =
      TensorFromProto(proto, static_cast<int64_t>(bytes.size() * kMaxGrowth));
  if (!read.ok()) return BrokenTable();
  *tensor = *std::move(read);
  return absl::OkStatus();
}

absl::Status CheckCanBeSaved(DataType type) {
  if (type != DT_VARIANT && type != DT_RESOURCE) return absl::OkStatus();
  return absl::UnimplementedError("a table of variants cannot be saved");
}

absl::Status AppendTensor(const Tensor& tensor, std::string* bytes) {
  OPGRAFT_RETURN_IF_ERROR(CheckCanBeSaved(tensor.dtype()));
  const std::string text = BytesOf(tensor);
  for (size_t i = 0; i < kLengthBytes; ++i)
    bytes->push_back(static_cast<char>(text.size() >> (8 * i) & 0xff));
  bytes->append(text);
  return absl::OkStatus();
}

absl::Status TakeTensor(absl::string_view* bytes, Tensor* tensor) {
  if (bytes->size() < kLengthBytes) return BrokenTable();
  uint64_t length = 0;
  for (size_t i = kLengthBytes; i-- > 0;)
    length = length << 8 | static_cast<unsigned char>((*bytes)[i]);
  bytes->remove_prefix(kLengthBytes);
  if (length > bytes->size()) return BrokenTable();
  OPGRAFT_RETURN_IF_ERROR(ReadTensor(bytes->substr(0, length), tensor));
  bytes->remove_prefix(length);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
