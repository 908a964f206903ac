// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_weights.h"

#include <cstring>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "openvino/packed_elements.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxBytes = std::numeric_limits<int64_t>::max();
// Constants that no first cache holds. OpenVINO aligns none, and to read these across cache lines
// costs less than a copy of all weights does; smaller ones are copied to where they are aligned.
constexpr int64_t kLarge = 64 << 10;
// Of what cannot be mapped, a device without an end among it.
constexpr int64_t kMaxReadBytes = int64_t{1} << 34;

absl::Status TooFew(int64_t size, int64_t wanted) {
  return absl::InvalidArgumentError(absl::StrCat(
      "its `size` is ", size, " bytes; elements of that type and shape take ", wanted));
}

int32_t Int32At(absl::string_view bytes, int64_t index) {
  int32_t value = 0;
  std::memcpy(&value, bytes.data() + index * sizeof(value), sizeof(value));
  return value;
}

// A count, one offset more than strings (the first is 0), then the characters.
absl::Status UnpackStrings(absl::string_view bytes, Tensor* tensor) {
  const int64_t count = tensor->NumElements();
  const int64_t header = (count + 2) * static_cast<int64_t>(sizeof(int32_t));
  if (static_cast<int64_t>(bytes.size()) < header || Int32At(bytes, 0) != count)
    return absl::InvalidArgumentError("its table of strings is not of that shape");
  const absl::string_view characters = bytes.substr(static_cast<size_t>(header));
  auto strings = tensor->flat<tstring>();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t begin = Int32At(bytes, 1 + i);
    const int64_t end = Int32At(bytes, 2 + i);
    if (begin < 0 || end < begin || end > static_cast<int64_t>(characters.size())) {
      return absl::InvalidArgumentError(absl::StrCat("string ", i, " lies at [", begin, ", ", end,
                                                     ") of ", characters.size(), " characters"));
    }
    const absl::string_view text =
        characters.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
    strings(i) = tstring(text.data(), text.size());
  }
  return absl::OkStatus();
}

}  // namespace

IrWeights IrWeights::FromFile(const std::string& path) {
  IrWeights weights;
  absl::StatusOr<InputFile> file = InputFile::Open(path);
  weights.status_ = file.status();
  if (!file.ok()) return weights;
  if (const auto mapped = file->Map(1, kMaxBytes)) {
    weights.bytes_ = mapped->bytes();
    weights.owner_ = mapped;
    return weights;
  }
  // A FIFO, say; or an empty file.
  absl::StatusOr<std::string> bytes = file->ReadAll({kMaxReadBytes, ""});
  weights.status_ = bytes.status();
  if (!bytes.ok()) return weights;
  const auto kept = std::make_shared<const std::string>(*std::move(bytes));
  weights.bytes_ = *kept;
  weights.owner_ = kept;
  return weights;
}

IrWeights IrWeights::FromBytes(absl::string_view bytes, std::shared_ptr<const void> owner) {
  IrWeights weights;
  weights.status_ = absl::OkStatus();
  weights.bytes_ = bytes;
  weights.owner_ = std::move(owner);
  return weights;
}

absl::StatusOr<absl::string_view> IrWeights::Find(int64_t offset, int64_t size) const {
  OPGRAFT_RETURN_IF_ERROR(status_);
  const auto total = static_cast<int64_t>(bytes_.size());
  if (offset >= 0 && size >= 0 && offset <= total && size <= total - offset)
    return bytes_.substr(static_cast<size_t>(offset), static_cast<size_t>(size));
  return absl::InvalidArgumentError(absl::StrCat(
      "its ", size, " bytes at ", offset, " lie outside of the .bin file, which has ", total));
}

absl::StatusOr<Tensor> IrWeights::Constant(const ElementType& type, const TensorShape& shape,
                                           int64_t offset, int64_t size) const {
  OPGRAFT_ASSIGN_OR_RETURN(const absl::string_view bytes, Find(offset, size));
  const int64_t count = shape.num_elements();
  if (type.packing == Packing::kStrings) {
    // Before memory is taken: each string has an offset.
    if (count > size / static_cast<int64_t>(sizeof(int32_t))) return TooFew(size, count * 4);
    OPGRAFT_ASSIGN_OR_RETURN(Tensor strings, Tensor::Create(DT_STRING, shape));
    OPGRAFT_RETURN_IF_ERROR(UnpackStrings(bytes, &strings));
    return strings;
  }
  const int64_t wanted = PackedBytes(type, count);
  if (wanted < 0 || size < wanted) return TooFew(size, wanted);
  if (type.packing != Packing::kWhole) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor unpacked, Tensor::Create(type.dtype, shape));
    UnpackElements(type, bytes, &unpacked);
    return unpacked;
  }
  TensorProto proto;
  proto.set_dtype(static_cast<opgraft::DataType>(type.dtype));
  shape.AsProto(proto.mutable_tensor_shape());
  const size_t alignment = wanted >= kLarge ? 0 : TensorBuffer::kAlignment;
  return TensorFromContent(proto, {bytes.substr(0, static_cast<size_t>(wanted)), owner_, alignment},
                           kMaxBytes);
}

}  // namespace opgraft_internal
