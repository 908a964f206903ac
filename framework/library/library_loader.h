// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_LIBRARY_LOADER_H_
#define FRAMEWORK_LIBRARY_LIBRARY_LOADER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace opgraft {

// What a library brought: the names of its ops, and how many kernels. Plain data;
// thread-compatible.
struct LoadedLibrary {
  std::string path;
  std::vector<std::string> ops;
  int num_kernels = 0;
  // What is seldom meant, a line each: ops without a kernel or a shape function, kernels for a
  // device that is not there.
  std::vector<std::string> warnings;
};

// Loads a shared library of ops and kernels and publishes a new global snapshot with what it
// registers, whole or not at all. Loading a file twice, or a copy of it, is harmless. A path
// without
// '/' is searched as dlopen does. NOT_FOUND for an absent file, INVALID_ARGUMENT with all problems
// for a library that cannot be used. Its static initialisers run twice: once in a process of its
// own, to see whether they come to an end. Thread-safe.
absl::StatusOr<LoadedLibrary> LoadLibrary(const std::string& path);

}  // namespace opgraft

#endif  // FRAMEWORK_LIBRARY_LIBRARY_LOADER_H_
