// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_OPS_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_OPS_UTIL_H_

#include <string>
#include <utility>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/util/padding.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The number of windows along one dimension and what is padded before and behind. INVALID_ARGUMENT
// for a stride below 1 or a window that does not fit.
inline absl::Status GetWindowedOutputSizeVerboseV2(int64_t input_size, int64_t filter_size,
                                                   int64_t dilation, int64_t stride,
                                                   Padding padding, int64_t* output_size,
                                                   int64_t* padding_before,
                                                   int64_t* padding_after) {
  if (stride <= 0) return errors::InvalidArgument("Stride must be > 0, but got ", stride);
  if (dilation < 1)
    return errors::InvalidArgument("Dilation rate must be >= 1, but got ", dilation);
  const int64_t window = (filter_size - 1) * dilation + 1;
  switch (padding) {
    case VALID:
      *padding_before = *padding_after = 0;
      *output_size = (input_size - window + stride) / stride;
      break;
    case EXPLICIT:
      *output_size = (input_size + *padding_before + *padding_after - window + stride) / stride;
      break;
    case SAME: {
      *output_size = (input_size + stride - 1) / stride;
      const int64_t needed =
          std::max<int64_t>(0, (*output_size - 1) * stride + window - input_size);
      *padding_before = needed / 2;
      *padding_after = needed - *padding_before;
      break;
    }
  }
  if (*output_size >= 0) return absl::OkStatus();
  return errors::InvalidArgument("Computed output size would be negative: ", *output_size,
                                 " [input_size: ", input_size, ", effective_filter_size: ", window,
                                 ", stride: ", stride, "]");
}
inline absl::Status GetWindowedOutputSizeVerbose(int64_t input_size, int64_t filter_size,
                                                 int64_t stride, Padding padding,
                                                 int64_t* output_size, int64_t* padding_before,
                                                 int64_t* padding_after) {
  return GetWindowedOutputSizeVerboseV2(input_size, filter_size, 1, stride, padding, output_size,
                                        padding_before, padding_after);
}
inline absl::Status GetWindowedOutputSizeV2(int64_t input_size, int64_t filter_size,
                                            int64_t dilation, int64_t stride, Padding padding,
                                            int64_t* output_size, int64_t* padding_size) {
  int64_t behind = 0;
  return GetWindowedOutputSizeVerboseV2(input_size, filter_size, dilation, stride, padding,
                                        output_size, padding_size, &behind);
}
inline absl::Status GetWindowedOutputSize(int64_t input_size, int64_t filter_size, int64_t stride,
                                          Padding padding, int64_t* output_size,
                                          int64_t* padding_size) {
  return GetWindowedOutputSizeV2(input_size, filter_size, 1, stride, padding, output_size,
                                 padding_size);
}
// The same with TensorFlow's later order of arguments.
inline absl::Status GetWindowedOutputSize(int64_t input_size, int64_t filter_size, int dilation,
                                          int64_t stride, Padding padding, int64_t* output_size,
                                          int64_t* padding_size) {
  return GetWindowedOutputSizeV2(input_size, filter_size, dilation, stride, padding, output_size,
                                 padding_size);
}

inline Eigen::PaddingType BrainPadding2EigenPadding(Padding padding) {
  return padding == VALID ? Eigen::PADDING_VALID : Eigen::PADDING_SAME;
}

// True if rows [start, end) of a tensor of the shape begin and end where Eigen's aligned loads may.
template <typename T>
bool IsDim0SliceAligned(const TensorShape& shape, int64_t start, int64_t end_or_size) {
  if (shape.dims() == 1) {
    return (start * static_cast<int64_t>(sizeof(T))) % EIGEN_MAX_ALIGN_BYTES == 0 &&
           (end_or_size * static_cast<int64_t>(sizeof(T))) % EIGEN_MAX_ALIGN_BYTES == 0;
  }
  int64_t row = 1;
  for (int d = 1; d < shape.dims(); ++d) row *= shape.dim_size(d);
  return (row * static_cast<int64_t>(sizeof(T))) % EIGEN_MAX_ALIGN_BYTES == 0;
}
template <typename T>
bool IsInnerDimsSizeAligned(const TensorShape& shape) {
  return shape.dims() > 0 && shape.dim_size(0) > 0 &&
         (shape.num_elements() / shape.dim_size(0) * static_cast<int64_t>(sizeof(T))) %
                 EIGEN_MAX_ALIGN_BYTES ==
             0;
}

// A name that a directory may have: odd characters are replaced by '_'.
inline std::string SanitizeThreadSuffix(std::string suffix) {
  for (char& c : suffix) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '-') c = '_';
  }
  return suffix;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_OPS_UTIL_H_
