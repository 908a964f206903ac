// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The largest elements, and the n-th one: TopK and NthElement.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// A whole number that is larger for a larger value, and one for 0 and -0; least for NaN.
template <typename T>
auto OrderKey(T value) {
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
    return OrderKey(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
    if (value != value) return Bits{0};
    if (value == T{0}) return kSign;
    Bits bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return (bits & kSign) != 0 ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | kSign);
  } else {
    using Key = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    constexpr Key kLowest = static_cast<Key>(std::numeric_limits<T>::lowest());
    return static_cast<Key>(static_cast<Key>(value) - kLowest);
  }
}

// An element of a row with its place: larger where the element is, and of equal elements where it
// comes first. That of a short key is one number.
struct ShortEntry {
  uint64_t bits;
  ShortEntry() = default;
  ShortEntry(uint32_t key, int64_t place)
      : bits(uint64_t{key} << 32 | (0xffffffffU - static_cast<uint32_t>(place))) {}
  int64_t place() const { return 0xffffffffU - static_cast<uint32_t>(bits); }
  bool operator>(const ShortEntry& other) const { return bits > other.bits; }
};
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

// Makes the entries of a row of n elements of T.
template <typename T, typename Entry>
void MakeEntries(const void* row, int64_t n, void* entries) {
  for (int64_t i = 0; i < n; ++i)
    static_cast<Entry*>(entries)[i] = Entry(OrderKey(static_cast<const T*>(row)[i]), i);
}

using MakeEntriesLoop = void (*)(const void* row, int64_t n, void* entries);

bool HasLongEntries(DataType dtype) { return DataTypeSize(dtype) == 8; }

MakeEntriesLoop FindMakeEntries(DataType dtype) {
  switch (dtype) {
#define OPGRAFT_CASE(T)          \
  case DataTypeToEnum<T>::value: \
    return &MakeEntries<T, std::conditional_t<sizeof(T) == 8, LongEntry, ShortEntry>>;
    TF_CALL_REAL_NUMBER_TYPES(OPGRAFT_CASE)
#undef OPGRAFT_CASE
    default:
      return nullptr;
  }
}

// Brings the k largest of n entries to the front, in descending order.
template <typename Entry>
void SortTop(Entry* entries, int64_t n, int64_t k) {
  if (k < n) std::nth_element(entries, entries + k, entries + n, std::greater<>());
  std::sort(entries, entries + k, std::greater<>());
}

// Brings the k largest of n entries to the front, in the order in which TensorFlow leaves them:
// that of a heap whose least element is replaced by each larger one that follows.
template <typename Entry>
void HeapTop(Entry* entries, int64_t n, int64_t k) {
  if (k == 0 || k == n) return SortTop(entries, n, k);
  const auto better = std::greater<>();
  std::make_heap(entries, entries + k + 1, better);
  std::pop_heap(entries, entries + k + 1, better);
  for (int64_t i = k + 1; i < n; ++i) {
    if (!better(entries[i], entries[0])) continue;
    std::pop_heap(entries, entries + k, better);
    entries[k - 1] = entries[i];
    std::push_heap(entries, entries + k, better);
  }
}

// Calls work(row, entries) for each row of `input`, on several threads: `entries` are those of the
// row, which work may change. REQUIRES: Entry is that of the type.
template <typename Entry, typename Work>
absl::Status ForEachRow(OpKernelContext* ctx, const Tensor& input, const Work& work) {
  constexpr int64_t kMostBlocks = 64;
  constexpr double kElementNs = 5;
  const int64_t n = input.dim_size(input.dims() - 1);
  if (input.NumElements() == 0) return absl::OkStatus();
  const int64_t rows = input.NumElements() / n, blocks = std::min(rows, kMostBlocks);
  Tensor scratch;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(
      DT_UINT8, TensorShape({blocks, n, static_cast<int64_t>(sizeof(Entry))}), &scratch));
  const MakeEntriesLoop make_entries = FindMakeEntries(input.dtype());
  const double block_ns = kElementNs * static_cast<double>(n * rows) / static_cast<double>(blocks);
  ShardElements(ctx, blocks, block_ns, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      Entry* const entries = static_cast<Entry*>(scratch.data()) + block * n;
      for (int64_t row = block; row < rows; row += blocks) {
        make_entries(ElementAt(input, row * n), n, entries);
        work(row, entries);
      }
    }
  });
  return absl::OkStatus();
}

// Copies elements of a row to `to`: those of the entries, in their order.
template <typename Entry>
void CopyValues(DataType dtype, const void* row, const Entry* entries, int64_t n, void* to) {
  WithElements(dtype, [&](auto elements) {
    using E = decltype(elements);
    for (int64_t i = 0; i < n; ++i) {
      E::CopyOne(static_cast<const char*>(row) + entries[i].place() * E::kSize,
                 static_cast<char*>(to) + i * E::kSize);
    }
  });
}

// TopK, whose k is an attr, and TopKV2, whose k is an input.
class TopKOp : public OpKernel {
 public:
  explicit TopKOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("sorted", &sorted_));
    if (num_inputs() == 1) OP_REQUIRES_OK(ctx, ctx->GetAttr("k", &k_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    int64_t k = k_;
    OP_REQUIRES_OK(ctx, ReadK(ctx, &k));
    TensorShape shape = input.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(shape.dims() - 1, k));
    Tensor* values = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &indices));
    if (k == 0) return;
    OP_REQUIRES_OK(ctx, HasLongEntries(input.dtype())
                            ? FindTop<LongEntry>(ctx, input, k, values, indices)
                            : FindTop<ShortEntry>(ctx, input, k, values, indices));
  }

 private:
  template <typename Entry>
  absl::Status FindTop(OpKernelContext* ctx, const Tensor& input, int64_t k, Tensor* values,
                       Tensor* indices) const {
    const int64_t n = input.dim_size(input.dims() - 1);
    return ForEachRow<Entry>(ctx, input, [&](int64_t row, Entry* entries) {
      sorted_ ? SortTop(entries, n, k) : HeapTop(entries, n, k);
      CopyValues(input.dtype(), ElementAt(input, row * n), entries, k, ElementAt(values, row * k));
      for (int64_t i = 0; i < k; ++i) WriteIndex(entries[i].place(), row * k + i, indices);
    });
  }

  absl::Status ReadK(OpKernelContext* ctx, int64_t* k) const {
    if (ctx->num_inputs() > 1) {
      if (ctx->input(1).dims() != 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("k must be scalar, got shape ", ctx->input(1).shape().DebugString()));
      }
      *k = IndexAt(ctx->input(1), 0);
    }
    const TensorShape& input = ctx->input(0).shape();
    if (*k < 0) return absl::InvalidArgumentError(absl::StrCat("Need k >= 0, got ", *k));
    if (input.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must be >= 1-D, got shape ", input.DebugString()));
    }
    const int64_t n = input.dim_size(input.dims() - 1);
    const int64_t most = output_type(1) == DT_INT16 ? std::numeric_limits<int16_t>::max()
                                                    : std::numeric_limits<int32_t>::max();
    if (n > most) {
      return absl::InvalidArgumentError(
          absl::StrCat("The last dimension of the input must be <= ", most, ", got ", n));
    }
    if (*k <= n) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("input must have at least k columns. Had ", n, ", needed ", *k));
  }

  static void WriteIndex(int64_t place, int64_t i, Tensor* indices) {
    void* const to = indices->data();
    if (indices->dtype() == DT_INT32) {
      static_cast<int32_t*>(to)[i] = static_cast<int32_t>(place);
    } else if (indices->dtype() == DT_INT64) {
      static_cast<int64_t*>(to)[i] = place;
    } else {
      static_cast<int16_t*>(to)[i] = static_cast<int16_t>(place);
    }
  }

  bool sorted_ = true;
  int64_t k_ = 0;
};

class NthElementOp : public OpKernel {
 public:
  explicit NthElementOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reverse", &reverse_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    int64_t n = 0;
    OP_REQUIRES_OK(ctx, ReadN(input.shape(), ctx->input(1), &n));
    const int64_t from_largest = reverse_ ? n : input.dim_size(input.dims() - 1) - 1 - n;
    TensorShape shape = input.shape();
    shape.RemoveLastDims(1);
    Tensor* values = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, HasLongEntries(input.dtype())
                            ? FindNth<LongEntry>(ctx, input, from_largest, values)
                            : FindNth<ShortEntry>(ctx, input, from_largest, values));
  }

 private:
  template <typename Entry>
  static absl::Status FindNth(OpKernelContext* ctx, const Tensor& input, int64_t from_largest,
                              Tensor* values) {
    const int64_t size = input.dim_size(input.dims() - 1);
    return ForEachRow<Entry>(ctx, input, [&](int64_t row, Entry* entries) {
      std::nth_element(entries, entries + from_largest, entries + size, std::greater<>());
      CopyValues(input.dtype(), ElementAt(input, row * size), entries + from_largest, 1,
                 ElementAt(values, row));
    });
  }

  static absl::Status ReadN(const TensorShape& input, const Tensor& tensor, int64_t* n) {
    if (tensor.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("N must be scalar but has rank ", tensor.dims()));
    }
    *n = IndexAt(tensor, 0);
    if (*n < 0) {
      return absl::InvalidArgumentError(absl::StrCat("n must be non-negative but is ", *n));
    }
    if (input.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input must be >= 1-D, got shape ", input.DebugString()));
    }
    const int64_t size = input.dim_size(input.dims() - 1);
    if (size > std::numeric_limits<int32_t>::max()) {
      return absl::InvalidArgumentError(absl::StrCat("Input has rows of ", size, " elements"));
    }
    if (size > *n) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Input must have last dimension > n = ", *n));
  }

  bool reverse_ = false;
};

#define REGISTER_ORDER(op, T, Class) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Class)
#define REGISTER_ALL(T)                \
  REGISTER_ORDER("TopK", T, TopKOp);   \
  REGISTER_ORDER("TopKV2", T, TopKOp); \
  REGISTER_ORDER("NthElement", T, NthElementOp);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_ALL);
#undef REGISTER_ALL
#undef REGISTER_ORDER

}  // namespace
}  // namespace opgraft_internal
