// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BCAST_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BCAST_H_

#include <algorithm>
#include <utility>
#include <vector>

#include "Eigen/Core"
#include "framework/tensor/tensor_types.h"
#include "framework/types/tensor_shape.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/opgraft_namespace.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {

// How two shapes broadcast against each other, for Eigen: each is first reshaped and then repeated.
// Neighbouring dimensions that broadcast alike are one dimension; reverse order is not offered. A
// value.
class BCast {
 public:
  using Vec = absl::InlinedVector<int64_t, 4>;

  BCast(const Vec& x, const Vec& y, bool fewer_dims_optimization = true) {
    const size_t rank = std::max(x.size(), y.size());
    const auto at = [rank](const Vec& v, size_t i) {
      return i + v.size() < rank ? 1 : v[i + v.size() - rank];
    };
    int last_kind = -1;
    for (size_t i = 0; i < rank; ++i) {
      const int64_t dx = at(x, i), dy = at(y, i);
      if (dx != dy && dx != 1 && dy != 1) {
        valid_ = false;
        return;
      }
      const int64_t size = dx == 1 ? dy : dx;
      output_shape_.push_back(size);
      if (dx == 1) grad_x_reduce_.push_back(static_cast<int64_t>(i));
      if (dy == 1) grad_y_reduce_.push_back(static_cast<int64_t>(i));
      if (dx == 1 && dy == 1 && fewer_dims_optimization) continue;
      const int kind = dx == dy ? 0 : (dx == 1 ? 1 : 2);
      Append(fewer_dims_optimization && kind == last_kind, dx, dy, size);
      last_kind = kind;
    }
    if (result_shape_.empty()) Append(false, 1, 1, 1);
  }

  bool IsValid() const { return valid_; }
  bool IsBroadcastingRequired() const { return broadcasting_; }
  const Vec& x_reshape() const { return x_reshape_; }
  const Vec& x_bcast() const { return x_bcast_; }
  const Vec& y_reshape() const { return y_reshape_; }
  const Vec& y_bcast() const { return y_bcast_; }
  const Vec& result_shape() const { return result_shape_; }
  const Vec& output_shape() const { return output_shape_; }
  const Vec& grad_x_reduce_idx() const { return grad_x_reduce_; }
  const Vec& grad_y_reduce_idx() const { return grad_y_reduce_; }

  static Vec FromShape(const TensorShape& shape) {
    return Vec(shape.sizes().begin(), shape.sizes().end());
  }
  static TensorShape ToShape(const Vec& sizes) { return TensorShape(absl::MakeConstSpan(sizes)); }
  template <int NDIMS>
  static Eigen::array<Eigen::DenseIndex, NDIMS> ToIndexArray(const Vec& v) {
    Eigen::array<Eigen::DenseIndex, NDIMS> result{};
    for (size_t i = 0; i < NDIMS && i < v.size(); ++i) result[i] = v[i];
    return result;
  }

 private:
  void Append(bool to_last, int64_t dx, int64_t dy, int64_t size) {
    if (dx != dy) broadcasting_ = true;
    Put(to_last, &x_reshape_, dx);
    Put(to_last, &y_reshape_, dy);
    Put(to_last, &x_bcast_, dx == size ? 1 : size);
    Put(to_last, &y_bcast_, dy == size ? 1 : size);
    Put(to_last, &result_shape_, size);
  }
  static void Put(bool to_last, Vec* v, int64_t size) {
    if (to_last) {
      v->back() *= size;
    } else {
      v->push_back(size);
    }
  }

  bool valid_ = true;
  bool broadcasting_ = false;
  Vec x_reshape_, x_bcast_, y_reshape_, y_bcast_, result_shape_, output_shape_, grad_x_reduce_,
      grad_y_reduce_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_BCAST_H_
