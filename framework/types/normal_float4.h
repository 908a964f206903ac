// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_NORMAL_FLOAT4_H_
#define FRAMEWORK_TYPES_NORMAL_FLOAT4_H_

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The 16 values of nf4, a 4-bit type for weights of language models, by their bits: quantiles of a
// normal distribution scaled to [-1, 1] (Dettmers et al., QLoRA, 2023). So each code stands for
// about as many weights, if these are spread normally; there are more values near 0 than at the
// ends. Code 7 is 0; there is no NaN.
//
// To encode a weight, take the code of the nearest value (the kernels do); a scale for each group
// of weights is kept beside them. Decoding is a look-up.
//
// Example: a byte of an nf4 constant holds two elements; 0xF7 is {0, 1}, the low bits first.
inline constexpr float kNormalFloat4[16] = {
    -1.0f,
    -0.6961928009986877f,
    -0.5250730514526367f,
    -0.39491748809814453f,
    -0.28444138169288635f,
    -0.18477343022823334f,
    -0.09105003625154495f,
    0.0f,
    0.07958029955625534f,
    0.16093020141124725f,
    0.24611230194568634f,
    0.33791524171829224f,
    0.44070982933044434f,
    0.5626170039176941f,
    0.7229568362236023f,
    1.0f,
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_NORMAL_FLOAT4_H_
