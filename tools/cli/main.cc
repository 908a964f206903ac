// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/allocation_counter/allocation_counter.h"
#include "tools/cli/command.h"

int main(int argc, char** argv) {
  return opgraft_internal::CommandMain(argc, argv, opgraft_internal::AllocationsOfThisThread);
}
