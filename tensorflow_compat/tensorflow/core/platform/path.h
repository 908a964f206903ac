// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PATH_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PATH_H_

#include <initializer_list>
#include <string>

#include "absl/strings/string_view.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace io {

// The parts with one "/" between them.
inline std::string JoinPathParts(std::initializer_list<absl::string_view> parts) {
  std::string path;
  for (absl::string_view part : parts) {
    if (part.empty()) continue;
    if (!path.empty()) {
      if (path.back() == '/') path.pop_back();
      if (part.front() != '/') path.push_back('/');
    }
    path.append(part.data(), part.size());
  }
  return path;
}
template <typename... Parts>
std::string JoinPath(const Parts&... parts) {
  return JoinPathParts({parts...});
}

inline bool IsAbsolutePath(absl::string_view path) { return !path.empty() && path[0] == '/'; }
// What stands before the last "/", and behind it.
inline absl::string_view Dirname(absl::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == absl::string_view::npos) return path.substr(0, 0);
  return path.substr(0, slash == 0 ? 1 : slash);
}
inline absl::string_view Basename(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}
// What stands behind the last "." of the base name; the base name before it.
inline absl::string_view Extension(absl::string_view path) {
  const absl::string_view base = Basename(path);
  const size_t dot = base.rfind('.');
  return dot == absl::string_view::npos ? base.substr(base.size()) : base.substr(dot + 1);
}
inline absl::string_view BasenamePrefix(absl::string_view path) {
  const absl::string_view base = Basename(path);
  return base.substr(0, base.rfind('.'));
}

}  // namespace io
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PATH_H_
