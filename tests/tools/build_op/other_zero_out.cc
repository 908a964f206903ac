// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Another op under a name that is taken.
#include "opgraft/op.h"

// clang-format off
REGISTER_OP("ZeroOut").Input("to_zero: float").Output("zeroed: float");
