// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RandomUniform with OpenVINO's bits. Aligned with TensorFlow, words are drawn from Philox, whose
// key is the global seed and whose upper counter is the op's; a request's counter goes on from run
// to run. Aligned with PyTorch, they are drawn from a Mersenne twister, anew in each run.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// The digits behind the leading one that T keeps, and how a number in [1, 2) of such begins.
template <typename T>
struct Bits;
template <>
struct Bits<float> {
  using Type = uint32_t;
  static constexpr int kDigits = 23;
  static constexpr Type kOne = 127u << 23;
};
template <>
struct Bits<double> {
  using Type = uint64_t;
  static constexpr int kDigits = 52;
  static constexpr Type kOne = uint64_t{1023} << 52;
};
template <>
struct Bits<half> {
  using Type = uint16_t;
  static constexpr int kDigits = 10;
  static constexpr Type kOne = 15u << 10;
};
template <>
struct Bits<bfloat16> {
  using Type = uint16_t;
  static constexpr int kDigits = 7;
  static constexpr Type kOne = 127u << 7;
};

// What T is computed in.
template <typename T>
using Wide = std::conditional_t<sizeof(T) == 8, double, float>;

// As OpenVINO rounds. Its bfloat16 adds half a step where the last digit that it keeps is 1, else
// it cuts off.
template <typename T>
T Rounded(Wide<T> x) {
  return static_cast<T>(x);
}
template <>
bfloat16 Rounded<bfloat16>(float x) {
  uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  const uint16_t upper = static_cast<uint16_t>((bits + ((bits & 0x10000) >> 1)) >> 16);
  bfloat16 rounded;
  std::memcpy(static_cast<void*>(&rounded), &upper, sizeof(rounded));
  return rounded;
}

template <typename T>
Wide<T> RangeOf(T low, T high) {
  return static_cast<Wide<T>>(Rounded<T>(static_cast<Wide<T>>(high) - static_cast<Wide<T>>(low)));
}

// Of integers: what is left of the word.
template <typename T>
T Remaining(uint64_t word, T low, T high) {
  const uint64_t range = static_cast<std::make_unsigned_t<T>>(static_cast<uint64_t>(high) -
                                                              static_cast<uint64_t>(low));
  return static_cast<T>(static_cast<uint64_t>(low) + word % range);
}

template <typename T>
inline constexpr int kWordsOf = sizeof(T) == 8 ? 2 : 1;

// An element of the next words of Philox.
template <typename T>
T OfPhilox(const random::PhiloxRandom::ResultType& words, int first, T low, T high) {
  if constexpr (std::is_integral_v<T>) {
    const uint64_t upper =
        kWordsOf<T> == 2 ? static_cast<uint64_t>(words[first + kWordsOf<T> - 1]) << 32 : 0;
    return Remaining(upper | words[first], low, high);
  } else {
    using Word = typename Bits<T>::Type;
    uint64_t word = words[first];
    if (kWordsOf<T> == 2) word = word << 32 | words[first + kWordsOf<T> - 1];
    constexpr Word kMask = static_cast<Word>((Word{1} << Bits<T>::kDigits) - 1);
    const Word bits = static_cast<Word>((static_cast<Word>(word) & kMask) | Bits<T>::kOne);
    T unit;
    std::memcpy(static_cast<void*>(&unit), &bits, sizeof(unit));
    const Wide<T> of_one = static_cast<Wide<T>>(unit) - 1, range = RangeOf(low, high);
    // OpenVINO's vectors compute floats in one rounding, the smaller ones by themselves each step.
    if constexpr (std::is_same_v<T, float>) return std::fma(of_one, range, low);
    const Wide<T> product = static_cast<Wide<T>>(Rounded<T>(of_one * range));
    return Rounded<T>(product + static_cast<Wide<T>>(low));
  }
}

// Integers that 32 bits hold are made of one word.
bool TakesTwoWords(int64_t low, int64_t high) {
  constexpr int64_t kMax = std::numeric_limits<uint32_t>::max();
  return low > kMax || high > kMax;
}

