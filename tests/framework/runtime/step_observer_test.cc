// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/step_observer.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

// Writes down what it is told; fails after the node `fail_after`.
class Recorder : public StepObserver {
 public:
  void BeforeKernel(const opgraft_internal::Program& program, size_t pc,
                    const OpKernelContext& context) override {
    calls.push_back(
        absl::StrCat("before ", Describe(program, pc), " of ", context.input(0).flat<float>()(0)));
  }
  absl::Status AfterKernel(const opgraft_internal::Program& program, size_t pc,
                           const OpKernelContext& context) override {
    const float y = context.output(0)->flat<float>()(0);
    calls.push_back(absl::StrCat("after ", Describe(program, pc), ": ", y));
    return StepNode(program, static_cast<int>(pc)).name() == fail_after
               ? absl::DataLossError("it was watched")
               : absl::OkStatus();
  }

  std::vector<std::string> calls;
  std::string fail_after;

 private:
  static std::string Describe(const opgraft_internal::Program& program, size_t pc) {
    const int step = static_cast<int>(pc);
    return absl::StrCat(StepNode(program, step).name(), CallPath(program, step));
  }
};

// A Neg, and an If over it whose branch adds or subtracts.
CompiledModel NegAndIf() {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {1});
  const Value is_plus = b.Placeholder("is_plus", DT_BOOL, {});
  const auto branch = [](const std::string& op) {
    GraphBuilder body;
    const Value a = body.Arg("a", DT_FLOAT);
    body.Return("r", body.Op(op, {a, a}, op));
    return body;
  };
  const Value y = b.Op("Neg", {x}, "neg");
  b.Op("Identity", {b.If(is_plus, branch("AddV2"), branch("Sub"), {{y, "a", "a"}}, {{"r", "r"}})},
       "out");
  return *CompiledModel::Compile(*b.Build());
}

const std::vector<NamedTensor>& Feeds() {
  static const auto* const feeds =
      new std::vector<NamedTensor>{{"x", Tensor::Of({3.0f})}, {"is_plus", Tensor(true)}};
  return *feeds;
}

TEST(StepObserver, SeesEveryKernelThatRunsBeforeAndAfter) {
  const CompiledModel model = NegAndIf();
  InferRequest request = model.CreateRequest();
  Recorder recorder;
  RunOptions options;
  options.observer = &recorder;
  ASSERT_TRUE(request.Run(Feeds(), options).ok());
  ASSERT_EQ(recorder.calls.size(), 4u);
  EXPECT_EQ(recorder.calls[0], "before neg of 3");
  EXPECT_EQ(recorder.calls[1], "after neg: -3");
  EXPECT_THAT(recorder.calls[2],
              ::testing::MatchesRegex("before AddV2; in call of '.*' at .*If.* of -3"));
  EXPECT_THAT(recorder.calls[3],
              ::testing::MatchesRegex("after AddV2; in call of '.*' at .*If.*: -6"));
}

TEST(StepObserver, EndsTheRunWithItsError) {
  const CompiledModel model = NegAndIf();
  InferRequest request = model.CreateRequest();
  Recorder recorder;
  recorder.fail_after = "neg";
  RunOptions options;
  options.observer = &recorder;
  EXPECT_EQ(request.Run(Feeds(), options).status(),
            absl::DataLossError("{{node neg}} Neg: it was watched"));
  EXPECT_EQ(recorder.calls.size(), 2u);
}

TEST(StepObserver, IsOfOneRunOnly) {
  const CompiledModel model = NegAndIf();
  InferRequest request = model.CreateRequest();
  Recorder recorder;
  RunOptions options;
  options.observer = &recorder;
  ASSERT_TRUE(request.Run(Feeds(), options).ok());
  recorder.calls.clear();
  ASSERT_TRUE(request.Run(Feeds()).ok());
  EXPECT_THAT(recorder.calls, ElementsAre());
}

}  // namespace
}  // namespace opgraft
