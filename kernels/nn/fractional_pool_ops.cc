// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// FractionalMaxPool and FractionalAvgPool: windows of two neighbouring sizes, in an order that is
// drawn (Graham, "Fractional Max-Pooling", 2014). Numbers are taken in
// TensorFlow's order.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/fractional_windows.h"

namespace opgraft_internal {
namespace {

// The sizes of `count` windows that take all of `length`, by one random number: a_i = ceil(alpha *
// (i + u)), where u is so small that no window gets a third size.
Cuts DrawRegular(int64_t length, int64_t count, random::PhiloxRandom* numbers) {
  const double alpha = static_cast<double>(length) / static_cast<double>(count);
  const int64_t k = length / count;
  const double most =
      std::min(static_cast<double>(k + 2) / alpha - 1,
               static_cast<double>(length + 1 - k) / alpha - static_cast<double>(count - 1));
  const auto draw = (*numbers)();
  const double u = random::Uint64ToDouble(draw[0], draw[1]) * most;
  Cuts cuts = {0};
  for (int64_t i = 1; i < count; ++i)
    cuts.push_back(static_cast<int64_t>(std::ceil(alpha * (static_cast<double>(i) + u))) - 1);
  cuts.push_back(length);
  return cuts;
}

// The same in any order: all that are larger by one, then the others, shuffled.
Cuts DrawShuffled(int64_t length, int64_t count, random::PhiloxRandom* numbers) {
  std::vector<int64_t> sizes(static_cast<size_t>(count), length / count);
  std::for_each_n(sizes.begin(), length % count, [](int64_t& size) { ++size; });
  random::PhiloxRandom::ResultType draw;
  for (int64_t i = 0; i + 1 < count; ++i) {
    if (i % 4 == 0) draw = (*numbers)();
    const int64_t step = draw[static_cast<int>(i % 4)] % static_cast<uint32_t>(count - i);
    std::swap(sizes[static_cast<size_t>(i)], sizes[static_cast<size_t>(i + step)]);
  }
  Cuts cuts = {0};
  for (const int64_t size : sizes) cuts.push_back(cuts.back() + size);
  return cuts;
}

struct MaxRule {
  static constexpr bool kIsMean = false;
  template <typename T>
  static T First() {
    return std::numeric_limits<T>::lowest();
  }
  template <typename T>
  static void Join(T value, T* joined) {
    if (value > *joined) *joined = value;
  }
};
struct MeanRule {
  static constexpr bool kIsMean = true;
  template <typename T>
  static T First() {
    return T{0};
  }
  template <typename T>
  static void Join(T value, T* joined) {
    using Sum = typename WrappingSum<T>::Type;
    *joined = static_cast<T>(static_cast<Sum>(*joined) + static_cast<Sum>(value));
  }
};

template <typename T, class Rule>
class FractionalPoolOp : public OpKernel {
 public:
  explicit FractionalPoolOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("pooling_ratio", &ratios_));
    OP_REQUIRES_OK(context, context->GetAttr("pseudo_random", &is_regular_));
    OP_REQUIRES_OK(context, context->GetAttr("overlapping", &overlapping_));
    OP_REQUIRES_OK(context, context->GetAttr("deterministic", &is_same_each_time_));
    OP_REQUIRES_OK(context, context->GetAttr("seed", &seeds_[0]));
    OP_REQUIRES_OK(context, context->GetAttr("seed2", &seeds_[1]));
    OP_REQUIRES_OK(context, Check());
    const bool has_seeds = seeds_[0] != 0 || seeds_[1] != 0;
    if (is_same_each_time_ && !has_seeds) {
      for (int64_t& seed : seeds_) seed = static_cast<int64_t>(random::New64());
    }
    numbers_.Init(0, 0);
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Windows windows;
    OP_REQUIRES_OK(context, FindShapes(input.shape(), &windows));
    const int64_t rows = windows.out.dim_size(1), cols = windows.out.dim_size(2);
    random::PhiloxRandom numbers(static_cast<uint64_t>(seeds_[0]),
                                 static_cast<uint64_t>(seeds_[1]));
    if (!is_same_each_time_) numbers = numbers_.ReserveSamples32(rows + cols + 8);
    windows.rows = Draw(windows.in.dim_size(1), rows, &numbers);
    windows.cols = Draw(windows.in.dim_size(2), cols, &numbers);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, windows.out, &output));
    OP_REQUIRES_OK(context, PutCuts(context, 1, windows.rows));
    OP_REQUIRES_OK(context, PutCuts(context, 2, windows.cols));
    Pool(context, windows, static_cast<const T*>(input.data()), static_cast<T*>(output->data()));
  }

 private:
  absl::Status Check() const {
    if (ratios_.size() != kPoolDims)
      return absl::InvalidArgumentError("pooling_ratio field must specify 4 dimensions");
    for (const float ratio : ratios_) {
      if (ratio >= 1) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("pooling_ratio cannot be smaller than 1, got: ", ratio));
    }
    if (ratios_[0] != 1 || ratios_[3] != 1) {
      return absl::UnimplementedError(
          "Fractional pooling is not yet supported on the batch nor channel dimension.");
    }
    if (is_same_each_time_ || (seeds_[0] == 0 && seeds_[1] == 0)) return absl::OkStatus();
    return absl::InvalidArgumentError("Both seed and seed2 should be 0 if deterministic is false.");
  }

  absl::Status FindShapes(const TensorShape& input, Windows* windows) const {
    if (input.dims() != kPoolDims)
      return absl::InvalidArgumentError("tensor_in must be 4-dimensional");
    windows->in = input;
    windows->overlapping = overlapping_;
    for (int d = 0; d < kPoolDims; ++d) {
      const float ratio = ratios_[static_cast<size_t>(d)];
      const float size = std::floor(static_cast<float>(input.dim_size(d)) / ratio);
      if (size < 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("Pooling ratio is higher than input dimension size for dimension ", d,
                         ". Input dim size: ", input.dim_size(d), " pooling ratio: ", ratio));
      }
      windows->out.AddDim(std::min(static_cast<int64_t>(size), input.dim_size(d)));
    }
    return absl::OkStatus();
  }

  // As many draws as TensorFlow sets aside, whatever they are used for.
  Cuts Draw(int64_t length, int64_t count, random::PhiloxRandom* numbers) const {
    random::PhiloxRandom own = *numbers;
    constexpr int64_t kForRegular = 2;
    numbers->Skip(static_cast<uint64_t>(((is_regular_ ? kForRegular : count) + 3) / 4));
    return is_regular_ ? DrawRegular(length, count, &own) : DrawShuffled(length, count, &own);
  }

  static absl::Status PutCuts(OpKernelContext* context, int index, const Cuts& cuts) {
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_output(index, TensorShape({static_cast<int64_t>(cuts.size())}), &output));
    std::copy(cuts.begin(), cuts.end(), static_cast<int64_t*>(output->data()));
    return absl::OkStatus();
  }

  static void Pool(OpKernelContext* context, const Windows& windows, const T* from, T* to) {
    const int64_t channels = windows.channels(), columns = windows.out.dim_size(2);
    const int64_t in_a_row = windows.in.num_elements() /
                             std::max<int64_t>(1, windows.in.dim_size(0) * windows.out.dim_size(1));
    const auto pool = [&](int64_t begin, int64_t end) {
      std::fill(to + begin * columns * channels, to + end * columns * channels,
                Rule::template First<T>());
      windows.ForEach(begin, end, [&](int64_t out, int64_t in) {
        for (int64_t c = 0; c < channels; ++c)
          Rule::Join(from[in * channels + c], to + out * channels + c);
      });
      for (int64_t out = begin * columns; Rule::kIsMean && out < end * columns; ++out) {
        const auto size = static_cast<T>(windows.SizeOf(out));
        for (int64_t c = 0; c < channels; ++c) to[out * channels + c] /= size;
      }
    };
    ShardElements(context, windows.out.dim_size(0) * windows.out.dim_size(1),
                  static_cast<double>(2 * in_a_row), pool);
  }

  std::vector<float> ratios_;
  bool is_regular_ = false;
  bool overlapping_ = false;
  bool is_same_each_time_ = false;
  int64_t seeds_[2] = {};
  GuardedPhiloxRandom numbers_;
};

#define REGISTER_AS(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER(T)                                                 \
  REGISTER_AS("FractionalMaxPool", T, FractionalPoolOp<T, MaxRule>) \
  REGISTER_AS("FractionalAvgPool", T, FractionalPoolOp<T, MeanRule>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal
