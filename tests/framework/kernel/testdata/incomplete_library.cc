// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A library that lacks a function of its own.
#include "framework/op/op_def_builder.h"

float not_defined_anywhere(float x);
namespace {
REGISTER_OP("LoaderTestIncomplete").Input("x: float");
}
float loader_test_incomplete() { return not_defined_anywhere(1.0f); }
