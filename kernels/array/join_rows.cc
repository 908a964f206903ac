// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/array/join_rows.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "framework/types/visit_type.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

template <typename T>
constexpr bool kIsComplex = std::is_same_v<T, complex64> || std::is_same_v<T, complex128>;
template <typename T>
constexpr bool kIsSmallFloat = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
template <typename T>
constexpr bool kIsInteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
constexpr bool kIsReal = kIsInteger<T> || kIsSmallFloat<T> || std::is_floating_point_v<T>;
template <typename T>
constexpr bool kIsNumber = kIsReal<T> || kIsComplex<T>;

// What two elements are computed in: integers without a sign, so that they wrap.
template <typename T, typename = void>
struct Wide {
  using Type = T;
};
template <typename T>
struct Wide<T, std::enable_if_t<kIsInteger<T>>> {
  using Type = uint64_t;
};
template <typename T>
struct Wide<T, std::enable_if_t<kIsSmallFloat<T>>> {
  using Type = float;
};

template <typename T, Join kJoin>
T JoinElements(const T& there, const T& next) {
  if constexpr (std::is_same_v<T, bool>) {
    // As numbers of one bit.
    if constexpr (kJoin == Join::kSub) return there != next;
    constexpr bool kBoth = kJoin == Join::kMul || kJoin == Join::kMin || kJoin == Join::kLaterMin;
    return kBoth ? there && next : there || next;
  } else {
    using W = typename Wide<T>::Type;
    if constexpr (kJoin == Join::kAdd) return static_cast<T>(W(there) + W(next));
    if constexpr (kJoin == Join::kSub) return static_cast<T>(W(there) - W(next));
    if constexpr (kJoin == Join::kMul) return static_cast<T>(W(there) * W(next));
    if constexpr (kJoin == Join::kMax) return there < next ? next : there;
    if constexpr (kJoin == Join::kMin) return next < there ? next : there;
    if constexpr (kJoin == Join::kLaterMax) return next < there ? there : next;
    if constexpr (kJoin == Join::kLaterMin) return there < next ? there : next;
  }
}

template <typename T, Join kJoin>
void JoinRows(const RowJob& job, DataType) {
  const T* row = static_cast<const T*>(job.rows);
  for (int64_t r = 0; r < job.count; ++r, row += job.length) {
    if (job.targets[r] < 0) continue;
    T* const to = static_cast<T*>(job.to) + job.targets[r] * job.length;
    for (int64_t i = job.begin; i < job.end; ++i) {
      if constexpr (std::is_same_v<T, tstring>) {
        to[i].append(row[i]);
      } else {
        to[i] = JoinElements<T, kJoin>(to[i], row[i]);
      }
    }
  }
}

void ReplaceRows(const RowJob& job, DataType dtype) {
  WithElements(dtype, [&](auto elements) {
    using E = decltype(elements);
    const char* row = static_cast<const char*>(job.rows) + job.begin * E::kSize;
    char* const to = static_cast<char*>(job.to) + job.begin * E::kSize;
    const int64_t row_size = job.length * E::kSize, run = job.end - job.begin;
    for (int64_t r = 0; r < job.count; ++r, row += row_size) {
      if (job.targets[r] < 0) continue;
      char* const place = to + job.targets[r] * row_size;
      run == 1 ? E::CopyOne(row, place) : E::CopyRun(row, place, run);
    }
  });
}

template <Join kJoin>
JoinLoop FindLoop(DataType dtype) {
  JoinLoop loop = nullptr;
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr bool kOrders = kJoin >= Join::kMax;
    if constexpr (kOrders ? kIsReal<T> : kIsNumber<T>) loop = &JoinRows<T, kJoin>;
    if constexpr (std::is_same_v<T, bool> || (kJoin == Join::kAdd && std::is_same_v<T, tstring>))
      loop = &JoinRows<T, kJoin>;
  });
  return loop;
}

}  // namespace

JoinLoop FindJoinLoop(Join join, DataType dtype) {
  switch (join) {
    case Join::kReplace:
      return &ReplaceRows;
    case Join::kAdd:
      return FindLoop<Join::kAdd>(dtype);
    case Join::kSub:
      return FindLoop<Join::kSub>(dtype);
    case Join::kMul:
      return FindLoop<Join::kMul>(dtype);
    case Join::kMax:
      return FindLoop<Join::kMax>(dtype);
    case Join::kMin:
      return FindLoop<Join::kMin>(dtype);
    case Join::kLaterMax:
      return FindLoop<Join::kLaterMax>(dtype);
    case Join::kLaterMin:
      return FindLoop<Join::kLaterMin>(dtype);
  }
  return nullptr;
}

void JoinSlices(OpKernelContext* ctx, JoinLoop join, const Tensor& targets, const Tensor& updates,
                Tensor* to) {
  constexpr int64_t kWorthSharing = 256;
  RowJob job;
  job.rows = updates.data();
  job.to = to->data();
  job.targets = static_cast<const int64_t*>(targets.data());
  job.count = targets.NumElements();
  job.length = updates.NumElements() / job.count;
  const auto work = [&](int64_t begin, int64_t end) {
    RowJob part = job;
    part.begin = begin;
    part.end = end;
    join(part, to->dtype());
  };
  if (job.length < kWorthSharing) return work(0, job.length);
  ShardElements(ctx, job.length, static_cast<double>(job.count), work);
}

void FillNeutral(Join join, DataType dtype, void* to, int64_t n) {
  const bool largest = join == Join::kMin || join == Join::kLaterMin;
  const bool smallest = join == Join::kMax || join == Join::kLaterMax;
  if (join != Join::kMul && !largest && !smallest) return ClearElements(dtype, to, n);
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (kIsNumber<T>) {
      T value = static_cast<T>(1);
      if (largest) value = std::numeric_limits<T>::max();
      if (smallest) value = std::numeric_limits<T>::lowest();
      std::fill_n(static_cast<T*>(to), n, value);
    }
  });
}

void DivideRow(DataType dtype, void* row, int64_t n, int64_t divisor) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* const numbers = static_cast<T*>(row);
    if constexpr (std::is_same_v<T, uint64_t>) {
      for (int64_t i = 0; i < n; ++i) numbers[i] /= static_cast<uint64_t>(divisor);
    } else if constexpr (kIsInteger<T>) {
      for (int64_t i = 0; i < n; ++i) numbers[i] = static_cast<T>(int64_t{numbers[i]} / divisor);
    } else if constexpr (kIsComplex<T>) {
      const T by(static_cast<typename T::value_type>(divisor));
      for (int64_t i = 0; i < n; ++i) numbers[i] /= by;
    } else if constexpr (kIsNumber<T>) {
      using W = typename Wide<T>::Type;
      for (int64_t i = 0; i < n; ++i)
        numbers[i] = static_cast<T>(W(numbers[i]) / static_cast<W>(divisor));
    }
  });
}

}  // namespace opgraft_internal
