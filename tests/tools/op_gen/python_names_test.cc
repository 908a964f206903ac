// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_names.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(PythonNames, AreTensorFlowsSnakeCase) {
  constexpr struct {
    const char* op;
    const char* function;
  } kCases[] = {
      {"ROIPool2D", "roi_pool2d"},
      {"ThreeNN", "three_nn"},
      {"MyOPV2", "my_opv2"},
      {"GPUOp", "gpu_op"},
      {"X1Y2Z", "x1y2z"},
      {"Conv2DFoo", "conv2d_foo"},
      {"LSTMBlockCELL", "lstm_block_cell"},
      {"Foo_Bar", "foo__bar"},
      {"Ns>MyThing", "ns_my_thing"},
      {"A", "a"},
      {"_Arg", "__arg"},
  };
  for (const auto& c : kCases) EXPECT_EQ(SnakeCase(c.op), c.function) << c.op;
}

TEST(PythonNames, FunctionsDoNotHideBuiltinsOrBreakOnKeywords) {
  constexpr struct {
    const char* op;
    bool hidden;
    const char* function;
  } kCases[] = {
      {"Sum", false, "_sum"},    {"Sum", true, "_sum"},      {"Print", false, "_print"},
      {"Round", false, "round"}, {"Stack", false, "_stack"}, {"Lambda", false, "lambda_"},
      {"If", true, "_if"},       {"Mean", true, "mean"},     {"Await", false, "await_"},
  };
  for (const auto& c : kCases) EXPECT_EQ(PythonFunctionName(c.op, c.hidden), c.function) << c.op;
}

TEST(PythonNames, ReservedParametersGetAnUnderscore) {
  EXPECT_EQ(AvoidPythonReserved("lambda"), "lambda_");
  EXPECT_EQ(AvoidPythonReserved("async"), "async_");
  EXPECT_EQ(AvoidPythonReserved("None"), "None_");
  EXPECT_EQ(AvoidPythonReserved("TV_Ns>Op_T"), "TV_Ns_Op_T");
  EXPECT_EQ(AvoidPythonReserved("input"), "input");  // hides a function in one body only
}

}  // namespace
}  // namespace opgraft
