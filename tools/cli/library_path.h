// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_LIBRARY_PATH_H_
#define TOOLS_CLI_LIBRARY_PATH_H_

#include <filesystem>
#include <string>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What to give to LoadLibrary for the name of a file. LoadLibrary searches a name without '/' as
// dlopen does; on a command line it is a file of the current folder first, as other files are.
//
// Example: "my_ops.so" becomes "./my_ops.so" if there is such a file, and stays as it is otherwise.
inline std::string LibraryPath(const std::string& file) {
  std::error_code error;
  const bool is_here = file.find('/') == std::string::npos &&
                       std::filesystem::is_regular_file(file, error) && !error;
  return is_here ? "./" + file : file;
}

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_LIBRARY_PATH_H_
