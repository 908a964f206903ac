// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The op of a library of two sources, and a function that the other uses.
#include "opgraft/op.h"

REGISTER_OP("SplitOp")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(opgraft::shape_inference::UnchangedShape);

float split_value(float x) { return x + 1; }
