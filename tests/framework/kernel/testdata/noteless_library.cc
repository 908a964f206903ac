// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Of Opgraft, but without its note: another library must not bring it in. Its constructor shows
// whether one did.
#include <cstdlib>

namespace opgraft {
void NobodyHasThis() __attribute__((weak));
}  // namespace opgraft

int PlainSeven() { return opgraft::NobodyHasThis == nullptr ? 7 : 0; }

__attribute__((constructor)) static void Run() { std::abort(); }
