// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Runs the ops of old_spellings_ops.cc, new_spellings_ops.cc, resource_ops.cc and reused_ops.cc:
// sources as TensorFlow's authors write them.
#include <string>
#include <vector>

#include "framework/kernel/philox_random.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/op/shape_inference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_compat/platform/env.h"
#include "tests/framework/kernel/test_node.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

TEST(OldSpellings, RunAsTheyWereWritten) {
  EXPECT_EQ(CallText("OldScale", {Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2})}),
            "float[2,2] [2 4][6 8]; int64[2] 3 4");
  EXPECT_EQ(CallText("OldScale", {Tensor::Of<int64_t>({1, 2}, {1, 2})}, {{"factor", FloatAttr(3)}}),
            "int64[1,2] [3 6]; int64[1] 3");
}

TEST(OldSpellings, MakeTheErrorsTheyMadeThere) {
  EXPECT_EQ(CallText("OldScale", {Tensor::Of({1.0f})}),
            "INVALID_ARGUMENT: x must be a matrix, got [1]");
  EXPECT_EQ(CallText("OldScale", {Tensor::Of({1.0f}, {1, 1})}, {{"factor", FloatAttr(-1)}}),
            "INVALID_ARGUMENT: factor is negative: -1 code 1");
}

TEST(OldSpellings, ReadStringsAsString) {
  EXPECT_EQ(CallText("OldStrings", {Tensor::Of({"ab", "c"})}), "string[2] AB C");
}

TEST(Check, FailsTheRunAndNamesThePlace) {
  const std::string text = CallText("OldStrings", {Tensor::Of({"too long"})});
  EXPECT_THAT(text, HasSubstr("INTERNAL: the kernel stopped at old_spellings_ops.cc:"));
  EXPECT_THAT(text, HasSubstr("Check failed: text.size() < 5u (8 vs. 5)  for too long"));
}

TEST(NewSpellings, RunAsTheyAreWritten) {
  EXPECT_EQ(CallText("Compat>AddOne", {Tensor::Of({1.0, 2.0}), Tensor::Of({3.0})}),
            "double[2] 2 3; double[1] 4");
  EXPECT_EQ(CallText("Compat>AddOne", {Tensor(half(1.5f))}), "half[] 2.5");
  EXPECT_EQ(CallText("Compat>Pair", {Tensor::Of({0.f, 0.f})}), "float[1,2,1,1] [[[2]][[2]]]");
  EXPECT_EQ(CallText("Compat>Pair", {Tensor::Of({0.f, 0.f, 0.f})}), "INVALID_ARGUMENT: 3 is odd");
}

TEST(AsyncOpKernel, IsWaitedFor) {
  EXPECT_EQ(CallText("Compat>Later", {Ints({1, 2})}), "int32[2] 8 9");
  EXPECT_EQ(CallText("Compat>Later", {Tensor(int32_t{1})}), "INVALID_ARGUMENT: x must be a vector");
}

absl::StatusOr<std::vector<Tensor>> CallWith(ResourceMgr* resources, const std::string& op,
                                             const TestAttrs& attrs,
                                             const std::vector<Tensor>& inputs) {
  const auto registry = KernelRegistry::Global();
  auto kernel = CreateOpKernel(*registry, TestNode(registry->ops(), op, attrs), nullptr);
  if (!kernel.ok()) return kernel.status();
  return RunKernel(kernel->get(), inputs, resources);
}

TEST(ResourceOpKernel, KeepsItsResourceInTheRequest) {
  ResourceMgr one, other;
  for (ResourceMgr* request : {&one, &other}) {
    for (int64_t expected : {5, 6}) {
      const auto handle = CallWith(request, "Compat>Counter",
                                   {{"start", IntAttr(5)}, {"shared_name", StringAttr("c")}}, {});
      ASSERT_TRUE(handle.ok()) << handle.status();
      const auto value = CallWith(request, "Compat>CounterNext", {}, *handle);
      ASSERT_TRUE(value.ok()) << value.status();
      EXPECT_EQ(value->at(0).scalar<int64_t>()(), expected);
    }
  }
  EXPECT_THAT(one.DebugString(), HasSubstr("counter at 7"));
}

TEST(ReferenceInputs, AreWrittenInPlace) {
  Tensor ref = Tensor::Of({1.0f, 2.0f});
  const auto out = CallWith(nullptr, "Compat>AddToRef", {}, {ref, Tensor(0.5f)});
  ASSERT_TRUE(out.ok()) << out.status();
  EXPECT_EQ(TensorText(ref), "float[2] 1.5 2.5");
  EXPECT_TRUE(out->at(0).SharesBufferWith(ref));
}

TEST(Variants, CarryAnyValue) {
  const auto point = CallOp("Compat>PointOf", {Tensor(int32_t{7})});
  ASSERT_TRUE(point.ok()) << point.status();
  EXPECT_EQ(CallText("Compat>XOf", {point->at(0)}), "int32[] 7");
}

