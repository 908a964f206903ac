// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/core/util/sparse/dim_comparator.h"
#include "tensorflow/core/util/sparse/group_iterator.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace sparse {

// A tensor of which only some elements are given: row i of `indices` (int64 [n, rank]) says where
// element i of `values` ([n]) stands. `order` is that of the rows: the dimension that changes
// slowest first; -1s if it is not known. Shares the tensors' buffers. Thread-compatible.
class SparseTensor {
 public:
  using VarDimArray = absl::Span<const int64_t>;
  using ShapeArray = absl::InlinedVector<int64_t, 8UL>;

  // INVALID_ARGUMENT unless the three fit together.
  static absl::Status Create(Tensor indices, Tensor values, VarDimArray shape, VarDimArray order,
                             SparseTensor* result) {
    if (indices.dtype() != DT_INT64) {
      return errors::InvalidArgument("indices must be type int64 but got: ",
                                     DataTypeString(indices.dtype()));
    }
    if (!TensorShapeUtils::IsMatrix(indices.shape())) {
      return errors::InvalidArgument("indices must be a matrix, but got: ",
                                     indices.shape().DebugString());
    }
    if (!TensorShapeUtils::IsVector(values.shape())) {
      return errors::InvalidArgument("vals must be a vec, but got: ", values.shape().DebugString());
    }
    if (indices.dim_size(0) != values.dim_size(0)) {
      return errors::InvalidArgument("indices and values rows (indexing dimension) must match. (",
                                     "indices = ", indices.dim_size(0),
                                     ", values = ", values.dim_size(0), ")");
    }
    const auto rank = static_cast<size_t>(indices.dim_size(1));
    if (order.size() != rank)
      return errors::InvalidArgument("Order length must be SparseTensor rank.");
    if (shape.size() != rank) {
      return errors::InvalidArgument("Shape rank must be SparseTensor rank.");
    }
    *result = SparseTensor(std::move(indices), std::move(values), shape, order);
    return absl::OkStatus();
  }
  static absl::Status Create(Tensor indices, Tensor values, VarDimArray shape,
                             SparseTensor* result) {
    const ShapeArray order(shape.size(), -1);
    return Create(std::move(indices), std::move(values), shape, order, result);
  }
  static absl::Status Create(Tensor indices, Tensor values, const TensorShape& shape,
                             SparseTensor* result) {
    return Create(std::move(indices), std::move(values), shape.sizes(), result);
  }
  static absl::Status Create(Tensor indices, Tensor values, const TensorShape& shape,
                             VarDimArray order, SparseTensor* result) {
    return Create(std::move(indices), std::move(values), shape.sizes(), order, result);
  }

  SparseTensor() = default;

  size_t num_entries() const { return static_cast<size_t>(indices_.dim_size(0)); }
  int dims() const { return static_cast<int>(shape_.size()); }
  const Tensor& indices() const { return indices_; }
  const Tensor& values() const { return values_; }
  DataType dtype() const { return values_.dtype(); }
  VarDimArray shape() const { return shape_; }
  VarDimArray order() const { return order_; }

  // INVALID_ARGUMENT, with the row, unless all are inside the shape, in order and there once.
  absl::Status IndicesValid() const {
    if (std::find(order_.begin(), order_.end(), -1) != order_.end()) {
      return errors::FailedPrecondition(
          "Order was not provided.  Provide an order at construction time or run ReorderInPlace");
    }
    const auto ix = indices_.matrix<int64_t>();
    for (int64_t row = 0; row < ix.dimension(0); ++row) {
      for (int d = 0; d < dims(); ++d) {
        if (!FastBoundsCheck(ix(row, d), shape_[static_cast<size_t>(d)]))
          return errors::InvalidArgument(RowText(row), " is out of bounds: need 0 <= index < [",
                                         absl::StrJoin(shape_, ","), "]");
      }
      const int order = row == 0 ? -1 : Compare(row - 1, row);
      if (order == 0) return errors::InvalidArgument(RowText(row), " is repeated");
      if (order > 0) return errors::InvalidArgument(RowText(row), " is out of order");
    }
    return absl::OkStatus();
  }

  // The rows group by group. REQUIRES: they are in the order of these dimensions.
  GroupIterable group(VarDimArray group_dims) const {
    return GroupIterable(indices_, values_, dims(), group_dims);
  }

