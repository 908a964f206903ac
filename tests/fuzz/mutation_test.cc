// Feeds mutated files and specs to every parser of outside input, with a fixed seed: each must end in a Status. Run
// under the sanitizers too (tools/test.sh --asan).

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "framework/graph/import.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "framework/tensor/tensor_proto.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "opgraft/proto/tensor.pb.h"
#include "tools/tensor_io/npy.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Bytes flipped, runs dropped, doubled, or replaced by digits that make large numbers.
std::string Mutate(std::string text, std::mt19937* random) {
  const int changes = 1 + static_cast<int>((*random)() % 4);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = (*random)() % text.size();
    const size_t length = std::min<size_t>(1 + (*random)() % 16, text.size() - at);
    switch ((*random)() % 5) {
      case 0:
        text[at] = static_cast<char>((*random)());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.replace(at, length, "9999999999999999999");
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

// Loads, compiles and runs within limits, whatever comes.
void Try(const std::string& bytes) {
  absl::StatusOr<Graph> graph = Graph::FromBytes(bytes, ImportOptions());
  if (!graph.ok()) return;
  CompileOptions options;
  options.limits.max_tensor_bytes = 1 << 24;
  options.limits.max_total_bytes = 1 << 26;
  options.limits.max_steps = 1'000'000;
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  if (!model.ok()) return;
  InferRequest request = model->CreateRequest();
  std::vector<NamedTensor> feeds;
  for (int i = 0; i < model->num_inputs(); ++i) {
    if (model->input_shape(i).unknown_rank()) continue;
    absl::StatusOr<Tensor> feed = Tensor::Create(model->input_type(i), model->input_shape(i).MinShape());
    if (!feed.ok() || feed->NumElements() > 1000) continue;
    for (size_t b = 0; b < feed->tensor_data().size(); ++b) static_cast<char*>(feed->data())[b] = 0;
    feeds.emplace_back(model->input_name(i), *feed);
  }
  RunOptions run;
  run.deadline = absl::Now() + absl::Seconds(2);
  for (int i = 0; i < 2; ++i) static_cast<void>(request.Run(feeds, run).status());
}

TEST(Mutation, GraphFilesInText) {
  std::mt19937 random(301);
  for (const auto& entry : fs::recursive_directory_iterator("tests/conformance/cases/opgraft")) {
    if (entry.path().extension() != ".pbtxt") continue;
    const std::string text = ReadAll(entry.path());
    for (int i = 0; i < 12; ++i) Try(Mutate(text, &random));
  }
}

TEST(Mutation, GraphFilesInBinary) {
  std::mt19937 random(302);
  for (const auto& entry : fs::recursive_directory_iterator("tests/conformance/cases/opgraft")) {
    if (entry.path().extension() != ".pbtxt") continue;
    absl::StatusOr<Graph> graph = Graph::FromFile(entry.path().string());
    if (!graph.ok()) continue;
    const std::string bytes = graph->ToGraphDef().SerializeAsString();
    for (int i = 0; i < 25; ++i) Try(Mutate(bytes, &random));
  }
}

TEST(Mutation, Specs) {
  std::mt19937 random(303);
  const char* const attrs[] = {"T: {float, double, int32}",
                               "n: int >= 2 = 3",
                               "l: list({'a', \"b\\n\"}) >= 1 = ['a']",
                               "s: shape = { dim { size: 3 } }",
                               "t: tensor = { dtype: DT_INT32 int_val: 5 }",
                               "f: func = { name: 'f' attr { key: 'T' value { type: DT_FLOAT } } }"};
  const char* const args[] = {"x: N * T", "y: Ref(float)", "z: list_attr", "w: resource"};
  for (int i = 0; i < 20000; ++i) {
    OpDefBuilder builder("Mutated");
    builder.Attr(Mutate(attrs[random() % 6], &random))
        .Attr("N: int")
        .Attr("T: type")
        .Input(Mutate(args[random() % 4], &random));
    static_cast<void>(OpRegistryBuilder().Add(builder).Build().status());
  }
}

TEST(Mutation, TensorProtos) {
  std::mt19937 random(304);
  TensorProto proto;
  proto.set_dtype(DT_FLOAT);
  proto.mutable_tensor_shape()->add_dim()->set_size(3);
  proto.set_tensor_content(std::string(12, 'x'));
  TensorProto text;
  text.set_dtype(DT_STRING);
  text.mutable_tensor_shape()->add_dim()->set_size(2);
  text.add_string_val("a");
  for (const std::string& bytes : {proto.SerializeAsString(), text.SerializeAsString()}) {
    for (int i = 0; i < 20000; ++i) {
      TensorProto mutated;
      if (mutated.ParseFromString(Mutate(bytes, &random)))
        static_cast<void>(TensorFromProto(mutated, 1 << 20).status());
    }
  }
}

TEST(Mutation, NpyFiles) {
  std::mt19937 random(305);
  const std::string bytes = *FormatNpy(Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2}));
  for (int i = 0; i < 20000; ++i) static_cast<void>(ParseNpy(Mutate(bytes, &random)).status());
}

TEST(Mutation, StateFiles) {
  std::mt19937 random(306);
  absl::StatusOr<Graph> graph = Graph::FromFile("tests/conformance/cases/opgraft/state_summator/graph.pbtxt");
  ASSERT_TRUE(graph.ok()) << graph.status();
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  ASSERT_TRUE(request.query_state()[0].set(Tensor::Of({1.0f})).ok());
  const std::string bytes = *request.SerializeState();
  for (int i = 0; i < 20000; ++i) static_cast<void>(request.ParseState(Mutate(bytes, &random)));
}

}  // namespace
}  // namespace opgraft
