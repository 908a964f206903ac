// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_PIXEL_OP_H_
#define KERNELS_IMAGE_PIXEL_OP_H_

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/data_type_info.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// Computes output 0 from input 0, whose last dimension has the three channels of pixels:
// change(pixel) for each, which are three of Compute. Types that are computed in Compute go there
// block by block. INVALID_ARGUMENT for other shapes.
//
// Example: ChangePixels<float>(context, 1, 20, [](float* rgb) { std::swap(rgb[0], rgb[2]); }). The
// output is written over the input where nobody else needs that.
template <typename Compute, typename Change>
void ChangePixels(OpKernelContext* context, int min_rank, double pixel_ns, const Change& change) {
  static constexpr int64_t kBlock = 256;
  const Tensor& in = context->input(0);
  OP_REQUIRES(context, in.dims() >= min_rank,
              absl::InvalidArgumentError(absl::StrCat("input must be at least ", min_rank,
                                                      "-D, got shape ", in.shape().DebugString())));
  const int64_t channels = in.dim_size(in.dims() - 1);
  OP_REQUIRES(context, channels == 3,
              absl::InvalidArgumentError(absl::StrCat("input must have 3 channels but instead has ",
                                                      channels, " channels.")));
  Tensor* out = nullptr;
  OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
  const int64_t pixel_bytes = 3 * DataTypeSize(in.dtype());
  const CastFunction to_compute(in.dtype(), DataTypeToEnum<Compute>::v());
  const CastFunction from_compute(DataTypeToEnum<Compute>::v(), in.dtype());
  const char* const from = static_cast<const char*>(in.data());
  char* const to = static_cast<char*>(out->data());
  ShardElements(context, in.NumElements() / 3, pixel_ns, [&](int64_t begin, int64_t end) {
    Compute pixels[3 * kBlock];
    for (int64_t i = begin; i < end; i += kBlock) {
      const int64_t size = std::min(kBlock, end - i);
      to_compute.Run(from + i * pixel_bytes, pixels, 3 * size);
      for (int64_t k = 0; k < size; ++k) change(pixels + 3 * k);
      from_compute.Run(pixels, to + i * pixel_bytes, 3 * size);
    }
  });
}

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_PIXEL_OP_H_
