// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a load of a graph tells it is tested by shape_refiner_test.
#include "framework/op/shape_function_report.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ShapeFunctionReport, TellsEachOpOnceWhatItsFunctionKeepsToItself) {
  NodeProperties node;
  node.name = "head/roi";
  node.op_name = "Roi";
  ShapeFunctionReport report;
  EXPECT_EQ(ShapeFunctionReport::Current(), &report);
  report.Add(node, {});
  EXPECT_THAT(report.texts(), IsEmpty());
  for (int i = 0; i < 2; ++i) report.Add(node, {{"no rank", "no size"}, {}});
  EXPECT_THAT(report.texts(),
              ElementsAre("{{node head/roi}} Roi: its shape function drops an error: no rank; "
                          "return it (TF_RETURN_IF_ERROR)"));
}

TEST(ShapeFunctionReport, TheInnermostOfTheThreadIsTold) {
  EXPECT_EQ(ShapeFunctionReport::Current(), nullptr);
  {
    const ShapeFunctionReport outer;
    { const ShapeFunctionReport inner; }
    EXPECT_EQ(ShapeFunctionReport::Current(), &outer);
  }
  EXPECT_EQ(ShapeFunctionReport::Current(), nullptr);
}

}  // namespace
}  // namespace opgraft_internal
