// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "tensorflow/opgraft_namespace.h"

#define TF_ATTRIBUTE_NORETURN [[noreturn]]
#define TF_ATTRIBUTE_ALWAYS_INLINE ABSL_ATTRIBUTE_ALWAYS_INLINE
#define TF_ATTRIBUTE_NOINLINE ABSL_ATTRIBUTE_NOINLINE
#define TF_ATTRIBUTE_UNUSED ABSL_ATTRIBUTE_UNUSED
#define TF_ATTRIBUTE_COLD ABSL_ATTRIBUTE_COLD
#define TF_ATTRIBUTE_WEAK ABSL_ATTRIBUTE_WEAK
#define TF_ATTRIBUTE_ANNOTATE(str)
#define TF_PACKED ABSL_ATTRIBUTE_PACKED
#define TF_MUST_USE_RESULT ABSL_MUST_USE_RESULT
#define TF_PRINTF_ATTRIBUTE(string_index, first_to_check) \
  ABSL_PRINTF_ATTRIBUTE(string_index, first_to_check)
#define TF_SCANF_ATTRIBUTE(string_index, first_to_check) \
  ABSL_SCANF_ATTRIBUTE(string_index, first_to_check)
#define TF_CONST_INIT ABSL_CONST_INIT
#define TF_EXPORT __attribute__((visibility("default")))
#define TF_FALLTHROUGH_INTENDED [[fallthrough]]
#define TF_HAS_CPP_ATTRIBUTE(x) ABSL_HAVE_CPP_ATTRIBUTE(x)
#define TF_HAS_BUILTIN(x) ABSL_HAVE_BUILTIN(x)
#define TF_ARRAYSIZE(array) (sizeof(array) / sizeof(*(array)))

#define TF_PREDICT_FALSE(x) ABSL_PREDICT_FALSE(x)
#define TF_PREDICT_TRUE(x) ABSL_PREDICT_TRUE(x)

#define TF_DISALLOW_COPY_AND_ASSIGN(TypeName) \
  TypeName(const TypeName&) = delete;         \
  void operator=(const TypeName&) = delete

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_MACROS_H_
