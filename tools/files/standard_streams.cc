// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/files/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

#include "framework/files/write_file.h"

namespace opgraft_internal {

void OpenStandardStreams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) >= 0) continue;
    // The lowest free number is this one. It is open the wrong way round: its use fails.
    const int opened = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != number) close(opened);
  }
}

absl::StatusOr<std::string> InputPath(const std::string& argument) {
  static bool is_taken = false;
  if (argument != "-") return argument;
  if (is_taken)
    return absl::InvalidArgumentError("'-', standard input, is given twice: it can be read once");
  is_taken = true;
  return "/dev/stdin";
}

std::string OutputPath(const std::string& argument) {
  if (argument != "-") return argument;
  std::cout.flush();
  std::fflush(stdout);
  return "/dev/stdout";
}

std::ostream& ResultStream(const std::string& output) {
  return output == "-" ? std::cerr : std::cout;
}

absl::Status WriteOutput(const std::string& argument, absl::string_view bytes) {
  return WriteFile(OutputPath(argument), bytes);
}

namespace {

// Why output was lost, as errno; 0 if it cannot be told. A stream that failed long ago has dropped
// what it was given since, and nobody has kept errno: a byte more fails for the same reason.
int ReasonOfLoss() {
  if (errno != 0) return errno;
  return write(STDOUT_FILENO, "\n", 1) == 1 ? 0 : errno;
}

}  // namespace

absl::Status FlushStandardOutput() {
  errno = 0;
  const bool is_printed = std::cout.flush().good();
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_printed && is_written) return absl::OkStatus();
  constexpr char kWhat[] = "cannot write standard output";
  const int reason = ReasonOfLoss();
  return reason == 0 ? absl::UnknownError(kWhat) : absl::ErrnoToStatus(reason, kWhat);
}

}  // namespace opgraft_internal
