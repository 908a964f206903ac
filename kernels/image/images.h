// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the ops on images share: batches of them, sizes that come as tensors, and reading their rows
// as floats.
#ifndef KERNELS_IMAGE_IMAGES_H_
#define KERNELS_IMAGE_IMAGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {

// Images as the ops have them: [batch, height, width, channels].
struct ImageDims {
  int64_t batch = 0;
  int64_t height = 0;
  int64_t width = 0;
  int64_t channels = 0;

  // Elements of a row, and rows of all images.
  int64_t row_size() const { return width * channels; }
  int64_t rows() const { return batch * height; }
  TensorShape shape() const { return TensorShape({batch, height, width, channels}); }
};

// INVALID_ARGUMENT unless the tensor has four dimensions; `name` is what the op calls it.
absl::Status ReadImageDims(const Tensor& images, absl::string_view name, ImageDims* dims);

// Reads {height, width}, an int32 vector. INVALID_ARGUMENT unless both are positive.
absl::Status ReadImageSize(const Tensor& size, absl::string_view name, int64_t* height,
                           int64_t* width);

// The one number of a float tensor of one element, as ops take factors: INVALID_ARGUMENT unless it
// is a scalar.
absl::Status ReadFloatScalar(const Tensor& tensor, absl::string_view name, float* value);

// The rows of images of any real type as floats. Borrows the tensor; thread-safe.
//
// Example: FloatRows(images, dims).Row(b * dims.height + y, &scratch) is row y of image b.
class FloatRows {
 public:
  // `dims` are those of the tensor.
  FloatRows(const Tensor& images, const ImageDims& dims)
      : data_(static_cast<const char*>(images.data())),
        row_size_(dims.row_size()),
        is_float_(images.dtype() == DT_FLOAT),
        row_bytes_(dims.row_size() * DataTypeSize(images.dtype())),
        to_float_(images.dtype(), DT_FLOAT) {}

  // Row `row` of all rows of the batch: the tensor's own elements if they are floats, else
  // `scratch` with them.
  const float* Row(int64_t row, std::vector<float>* scratch) const {
    const char* const from = data_ + row * row_bytes_;
    if (is_float_) return reinterpret_cast<const float*>(from);
    scratch->resize(static_cast<size_t>(row_size_));
    to_float_.Run(from, scratch->data(), row_size_);
    return scratch->data();
  }

 private:
  const char* data_;
  int64_t row_size_;
  bool is_float_;
  int64_t row_bytes_;
  CastFunction to_float_;
};

// Keeps the rows that were made last: a window that slides down an image asks for each row several
// times. Thread-compatible.
class RowCache {
 public:
  // Holds `slots` rows of `row_size` floats each.
  RowCache(int slots, int64_t row_size)
      : slots_(static_cast<size_t>(slots)), row_size_(static_cast<size_t>(row_size)) {}

  // Row `row`, made by `make` if it is not here. Good until as many other rows as there are slots
  // were asked for.
  const float* Row(int64_t row, absl::FunctionRef<void(float*)> make);

 private:
  struct Slot {
    int64_t row = -1;
    int64_t last_use = 0;
    std::vector<float> values;
  };
  std::vector<Slot> slots_;
  size_t row_size_;
  int64_t uses_ = 0;
};

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_IMAGES_H_
