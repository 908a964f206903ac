// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_TENSOR_FORMAT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_TENSOR_FORMAT_H_

#include <array>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/tensor_shape.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The order of dimensions of a batch of images: N batch, C channels, else space.
enum TensorFormat {
  FORMAT_NHWC = 0,
  FORMAT_NCHW = 1,
  FORMAT_NCHW_VECT_C = 2,
  FORMAT_NHWC_VECT_W = 3,
  FORMAT_HWNC = 4,
  FORMAT_HWCN = 5,
};

// Of an attr: "NHWC", "NDHWC", ...; false if it is none.
inline bool FormatFromString(absl::string_view text, TensorFormat* format) {
  if (text == "NHWC" || text == "NDHWC") {
    *format = FORMAT_NHWC;
  } else if (text == "NCHW" || text == "NCDHW") {
    *format = FORMAT_NCHW;
  } else if (text == "NCHW_VECT_C") {
    *format = FORMAT_NCHW_VECT_C;
  } else if (text == "NHWC_VECT_W") {
    *format = FORMAT_NHWC_VECT_W;
  } else if (text == "HWNC") {
    *format = FORMAT_HWNC;
  } else if (text == "HWCN") {
    *format = FORMAT_HWCN;
  } else {
    return false;
  }
  return true;
}
inline std::string ToString(TensorFormat format) {
  static constexpr const char* kNames[] = {"NHWC",        "NCHW", "NCHW_VECT_C",
                                           "NHWC_VECT_W", "HWNC", "HWCN"};
  return format >= 0 && format < 6 ? kNames[format] : "INVALID_FORMAT";
}
inline std::string GetConvnetDataFormatAttrString() {
  return "data_format: { 'NHWC', 'NCHW' } = 'NHWC' ";
}
inline std::string GetConvnet3dDataFormatAttrString() {
  return "data_format: { 'NDHWC', 'NCDHW' } = 'NDHWC' ";
}
inline std::string GetConvnetDataFormat2D3DAttrString() {
  return "data_format: { 'NHWC', 'NCHW', 'NDHWC', 'NCDHW' } = 'NHWC' ";
}

// The VECT formats have one more dimension, behind.
inline int GetTensorSpatialDims(int num_dims, TensorFormat format) {
  return format == FORMAT_NCHW_VECT_C || format == FORMAT_NHWC_VECT_W ? num_dims - 3 : num_dims - 2;
}
inline int GetTensorDimsFromSpatialDims(int num_spatial_dims, TensorFormat format) {
  return format == FORMAT_NCHW_VECT_C || format == FORMAT_NHWC_VECT_W ? num_spatial_dims + 3
                                                                      : num_spatial_dims + 2;
}
// Where a dimension stands; -1 if there is none.
inline int GetTensorBatchDimIndex(int num_dims, TensorFormat format) {
  if (format == FORMAT_HWNC) return num_dims - 2;
  if (format == FORMAT_HWCN) return num_dims - 1;
  return 0;
}
inline int GetTensorFeatureDimIndex(int num_dims, TensorFormat format) {
  switch (format) {
    case FORMAT_NHWC:
    case FORMAT_HWNC:
      return num_dims - 1;
    case FORMAT_NHWC_VECT_W:
    case FORMAT_HWCN:
      return num_dims - 2;
    case FORMAT_NCHW:
    case FORMAT_NCHW_VECT_C:
      return 1;
  }
  return -1;
}
inline int GetTensorInnerFeatureDimIndex(int num_dims, TensorFormat format) {
  return format == FORMAT_NCHW_VECT_C ? num_dims - 1 : -1;
}
inline int GetTensorInnerWidthDimIndex(int num_dims, TensorFormat format) {
  return format == FORMAT_NHWC_VECT_W ? num_dims - 1 : -1;
}
inline int GetTensorSpatialDimIndex(int num_dims, TensorFormat format, int spatial_dim) {
  const int space = GetTensorSpatialDims(num_dims, format);
  if (spatial_dim < 0 || spatial_dim >= space) return -1;
  switch (format) {
    case FORMAT_NHWC:
    case FORMAT_NHWC_VECT_W:
      return spatial_dim + 1;
    case FORMAT_NCHW:
    case FORMAT_NCHW_VECT_C:
      return spatial_dim + 2;
    case FORMAT_HWNC:
    case FORMAT_HWCN:
      return spatial_dim;
  }
  return -1;
}
// `dimension` is one of N, C, H, W, D, or a digit that counts the spatial ones.
template <int kSpatialDims>
int GetTensorDimIndex(TensorFormat format, char dimension, int num_dims) {
  switch (dimension) {
    case 'N':
      return GetTensorBatchDimIndex(num_dims, format);
    case 'C':
      return GetTensorFeatureDimIndex(num_dims, format);
    case 'W':
      return GetTensorSpatialDimIndex(num_dims, format, kSpatialDims - 1);
    case 'H':
      return GetTensorSpatialDimIndex(num_dims, format, kSpatialDims - 2);
    case 'D':
      return GetTensorSpatialDimIndex(num_dims, format, kSpatialDims - 3);
    default:
      return GetTensorSpatialDimIndex(num_dims, format, dimension - '0');
  }
}
template <int kSpatialDims = 2>
int GetTensorDimIndex(TensorFormat format, char dimension) {
  return GetTensorDimIndex<kSpatialDims>(format, dimension,
                                         GetTensorDimsFromSpatialDims(kSpatialDims, format));
}

