// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op library that needs another library beside it.
#include "framework/op/op_def_builder.h"

int PlainSeven();

namespace opgraft {

int seven = PlainSeven();

REGISTER_OP("LoaderTestBetrayed").Input("x: float").Output("y: float");

}  // namespace opgraft
