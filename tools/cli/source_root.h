#ifndef TOOLS_CLI_SOURCE_ROOT_H_
#define TOOLS_CLI_SOURCE_ROOT_H_

#include <string>

#include "absl/status/statusor.h"

namespace opgraft {

// Where the running program was built from.
struct SourceRoot {
  std::string folder;   // has WORKSPACE and opgraft/op.h
  std::string command;  // the program itself
  std::string library;  // the libopgraft.so.0 it runs on
  std::string abseil;   // the headers of the Abseil in that library
};

// Found from the program's own path, so that it works from any folder: the program lies in the build tree of the
// sources. NOT_FOUND if there are none above it.
absl::StatusOr<SourceRoot> FindSourceRoot();

}  // namespace opgraft

#endif  // TOOLS_CLI_SOURCE_ROOT_H_