// The size of that dimension; -1 if there is none.
template <typename T>
T GetTensorDim(absl::Span<const T> sizes, TensorFormat format, char dimension) {
  const int n = static_cast<int>(sizes.size());
  const int space = GetTensorSpatialDims(n, format);
  const int index = space == 3   ? GetTensorDimIndex<3>(format, dimension, n)
                    : space == 1 ? GetTensorDimIndex<1>(format, dimension, n)
                                 : GetTensorDimIndex<2>(format, dimension, n);
  return index < 0 || index >= n ? T(-1) : sizes[static_cast<size_t>(index)];
}
template <typename T>
T GetTensorDim(const std::vector<T>& sizes, TensorFormat format, char dimension) {
  return GetTensorDim(absl::Span<const T>(sizes), format, dimension);
}
inline int64_t GetTensorDim(const TensorShape& shape, TensorFormat format, char dimension) {
  return GetTensorDim(shape.sizes(), format, dimension);
}
class Tensor;
template <typename AnyTensor, typename = decltype(std::declval<const AnyTensor&>().shape())>
int64_t GetTensorDim(const AnyTensor& tensor, TensorFormat format, char dimension) {
  return GetTensorDim(tensor.shape(), format, dimension);
}

inline TensorShape ShapeFromFormat(TensorFormat format, int64_t batch,
                                   absl::Span<const int64_t> space, int64_t channels) {
  const int n = GetTensorDimsFromSpatialDims(static_cast<int>(space.size()), format);
  std::vector<int64_t> sizes(static_cast<size_t>(n), 1);
  const auto at = [&sizes](int i) -> int64_t& { return sizes[static_cast<size_t>(i)]; };
  if (format == FORMAT_NCHW_VECT_C) {
    at(n - 1) = 4;
    channels /= 4;
  }
  at(GetTensorBatchDimIndex(n, format)) = batch;
  at(GetTensorFeatureDimIndex(n, format)) = channels;
  for (int d = 0; d < static_cast<int>(space.size()); ++d) {
    at(GetTensorSpatialDimIndex(n, format, d)) = space[static_cast<size_t>(d)];
  }
  if (format == FORMAT_NHWC_VECT_W) {
    at(n - 1) = 4;
    at(n - 3) /= 4;
  }
  return TensorShape(absl::MakeConstSpan(sizes));
}
inline TensorShape ShapeFromFormat(TensorFormat format, int64_t batch, int64_t height,
                                   int64_t width, int64_t channels) {
  return ShapeFromFormat(format, batch, {height, width}, channels);
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_TENSOR_FORMAT_H_
