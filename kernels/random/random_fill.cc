// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/random/random_fill.h"

#include <algorithm>

#include "framework/kernel/random_distributions.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

using random::PhiloxRandom;

// A distribution that may throw numbers away gets as many for each element, of which it uses the
// first that it likes.
constexpr int64_t kReservedNumbers = 256;

// The draws that a group of elements may take.
template <class Distribution>
constexpr int64_t DrawsOfAGroup() {
  return Distribution::kVariableSamplesPerOutput
             ? Distribution::kResultElementCount * kReservedNumbers /
                   PhiloxRandom::kResultElementCount
             : 1;
}

template <class Distribution>
typename Distribution::ResultType NextGroup(Distribution* distribution, PhiloxRandom* numbers) {
  if constexpr (Distribution::kVariableSamplesPerOutput) {
    random::SingleSampleAdapter<PhiloxRandom> single(numbers);
    return (*distribution)(&single);
  } else {
    return (*distribution)(numbers);
  }
}

// Groups of elements are what one call of the distribution gives; the last may be cut off.
template <class Distribution>
void Fill(OpKernelContext* context, const PhiloxRandom& start, Distribution distribution,
          Tensor* tensor) {
  using T = typename Distribution::ResultElementType;
  constexpr int64_t kGroup = Distribution::kResultElementCount;
  constexpr double kGroupNs = PhiloxRandom::kElementCost + kGroup * Distribution::kElementCost;
  T* const out = static_cast<T*>(tensor->data());
  const int64_t size = tensor->NumElements();
  const int64_t groups = (size + kGroup - 1) / kGroup;
  ShardElements(context, groups, kGroupNs, [=](int64_t begin, int64_t end) {
    Distribution own = distribution;
    for (int64_t group = begin; group < end; ++group) {
      PhiloxRandom numbers = start;
      numbers.Skip(static_cast<uint64_t>(group * DrawsOfAGroup<Distribution>()));
      const auto values = NextGroup(&own, &numbers);
      const int64_t count = std::min(kGroup, size - group * kGroup);
      for (int64_t i = 0; i < count; ++i) out[group * kGroup + i] = values[static_cast<int>(i)];
    }
  });
}

template <typename T>
void FillFloats(OpKernelContext* context, RandomKind kind, const PhiloxRandom& numbers,
                Tensor* out) {
  using Single = random::SingleSampleAdapter<PhiloxRandom>;
  switch (kind) {
    case RandomKind::kUniform:
      return Fill(context, numbers, random::UniformDistribution<PhiloxRandom, T>(), out);
    case RandomKind::kNormal:
      return Fill(context, numbers, random::NormalDistribution<PhiloxRandom, T>(), out);
    default:
      return Fill(context, numbers, random::TruncatedNormalDistribution<Single, T>(), out);
  }
}

}  // namespace

void FillRandom(OpKernelContext* context, RandomKind kind, const PhiloxRandom& numbers,
                Tensor* out) {
  switch (out->dtype()) {
    case DT_HALF:
      return FillFloats<half>(context, kind, numbers, out);
    case DT_BFLOAT16:
      return FillFloats<bfloat16>(context, kind, numbers, out);
    case DT_FLOAT:
      return FillFloats<float>(context, kind, numbers, out);
    case DT_DOUBLE:
      return FillFloats<double>(context, kind, numbers, out);
    case DT_INT32:
    case DT_UINT32:
      return Fill(context, numbers, random::UniformFullIntDistribution<PhiloxRandom, int32_t>(),
                  out);
    default:
      return Fill(context, numbers, random::UniformFullIntDistribution<PhiloxRandom, int64_t>(),
                  out);
  }
}

void FillRandomRange(OpKernelContext* context, const PhiloxRandom& numbers, int64_t lo, int64_t hi,
                     Tensor* out) {
  if (out->dtype() == DT_INT32) {
    const auto lo32 = static_cast<int32_t>(lo), hi32 = static_cast<int32_t>(hi);
    Fill(context, numbers, random::UniformDistribution<PhiloxRandom, int32_t>(lo32, hi32), out);
  } else {
    Fill(context, numbers, random::UniformDistribution<PhiloxRandom, int64_t>(lo, hi), out);
  }
}

}  // namespace opgraft_internal
