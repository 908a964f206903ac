// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_CHECK_REGISTRATIONS_H_
#define TESTING_CHECK_REGISTRATIONS_H_

#include "absl/status/status.h"

namespace opgraft {

// What is wrong with the ops and kernels that this program registers, each at its place; OK if
// nothing is. A program does not ask by itself: it checks what it uses. Thread-safe.
absl::Status CheckRegistrations();
// From now on a crash of the process writes a line before it dies: which node and kernel it was in.
void TellOfCrashes();

}  // namespace opgraft

#endif  // TESTING_CHECK_REGISTRATIONS_H_
