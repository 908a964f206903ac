// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPRINTF_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPRINTF_H_

#include <cstdarg>
#include <cstdio>
#include <string>

#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace strings {

inline void Appendv(std::string* out, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length <= 0) return;
  const size_t before = out->size();
  out->resize(before + static_cast<size_t>(length) + 1);
  std::vsnprintf(&(*out)[before], static_cast<size_t>(length) + 1, format, arguments);
  out->pop_back();
}

inline std::string Printf(const char* format, ...) TF_PRINTF_ATTRIBUTE(1, 2);
inline std::string Printf(const char* format, ...) {
  std::string out;
  va_list arguments;
  va_start(arguments, format);
  Appendv(&out, format, arguments);
  va_end(arguments);
  return out;
}

inline void Appendf(std::string* out, const char* format, ...) TF_PRINTF_ATTRIBUTE(2, 3);
inline void Appendf(std::string* out, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  Appendv(out, format, arguments);
  va_end(arguments);
}

}  // namespace strings
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRINGPRINTF_H_
