// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/try_graph.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

constexpr int64_t kMaxFeedElements = 1000;

// Bytes that are equal for equal graphs: maps in order of their keys.
std::string DeterministicBytes(const GraphDef& def) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  def.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

void TryRoundTrip(const Graph& graph) {
  const std::string bytes = DeterministicBytes(graph.ToGraphDef());
  ImportOptions options;
  absl::StatusOr<Graph> again = Graph::Import(graph.ToGraphDef(), options);
  Demand(again.ok(),
         absl::StrCat("what was exported can be imported: ", again.status().ToString()));
  Demand(DeterministicBytes(again->ToGraphDef()) == bytes, "export and import give the same graph");
}

std::vector<NamedTensor> ZeroFeeds(const CompiledModel& model) {
  std::vector<NamedTensor> feeds;
  for (int i = 0; i < model.num_inputs(); ++i) {
    const PartialTensorShape& shape = model.input_shape(i);
    const TensorShape least = shape.unknown_rank() ? TensorShape() : shape.MinShape();
    if (least.num_elements() > kMaxFeedElements) continue;
    absl::StatusOr<Tensor> feed = Tensor::Create(model.input_type(i), least);
    if (!feed.ok()) continue;
    std::fill_n(static_cast<char*>(feed->data()), feed->tensor_data().size(), 0);
    feeds.emplace_back(model.input_name(i), *feed);
  }
  return feeds;
}

}  // namespace

void TryRuns(const Graph& graph, CompileOptions options) {
  options.limits.max_tensor_bytes = 1 << 22;
  options.limits.max_total_bytes = 1 << 26;
  options.limits.max_steps = 100'000;
  options.limits.max_call_depth = 100;
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(graph, options);
  if (!model.ok()) return;
  const std::vector<NamedTensor> feeds = ZeroFeeds(*model);
  InferRequest request = model->CreateRequest();
  RunOptions run;
  run.deadline = absl::Now() + absl::Seconds(2);
  for (int i = 0; i < 2; ++i) {
    absl::StatusOr<Outputs> outputs = request.Run(feeds, run);
    if (!outputs.ok()) return;
    for (int o = 0; o < outputs->size(); ++o)
      Demand((*outputs)[o].IsInitialized(), "a run sets every output");
  }
  static_cast<void>(request.SerializeState().status());
}

void TryGraph(absl::string_view bytes) {
  ImportOptions options;
  options.limits.max_outputs = 100'000;
  absl::StatusOr<Graph> graph = Graph::FromBytes(bytes, options);
  if (!graph.ok()) {
    Demand(!graph.status().message().empty(), "a refusal says why");
    return;
  }
  TryRoundTrip(*graph);
  TryRuns(*graph);
}

}  // namespace opgraft
