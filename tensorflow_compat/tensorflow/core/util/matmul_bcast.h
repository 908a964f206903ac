// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MATMUL_BCAST_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MATMUL_BCAST_H_

#include <memory>
#include <vector>

#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/util/bcast.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// How the dimensions before the last two of two batches of matrices broadcast.
class MatMulBCast {
 public:
  using Vec = BCast::Vec;

  MatMulBCast(const Vec& x, const Vec& y) {
    if (x.size() < 2 || y.size() < 2) return;
    batch_ = std::make_unique<BCast>(Vec(x.begin(), x.end() - 2), Vec(y.begin(), y.end() - 2));
    if (!batch_->IsValid()) return;
    x_size_ = BCast::ToShape(Vec(x.begin(), x.end() - 2)).num_elements();
    y_size_ = BCast::ToShape(Vec(y.begin(), y.end() - 2)).num_elements();
    shape_ = BCast::ToShape(batch_->output_shape());
    x_indices_ = IndicesOf(Vec(x.begin(), x.end() - 2));
    y_indices_ = IndicesOf(Vec(y.begin(), y.end() - 2));
  }

  bool IsValid() const { return batch_ != nullptr && batch_->IsValid(); }
  bool IsBroadcastingRequired() const { return IsValid() && batch_->IsBroadcastingRequired(); }
  int64_t output_batch_size() const { return shape_.num_elements(); }
  int64_t x_batch_size() const { return x_size_; }
  int64_t y_batch_size() const { return y_size_; }
  const TensorShape& output_batch_shape() const { return shape_; }
  // For each matrix of the output, the one of x and of y that it is made of.
  const std::vector<int64_t>& x_batch_indices() const { return x_indices_; }
  const std::vector<int64_t>& y_batch_indices() const { return y_indices_; }

 private:
  std::vector<int64_t> IndicesOf(const Vec& sizes) const {
    std::vector<int64_t> indices;
    for (int64_t i = 0; i < shape_.num_elements(); ++i) {
      int64_t rest = i, index = 0, step = 1;
      for (size_t d = 1; d <= sizes.size(); ++d) {
        const int64_t out = shape_.dim_size(shape_.dims() - static_cast<int>(d));
        const int64_t size = sizes[sizes.size() - d];
        if (size != 1) index += rest % out * step;
        rest /= out;
        step *= size;
      }
      indices.push_back(index);
    }
    return indices;
  }

  std::unique_ptr<BCast> batch_;
  int64_t x_size_ = 0;
  int64_t y_size_ = 0;
  TensorShape shape_{{0}};
  std::vector<int64_t> x_indices_;
  std::vector<int64_t> y_indices_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MATMUL_BCAST_H_
