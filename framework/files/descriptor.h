// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_DESCRIPTOR_H_
#define FRAMEWORK_FILES_DESCRIPTOR_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Owns an open file descriptor and closes it in the destructor. Movable: the source is then empty.
// Not for several threads at once.
//
// Example:
//   Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
//   if (!file.is_open()) return FileError(errno, "read", path);
class Descriptor {
 public:
  // -1: none is open.
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { Close(); }

  // The descriptor, which stays owned by this; -1 if none is open.
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // Closes it; once more does nothing. 0, or the errno of the system: that bytes could not be
  // written may turn out here only.
  int Close();

 private:
  int number_;
};

// The N of "/dev/fd/N", 0 to 2 for "/dev/stdin" and its like; -1 for any other path. Such a file is
// not opened by its path but copied with dup: reading goes on at the present position, and sockets
// work.
int DescriptorNumber(const std::string& path);

// "cannot write 'x': No space left on device", with the code that fits `error`.
absl::Status FileError(int error, absl::string_view doing, const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_DESCRIPTOR_H_
