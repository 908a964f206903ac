// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The TensorFlow whose spellings sources may expect, for their #if. Older spellings compile as
// well.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_

#define TF_MAJOR_VERSION 2
#define TF_MINOR_VERSION 21
#define TF_PATCH_VERSION 0
#define TF_VERSION_SUFFIX ""

#define TF_STR_HELPER(x) #x
#define TF_STR(x) TF_STR_HELPER(x)
#define TF_VERSION_STRING                                                             \
  (TF_STR(TF_MAJOR_VERSION) "." TF_STR(TF_MINOR_VERSION) "." TF_STR(TF_PATCH_VERSION) \
       TF_VERSION_SUFFIX)

#define TF_GRAPH_DEF_VERSION_MIN_PRODUCER 0
#define TF_GRAPH_DEF_VERSION_MIN_CONSUMER 0
#define TF_GRAPH_DEF_VERSION 2400
#define TF_CHECKPOINT_VERSION_MIN_PRODUCER 0
#define TF_CHECKPOINT_VERSION_MIN_CONSUMER 0
#define TF_CHECKPOINT_VERSION 1
#define TF_CXX11_ABI_FLAG 1
#define TF_CXX_VERSION __cplusplus

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PUBLIC_VERSION_H_
