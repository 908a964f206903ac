// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A library whose registration is in a function that nothing calls.
#include "framework/op/op_def_builder.h"

void loader_test_late() { REGISTER_OP("LoaderTestLate").Input("x: float"); }
