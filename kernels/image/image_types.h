// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The types of elements that images have, for registrations.
#ifndef KERNELS_IMAGE_IMAGE_TYPES_H_
#define KERNELS_IMAGE_IMAGE_TYPES_H_

#include "framework/kernel/register_types.h"

// Calls m(T) for each integer that a resized or cropped image may have.
#define OPGRAFT_CALL_IMAGE_INTEGERS(m) \
  TF_CALL_int8(m);                     \
  TF_CALL_uint8(m);                    \
  TF_CALL_int16(m);                    \
  TF_CALL_uint16(m);                   \
  TF_CALL_int32(m);                    \
  TF_CALL_int64(m)

// Calls m(T) for each type of images that the Resize ops take.
#define OPGRAFT_CALL_RESIZE_TYPES(m) \
  OPGRAFT_CALL_IMAGE_INTEGERS(m);    \
  TF_CALL_FLOAT_TYPES(m)

// Calls m(T) for each type of images that CropAndResize takes: not bfloat16.
#define OPGRAFT_CALL_CROP_TYPES(m) \
  OPGRAFT_CALL_IMAGE_INTEGERS(m);  \
  TF_CALL_half(m);                 \
  TF_CALL_float(m);                \
  TF_CALL_double(m)

#endif  // KERNELS_IMAGE_IMAGE_TYPES_H_
