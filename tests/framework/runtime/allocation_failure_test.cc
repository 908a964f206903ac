// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Every single allocation of every call of the API fails once: the call answers RESOURCE_EXHAUSTED,
// no exception comes out of it, no state changes, and a file that it was to replace is as it was.

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/failing_allocations/fail_each.h"

namespace opgraft {
namespace {

constexpr char kSummator[] = R"(
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
         attr { key: "shape" value { shape { dim { size: 1 } } } } }
  node { name: "zero" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
         attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1 } } float_val: 0 } } } }
  node { name: "old" op: "ReadValue" input: "zero"
         attr { key: "N" value { i: 1 } } attr { key: "variable_id" value { s: "sum" } }
         attr { key: "variable_type" value { type: DT_FLOAT } }
         attr { key: "variable_shape" value { shape { dim { size: 1 } } } } }
  node { name: "next" op: "AddV2" input: "old" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
  node { name: "called" op: "F" input: "next" }
  node { name: "keep" op: "Assign" input: "called" attr { key: "T" value { type: DT_FLOAT } }
         attr { key: "variable_id" value { s: "sum" } } }
  library { function {
    signature { name: "F" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "n" op: "Neg" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "r" value: "n:y:0" } } })";

class AllocationFailureTest : public testing::Test {
 protected:
  void SetUp() override {
    graph_ = *Graph::FromBytes(kSummator, ImportOptions());
    model_ = std::make_unique<CompiledModel>(*CompiledModel::Compile(graph_));
    Renew(true);
    ASSERT_TRUE(Run().ok());
    saved_ = *request_->SerializeState();
    // Protocol Buffers makes the descriptor of a message at its first use, and does not survive it
    // if memory ends in there.
    ASSERT_TRUE(request_->ParseState(saved_).ok());
  }

  // A request that has run, if it is to be warm, and whose state is known.
  void Renew(bool is_warm) {
    request_ = std::make_unique<InferRequest>(model_->CreateRequest());
    if (is_warm) {
      ASSERT_TRUE(Run().ok());
    }
    before_ = *request_->SerializeState();
  }
  absl::Status Run() { return request_->Run({{"x", x_}}).status(); }
  void StateIsAsBefore() { EXPECT_EQ(*request_->SerializeState(), before_); }

  Graph graph_;
  std::unique_ptr<CompiledModel> model_;
  std::unique_ptr<InferRequest> request_;
  const Tensor x_ = Tensor::Of({2.0f});
  std::string saved_, before_;
};

TEST_F(AllocationFailureTest, OfImport) {
  FailEach imported;
  imported.call = [] { return Graph::FromBytes(kSummator, ImportOptions()).status(); };
  EXPECT_GT(imported.Run("text"), 100);
  const GraphDef def = graph_.ToGraphDef();
  imported.call = [&] { return Graph::Import(def).status(); };
  EXPECT_GT(imported.Run("messages"), 100);
  const std::string bytes = def.SerializeAsString();
  imported.call = [&] { return Graph::FromBytes(bytes, ImportOptions()).status(); };
  EXPECT_GT(imported.Run("bytes"), 100);
  imported.call = [] { return Graph::FromBytes("node { name: 'a' op: 'Nope' }", {}).status(); };
  imported.at_last = absl::StatusCode::kNotFound;
  EXPECT_GT(imported.Run("an op that is not there"), 10);
}

TEST_F(AllocationFailureTest, OfFiles) {
  for (const char* const ending : {".pb", ".pbtxt"}) {
    const std::string path = absl::StrCat(testing::TempDir(), "/summator", ending);
    ASSERT_TRUE(graph_.ToFile(path).ok());
    const std::string before = *opgraft_internal::ReadFile(path, {1 << 20, ""});
    FailEach files;
    files.check = [&] { EXPECT_EQ(*opgraft_internal::ReadFile(path, {1 << 20, ""}), before); };
    files.call = [&] { return graph_.ToFile(path); };
    EXPECT_GT(files.Run("write"), 50);
    files.call = [&] { return Graph::FromFile(path).status(); };
    EXPECT_GT(files.Run("read"), 100);
  }
}

TEST_F(AllocationFailureTest, OfCompile) {
  FailEach compile;
  compile.call = [this] { return CompiledModel::Compile(graph_).status(); };
  compile.Run("compile");
  CompileOptions called;
  called.limits.max_inlined_in_all = 0;
  compile.call = [&] { return CompiledModel::Compile(graph_, called).status(); };
  compile.Run("compile without inlining");
}

TEST_F(AllocationFailureTest, OfARequestsCreation) {
  FailEach create;
  create.call = [this] {
    InferRequest request = model_->CreateRequest();
    return request.Run({{"x", x_}}).status();
  };
  create.Run("create");
}

TEST_F(AllocationFailureTest, OfRuns) {
  FailEach run;
  run.prepare = [this] { Renew(false); };
  run.call = [this] { return Run(); };
  run.check = [this] { StateIsAsBefore(); };
  run.Run("first run");
  run.call = [this] { return request_->Run(); };
  run.at_last = absl::StatusCode::kInvalidArgument;
  run.Run("prepared run");
  run.prepare = [this] { Renew(true); };
  run.call = [this] { return request_->Run({{"nope", x_}}).status(); };
  run.at_last = absl::StatusCode::kNotFound;
  run.Run("run with a wrong feed");
}

TEST_F(AllocationFailureTest, OfCallsThatTouchTheState) {
  FailEach touch;
  touch.prepare = [this] { Renew(true); };
  touch.check = [this] { StateIsAsBefore(); };
  touch.call = [this] { return request_->Fork().status(); };
  touch.Run("fork");
  touch.call = [this] { return request_->SerializeState().status(); };
  touch.Run("save");
  touch.call = [this] { return request_->ParseState(saved_); };
  touch.Run("load");
  touch.call = [this]() -> absl::Status {
    absl::StatusOr<VariableState> state = request_->state("sum");
    return state.ok() ? state->set(x_) : state.status();
  };
  touch.Run("set");
  touch.call = [this] {
    return request_->query_state().empty() ? absl::ResourceExhaustedError("") : absl::OkStatus();
  };
  EXPECT_EQ(touch.Run("query"), 1);
  touch.call = [this] { return request_->state("som").status(); };
  touch.at_last = absl::StatusCode::kNotFound;
  touch.Run("a variable that is not there");
}

TEST_F(AllocationFailureTest, ARunGoesOnAfterIt) {
  Renew(true);
  const auto wrong_run = [this] { return request_->Run({{"nope", x_}}).status(); };
  for (int64_t n = 0; n < 50; ++n) {
    absl::Status status;
    FailOne(n, wrong_run, &status);
    EXPECT_FALSE(status.ok());
    ASSERT_TRUE(Run().ok());
  }
}

}  // namespace
}  // namespace opgraft
