// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/ragged/row_splits.h"

namespace opgraft_internal {
namespace {

// How many of start, start + delta, ... are before limit. False if int64 cannot count them, or they
// are no numbers.
template <typename T>
bool RangeLength(T start, T limit, T delta, int64_t* length) {
  *length = 0;
  if (delta > 0 ? start >= limit : start <= limit) return true;
  if constexpr (std::is_integral<T>::value) {
    const uint64_t distance = delta > 0
                                  ? static_cast<uint64_t>(limit) - static_cast<uint64_t>(start)
                                  : static_cast<uint64_t>(start) - static_cast<uint64_t>(limit);
    const uint64_t step =
        delta > 0 ? static_cast<uint64_t>(delta) : uint64_t{0} - static_cast<uint64_t>(delta);
    const uint64_t count = (distance - 1) / step + 1;
    *length = static_cast<int64_t>(count);
    return *length >= 0;
  } else {
    const double count = std::ceil(static_cast<double>(std::abs((limit - start) / delta)));
    if (!(count < 9.2e18)) return false;
    *length = static_cast<int64_t>(count);
    return true;
  }
}

// A row of equally distant numbers for each start, limit and delta; scalars are taken for all rows.
template <typename T>
class RaggedRangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const T* numbers[3];
    int64_t steps[3];
    int64_t rows = 1;
    OP_REQUIRES_OK(context, ReadInputs(context, numbers, steps, &rows));
    RowSplits splits = {0};
    for (int64_t row = 0; row < rows; ++row) {
      const T delta = numbers[2][row * steps[2]];
      int64_t length = 0;
      OP_REQUIRES(context, delta != 0, absl::InvalidArgumentError("Requires delta != 0"));
      OP_REQUIRES(
          context,
          RangeLength(numbers[0][row * steps[0]], numbers[1][row * steps[1]], delta, &length) &&
              !__builtin_add_overflow(splits.back(), length, &length),
          absl::InvalidArgumentError(absl::StrCat(
              "Requires ((limit - start) / delta) to be a number that int64 holds, for ",
              "all rows together; row ", row, " has not")));
      splits.push_back(length);
    }
    OP_REQUIRES_OK(context, SetIndexOutput(context, 0, splits));
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({splits.back()}), &values));
    T* to = static_cast<T*>(values->data());
    for (int64_t row = 0; row < rows; ++row) {
      const size_t k = static_cast<size_t>(row);
      T value = numbers[0][row * steps[0]];
      for (int64_t i = splits[k]; i < splits[k + 1]; ++i) {
        *to++ = value;
        value = Add(value, numbers[2][row * steps[2]]);
      }
    }
  }

 private:
  // The last sum of a row may be beyond what the type holds; it is not used.
  static T Add(T a, T b) {
    if constexpr (std::is_integral<T>::value) {
      return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    } else {
      return a + b;
    }
  }

  static absl::Status ReadInputs(OpKernelContext* context, const T** numbers, int64_t* steps,
                                 int64_t* rows) {
    bool has_rows = false;
    for (int i = 0; i < 3; ++i) {
      const Tensor& input = context->input(i);
      numbers[i] = static_cast<const T*>(input.data());
      steps[i] = input.dims();
      if (input.dims() == 0) continue;
      if (input.dims() != 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("starts, limits and deltas must be scalars or vectors, got shape ",
                         input.shape().DebugString()));
      }
      if (has_rows && input.NumElements() != *rows) {
        return absl::InvalidArgumentError(
            absl::StrCat("starts, limits, and deltas must have the same shape; got ", *rows,
                         " and ", input.NumElements(), " elements"));
      }
      *rows = input.NumElements();
      has_rows = true;
    }
    return absl::OkStatus();
  }
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("RaggedRange").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          RaggedRangeOp<T>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
