// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/descriptor.h"

#include <unistd.h>

#include <cerrno>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {

int Descriptor::Close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || close(number) == 0 || errno == EINTR ? 0 : errno;
}

int DescriptorNumber(const std::string& path) {
  if (path == "/dev/stdin") return STDIN_FILENO;
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const char* folder : {"/dev/fd/", "/proc/self/fd/"}) {
    absl::string_view rest = path;
    int number = -1;
    if (absl::ConsumePrefix(&rest, folder) && absl::SimpleAtoi(rest, &number) && number >= 0)
      return number;
  }
  return -1;
}

absl::Status FileError(int error, absl::string_view doing, const std::string& path) {
  return absl::ErrnoToStatus(error, absl::StrCat("cannot ", doing, " ", Quoted(path)));
}

}  // namespace opgraft_internal
