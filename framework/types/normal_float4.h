// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_NORMAL_FLOAT4_H_
#define FRAMEWORK_TYPES_NORMAL_FLOAT4_H_

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The 16 values of nf4, quantiles of a normal distribution scaled to [-1, 1] (Dettmers et al.,
// QLoRA, 2023), by their bits.
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
