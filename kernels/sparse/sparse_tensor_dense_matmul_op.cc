// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <complex>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

template <typename T>
T Conjugate(T value) {
  if constexpr (std::is_arithmetic<T>::value) {
    return value;
  } else {
    return std::conj(value);
  }
}

// One element of the sparse matrix.
struct Entry {
  int64_t row;
  int64_t inner;
};

// The sum over the entries of a row of the sparse matrix times rows of the dense one. Types without
// arithmetic of their own are computed as floats, and rounded once.
class SparseTensorDenseMatMulOp : public OpKernel {
 public:
  explicit SparseTensorDenseMatMulOp(OpKernelConstruction* context)
      : OpKernel(context), compute_(ComputeTypeOf(input_type(1))) {
    OP_REQUIRES_OK(context, context->GetAttr("adjoint_a", &adjoint_a_));
    OP_REQUIRES_OK(context, context->GetAttr("adjoint_b", &adjoint_b_));
  }

  void Compute(OpKernelContext* context) override {
    int64_t rows = 0, inner = 0;
    OP_REQUIRES_OK(context, ReadShapes(context, &rows, &inner));
    std::vector<Entry> entries;
    OP_REQUIRES_OK(context, ReadEntries(context->input(0), rows, inner, &entries));
    Tensor dense, values, sums;
    OP_REQUIRES_OK(context, PrepareDense(context, &dense));
    OP_REQUIRES_OK(context, ToCompute(context, context->input(1), &values));
    const TensorShape shape({rows, dense.dim_size(1)});
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    sums = *output;
    if (compute_ != output->dtype())
      OP_REQUIRES_OK(context, context->allocate_temp(compute_, shape, &sums));
    VisitType(compute_, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_same<T, float>::value || std::is_same<T, double>::value ||
                    std::is_same<T, int32>::value || std::is_same<T, complex64>::value ||
                    std::is_same<T, complex128>::value) {
        Multiply<T>(context, entries, values, dense, rows, static_cast<T*>(sums.data()));
      }
    });
    if (compute_ != output->dtype())
      CastFunction(compute_, output->dtype()).Run(sums.data(), output->data(), sums.NumElements());
  }

 private:
  // `*rows` and `*inner` are of the sparse matrix as it is multiplied.
  absl::Status ReadShapes(OpKernelContext* context, int64_t* rows, int64_t* inner) const {
    const Tensor& indices = context->input(0);
    const Tensor& values = context->input(1);
    const Tensor& shape = context->input(2);
    const Tensor& dense = context->input(3);
    if (indices.dims() != 2 || indices.dim_size(1) != 2 || values.dims() != 1 ||
        values.dim_size(0) != indices.dim_size(0) || shape.dims() != 1 ||
        shape.NumElements() != 2) {
      return absl::InvalidArgumentError(absl::StrCat(
          "a must be a sparse matrix: indices of shape [n, 2], n values and a shape of 2 elements, "
          "got shapes ",
          indices.shape().DebugString(), ", ", values.shape().DebugString(), " and ",
          shape.shape().DebugString()));
    }
    if (dense.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("Tensor 'b' is not a matrix: its shape is ", dense.shape().DebugString()));
    }
    const int64_t* const sizes = static_cast<const int64_t*>(shape.data());
    *rows = sizes[adjoint_a_ ? 1 : 0];
    *inner = sizes[adjoint_a_ ? 0 : 1];
    if (*rows < 0 || *inner != dense.dim_size(adjoint_b_ ? 1 : 0)) {
      return absl::InvalidArgumentError(
          absl::StrCat("Cannot multiply A and B because inner dimension does not match: ", *inner,
                       " vs. ", dense.dim_size(adjoint_b_ ? 1 : 0), ", for ", *rows, " rows"));
    }
    return absl::OkStatus();
  }

  absl::Status ReadEntries(const Tensor& indices, int64_t rows, int64_t inner,
                           std::vector<Entry>* entries) const {
    entries->resize(static_cast<size_t>(indices.dim_size(0)));
    for (size_t i = 0; i < entries->size(); ++i) {
      Entry& entry = (*entries)[i];
      const int64_t place = 2 * static_cast<int64_t>(i);
      entry.row = IndexAt(indices, place + (adjoint_a_ ? 1 : 0));
      entry.inner = IndexAt(indices, place + (adjoint_a_ ? 0 : 1));
      if (entry.row >= 0 && entry.row < rows && entry.inner >= 0 && entry.inner < inner) continue;
      return absl::InvalidArgumentError(absl::StrCat("index [", IndexAt(indices, place), ",",
                                                     IndexAt(indices, place + 1), "] of element ",
                                                     i, " of a is out of bounds"));
    }
    return absl::OkStatus();
  }

  absl::Status ToCompute(OpKernelContext* context, const Tensor& tensor, Tensor* wide) const {
    *wide = tensor;
    if (compute_ == tensor.dtype()) return absl::OkStatus();
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(compute_, tensor.shape(), wide));
    CastFunction(tensor.dtype(), compute_).Run(tensor.data(), wide->data(), tensor.NumElements());
    return absl::OkStatus();
  }

  // The dense matrix in the type that computes, [inner, columns].
  absl::Status PrepareDense(OpKernelContext* context, Tensor* dense) const {
    Tensor given;
    OPGRAFT_RETURN_IF_ERROR(ToCompute(context, context->input(3), &given));
    *dense = given;
    if (!adjoint_b_) return absl::OkStatus();
    const int64_t rows = given.dim_size(0), columns = given.dim_size(1);
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(compute_, TensorShape({columns, rows}), dense));
    StridedCopy({{columns, 1, rows}, {rows, columns, 1}})
        .Run(compute_, given.data(), dense->data());
    if (compute_ == DT_COMPLEX64) ConjugateAll<complex64>(dense);
    if (compute_ == DT_COMPLEX128) ConjugateAll<complex128>(dense);
    return absl::OkStatus();
  }

  template <typename T>
  static void ConjugateAll(Tensor* tensor) {
    T* const values = static_cast<T*>(tensor->data());
    for (int64_t i = 0; i < tensor->NumElements(); ++i) values[i] = std::conj(values[i]);
  }

  // Threads share the columns: two entries may be of one row.
  template <typename T>
  void Multiply(OpKernelContext* context, const std::vector<Entry>& entries, const Tensor& values,
                const Tensor& dense, int64_t rows, T* sums) const {
    const int64_t columns = dense.dim_size(1);
    const T* const value = static_cast<const T*>(values.data());
    const T* const from = static_cast<const T*>(dense.data());
    const double column_ns = 0.5 * static_cast<double>(rows) + static_cast<double>(entries.size());
    ShardElements(context, columns, column_ns, [&](int64_t begin, int64_t end) {
      for (int64_t row = 0; row < rows; ++row)
        std::fill(sums + row * columns + begin, sums + row * columns + end, T(0));
      for (size_t i = 0; i < entries.size(); ++i) {
        const T factor = adjoint_a_ ? Conjugate(value[i]) : value[i];
        const T* const in = from + entries[i].inner * columns;
        T* const sum = sums + entries[i].row * columns;
        for (int64_t c = begin; c < end; ++c) sum[c] = AddProduct(sum[c], factor, in[c]);
      }
    });
  }

  // Integers wrap round.
  template <typename T>
  static T AddProduct(T sum, T a, T b) {
    if constexpr (std::is_integral<T>::value) {
      using Unsigned = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<Unsigned>(sum) +
                            static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
    } else {
      return sum + a * b;
    }
  }

  const DataType compute_;
  bool adjoint_a_ = false;
  bool adjoint_b_ = false;
};

#define REGISTER(T)                                                              \
  REGISTER_KERNEL_BUILDER(                                                       \
      Name("SparseTensorDenseMatMul").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      SparseTensorDenseMatMulOp)
TF_CALL_int32(REGISTER);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
