// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_GATHER_BY_TAP_H_
#define KERNELS_NN_GATHER_BY_TAP_H_

#include <algorithm>
#include <cstdint>

#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "kernels/nn/pooling.h"
#include "kernels/nn/visit_loop_type.h"
#include "kernels/nn/window_taps.h"

namespace opgraft_internal {

// The channels of pixel (or place) number `pixel` of all images.
template <typename T>
const T* PixelOf(const Tensor& tensor, const WindowGeometry& window, int64_t pixel) {
  return static_cast<const T*>(tensor.data()) + pixel * window.channels;
}

// The gradient of a maximum over windows: `grad` of each place goes back to the tap that won there,
// channel by channel; `which` has its number. Pixels gather it, so that no two threads write the
// same. `room` has the images' numbers.
//
// For one channel, windows of 2 with stride 1:
//
//     images   3 1 2        places  3 2        which  0 1        grad   5 7
//     room     5 0 7        place 0 won with tap 0 (the 3), place 1 with tap 1 (the 2)
inline void GatherByTap(OpKernelContext* context, const WindowGeometry& window, const Tensor& grad,
                        const int32_t* which, Tensor* room) {
  VisitLoopType(grad.dtype(), [&](auto zero) {
    using T = decltype(zero);
    ShardLines(context, window, LinesOfPixels(window), window.dims[2].in,
               [&](int64_t begin, int64_t end) {
                 ForEachPixelOfLines(
                     window, begin, end,
                     [&](int64_t image, int64_t pixel, int64_t i0, int64_t i1, int64_t i2) {
                       T* to = static_cast<T*>(room->data()) + pixel * window.channels;
                       std::fill(to, to + window.channels, zero);
                       const int64_t first = image * window.places();
                       ForEachSeeingPlace(window, i0, i1, i2, [&](int64_t place, int64_t tap) {
                         const T* back = PixelOf<T>(grad, window, first + place);
                         const int32_t* wins = which + (first + place) * window.channels;
                         for (int64_t c = 0; c < window.channels; ++c)
                           to[c] = static_cast<T>(to[c] + (wins[c] == tap ? back[c] : zero));
                       });
                     });
               });
  });
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_GATHER_BY_TAP_H_
