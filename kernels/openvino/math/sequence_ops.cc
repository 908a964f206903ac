// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Range and Eye: numbers that follow a rule.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/arithmetic_sequence.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

template <typename T>
inline constexpr bool kIsNumber = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) ||
                                  std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

template <typename T>
void FillWith(const ArithmeticSequence& sequence, T* to) {
  for (int64_t i = 0; i < sequence.size(); ++i) {
    if constexpr (std::is_integral_v<T>) {
      to[i] = static_cast<T>(sequence.IntegerAt(i));
    } else {
      to[i] = static_cast<T>(sequence.FloatAt(i));
    }
  }
}

class RangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const auto sequence = ArithmeticSequence::Make(context->input(0), context->input(1),
                                                   context->input(2), output_type(0));
    OP_REQUIRES_OK(context, sequence.status());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({sequence->size()}), &out));
    VisitType(output_type(0), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (kIsNumber<T>) FillWith(*sequence, static_cast<T*>(out->data()));
    });
  }
};

// Matrices with ones on a diagonal: inputs rows, columns, which diagonal, and perhaps the
// dimensions in front.
class EyeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    int64_t numbers[3];
    for (int i = 0; i < 3; ++i) {
      const Tensor& input = context->input(i);
      OP_REQUIRES(context, input.NumElements() == 1,
                  absl::InvalidArgumentError(absl::StrCat("input ", i, " must be one number, not ",
                                                          input.shape().DebugString())));
      numbers[i] = IndexAt(input, 0);
    }
    TensorShape shape;
    OP_REQUIRES_OK(context, FindShape(context, numbers[0], numbers[1], &shape));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    std::memset(out->data(), 0, out->TotalBytes());
    VisitType(output_type(0), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (kIsNumber<T>)
        PutOnes(numbers, out->NumElements(), static_cast<T*>(out->data()));
    });
  }

 private:
  static absl::Status FindShape(OpKernelContext* context, int64_t rows, int64_t columns,
                                TensorShape* shape) {
    IndexValues sizes;
    if (context->num_inputs() > 3) sizes = ReadIndices(context->input(3));
    sizes.push_back(rows);
    sizes.push_back(columns);
    return TensorShape::BuildTensorShape(sizes, shape);
  }

  template <typename T>
  static void PutOnes(const int64_t (&numbers)[3], int64_t elements, T* to) {
    const int64_t rows = numbers[0], columns = numbers[1];
    // Farther away there is nothing of the diagonal.
    const int64_t diagonal = std::max(-rows, std::min(numbers[2], columns));
    for (int64_t matrix = 0; matrix < elements; matrix += rows * columns) {
      for (int64_t row = std::max<int64_t>(0, -diagonal); row < rows && row + diagonal < columns;
           ++row) {
        to[matrix + row * columns + row + diagonal] = T(1);
      }
    }
  }
};

#define INPUTS(first, second, third) HostMemory(first).HostMemory(second).HostMemory(third)
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Range").Device(DEVICE_CPU).INPUTS("start", "stop", "step"),
                        RangeOp);
REGISTER_KERNEL_BUILDER(
    Name("OpenVINO>Eye").Device(DEVICE_CPU).INPUTS("num_rows", "num_columns", "diagonal_index"),
    EyeOp);
#undef INPUTS

}  // namespace
}  // namespace opgraft_internal
