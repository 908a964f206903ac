// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/call_path.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(CallPath, NamesTheFunctionAndTheNodeThatCallsIt) {
  EXPECT_EQ(InCallOf("f", "n"), "; in call of 'f' at {{node n}}");
}

}  // namespace
}  // namespace opgraft
