// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op library that helps itself to what is for the libraries on top of libopgraft.so.0 alone.
#include "opgraft/op.h"

namespace opgraft_internal {
std::string Quoted(absl::string_view text);  // framework/types/quoted.h, which users do not get
}

REGISTER_OP("Inner").Output("text: string").Doc(opgraft_internal::Quoted("text"));
