// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_JOB_RUNNER_H_
#define TOOLS_CLI_JOB_RUNNER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A program to run, without a shell. Plain data.
struct Job {
  // "compiling my_op.cc", for the progress line.
  std::string what;
  // The program, searched in $PATH, and its arguments.
  std::vector<std::string> arguments;
};

// Runs all jobs, as many at a time as the machine has processors. What a job writes goes to
// standard error in one piece when it ends; `folder` is for the pieces. A terminal is shown the
// progress when it takes more than a second. After a failure no new job starts. INVALID_ARGUMENT
// names the first that failed, NOT_FOUND a program that does not exist; CANCELLED after an
// interrupt.
absl::Status RunJobs(const std::vector<Job>& jobs, const std::string& folder);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_JOB_RUNNER_H_
