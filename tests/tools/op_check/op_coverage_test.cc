// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_coverage.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"
#include "tools/op_check/tensorflow_ops.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

OpDefBuilder Cumsum() {
  return OpDefBuilder("Cumsum").Attr("T: {float, double, int8}").Input("x: T").Output("out: T");
}

std::shared_ptr<const KernelRegistry> WithCumsum() {
  return TestKernels({Cumsum(), OpDefBuilder("Mine").Output("y: float")},
                     {Dummy(OnCpu("Cumsum").TypeConstraint("T", DT_FLOAT)),
                      Dummy(OnCpu("Cumsum").TypeConstraint("T", DT_INT8))});
}

std::vector<std::string> Lines(const std::vector<LackingDTypes>& lacking) {
  std::vector<std::string> lines;
  for (const LackingDTypes& one : lacking) lines.push_back(one.Line());
  return lines;
}

TEST(OpCoverage, TellsWhatOfTensorFlowIsHereMissingAndLeftOut) {
  const OpCoverage coverage = CompareWithTensorFlow(*WithCumsum());
  EXPECT_THAT(coverage.here, ElementsAre("Cumsum"));
  EXPECT_THAT(coverage.missing, Contains("Cumprod"));
  EXPECT_THAT(coverage.missing, Not(Contains("RangeDataset")));
  EXPECT_THAT(coverage.left_out.at("input pipelines (tf.data)"), Contains("RangeDataset"));
  EXPECT_THAT(Lines(coverage.lacking),
              ElementsAre("Cumsum T: double int32 uint8 int16 complex64 int64 bfloat16 uint16 "
                          "complex128 half uint32 uint64"));
}

TEST(OpCoverage, TellsWhatOfAnyListIsMissingOrDiffers) {
  const auto theirs = TestOps({Cumsum(), OpDefBuilder("Mine").Attr("n: int = 1").Output("y: float"),
                               OpDefBuilder("Other").Output("y: float")});
  const OpCoverage coverage = CompareWithOpList(theirs->Export(true), *WithCumsum());
  EXPECT_THAT(coverage.here, ElementsAre("Cumsum", "Mine"));
  EXPECT_THAT(coverage.missing, ElementsAre("Other"));
  EXPECT_THAT(Lines(coverage.lacking), ElementsAre("Cumsum T: double"));
  ASSERT_THAT(coverage.different, Not(IsEmpty()));
  for (const CompatViolation& violation : coverage.different) EXPECT_EQ(violation.op, "Mine");
}

// With no op registered there are the layers that become TensorFlow's ops, and those with bodies.
TEST(OpCoverage, TellsWhatOfOpenVinoIsHereMissingAndLeftOut) {
  const OpCoverage coverage = CompareWithOpenVino(*WithCumsum());
  EXPECT_THAT(coverage.here, AllOf(Contains("MatMul"), Contains("If"), Contains("Parameter")));
  EXPECT_THAT(coverage.missing, AllOf(Contains("GRN"), Not(Contains("Proposal"))));
  EXPECT_THAT(coverage.left_out.at("detection heads of OpenVINO"), Contains("Proposal"));
}

TEST(TensorFlowOps, ANameIsTensorFlowsOnlyAsAWhole) {
  for (const char* name : {"MatMul", "Abort", "ZipDataset", "StatefulPartitionedCall"})
    EXPECT_NE(FindTensorFlowOp(name), nullptr) << name;
  for (const char* name : {"", "MatMu", "atMul", "matmul", "MatMul\nMax", "\n"})
    EXPECT_EQ(FindTensorFlowOp(name), nullptr) << name;
}

TEST(TensorFlowOps, ReadsTheDTypesOfKernels) {
  const TensorFlowOp* const lrn = FindTensorFlowOp("LRN");
  ASSERT_NE(lrn, nullptr);
  EXPECT_TRUE(lrn->has_kernel);
  EXPECT_THAT(lrn->dtypes.at("T"), ElementsAre(DT_FLOAT, DT_HALF));
  EXPECT_TRUE(FindTensorFlowOp("NoOp")->has_kernel);
  EXPECT_THAT(FindTensorFlowOp("NoOp")->dtypes, IsEmpty());
  EXPECT_FALSE(FindTensorFlowOp("TPUReplicatedInput")->has_kernel);
}

TEST(TensorFlowOps, AreLeftOutForAReason) {
  EXPECT_EQ(WhyLeftOut("RangeDataset"), "input pipelines (tf.data)");
  EXPECT_EQ(WhyLeftOut("Conv2D"), "");
}

}  // namespace
}  // namespace opgraft
