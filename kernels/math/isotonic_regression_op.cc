// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// Neighbours that have one number: that which is least far from theirs.
template <typename T>
struct Pool {
  int64_t begin;
  int64_t end;
  T sum;
  T mean;
};

// The descending numbers that are least far from those of each row: pools of neighbours that ascend
// are joined, from the front (Best and Chakravarti, 1990).
template <typename From, typename To>
class IsotonicRegressionOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Tensor* output = nullptr;
    Tensor* segments = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    OP_REQUIRES_OK(context, context->allocate_output(1, input.shape(), &segments));
    if (input.NumElements() == 0) return;
    const int64_t n = input.dims() == 0 ? 1 : input.dim_size(input.dims() - 1);
    const auto* const from = static_cast<const From*>(input.data());
    auto* const to = static_cast<To*>(output->data());
    auto* const ids = static_cast<int32_t*>(segments->data());
    ShardElements(context, input.NumElements() / n, 10.0 * static_cast<double>(n),
                  [&](int64_t begin, int64_t end) {
                    std::vector<Pool<To>> pools;
                    for (int64_t row = begin; row < end; ++row)
                      Solve(from + row * n, n, &pools, to + row * n, ids + row * n);
                  });
  }

 private:
  static void Solve(const From* from, int64_t n, std::vector<Pool<To>>* pools, To* to,
                    int32_t* ids) {
    pools->clear();
    for (int64_t i = 0; i < n; ++i) {
      const To number = static_cast<To>(from[i]);
      pools->push_back({i, i + 1, number, number});
      while (pools->size() > 1 && pools->back().mean > (pools->end() - 2)->mean) {
        const Pool<To> last = pools->back();
        pools->pop_back();
        Pool<To>& joined = pools->back();
        joined.end = last.end;
        joined.sum = static_cast<To>(joined.sum + last.sum);
        joined.mean = static_cast<To>(joined.sum / Count(joined.end - joined.begin));
      }
    }
    int32_t id = 0;
    for (const Pool<To>& pool : *pools) {
      for (int64_t i = pool.begin; i < pool.end; ++i) {
        to[i] = pool.mean;
        ids[i] = id;
      }
      ++id;
    }
  }

  static To Count(int64_t count) {
    if constexpr (sizeof(To) == 2) {
      return static_cast<To>(static_cast<float>(count));
    } else {
      return static_cast<To>(count);
    }
  }
};

#define REGISTER(From, To)                                         \
  REGISTER_KERNEL_BUILDER(Name("IsotonicRegression")               \
                              .Device(DEVICE_CPU)                  \
                              .TypeConstraint<From>("T")           \
                              .TypeConstraint<To>("output_dtype"), \
                          IsotonicRegressionOp<From, To>)
#define REGISTER_SAME(T) REGISTER(T, T)
TF_CALL_half(REGISTER_SAME);
TF_CALL_bfloat16(REGISTER_SAME);
TF_CALL_float(REGISTER_SAME);
TF_CALL_double(REGISTER_SAME);
REGISTER(int8_t, float);
REGISTER(int16_t, float);
REGISTER(int32_t, double);
REGISTER(int64_t, double);
#undef REGISTER_SAME
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
