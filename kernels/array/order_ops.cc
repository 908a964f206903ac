// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The largest elements, and where elements stand in an order: TopK, NthElement, LowerBound and
// UpperBound.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
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
template <typename T>
using EntryOf = std::conditional_t<sizeof(OrderKey(T{})) == 8, LongEntry, ShortEntry>;

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
// row, which work may change.
template <typename T, typename Work>
absl::Status ForEachRow(OpKernelContext* ctx, const Tensor& input, double element_ns,
                        const Work& work) {
  using Entry = EntryOf<T>;
  constexpr int64_t kMostBlocks = 64;
  const int64_t n = input.dim_size(input.dims() - 1);
  if (input.NumElements() == 0) return absl::OkStatus();
  const int64_t rows = input.NumElements() / n, blocks = std::min(rows, kMostBlocks);
  Tensor scratch;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(
      DT_UINT8, TensorShape({blocks, n, static_cast<int64_t>(sizeof(Entry))}), &scratch));
  const T* const values = static_cast<const T*>(input.data());
  const double block_ns = element_ns * static_cast<double>(n * rows) / static_cast<double>(blocks);
  ShardElements(ctx, blocks, block_ns, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      Entry* const entries = static_cast<Entry*>(scratch.data()) + block * n;
      for (int64_t row = block; row < rows; row += blocks) {
        for (int64_t i = 0; i < n; ++i) entries[i] = Entry(OrderKey(values[row * n + i]), i);
        work(row, entries);
      }
    }
  });
  return absl::OkStatus();
}

// TopK, whose k is an attr, and TopKV2, whose k is an input.
template <typename T>
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
    const int64_t n = input.dim_size(input.dims() - 1);
    const T* const from = static_cast<const T*>(input.data());
    T* const to = static_cast<T*>(values->data());
    OP_REQUIRES_OK(ctx, ForEachRow<T>(ctx, input, 5, [&](int64_t row, EntryOf<T>* entries) {
                     sorted_ ? SortTop(entries, n, k) : HeapTop(entries, n, k);
                     for (int64_t i = 0; i < k; ++i) {
                       const int64_t place = entries[i].place();
                       to[row * k + i] = from[row * n + place];
                       WriteIndex(place, row * k + i, indices);
                     }
                   }));
  }

 private:
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

template <typename T>
class NthElementOp : public OpKernel {
 public:
  explicit NthElementOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reverse", &reverse_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    int64_t n = 0;
    OP_REQUIRES_OK(ctx, ReadN(input.shape(), ctx->input(1), &n));
    const int64_t size = input.dim_size(input.dims() - 1);
    const int64_t from_largest = reverse_ ? n : size - 1 - n;
    TensorShape shape = input.shape();
    shape.RemoveLastDims(1);
    Tensor* values = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    const T* const from = static_cast<const T*>(input.data());
    T* const to = static_cast<T*>(values->data());
    OP_REQUIRES_OK(ctx, ForEachRow<T>(ctx, input, 5, [&](int64_t row, EntryOf<T>* entries) {
                     std::nth_element(entries, entries + from_largest, entries + size,
                                      std::greater<>());
                     to[row] = from[row * size + entries[from_largest].place()];
                   }));
  }

 private:
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

template <typename T, bool kUpper>
class BoundOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& sorted = ctx->input(0);
    const Tensor& values = ctx->input(1);
    OP_REQUIRES(ctx, sorted.dims() == 2 && values.dims() == 2,
                absl::InvalidArgumentError(absl::StrCat(
                    "sorted_inputs and values must be matrices, but have the shapes ",
                    sorted.shape().DebugString(), " and ", values.shape().DebugString())));
    OP_REQUIRES(ctx, sorted.dim_size(0) == values.dim_size(0),
                absl::InvalidArgumentError("Leading dim_size of both tensors must match."));
    const int64_t n = sorted.dim_size(1), m = values.dim_size(1);
    OP_REQUIRES(ctx, output_type(0) == DT_INT64 || n <= std::numeric_limits<int32_t>::max(),
                absl::InvalidArgumentError(absl::StrCat("sorted_inputs has rows of ", n,
                                                        " elements, more than an int32 counts")));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, values.shape(), &output));
    const T* const value = static_cast<const T*>(values.data());
    ShardElements(ctx, values.NumElements(), 30, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* const row = static_cast<const T*>(sorted.data()) + i / m * n;
        const T* const found = kUpper ? std::upper_bound(row, row + n, value[i])
                                      : std::lower_bound(row, row + n, value[i]);
        if (output->dtype() == DT_INT64) {
          static_cast<int64_t*>(output->data())[i] = found - row;
        } else {
          static_cast<int32_t*>(output->data())[i] = static_cast<int32_t>(found - row);
        }
      }
    });
  }
};

#define REGISTER_ORDER(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__)
#define REGISTER_ALL(T)                               \
  REGISTER_ORDER("TopK", T, TopKOp<T>);               \
  REGISTER_ORDER("TopKV2", T, TopKOp<T>);             \
  REGISTER_ORDER("NthElement", T, NthElementOp<T>);   \
  REGISTER_ORDER("LowerBound", T, BoundOp<T, false>); \
  REGISTER_ORDER("UpperBound", T, BoundOp<T, true>);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_ALL);
#undef REGISTER_ALL
#undef REGISTER_ORDER

}  // namespace
}  // namespace opgraft_internal
