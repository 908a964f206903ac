// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_DECODED_IMAGE_H_
#define KERNELS_IMAGE_DECODED_IMAGE_H_

#include "absl/status/statusor.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/image/image_size.h"

namespace opgraft_internal {

// The output of a kernel that decodes an image: decoders write samples of 8 or 16 bits, the output
// may be uint8, uint16 or float. Borrows the context.
//
// Thread-compatible. Example: Allocate, decode into what it gives, Convert.
class DecodedImage {
 public:
  // `dtype`: of the output, DT_UINT8, DT_UINT16 or DT_FLOAT.
  DecodedImage(OpKernelContext* context, DataType dtype) : context_(context), dtype_(dtype) {}

  // Allocates the output, with a dimension for frames or without, and gives the memory for samples
  // of `bits`: the output's own if it can be.
  absl::StatusOr<uint8_t*> Allocate(const ImageSize& size, bool has_frames, int bits);

  // Makes the output of samples that lie elsewhere: 8 bits become 256ths of uint16, and float is
  // from 0 to 1.
  void Convert();

 private:
  OpKernelContext* const context_;
  const DataType dtype_;
  Tensor* output_ = nullptr;
  Tensor samples_;  // if they are not the output's
};

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_DECODED_IMAGE_H_
