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

// An open file of the system's, closed at the end. Movable; not for several threads.
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

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // 0, or the errno of the system: that bytes could not be written may turn out here only.
  int Close();

 private:
  int number_;
};

// The N of "/dev/fd/N", 0 to 2 for "/dev/stdin" and its like; -1 for any other path. Such a file is
// not opened by its path but copied with dup: it goes on where it stands, and sockets work.
int DescriptorNumber(const std::string& path);

// "cannot write 'x': No space left on device", with the code that fits `error`.
absl::Status FileError(int error, absl::string_view doing, const std::string& path);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_DESCRIPTOR_H_
