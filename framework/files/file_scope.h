// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_FILE_SCOPE_H_
#define FRAMEWORK_FILES_FILE_SCOPE_H_

#include <utility>

#include "framework/files/file_access.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// While alive, `files` is what the run that the calling thread works for may open. Entered once a
// run; closures that a kernel hands to other threads are outside of it, and may open nothing.
// Scopes nest; the inner one counts. Borrows `files`. Belongs to the thread that makes it.
//
// Example:
//   const FileScope scope(&options.files);
//   RunSteps();  // kernels ask FileScope::Current()
class FileScope {
 public:
  explicit FileScope(const FileAccess* files) : previous_(std::exchange(current_, files)) {}
  ~FileScope() { current_ = previous_; }
  FileScope(const FileScope&) = delete;
  FileScope& operator=(const FileScope&) = delete;

  // Null outside of every run: nothing may be opened.
  static const FileAccess* Current() { return current_; }

 private:
  // Not thread_local, which must be asked at each use whether it has a constructor.
  static __thread const FileAccess* current_;
  const FileAccess* const previous_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_FILE_SCOPE_H_
