// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// DecodeRaw and DecodePaddedRaw: the bytes of strings as numbers.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// The bytes of a number whose order may have to be turned: of a complex one those of each part.
size_t WordBytes(DataType type) {
  const auto bytes = static_cast<size_t>(DataTypeSize(type));
  return DataTypeIsComplex(type) ? bytes / 2 : bytes;
}

void TurnWords(char* bytes, size_t size, size_t word) {
  for (size_t i = 0; i + word <= size; i += word) std::reverse(bytes + i, bytes + i + word);
}

// Any byte but zero is true.
void MakeBools(char* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) bytes[i] = bytes[i] == 0 ? 0 : 1;
}

// What both ops have in common: each string becomes a row of `row_bytes`, filled up with zeros.
class RawOp : public OpKernel {
 public:
  explicit RawOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("out_type", &type_));
    OP_REQUIRES_OK(context, context->GetAttr("little_endian", &little_endian_));
  }

 protected:
  int64_t ElementBytes() const { return DataTypeSize(type_); }
  DataType type() const { return type_; }

  absl::Status PutRows(OpKernelContext* context, int64_t row_bytes) const {
    const Tensor& input = context->input(0);
    TensorShape shape = input.shape();
    shape.AddDim(row_bytes / ElementBytes());
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return absl::OkStatus();
    const auto* const texts = static_cast<const tstring*>(input.data());
    auto* row = static_cast<char*>(output->data());
    const auto size = static_cast<size_t>(row_bytes);
    for (int64_t i = 0; i < input.NumElements(); ++i, row += size) {
      const size_t given = std::min(texts[i].size(), size);
      std::memcpy(row, texts[i].data(), given);
      std::memset(row + given, 0, size - given);
    }
    const size_t all = static_cast<size_t>(input.NumElements()) * size;
    auto* const bytes = static_cast<char*>(output->data());
    if (!little_endian_ && WordBytes(type_) > 1) TurnWords(bytes, all, WordBytes(type_));
    if (type_ == DT_BOOL) MakeBools(bytes, all);
    return absl::OkStatus();
  }

 private:
  DataType type_ = DT_INVALID;
  bool little_endian_ = true;
};

class DecodeRawOp : public RawOp {
 public:
  using RawOp::RawOp;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const auto* const texts = static_cast<const tstring*>(input.data());
    const size_t size = input.NumElements() == 0 ? 0 : texts[0].size();
    for (int64_t i = 1; i < input.NumElements(); ++i) {
      OP_REQUIRES(context, texts[i].size() == size,
                  absl::InvalidArgumentError(absl::StrCat(
                      "DecodeRaw requires input strings to all be the same size, but element ", i,
                      " has size ", size, " != ", texts[i].size())));
    }
    const auto bytes = static_cast<int64_t>(size);
    OP_REQUIRES(context, bytes % ElementBytes() == 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "Input to DecodeRaw has length ", bytes, " that is not a multiple of ",
                    ElementBytes(), ", the size of ", DataTypeString(type()))));
    OP_REQUIRES_OK(context, PutRows(context, bytes));
  }
};

class DecodePaddedRawOp : public RawOp {
 public:
  using RawOp::RawOp;

  void Compute(OpKernelContext* context) override {
    const Tensor& length = context->input(1);
    OP_REQUIRES(context, length.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("fixed_length must be scalar, got shape ",
                                                        length.shape().DebugString())));
    const int64_t bytes = *static_cast<const int32_t*>(length.data());
    OP_REQUIRES(context, bytes > 0,
                absl::InvalidArgumentError(
                    absl::StrCat("fixed_length (", bytes, ") must be greater than zero.")));
    OP_REQUIRES(context, bytes % ElementBytes() == 0,
                absl::InvalidArgumentError(absl::StrCat("fixed_length (", bytes,
                                                        ") must be a multiple of the size of ",
                                                        "out_type (", ElementBytes(), ")")));
    OP_REQUIRES_OK(context, PutRows(context, bytes));
  }
};

REGISTER_KERNEL_BUILDER(Name("DecodeRaw").Device(DEVICE_CPU), DecodeRawOp);
REGISTER_KERNEL_BUILDER(Name("DecodePaddedRaw").Device(DEVICE_CPU), DecodePaddedRawOp);

}  // namespace
}  // namespace opgraft_internal
