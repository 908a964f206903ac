// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <numeric>
#include <utility>

#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// An order of Fisher and Yates, from the front: each place takes one of those that are left. A
// remainder is not quite uniform, but TensorFlow's.
void MakeRandomOrder(random::PhiloxRandom numbers, absl::Span<int64_t> order) {
  random::SingleSampleAdapter<random::PhiloxRandom> next(&numbers);
  std::iota(order.begin(), order.end(), int64_t{0});
  for (size_t i = 0; i + 1 < order.size(); ++i) {
    const auto left = static_cast<uint32_t>(order.size() - i);
    const uint32_t number = next();
    // 2^32 of them, or a multiple, are 0 here: every number is below.
    std::swap(order[i], order[i + (left == 0 ? number : number % left)]);
  }
}

// Moves the parts along the first dimension, of any dtype.
template <class Source>
class ShuffleOp : public OpKernel {
 public:
  explicit ShuffleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const bool moves = in.NumElements() > 1 && in.dim_size(0) > 1;
    random::PhiloxRandom numbers;
    // What draws nothing must not move the counter of a request.
    if (moves || Source::kInputs > 0) {
      const int64_t draws = moves ? (in.dim_size(0) + 2) / 4 : 0;
      OP_REQUIRES_OK(context, source_.Reserve(context, 1, draws, &numbers));
    }
    if (!moves) return context->set_output(0, in);
    Tensor* out = nullptr;
    Tensor order;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    OP_REQUIRES_OK(context,
                   context->allocate_temp(DT_INT64, TensorShape({in.dim_size(0)}), &order));
    const auto places =
        absl::MakeSpan(static_cast<int64_t*>(order.data()), static_cast<size_t>(in.dim_size(0)));
    MakeRandomOrder(numbers, places);
    MoveParts(in, places, out);
  }

 private:
  static void MoveParts(const Tensor& in, absl::Span<const int64_t> places, Tensor* out) {
    const int64_t part = in.NumElements() / in.dim_size(0);
    WithRuns(in.dtype(), part, [&](auto elements, int64_t run) {
      using E = decltype(elements);
      const int64_t bytes = run * E::kSize;
      const char* const from = static_cast<const char*>(in.data());
      char* to = static_cast<char*>(out->data());
      for (const int64_t place : places) {
        E::CopyRun(from + place * bytes, to, run);
        to += bytes;
      }
    });
  }

  Source source_;
};

#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("RandomShuffle").Device(DEVICE_CPU).TypeConstraint<T>("T"),    \
                          ShuffleOp<SeededSource>);                                           \
  REGISTER_KERNEL_BUILDER(Name("StatelessShuffle").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ShuffleOp<KeySource>);
TF_CALL_ALL_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
