// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/lanes.h"
#include "kernels/loops/tap_loops.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

TapLoop FindTapLoop(TapFold fold, DataType dtype);
WeightedTapLoop FindWeightedTapLoop(DataType dtype);
ScaledTapLoop FindScaledTapLoop(DataType dtype);
ArgMaxTapLoop FindArgMaxTapLoop(DataType dtype);

namespace {

// Channels are taken in blocks that stay in registers while all taps go by: kRegisters of kBytes
// each, then fewer, then narrower ones, then one by one.
template <typename T, int kBytes, int kRegisters>
struct Block {
  typedef T Register __attribute__((vector_size(kBytes)));
  static constexpr int64_t kSize = kRegisters * kBytes / static_cast<int64_t>(sizeof(T));

  static OPGRAFT_INLINE Block Of(T value) {
    Block block;
    for (int i = 0; i < kRegisters; ++i) block.registers[i] = value - Register{};
    return block;
  }
  static OPGRAFT_INLINE Block Load(const T* from) {
    Block block;
    for (int i = 0; i < kRegisters; ++i)
      __builtin_memcpy(&block.registers[i], from + i * (kSize / kRegisters), kBytes);
    return block;
  }
  OPGRAFT_INLINE void Store(T* to) const {
    for (int i = 0; i < kRegisters; ++i)
      __builtin_memcpy(to + i * (kSize / kRegisters), &registers[i], kBytes);
  }
  OPGRAFT_INLINE void Add(const Block& x) {
    for (int i = 0; i < kRegisters; ++i) registers[i] += x.registers[i];
  }
  OPGRAFT_INLINE void AddProduct(const Block& x, const Block& y) {
    for (int i = 0; i < kRegisters; ++i) registers[i] += x.registers[i] * y.registers[i];
  }
  OPGRAFT_INLINE void TakeGreater(const Block& x) {
    for (int i = 0; i < kRegisters; ++i) {
      const Register a = x.registers[i], b = registers[i];
      registers[i] = a > b ? a : b;
    }
  }

  Register registers[kRegisters];
};

template <typename T>
struct One {
  static constexpr int64_t kSize = 1;
  static OPGRAFT_INLINE One Of(T x) { return {x}; }
  static OPGRAFT_INLINE One Load(const T* from) { return {*from}; }
  OPGRAFT_INLINE void Store(T* to) const { *to = value; }
  OPGRAFT_INLINE void Add(const One& x) { value += x.value; }
  OPGRAFT_INLINE void AddProduct(const One& x, const One& y) { value += x.value * y.value; }
  OPGRAFT_INLINE void TakeGreater(const One& x) { value = x.value > value ? x.value : value; }

  T value;
};

// Calls fold.template Run<B>(c) for blocks B that cover the channels.
template <typename T, typename B, typename Fold>
OPGRAFT_INLINE int64_t RunBlocks(const Fold& fold, int64_t c, int64_t n) {
  for (; c + B::kSize <= n; c += B::kSize) fold.template Run<B>(c);
  return c;
}
template <typename T, typename Fold>
OPGRAFT_INLINE void RunChannels(const Fold& fold, int64_t n) {
  int64_t c = RunBlocks<T, Block<T, OPGRAFT_REGISTER_BYTES, 4>>(fold, 0, n);
  c = RunBlocks<T, Block<T, OPGRAFT_REGISTER_BYTES, 1>>(fold, c, n);
  if (OPGRAFT_REGISTER_BYTES > 16) c = RunBlocks<T, Block<T, 16, 1>>(fold, c, n);
  RunBlocks<T, One<T>>(fold, c, n);
}

template <typename T>
OPGRAFT_INLINE const T* Channels(const void* tap, int64_t c) {
  return static_cast<const T*>(tap) + c;
}

template <typename T, bool kIsSum>
struct Folded {
  template <typename B>
  OPGRAFT_INLINE void Run(int64_t c) const {
    B block = B::Of(start);
    for (int64_t t = 0; t < num_taps; ++t) {
      if (kIsSum) {
        block.Add(B::Load(Channels<T>(taps[t], c)));
      } else {
        block.TakeGreater(B::Load(Channels<T>(taps[t], c)));
      }
    }
    block.Store(out + c);
  }

  const void* const* taps;
  int64_t num_taps;
  T start;
  T* out;
};

template <typename T, bool kIsSum>
void FoldTaps(const void* const* taps, int64_t num_taps, int64_t n, const void* start, void* out) {
  const Folded<T, kIsSum> fold = {taps, num_taps, *static_cast<const T*>(start),
                                  static_cast<T*>(out)};
  RunChannels<T>(fold, n);
}

template <typename T>
struct Weighted {
  template <typename B>
  OPGRAFT_INLINE void Run(int64_t c) const {
    B block = B::Of(T{0});
    for (int64_t t = 0; t < num_taps; ++t)
      block.AddProduct(B::Load(Channels<T>(taps[t], c)), B::Load(Channels<T>(weights[t], c)));
    block.Store(out + c);
  }

  const void* const* taps;
  const void* const* weights;
  int64_t num_taps;
  T* out;
};

template <typename T>
void WeighTaps(const void* const* taps, const void* const* weights, int64_t num_taps, int64_t n,
               void* out) {
  const Weighted<T> fold = {taps, weights, num_taps, static_cast<T*>(out)};
  RunChannels<T>(fold, n);
}

template <typename T>
struct Scaled {
  template <typename B>
  OPGRAFT_INLINE void Run(int64_t c) const {
    B block = B::Of(T{0});
    for (int64_t t = 0; t < num_taps; ++t)
      block.AddProduct(B::Load(Channels<T>(taps[t], c)), B::Of(weights[t]));
    block.Store(out + c);
  }

  const void* const* taps;
  const T* weights;
  int64_t num_taps;
  T* out;
};

template <typename T>
void ScaleTaps(const void* const* taps, const void* weights, int64_t num_taps, int64_t n,
               void* out) {
  const Scaled<T> fold = {taps, static_cast<const T*>(weights), num_taps, static_cast<T*>(out)};
  RunChannels<T>(fold, n);
}

template <typename T>
void ArgMaxTaps(const void* const* taps, int64_t num_taps, int64_t n, void* max_data,
                int32_t* which) {
  T* max = static_cast<T*>(max_data);
  __builtin_memcpy(max, taps[0], static_cast<uint64_t>(n) * sizeof(T));
  __builtin_memset(which, 0, static_cast<uint64_t>(n) * sizeof(int32_t));
  for (int64_t t = 1; t < num_taps; ++t) {
    const T* tap = static_cast<const T*>(taps[t]);
    const int32_t number = static_cast<int32_t>(t);
    OPGRAFT_INDEPENDENT
    for (int64_t c = 0; c < n; ++c) {
      const bool greater = tap[c] > max[c];
      which[c] = greater ? number : which[c];
      max[c] = greater ? tap[c] : max[c];
    }
  }
}

template <typename... Ts>
TapLoop PickMax(DataType dtype, Types<Ts...>) {
  TapLoop loop = nullptr;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loop = &FoldTaps<Ts, false>)
                             : static_cast<void>(0)),
   ...);
  return loop;
}

template <typename... Ts>
ArgMaxTapLoop PickArgMax(DataType dtype, Types<Ts...>) {
  ArgMaxTapLoop loop = nullptr;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loop = &ArgMaxTaps<Ts>) : static_cast<void>(0)),
   ...);
  return loop;
}

using RealTypes =
    Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;

}  // namespace

TapLoop FindTapLoop(TapFold fold, DataType dtype) {
  if (fold == TapFold::kMax) return PickMax(dtype, RealTypes());
  if (dtype == DT_FLOAT) return &FoldTaps<float, true>;
  if (dtype == DT_DOUBLE) return &FoldTaps<double, true>;
  return nullptr;
}

WeightedTapLoop FindWeightedTapLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &WeighTaps<float>;
  if (dtype == DT_DOUBLE) return &WeighTaps<double>;
  return nullptr;
}

ScaledTapLoop FindScaledTapLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &ScaleTaps<float>;
  if (dtype == DT_DOUBLE) return &ScaleTaps<double>;
  return nullptr;
}

ArgMaxTapLoop FindArgMaxTapLoop(DataType dtype) { return PickArgMax(dtype, RealTypes()); }

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
