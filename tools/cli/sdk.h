// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_SDK_H_
#define TOOLS_CLI_SDK_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What it takes to compile and link against the Opgraft that is running: an installation, or
// sources and their build.
struct Sdk {
  // The path of the running program.
  std::string command;
  // The path of the libopgraft.so.0 that it runs on.
  std::string library;
  // Folders for -isystem: TensorFlow's paths, Abseil's, Eigen's, Opgraft's.
  std::vector<std::string> includes;
  // The folder with WORKSPACE; "" in an installation.
  std::string sources;
};

// Found from the paths of the running program and its library, so that it works from any folder and
// after the installation was moved. NOT_FOUND if the headers are neither installed beside the
// library nor in the build tree above.
absl::StatusOr<Sdk> FindSdk();

// The compiler and what it must be given, a list of arguments each.
std::vector<std::string> Compiler();  // of $CXX, "c++" by default
std::vector<std::string> CompileFlags(const Sdk& sdk);
std::vector<std::string> LinkFlags(const Sdk& sdk);

// The arguments as one line for a shell, quoted where that is necessary.
std::string ShellLine(const std::vector<std::string>& arguments);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_SDK_H_