// An element of the next words of the twister.
template <typename T>
T OfTwister(std::mt19937* words, bool two_words, T low, T high) {
  uint64_t word = (*words)();
  if (two_words) word = word << 32 | (*words)();
  if constexpr (std::is_integral_v<T>) {
    return Remaining(word, low, high);
  } else {
    constexpr int kDigits = Bits<T>::kDigits + 1;
    const uint64_t steps = word & ((uint64_t{1} << kDigits) - 1);
    const auto unit = static_cast<Wide<T>>(std::ldexp(static_cast<double>(steps), -kDigits));
    return Rounded<T>(unit * RangeOf(low, high) + static_cast<Wide<T>>(low));
  }
}

template <typename T>
class RandomUniformOp : public OpKernel {
 public:
  explicit RandomUniformOp(OpKernelConstruction* context) : OpKernel(context) {
    int64_t global_seed = 0, op_seed = 0;
    std::string alignment;
    OP_REQUIRES_OK(context, context->GetAttr("global_seed", &global_seed));
    OP_REQUIRES_OK(context, context->GetAttr("op_seed", &op_seed));
    OP_REQUIRES_OK(context, context->GetAttr("alignment", &alignment));
    generator_.Init(global_seed, op_seed);
    as_pytorch_ = alignment == "pytorch";
    twister_seed_ = static_cast<uint32_t>(global_seed);
    has_seeds_ = global_seed != 0 || op_seed != 0;
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    T ends[2];
    for (int i = 0; i < 2; ++i) {
      const Tensor& end = context->input(i + 1);
      OP_REQUIRES(context, end.NumElements() == 1,
                  absl::InvalidArgumentError(absl::StrCat(i == 0 ? "min_val" : "max_val",
                                                          " must be one number, not ",
                                                          end.shape().DebugString())));
      ends[i] = *static_cast<const T*>(end.data());
    }
    OP_REQUIRES(context, ends[0] < ends[1],
                absl::InvalidArgumentError("min_val must be below max_val"));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    T* const to = static_cast<T*>(out->data());
    as_pytorch_ ? FillByTwister(ends, out->NumElements(), to)
                : FillByPhilox(context, ends, out->NumElements(), to);
  }

 private:
  static constexpr int64_t kElementsOfADraw =
      random::PhiloxRandom::kResultElementCount / kWordsOf<T>;

  void FillByPhilox(OpKernelContext* context, const T (&ends)[2], int64_t n, T* to) {
    const random::PhiloxRandom first = generator_.ReserveSamples128(n * kDrawsOfAnElement);
    const int64_t draws = (n + kElementsOfADraw - 1) / kElementsOfADraw;
    ShardElements(context, draws, 20, [&](int64_t begin, int64_t end) {
      random::PhiloxRandom numbers = first;
      numbers.Skip(static_cast<uint64_t>(begin));
      for (int64_t draw = begin; draw < end; ++draw) {
        const auto words = numbers();
        const int64_t start = draw * kElementsOfADraw;
        for (int64_t i = 0; i < kElementsOfADraw && start + i < n; ++i) {
          to[start + i] = OfPhilox<T>(words, static_cast<int>(i) * kWordsOf<T>, ends[0], ends[1]);
        }
      }
    });
  }

  void FillByTwister(const T (&ends)[2], int64_t n, T* to) const {
    std::mt19937 words(has_seeds_ ? twister_seed_ : static_cast<uint32_t>(random::New64()));
    bool two_words = kWordsOf<T> == 2;
    if constexpr (std::is_same_v<T, int64_t>) two_words = TakesTwoWords(ends[0], ends[1]);
    for (int64_t i = 0; i < n; ++i) to[i] = OfTwister<T>(&words, two_words, ends[0], ends[1]);
  }

  GuardedPhiloxRandom generator_;
  uint32_t twister_seed_ = 0;
  bool as_pytorch_ = false;
  bool has_seeds_ = true;
};

#define REGISTER(T)                                             \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>RandomUniform")        \
                              .Device(DEVICE_CPU)               \
                              .TypeConstraint<T>("output_type") \
                              .HostMemory("shape"),             \
                          RandomUniformOp<T>);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
