// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/decoded_image.h"

#include <limits>

#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr double kConversionNs = 0.2;  // of a sample

template <typename From, typename To>
void Scale(OpKernelContext* context, const Tensor& from, To factor, Tensor* to) {
  const From* const in = static_cast<const From*>(from.data());
  To* const out = static_cast<To*>(to->data());
  ShardElements(context, from.NumElements(), kConversionNs, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = static_cast<To>(static_cast<To>(in[i]) * factor);
  });
}

}  // namespace

absl::StatusOr<uint8_t*> DecodedImage::Allocate(const ImageSize& size, bool has_frames, int bits) {
  TensorShape shape({size.height, size.width, size.channels});
  if (has_frames) shape.InsertDim(0, size.frames);
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(0, shape, &output_));
  const DataType decoded = bits == 8 ? DT_UINT8 : DT_UINT16;
  if (decoded == dtype_) return static_cast<uint8_t*>(output_->data());
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_temp(decoded, shape, &samples_));
  return static_cast<uint8_t*>(samples_.data());
}

void DecodedImage::Convert() {
  if (!samples_.IsInitialized()) return;
  if (dtype_ == DT_UINT16) {
    Scale<uint8_t, uint16_t>(context_, samples_, 256, output_);
  } else if (samples_.dtype() == DT_UINT8) {
    constexpr float kMax = std::numeric_limits<uint8_t>::max();
    Scale<uint8_t, float>(context_, samples_, 1 / kMax, output_);
  } else {
    constexpr float kMax = std::numeric_limits<uint16_t>::max();
    Scale<uint16_t, float>(context_, samples_, 1 / kMax, output_);
  }
}

}  // namespace opgraft_internal