  // Sorts the rows, in buffers of its own.
  template <typename T>
  void Reorder(VarDimArray order) {
    CHECK_EQ(DataTypeToEnum<T>::v(), dtype()) << "Reorder requested with the wrong datatype";
    CHECK_EQ(order.size(), order_.size()) << "Order length must be SparseTensor rank";
    order_.assign(order.begin(), order.end());
    std::vector<int64_t> rows(num_entries());
    std::iota(rows.begin(), rows.end(), 0);
    std::sort(rows.begin(), rows.end(), [this](int64_t a, int64_t b) { return Compare(a, b) < 0; });
    Tensor indices(DT_INT64, indices_.shape()), values(dtype(), values_.shape());
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto to = static_cast<int64_t>(i);
      for (int d = 0; d < dims(); ++d)
        indices.matrix<int64_t>()(to, d) = indices_.matrix<int64_t>()(rows[i], d);
      values.vec<T>()(to) = values_.vec<T>()(rows[i]);
    }
    indices_ = std::move(indices);
    values_ = std::move(values);
  }

  // Writes the values into `*out`, zeros first if `initialize`. False if the type or the shape does
  // not fit, or an index is out of bounds.
  template <typename T>
  bool ToDense(Tensor* out, bool initialize = true) {
    if (out->dtype() != DataTypeToEnum<T>::v() || out->dims() != dims()) return false;
    for (int d = 0; d < dims(); ++d) {
      if (out->dim_size(d) < shape_[static_cast<size_t>(d)]) return false;
    }
    auto dense = out->flat<T>();
    if (initialize) std::fill_n(dense.data(), dense.size(), T());
    const auto ix = indices_.matrix<int64_t>();
    for (int64_t row = 0; row < ix.dimension(0); ++row) {
      int64_t at = 0;
      for (int d = 0; d < dims(); ++d) {
        if (!FastBoundsCheck(ix(row, d), out->dim_size(d))) return false;
        at = at * out->dim_size(d) + ix(row, d);
      }
      dense(at) = values_.vec<T>()(row);
    }
    return true;
  }

  // The part from `start`, `size` large, with indices from there.
  template <typename T>
  static absl::StatusOr<SparseTensor> Slice(const SparseTensor& tensor, VarDimArray start,
                                            VarDimArray size) {
    const auto dims = static_cast<size_t>(tensor.dims());
    if (start.size() != dims || size.size() != dims)
      return errors::InvalidArgument("start and size must have the rank of the SparseTensor");
    ShapeArray shape;
    for (size_t d = 0; d < dims; ++d)
      shape.push_back(std::max<int64_t>(0, std::min(size[d], tensor.shape_[d] - start[d])));
    const auto ix = tensor.indices_.matrix<int64_t>();
    std::vector<int64_t> rows;
    for (int64_t row = 0; row < ix.dimension(0); ++row) {
      bool inside = true;
      for (size_t d = 0; d < dims; ++d) {
        const int64_t at = ix(row, static_cast<int64_t>(d)) - start[d];
        inside = inside && at >= 0 && at < shape[d];
      }
      if (inside) rows.push_back(row);
    }
    const auto n = static_cast<int64_t>(rows.size());
    Tensor indices(DT_INT64, {n, tensor.dims()}), values(tensor.dtype(), {n});
    for (int64_t i = 0; i < n; ++i) {
      const int64_t row = rows[static_cast<size_t>(i)];
      for (size_t d = 0; d < dims; ++d) {
        const auto column = static_cast<int64_t>(d);
        indices.matrix<int64_t>()(i, column) = ix(row, column) - start[d];
      }
      values.vec<T>()(i) = tensor.values_.vec<T>()(row);
    }
    SparseTensor result;
    TF_RETURN_IF_ERROR(
        Create(std::move(indices), std::move(values), shape, tensor.order_, &result));
    return result;
  }

  // The sizes of these dimensions.
  ShapeArray PickDims(VarDimArray which) const {
    ShapeArray picked;
    for (const int64_t d : which) picked.push_back(shape_[static_cast<size_t>(d)]);
    return picked;
  }

 private:
  SparseTensor(Tensor indices, Tensor values, VarDimArray shape, VarDimArray order)
      : indices_(std::move(indices)),
        values_(std::move(values)),
        shape_(shape.begin(), shape.end()),
        order_(order.begin(), order.end()) {}

  // Negative, 0 or positive as row `a` stands before `b`, at the same place, or behind.
  int Compare(int64_t a, int64_t b) const {
    const auto ix = indices_.matrix<int64_t>();
    for (const int64_t d : order_) {
      if (ix(a, d) != ix(b, d)) return ix(a, d) < ix(b, d) ? -1 : 1;
    }
    return 0;
  }
  std::string RowText(int64_t row) const {
    const Tensor indices = indices_.SubSlice(row);
    return absl::StrCat("indices[", row, "] = [", absl::StrJoin(*indices.TryFlat<int64_t>(), ","),
                        "]");
  }

  Tensor indices_{DT_INT64, TensorShape({0, 0})};
  Tensor values_;
  ShapeArray shape_;
  ShapeArray order_;
};

}  // namespace sparse
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_SPARSE_TENSOR_H_
