// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A server's threads may have small stacks: 256 KiB suffice for import, check, compile and runs,
// however deep functions are nested and calls go.

#include <pthread.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/base/config.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/large_graphs/large_graphs.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

#if defined(ABSL_HAVE_ADDRESS_SANITIZER) || defined(ABSL_HAVE_THREAD_SANITIZER)
constexpr size_t kStackBytes = 8 << 20;  // sanitizers widen each function's part
#else
constexpr size_t kStackBytes = 256 << 10;
#endif

void OnSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
  const auto run = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

class SmallStackTest : public testing::TestWithParam<LargeGraph> {};

TEST_P(SmallStackTest, IsEnoughToLoadAFile) {
  const GraphDef def = GetParam().make(3'000);
  const std::string path = testing::TempDir() + "/small_stack.pb";
  const std::string text = def.DebugString();
  OnSmallStack([&] {
    const absl::StatusOr<Graph> graph = Graph::FromBytes(text, ImportOptions());
    EXPECT_EQ(graph.ok(), GetParam().is_valid) << graph.status();
    if (!graph.ok()) return;
    ASSERT_TRUE(graph->ToFile(path).ok());
    const absl::StatusOr<Graph> again = Graph::FromFile(path);
    ASSERT_TRUE(again.ok()) << again.status();
    const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*again);
    EXPECT_TRUE(model.ok()) << model.status();
  });
}

std::string NameOf(const testing::TestParamInfo<LargeGraph>& test) { return test.param.name; }

INSTANTIATE_TEST_SUITE_P(Graphs, SmallStackTest, testing::ValuesIn(LargeGraphs()), NameOf);

// A file of a megabyte is mapped, not read.
TEST(SmallStack, IsEnoughToLoadALargeFile) {
  OnSmallStack([] {
    GraphDef def;
    NodeDef* node = def.add_node();
    node->set_name("k");
    node->set_op("Const");
    (*node->mutable_attr())["dtype"].set_type(DT_FLOAT);
    TensorProto* value = (*node->mutable_attr())["value"].mutable_tensor();
    value->set_dtype(DT_FLOAT);
    value->mutable_tensor_shape()->add_dim()->set_size(1 << 20);
    value->set_tensor_content(std::string(4 << 20, 'x'));
    const std::string path = testing::TempDir() + "/small_stack_large.pb";
    ASSERT_TRUE(Graph::Import(def)->ToFile(path).ok());
    EXPECT_TRUE(Graph::FromFile(path).ok());
  });
}

// f calls itself until n is 0, and gives how often it did.
constexpr char kCountDown[] = R"(
  node { name: "n" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } }
         attr { key: "shape" value { shape { } } } }
  node { name: "y" op: "f" input: "n" }
  library {
    function {
      signature { name: "f" input_arg { name: "n" type: DT_INT32 } output_arg { name: "r" type: DT_INT32 } }
      node_def { name: "i" op: "StatelessIf" input: "n" input: "n"
        attr { key: "Tcond" value { type: DT_INT32 } } attr { key: "Tin" value { list { type: DT_INT32 } } }
        attr { key: "Tout" value { list { type: DT_INT32 } } }
        attr { key: "then_branch" value { func { name: "again" } } }
        attr { key: "else_branch" value { func { name: "end" } } } }
      ret { key: "r" value: "i:output:0" } }
    function {
      signature { name: "again" input_arg { name: "n" type: DT_INT32 } output_arg { name: "r" type: DT_INT32 } }
      node_def { name: "one" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
        attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 } } } }
      node_def { name: "less" op: "Sub" input: "n" input: "one:output:0" attr { key: "T" value { type: DT_INT32 } } }
      node_def { name: "rest" op: "f" input: "less:z:0" }
      node_def { name: "sum" op: "AddV2" input: "rest:r:0" input: "one:output:0"
        attr { key: "T" value { type: DT_INT32 } } }
      ret { key: "r" value: "sum:z:0" } }
    function {
      signature { name: "end" input_arg { name: "n" type: DT_INT32 } output_arg { name: "r" type: DT_INT32 } }
      ret { key: "r" value: "n" } } })";

CompiledModel CountDown(int max_call_depth) {
  CompileOptions options;
  if (max_call_depth > 0) options.limits.max_call_depth = max_call_depth;
  return *CompiledModel::Compile(*Graph::FromBytes(kCountDown, ImportOptions()), options);
}

// `depth` is of calls in the machine; f and `again` are one each where they are not inlined.
TEST(SmallStack, IsEnoughForCallsOfTheDefaultDepth) {
  OnSmallStack([] {
    InferRequest request = CountDown(0).CreateRequest();
    for (const int n : {3, 400, 3}) {
      const auto outputs = request.Run({{"n", Tensor(n)}});
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_EQ((*outputs)["y"].scalar<int>()(), n);
    }
    const absl::Status status = request.Run({{"n", Tensor(-1)}}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_THAT(std::string(status.message()), HasSubstr("calls are nested deeper than 1000"));
    EXPECT_LT(status.message().size(), 4'000u);
    EXPECT_TRUE(request.Run({{"n", Tensor(400)}}).ok()) << "the next run is as good as the first";
  });
}

TEST(SmallStack, IsEnoughForCallsAHundredThousandDeep) {
  OnSmallStack([] {
    InferRequest request = CountDown(100'000).CreateRequest();
    const int n = 49'000;
    const auto outputs = request.Run({{"n", Tensor(n)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].scalar<int>()(), n);
    EXPECT_THAT(std::string(request.Run({{"n", Tensor(-1)}}).status().message()),
                HasSubstr("calls are nested deeper than 100000"));
    EXPECT_TRUE(request.Run({{"n", Tensor(n)}}).ok());
    EXPECT_TRUE(request.Trim().ok());
  });
}

}  // namespace
}  // namespace opgraft
