// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements in the order of their values: what the kernels of TopK of both kinds and of NthElement
// share.
#ifndef KERNELS_ARRAY_ORDER_ENTRIES_H_
#define KERNELS_ARRAY_ORDER_ENTRIES_H_

#include <algorithm>
#include <cstdint>
#include <functional>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// An element of a row with its place: larger where the element is, and of equal elements where it
// comes first. That of a short key is one number.
//
// Example: keys of 5, 9 and 5 at the places 0, 1 and 2 make entries in the order of the places 1,
// 0, 2. In the lower half of `bits` the place is counted backwards, so that one comparison looks at
// both.
struct ShortEntry {
  uint64_t bits;
  ShortEntry() = default;
  ShortEntry(uint32_t key, int64_t place)
      : bits(uint64_t{key} << 32 | (0xffffffffU - static_cast<uint32_t>(place))) {}
  // The place of the element in its row.
  int64_t place() const { return 0xffffffffU - static_cast<uint32_t>(bits); }
  bool operator>(const ShortEntry& other) const { return bits > other.bits; }
};
// The entry of a key of 8 bytes.
struct LongEntry {
  uint64_t key;
  int64_t at;
  LongEntry() = default;
  LongEntry(uint64_t of_key, int64_t of_place) : key(of_key), at(of_place) {}
  int64_t place() const { return at; }
  bool operator>(const LongEntry& other) const {
    return key != other.key ? key > other.key : at < other.at;
  }
};

// Rows of a tensor seen as [outer, length, step]: the elements of a row lie `step` apart.
struct OrderedRows {
  int64_t length = 0;
  int64_t step = 1;
  // The entry of a smaller element is the larger one.
  bool smallest_first = false;

  // Where row r of rows of so many elements begins.
  int64_t Begin(int64_t row, int64_t elements) const {
    return row / step * elements * step + row % step;
  }
};

// Whether the entries of a type are LongEntries.
inline bool HasLongEntries(DataType dtype) { return DataTypeSize(dtype) == 8; }

// Makes the entries of a row that begins at `row`. Of a type of 8 bytes they are LongEntries, else
// ShortEntries; NaN is the least element.
using MakeEntriesLoop = void (*)(const void* row, const OrderedRows& rows, void* entries);
// Null unless it is a type of real numbers.
MakeEntriesLoop FindMakeEntries(DataType dtype);

// Brings the k largest of n entries to the front, in descending order.
template <typename Entry>
void SortTop(Entry* entries, int64_t n, int64_t k) {
  if (k < n) std::nth_element(entries, entries + k, entries + n, std::greater<>());
  std::sort(entries, entries + k, std::greater<>());
}

// Calls work(row, entries) for each row of `input`, on several threads: `entries` are those of the
// row, which work may change. REQUIRES: Entry is that of the type.
template <typename Entry, typename Work>
absl::Status ForEachRow(OpKernelContext* ctx, const Tensor& input, const OrderedRows& layout,
                        const Work& work) {
  constexpr int64_t kMaxBlocks = 64;
  constexpr double kElementNs = 5;
  const int64_t n = layout.length;
  if (input.NumElements() == 0) return absl::OkStatus();
  const int64_t rows = input.NumElements() / n, blocks = std::min(rows, kMaxBlocks);
  Tensor scratch;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(
      DT_UINT8, TensorShape({blocks, n, static_cast<int64_t>(sizeof(Entry))}), &scratch));
  const MakeEntriesLoop make_entries = FindMakeEntries(input.dtype());
  const double block_ns = kElementNs * static_cast<double>(n * rows) / static_cast<double>(blocks);
  ShardElements(ctx, blocks, block_ns, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      Entry* const entries = static_cast<Entry*>(scratch.data()) + block * n;
      for (int64_t row = block; row < rows; row += blocks) {
        make_entries(ElementAt(input, layout.Begin(row, n)), layout, entries);
        work(row, entries);
      }
    }
  });
  return absl::OkStatus();
}

// Copies elements of a row to `to`: those of the entries, in their order. On both sides they lie
// `step` apart.
template <typename Entry>
void CopyValues(DataType dtype, const void* row, int64_t step, const Entry* entries, int64_t n,
                void* to) {
  WithElements(dtype, [&](auto elements) {
    using E = decltype(elements);
    for (int64_t i = 0; i < n; ++i) {
      E::CopyOne(static_cast<const char*>(row) + entries[i].place() * step * E::kSize,
                 static_cast<char*>(to) + i * step * E::kSize);
    }
  });
}

}  // namespace opgraft_internal

#endif  // KERNELS_ARRAY_ORDER_ENTRIES_H_
