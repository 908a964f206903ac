// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// References that no program can know: what takes them is a problem of the model, and no more.
#include <string>

#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

TEST(References, AreAProblemIfABranchDecidesOnTheVariable) {
  const auto graph = Graph::Import(MiniGraph(R"(
    v = VariableV2() dtype=float shape=[2]
    w = VariableV2() dtype=float shape=[2]
    p = Placeholder() dtype=bool shape=[]
    sv = RefSwitch(v, p) T=float
    sw = RefSwitch(w, p) T=float
    m = RefMerge(sw, sv:1) T=float N=2
    one = Const() dtype=float value=float[2]:1,1
    a = AssignAdd(m, one) T=float
    twice = AssignAdd(a, one) T=float
    n = Neg(a) T=float
  )"));
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (const char* fetch : {"a", "twice", "n"}) {
    CompileOptions options;
    options.signatures.resize(1);
    options.signatures[0].feeds = {"p"};
    options.signatures[0].fetches = {fetch};
    const absl::Status status = CompiledModel::Compile(*graph, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << fetch;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("node 'a' (AssignAdd): input 0 must be a variable; 'm' is not"));
  }
}

}  // namespace
}  // namespace opgraft
