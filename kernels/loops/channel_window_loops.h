// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_CHANNEL_WINDOW_LOOPS_H_
#define KERNELS_LOOPS_CHANNEL_WINDOW_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// Windows over small images whose channels lie as planes: the planes of a few channels are turned,
// so that a pixel's channels follow each other, and each instruction does all of them.
//
//   planes  a a a a  b b b b  ...   <->   pixels  a b ..  a b ..  a b ..  a b ..
//
// A line of windows: out[p][c] = sum over t, in order, of pixels[p * step + taps[t]][c] *
// weights[t][c]. Of float and double. Plain data.
struct ChannelWindowLoops {
  // The numbers of one pixel, tap or place.
  int64_t channels = 0;
  // From `count` elements of each of `planes` planes, so many elements `apart`, to pixels. Channels
  // that are no plane's are 0. REQUIRES: 0 < planes <= channels.
  void (*turn)(const void* from, int64_t apart, int64_t planes, int64_t count, void* pixels);
  // The way back; channels that are no plane's are left out.
  void (*turn_back)(const void* pixels, int64_t count, void* to, int64_t apart, int64_t planes);
  // `taps` and `step` count in pixels.
  void (*line)(const void* pixels, const int64_t* taps, int64_t num_taps, int64_t step,
               const void* weights, int64_t places, void* out);
};

// The loops for this machine; without functions for other types. Thread-safe.
ChannelWindowLoops FindChannelWindowLoops(DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_CHANNEL_WINDOW_LOOPS_H_
