#ifndef FRAMEWORK_KERNEL_ELF_CHECK_H_
#define FRAMEWORK_KERNEL_ELF_CHECK_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// Looks at a shared library before it is loaded. INVALID_ARGUMENT if it is no ELF shared library of this machine, or if
// it carries (exports) its own copy of Protocol Buffers or of Opgraft, which would abort the process when loaded;
// NOT_FOUND if it cannot be read.
absl::Status CheckLibraryFile(const std::string& path);
// The same over the contents of the file; `name` is for messages. For tests and fuzzing.
absl::Status CheckLibraryContents(absl::string_view contents, absl::string_view name);

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_ELF_CHECK_H_
