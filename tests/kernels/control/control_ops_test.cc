// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::string Assert(const std::vector<Tensor>& inputs, int64_t summarize = 3) {
  return CallText("Assert", inputs, {{"summarize", IntAttr(summarize)}});
}

TEST(NoOp, DoesNothing) { EXPECT_EQ(CallText("NoOp", {}), ""); }

TEST(Assert, DoesNothingWhenTrue) { EXPECT_EQ(Assert({Tensor(true), Tensor(1)}), ""); }

TEST(Assert, PrintsTheBeginOfALongString) {
  const std::string text(10'000, 'x');
  const std::string error = "INVALID_ARGUMENT: assertion failed: ";
  EXPECT_EQ(Assert({Tensor(false), Tensor(text)}), error + "[" + text + "]");
  EXPECT_EQ(Assert({Tensor(false), Tensor(text + "y")}), error + "[" + text + "...]");
}

TEST(Assert, PrintsNoMoreOfManyValues) {
  const std::string text(6'000, 'x');
  const std::string rest(10'000 - (text.size() + 3), 'x');
  EXPECT_EQ(Assert({Tensor(false), Tensor(text), Tensor(text), Tensor(1), Tensor(2)}),
            "INVALID_ARGUMENT: assertion failed: [" + text + "] [" + rest + "...] (2 more)");
}

TEST(Assert, PrintsItsDataWhenFalse) {
  const std::vector<Tensor> inputs = {Tensor(false), Ints({1, 2, 3, 4}), Tensor("too big"),
                                      Counting<float>({2, 3})};
  const std::string error = "INVALID_ARGUMENT: assertion failed: ";
  EXPECT_EQ(Assert(inputs), error + "[1 2 3...] [too big] [[0 1 2]...]");
  EXPECT_EQ(Assert(inputs, 0), error + "[...] [...] [...]");
  EXPECT_EQ(Assert(inputs, -1), error + "[1 2 3 4] [too big] [[0 1 2][3 4 5]]");
  EXPECT_EQ(Assert(inputs, 5), error + "[1 2 3 4] [too big] [[0 1 2][3 4...]...]");
  EXPECT_EQ(Assert({Tensor(false), Texts({"c\n\"'"}), Counting<float>({0})}),
            error + "[c\\n\\\"\\'] []");
}

// As TensorFlow's: a bracket for each tensor, without anything between.
TEST(Print, WritesItsMessageAndItsData) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(CallText("Print", {Ints({7, 8}), Ints({1, 2, 3, 4}), Texts({"a"})},
                     {{"message", StringAttr("x: ")}}),
            "int32[2] 7 8");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "x: [1 2 3...][a]\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(CallText("Print", {Ints({7}), Ints({1, 2, 3, 4})}, {{"summarize", IntAttr(-1)}}),
            "int32[1] 7");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "[1 2 3 4]\n");
}

// How often is counted by the request, not by the kernel, which all requests share.
TEST(Print, WritesTheFirstTimesOfEachRequest) {
  GraphBuilder b;
  const auto x = b.Placeholder("x", DT_INT32, {});
  b.Op("Print", {x, {x}}, "printed", {{"first_n", 2}});
  const CompiledModel model = CompiledModel::Compile(b.Build().value()).value();
  InferRequest first = model.CreateRequest(), second = model.CreateRequest();
  testing::internal::CaptureStderr();
  for (int i = 1; i <= 3; ++i) {
    for (InferRequest* request : {&first, &second})
      EXPECT_EQ(TensorText((*request->Run({{"x", Tensor(i)}}))[0]), absl::StrCat("int32[] ", i));
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "[1]\n[1]\n[2]\n[2]\n");
  ASSERT_TRUE(first.reset_state().ok());
  testing::internal::CaptureStderr();
  EXPECT_TRUE(first.Run({{"x", Tensor(9)}}).ok());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "[9]\n");
}

std::string Printed(const TestAttrs& attrs, bool to_stdout = false) {
  to_stdout ? testing::internal::CaptureStdout() : testing::internal::CaptureStderr();
  EXPECT_EQ(CallText("PrintV2", {Tensor(tstring("x is [1 2]"))}, attrs), "");
  return to_stdout ? testing::internal::GetCapturedStdout()
                   : testing::internal::GetCapturedStderr();
}

TEST(PrintV2, WritesALine) {
  EXPECT_EQ(Printed({}), "x is [1 2]\n");
  EXPECT_EQ(Printed({{"output_stream", StringAttr("stdout")}}, true), "x is [1 2]\n");
  EXPECT_EQ(Printed({{"end", StringAttr(";")}}), "x is [1 2];");
  for (const char* log : {"log(info)", "log(warning)", "log(error)"})
    EXPECT_EQ(Printed({{"output_stream", StringAttr(log)}}), "x is [1 2]\n") << log;
}

TEST(PrintV2, WantsAScalarAndAStreamThatIsNoFile) {
  EXPECT_EQ(CallText("PrintV2", {Texts({"a"})}),
            "INVALID_ARGUMENT: Input is expected to be scalar, but got [1]");
  const auto to = [](const std::string& stream) {
    return CallText("PrintV2", {Tensor(tstring("x"))}, {{"output_stream", StringAttr(stream)}});
  };
  EXPECT_EQ(to("printer"),
            "INVALID_ARGUMENT: Unknown output stream: printer, Valid streams are: stdout stderr "
            "log(info) log(warning) log(error)");
  EXPECT_EQ(to("file:///tmp/printed"),
            "UNIMPLEMENTED: output_stream is a file, which is not written");
}

TEST(Timestamp, IsNow) {
  const auto seconds = [] { return absl::ToDoubleSeconds(absl::Now() - absl::UnixEpoch()); };
  const double before = seconds();
  const auto now = CallOp("Timestamp", {});
  ASSERT_TRUE(now.ok()) << now.status();
  EXPECT_GE((*now)[0].scalar<double>()(), before);
  EXPECT_LE((*now)[0].scalar<double>()(), seconds());
}

TEST(Assert, WantsAScalar) {
  EXPECT_EQ(Assert({VectorOf<bool>({true}), Tensor(1)}),
            "INVALID_ARGUMENT: In[0] should be a scalar: [1]");
}

}  // namespace
}  // namespace opgraft
