// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sums, products and logarithms of sums of exponentials that grow along a dimension.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kColumns = 256;

// Small integers would be promoted to int, which must not overflow.
template <typename T>
using Computed = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;

struct SumOp {
  template <typename T>
  static T First() {
    return T(0);
  }
  template <typename T>
  static T Join(T sum, T x) {
    return static_cast<T>(Computed<T>(sum) + Computed<T>(x));
  }
};

struct ProductOp {
  template <typename T>
  static T First() {
    return T(1);
  }
  template <typename T>
  static T Join(T product, T x) {
    return static_cast<T>(Computed<T>(product) * Computed<T>(x));
  }
};

// log(exp(a) + exp(b)) without overflow, of the smaller floats in float.
struct LogSumExpOp {
  template <typename T>
  static T First() {
    return -std::numeric_limits<T>::infinity();
  }
  template <typename T>
  static T Join(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      const T larger = a < b ? b : a;
      const T smaller = a < b ? a : b;
      if (larger == First<T>()) return larger;
      return larger + std::log1p(std::exp(smaller - larger));
    } else {
      return T(Join(static_cast<float>(a), static_cast<float>(b)));
    }
  }
};

// Where a block of columns lies: rows follow each other by `stride` elements, which is negative
// from the last row to the first.
struct Block {
  int64_t rows;
  int64_t columns;  // at most kColumns
  int64_t stride;
  bool exclusive;  // a row gives what was before it
};

using ScanLoop = void (*)(const Block& block, const void* in, void* out);

// Each sum is rounded to the element type, as TensorFlow's.
template <typename Op, typename T>
void Scan(const Block& block, const void* in_data, void* out_data) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  T joined[kColumns];
  std::fill_n(joined, block.columns, Op::template First<T>());
  for (int64_t row = 0; row < block.rows; ++row) {
    const T* from = in + row * block.stride;
    T* to = out + row * block.stride;
    if (block.exclusive) std::copy_n(joined, block.columns, to);
    for (int64_t c = 0; c < block.columns; ++c) joined[c] = Op::Join(joined[c], from[c]);
    if (!block.exclusive) std::copy_n(joined, block.columns, to);
  }
}

template <typename Op, typename... Ts>
ScanLoop PickScan(DataType dtype) {
  ScanLoop loop = nullptr;
  ((dtype == DataTypeToEnum<Ts>::value ? static_cast<void>(loop = &Scan<Op, Ts>)
                                       : static_cast<void>(0)),
   ...);
  return loop;
}

template <typename Op>
ScanLoop FindScan(DataType dtype) {
  return PickScan<Op, float, double, half, bfloat16, complex64, complex128, uint8_t, uint16_t,
                  uint32_t, uint64_t>(DataTypeIsInteger(dtype) ? UnsignedOfSizeOf(dtype) : dtype);
}
template <>
ScanLoop FindScan<LogSumExpOp>(DataType dtype) {
  return PickScan<LogSumExpOp, float, double, half, bfloat16>(dtype);
}

class ScanOpBase : public OpKernel {
 public:
  ScanOpBase(OpKernelConstruction* context, ScanLoop (*find)(DataType), double element_ns)
      : OpKernel(context), loop_(find(input_type(0))), element_ns_(element_ns) {
    OP_REQUIRES_OK(context, context->GetAttr("exclusive", &exclusive_));
    OP_REQUIRES_OK(context, context->GetAttr("reverse", &reverse_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    int axis = 0;
    OP_REQUIRES_OK(context, ReadAxis(in.dims(), context->input(1), &axis));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    if (out->NumElements() == 0) return;
    int64_t inner = 1;
    for (int d = axis + 1; d < in.dims(); ++d) inner *= in.dim_size(d);
    Run(context, in.dim_size(axis), inner, out);
  }

 private:
  static absl::Status ReadAxis(int rank, const Tensor& axis, int* out) {
    if (axis.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("ScanOp: axis must be a scalar, not ", axis.shape().DebugString()));
    }
    const int64_t given = IndexAt(axis, 0);
    if (given < -rank || given >= rank) {
      return absl::InvalidArgumentError(absl::StrCat("ScanOp: Expected scan axis in the range [",
                                                     -rank, ", ", rank, "), but got ", given));
    }
    *out = static_cast<int>(given < 0 ? given + rank : given);
    return absl::OkStatus();
  }

  void Run(OpKernelContext* context, int64_t rows, int64_t inner, Tensor* out) const {
    const char* from = static_cast<const char*>(context->input(0).data());
    char* to = static_cast<char*>(out->data());
    const int64_t outer = out->NumElements() / rows / inner;
    const int64_t blocks = (inner - 1) / kColumns + 1;
    const double block_elements =
        static_cast<double>(rows) * static_cast<double>(std::min(kColumns, inner));
    ShardElements(
        context, outer * blocks, 5 + element_ns_ * block_elements, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t column = i % blocks * kColumns;
            const int64_t first_row = i / blocks * rows + (reverse_ ? rows - 1 : 0);
            const int64_t offset = (first_row * inner + column) * element_size_;
            loop_({rows, std::min(kColumns, inner - column), reverse_ ? -inner : inner, exclusive_},
                  from + offset, to + offset);
          }
        });
  }

  const ScanLoop loop_;
  const double element_ns_;
  const int64_t element_size_ = DataTypeSize(input_type(0));
  bool exclusive_ = false;
  bool reverse_ = false;
};

template <typename Op, int kElementNs>
class ScanOp : public ScanOpBase {
 public:
  explicit ScanOp(OpKernelConstruction* context) : ScanOpBase(context, &FindScan<Op>, kElementNs) {}
};

#define REGISTER_SCAN(op, T, ...)                                                                \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("axis"), \
                          __VA_ARGS__);

#define REGISTER(T)                            \
  REGISTER_SCAN("Cumsum", T, ScanOp<SumOp, 1>) \
  REGISTER_SCAN("Cumprod", T, ScanOp<ProductOp, 1>)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_SCAN("CumulativeLogsumexp", T, ScanOp<LogSumExpOp, 20>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
