#ifndef TOOLS_OP_GEN_BUILTIN_API_DEFS_H_
#define TOOLS_OP_GEN_BUILTIN_API_DEFS_H_

#include "absl/strings/string_view.h"

namespace opgraft {

// The text of ops/api_def/*.pbtxt, which the build puts into the program.
absl::string_view BuiltinApiDefText();

}  // namespace opgraft

#endif  // TOOLS_OP_GEN_BUILTIN_API_DEFS_H_
