// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Registers an op of border_library.cc anew, differently, and one that would be fine.
#include "opgraft/op.h"

REGISTER_OP("BorderText").Input("n: int32").Output("text: string");
REGISTER_OP("BorderOther").Input("x: float").Output("y: float");