TEST(LookupTables, AreFilledAndAskedInOneRequest) {
  ResourceMgr request, other;
  const auto table = CallWith(&request, "Compat>Table", {{"shared_name", StringAttr("t")}}, {});
  ASSERT_TRUE(table.ok()) << table.status();
  const Tensor keys = Tensor::Of({"a", "b"}), missing = Tensor::Scalar<int64_t>(-1);
  const auto find = [&](const Tensor& of) {
    return CallWith(&request, "Compat>Find", {}, {table->at(0), of, missing});
  };
  EXPECT_EQ(find(keys).status().code(), absl::StatusCode::kFailedPrecondition);
  const auto filled = CallWith(&request, "Compat>FillTable", {},
                               {table->at(0), keys, Tensor::Of<int64_t>({10, 20})});
  ASSERT_TRUE(filled.ok()) << filled.status();
  EXPECT_EQ(TensorText(filled->at(0)), "int64[] 2");
  EXPECT_EQ(TensorText(find(Tensor::Of({"b", "c"}))->at(0)), "int64[2] 20 -1");
  const auto again = CallWith(&request, "Compat>FillTable", {},
                              {table->at(0), Tensor::Of({"a"}), Tensor::Of<int64_t>({5})});
  EXPECT_THAT(std::string(again.status().message()),
              HasSubstr("Table was already initialized with different data."));
  EXPECT_THAT(request.DebugString(), HasSubstr("A lookup table of size: 2"));
  EXPECT_EQ(CallWith(&other, "Compat>Find", {}, {table->at(0), keys, missing}).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(SparseTensors, AreOrderedGroupedAndMadeDense) {
  const Tensor indices = Tensor::Of<int64_t>({2, 1, 0, 0, 0, 2}, {3, 2});
  const Tensor values = Tensor::Of({4.0f, 1.0f, 2.0f});
  EXPECT_EQ(CallText("Compat>RowSums", {indices, values, Tensor::Of<int64_t>({3, 3})}),
            "float[3] 3 0 4; float[3,3] [1 0 2][0 0 0][0 4 0]");
  EXPECT_EQ(CallText("Compat>RowSums", {indices, values, Tensor::Of<int64_t>({2, 3})}),
            "INVALID_ARGUMENT: indices[2] = [2,1] is out of bounds: need 0 <= index < [2,3]");
  EXPECT_EQ(CallText("Compat>RowSums", {indices, Tensor::Of({4.0f}), Tensor::Of<int64_t>({2, 3})}),
            "INVALID_ARGUMENT: indices and values rows (indexing dimension) must match. (indices = "
            "3, values = 1)");
  EXPECT_EQ(CallText("Compat>RowSums", {Tensor::Of<int64_t>({1, 1, 1, 1}, {2, 2}),
                                        Tensor::Of({4.0f, 1.0f}), Tensor::Of<int64_t>({2, 3})}),
            "INVALID_ARGUMENT: indices[1] = [1,1] is repeated");
}

TEST(Optimisers, UpdateVariablesInPlace) {
  ResourceMgr request;
  const auto variable =
      CallWith(&request, "Compat>Variable", {{"shared_name", StringAttr("v")}}, {});
  ASSERT_TRUE(variable.ok()) << variable.status();
  for (const char* expected : {"float[2] 9.5 9", "float[2] 9 8"}) {
    const auto value = CallWith(&request, "Compat>Descend", {},
                                {variable->at(0), Tensor::Scalar(0.5f), Tensor::Of({1.0f, 2.0f})});
    ASSERT_TRUE(value.ok()) << value.status();
    EXPECT_EQ(TensorText(value->at(0)), expected);
  }
}

TEST(Variants, AreDecodedAndAddedByWhatTheirTypeRegistered) {
  EXPECT_EQ(CallText("Compat>AddNumbers", {Tensor("12")}), "string[] Variant<12+12>");
}

TEST(Functors, DoWhatTensorFlowsDo) {
  const Tensor x = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {3, 2});
  EXPECT_EQ(
      CallText("Compat>Functors", {x, Ints({2, 0, 2})}),
      "float[3,2] [5 6][1 2][5 6]; float[3,2] [2 3][1 1][11 13]; float[3,2] [1 2][0 0][10 12]; "
      "float[4,2] [-1 -1][1 2][3 4][5 6]; float[2,3] [1 3 5][2 4 6]; float[3,4] [1 2 1 2][3 4 "
      "3 4][5 6 5 6]; int32[3,2] [1 2][3 4][5 6]");
  EXPECT_EQ(CallText("Compat>Functors", {x, Ints({0, 3})}), "INVALID_ARGUMENT: rows[1]");
}

TEST(Streams, ReadLinesAndSeek) {
  const std::string name = ::testing::TempDir() + "/lines.txt";
  ASSERT_TRUE(WriteStringToFile(Env::Default(), name, "one\r\n\nthree 3").ok());
  EXPECT_EQ(CallText("Compat>Lines", {Tensor::Scalar(name)}), "string[4] one  three 3 ne\\n");
}

TEST(SmallNames, MeanWhatTheyMeanInTensorFlow) {
  EXPECT_EQ(CallText("Compat>WrongFacts", {}), "string[0]");
}

// What philox_random_test.cc gets of the same seeds.
TEST(GuardedPhiloxRandom, FollowsTheSeedAttrs) {
  random::PhiloxRandom expected(0, 1);
  const auto draw = expected();
  const auto dice =
      CallOp("Compat>Dice", {Tensor(int32_t{4})}, {{"seed", IntAttr(0)}, {"seed2", IntAttr(1)}});
  ASSERT_TRUE(dice.ok()) << dice.status();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(dice->at(0).vec<int64_t>()(i), draw[i]);
}

TEST(Messages, PassThroughBytesWithoutProtobuf) {
  AttrValue shape;
  shape.mutable_shape()->add_dim()->set_size(3);
  shape.mutable_shape()->add_dim()->set_size(1);
  EXPECT_EQ(CallText("Compat>ThroughBytes", {Tensor::Of({1.f, 2.f, 3.f})}, {{"shape", shape}}),
            "float[3,1] [1][2][3]");
  EXPECT_EQ(CallText("Compat>ThroughBytes", {Tensor::Of({1.f})}, {{"shape", shape}}),
            "INVALID_ARGUMENT: wants 2 dimensions of size 3");
}

}  // namespace
}  // namespace opgraft
