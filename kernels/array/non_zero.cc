// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/array/non_zero.h"

#include <algorithm>
#include <cstring>

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
  // Writes index d to to[d * step].
  template <typename Index>
  void Write(Index* to, int64_t step) const {
    for (size_t d = 0; d < index_.size(); ++d)
      to[static_cast<int64_t>(d) * step] = static_cast<Index>(index_[d]);
  }

 private:
  absl::Span<const int64_t> sizes_;
  absl::InlinedVector<int64_t, 6> index_;
};

}  // namespace

NonZeroFinder::MarkLoop NonZeroFinder::FindMarkLoop(DataType dtype) {
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

NonZeroFinder::NonZeroFinder(DataType dtype)
    : mark_(FindMarkLoop(dtype)), keep_(BitsThatCount(dtype)), element_size_(DataTypeSize(dtype)) {}

absl::Status NonZeroFinder::Count(OpKernelContext* ctx, const Tensor& input, Tensor* ends,
                                  int64_t* count) const {
  const int64_t blocks = (input.NumElements() + kBlock - 1) / kBlock;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({blocks + 1}), ends));
  auto end = ends->vec<int64_t>();
  ShardElements(ctx, blocks, kBlock, [&](int64_t first, int64_t limit) {
    for (int64_t b = first; b < limit; ++b) {
      bool marks[kBlock];
      end(b + 1) = std::count(marks, marks + MarkBlock(input, b, marks), true);
    }
  });
  end(0) = 0;
  for (int64_t b = 0; b < blocks; ++b) end(b + 1) += end(b);
  *count = end(blocks);
  return absl::OkStatus();
}

template <typename Index>
void NonZeroFinder::Write(OpKernelContext* ctx, const Tensor& input, const Tensor& ends,
                          int64_t place_step, int64_t dim_step, Index* to) const {
  const auto end = ends.vec<int64_t>();
  ShardElements(ctx, ends.NumElements() - 1, 2 * kBlock, [&](int64_t first, int64_t limit) {
    for (int64_t b = first; b < limit; ++b) {
      if (end(b) == end(b + 1)) continue;
      bool marks[kBlock];
      const int64_t n = MarkBlock(input, b, marks);
      Place place(input.shape().sizes(), b * kBlock);
      Index* next = to + end(b) * place_step;
      int64_t at = 0;
      for (int64_t i = 0; i < n; ++i) {
        if (!marks[i]) continue;
        place.Advance(i - at);
        at = i;
        place.Write(next, dim_step);
        next += place_step;
      }
    }
  });
}

int64_t NonZeroFinder::MarkBlock(const Tensor& input, int64_t block, bool* marks) const {
  const int64_t n = std::min(kBlock, input.NumElements() - block * kBlock);
  mark_(static_cast<const char*>(input.data()) + block * kBlock * element_size_, n, keep_, marks);
  return n;
}

template void NonZeroFinder::Write<int32_t>(OpKernelContext*, const Tensor&, const Tensor&, int64_t,
                                            int64_t, int32_t*) const;
template void NonZeroFinder::Write<int64_t>(OpKernelContext*, const Tensor&, const Tensor&, int64_t,
                                            int64_t, int64_t*) const;

}  // namespace opgraft_internal
