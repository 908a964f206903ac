// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where: the places of the elements that are not zero.
#include <algorithm>
#include <cstring>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 4096;

// marks[i] tells whether element i is not zero: of kParts numbers, each as large as Bits, in one
// some bit of `keep` is set. So one loop knows all types of a size: `keep` leaves out the sign of
// floats, since -0 is zero.
template <typename Bits, int kParts>
void MarkNonZero(const char* in, int64_t n, uint64_t keep, bool* marks) {
  const Bits mask = static_cast<Bits>(keep);
  for (int64_t i = 0; i < n; ++i) {
    Bits bits[kParts];
    std::memcpy(bits, in + i * static_cast<int64_t>(sizeof(bits)), sizeof(bits));
    Bits all = 0;
    for (int part = 0; part < kParts; ++part) all = static_cast<Bits>(all | (bits[part] & mask));
    marks[i] = all != 0;
  }
}

using MarkLoop = void (*)(const char* in, int64_t n, uint64_t keep, bool* marks);

MarkLoop FindMarkLoop(DataType dtype) {
  if (dtype == DT_COMPLEX64) return &MarkNonZero<uint32_t, 2>;
  if (dtype == DT_COMPLEX128) return &MarkNonZero<uint64_t, 2>;
  switch (DataTypeSize(dtype)) {
    case 1:
      return &MarkNonZero<uint8_t, 1>;
    case 2:
      return &MarkNonZero<uint16_t, 1>;
    case 4:
      return &MarkNonZero<uint32_t, 1>;
    default:
      return &MarkNonZero<uint64_t, 1>;
  }
}

uint64_t BitsThatCount(DataType dtype) {
  const DataType part = PartTypeOf(dtype);
  if (!DataTypeIsFloating(part)) return ~uint64_t{0};
  return (uint64_t{1} << (DataTypeSize(part) * 8 - 1)) - 1;
}

// Steps through places of a tensor in row-major order.
class Place {
 public:
  Place(absl::Span<const int64_t> sizes, int64_t position)
      : sizes_(sizes), index_(sizes.size(), 0) {
    Advance(position);
  }
  void Advance(int64_t steps) {
    for (size_t d = sizes_.size(); steps > 0 && d-- > 0;) {
      steps += index_[d];
      if (steps < sizes_[d]) {
        index_[d] = steps;
        return;
      }
      index_[d] = steps % sizes_[d];
      steps /= sizes_[d];
    }
  }
  int64_t* Write(int64_t* to) const { return std::copy(index_.begin(), index_.end(), to); }

 private:
  absl::Span<const int64_t> sizes_;
  absl::InlinedVector<int64_t, 6> index_;
};

// Counts the places in each block, and then writes those of each block behind those before it, so
// that threads can share both.
class WhereOp : public OpKernel {
 public:
  explicit WhereOp(OpKernelConstruction* ctx)
      : OpKernel(ctx),
        mark_(FindMarkLoop(input_type(0))),
        keep_(BitsThatCount(input_type(0))),
        element_size_(DataTypeSize(input_type(0))) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    OP_REQUIRES(ctx, input.dims() > 0,
                absl::InvalidArgumentError("WhereOp : Unhandled input dimensions: 0"));
    const int64_t blocks = (input.NumElements() + kBlock - 1) / kBlock;
    Tensor ends;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_INT64, TensorShape({blocks + 1}), &ends));
    auto end = ends.vec<int64_t>();
    ShardElements(ctx, blocks, kBlock, [&](int64_t first, int64_t limit) {
      for (int64_t b = first; b < limit; ++b) {
        bool marks[kBlock];
        end(b + 1) = std::count(marks, marks + MarkBlock(input, b, marks), true);
      }
    });
    end(0) = 0;
    for (int64_t b = 0; b < blocks; ++b) end(b + 1) += end(b);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({end(blocks), input.dims()}), &output));
    int64_t* const index = static_cast<int64_t*>(output->data());
    ShardElements(ctx, blocks, 2 * kBlock, [&](int64_t first, int64_t limit) {
      for (int64_t b = first; b < limit; ++b) {
        if (end(b) < end(b + 1)) WriteBlock(input, b, index + end(b) * input.dims());
      }
    });
  }

 private:
  // How many elements the block has.
  int64_t MarkBlock(const Tensor& input, int64_t block, bool* marks) const {
    const int64_t n = std::min(kBlock, input.NumElements() - block * kBlock);
    mark_(static_cast<const char*>(input.data()) + block * kBlock * element_size_, n, keep_, marks);
    return n;
  }

  void WriteBlock(const Tensor& input, int64_t block, int64_t* to) const {
    bool marks[kBlock];
    const int64_t n = MarkBlock(input, block, marks);
    Place place(input.shape().sizes(), block * kBlock);
    int64_t at = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (!marks[i]) continue;
      place.Advance(i - at);
      at = i;
      to = place.Write(to);
    }
  }

  const MarkLoop mark_;
  const uint64_t keep_;
  const int64_t element_size_;
};

#define REGISTER_WHERE(T) \
  REGISTER_KERNEL_BUILDER(Name("Where").Device(DEVICE_CPU).TypeConstraint<T>("T"), WhereOp);
TF_CALL_POD_TYPES(REGISTER_WHERE);
#undef REGISTER_WHERE

}  // namespace
}  // namespace opgraft_internal
