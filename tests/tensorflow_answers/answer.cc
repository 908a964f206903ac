// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/tensorflow_answers/answer.h"

#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compiled_model.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/text_format.h"
#include "opgraft/proto/graph.pb.h"
#include "testing/compare_tensors.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft {
namespace {

using nlohmann::json;

absl::StatusOr<std::vector<Tensor>> Tensors(const json& list) {
  std::vector<Tensor> tensors;
  for (const json& one : list) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, TensorFromJson(one, "", JsonText::kLatin1));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

// A constant, or a placeholder of the tensor's shape or of any.
void AddInput(const Tensor& value, Known known, NodeDef* node) {
  node->set_op(known == Known::kValues ? "Const" : "Placeholder");
  (*node->mutable_attr())["dtype"].set_type(static_cast<DataType>(value.dtype()));
  if (known == Known::kValues) {
    value.AsProtoTensorContent((*node->mutable_attr())["value"].mutable_tensor());
  } else if (known == Known::kShapes) {
    TensorShapeProto* const shape = (*node->mutable_attr())["shape"].mutable_shape();
    for (int d = 0; d < value.dims(); ++d) shape->add_dim()->set_size(value.dim_size(d));
  }
}

absl::Status AddNode(const json& text, GraphDef* def) {
  if (google::protobuf::TextFormat::ParseFromString(text.get<std::string>(), def->add_node()))
    return absl::OkStatus();
  return absl::InvalidArgumentError("the line's node is no NodeDef");
}

absl::StatusOr<GraphDef> GraphOf(const json& line, Known known, const std::vector<Tensor>& inputs) {
  GraphDef def;
  for (size_t i = 0; i < inputs.size(); ++i) {
    NodeDef* const node = def.add_node();
    node->set_name(absl::StrCat("x", i));
    AddInput(inputs[i], known, node);
  }
  for (const json& node : line.value("around", json::array())) {
    OPGRAFT_RETURN_IF_ERROR(AddNode(node, &def));
  }
  OPGRAFT_RETURN_IF_ERROR(AddNode(line["node"], &def));
  return def;
}

// What the line looks at: all outputs of the node where it does not say.
std::vector<std::string> FetchesOf(const json& line, const Graph& graph) {
  if (line.contains("fetches")) return line["fetches"].get<std::vector<std::string>>();
  std::vector<std::string> fetches;
  const int num_outputs = graph.node(graph.FindNode("n")).num_outputs();
  for (int i = 0; i < num_outputs; ++i) fetches.push_back(absl::StrCat("n:", i));
  return fetches;
}

// Rounding that the type allows a few times over; what a call needs beyond it says its line.
double RoundingOf(DataType type) {
  switch (BaseType(type)) {
    case DT_DOUBLE:
    case DT_COMPLEX128:
      return 1e-13;
    case DT_FLOAT:
    case DT_COMPLEX64:
      return 2e-6;
    case DT_HALF:
      return 1e-3;
    default:
      return 8e-3;  // bfloat16 and smaller; of no meaning for integers
  }
}

// "" or how the output called `name` differs.
std::string CompareOutput(const json& line, const Graph& graph, double roundings,
                          const std::string& name, const Tensor* got, const Tensor& expected) {
  Tolerance tolerance;
  tolerance.rtol = roundings * line.value("rtol", RoundingOf(expected.dtype()));
  tolerance.atol = roundings * line.value("atol", 0.0);
  const std::string why =
      got == nullptr ? "is not given" : CompareTensors(*got, expected, tolerance);
  if (!why.empty()) return absl::StrCat(name, ": ", why);
  const auto port = graph.FindTensor(name);
  const PartialTensorShape& inferred = graph.node(port->node).output_shape(port->port);
  if (inferred.IsCompatibleWith(expected.shape())) return "";
  return absl::StrCat(name, ": the shape inferred is ", inferred.DebugString(), ", it is ",
                      expected.shape().DebugString());
}

std::string CompareOutputs(const json& line, const Graph& graph, double roundings,
                           const Outputs& outputs, const std::vector<Tensor>& expected) {
  const std::vector<std::string> names = FetchesOf(line, graph);
  for (size_t i = 0; i < expected.size(); ++i) {
    std::string why =
        CompareOutput(line, graph, roundings, names[i], outputs.Find(names[i]), expected[i]);
    if (!why.empty()) return why;
  }
  return "";
}

absl::StatusOr<AnswerModel> ModelOf(const json& line, Known known,
                                    const std::vector<Tensor>& inputs) {
  OPGRAFT_ASSIGN_OR_RETURN(const GraphDef def, GraphOf(line, known, inputs));
  AnswerModel model;
  OPGRAFT_ASSIGN_OR_RETURN(model.graph, Graph::Import(def));
  Signature signature;
  for (size_t i = 0; i < inputs.size() && known != Known::kValues; ++i)
    signature.feeds.push_back(absl::StrCat("x", i));
  signature.fetches = FetchesOf(line, model.graph);
  if (signature.fetches.empty()) signature.targets = {"n"};
  model.options.signatures = {std::move(signature)};
  return model;
}

absl::StatusOr<std::string> RunCall(const json& line, Known known, AnswerRewrite rewrite) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs, Tensors(line["inputs"]));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Tensor> expected,
                           Tensors(line.value("outputs", json::array())));
  OPGRAFT_ASSIGN_OR_RETURN(const AnswerModel call, ModelOf(line, known, inputs));
  std::vector<NamedTensor> feeds;
  for (size_t i = 0; i < call.options.signatures[0].feeds.size(); ++i)
    feeds.emplace_back(call.options.signatures[0].feeds[i], inputs[i]);
  AnswerModel run = call;
  if (rewrite != nullptr) {
    OPGRAFT_ASSIGN_OR_RETURN(run, rewrite(call));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
                           CompiledModel::Compile(run.graph, run.options));
  InferRequest request = model.CreateRequest();
  OPGRAFT_ASSIGN_OR_RETURN(const Outputs outputs, request.Run(feeds));
  if (line.contains("error")) return std::string("succeeds; TensorFlow does not");
  const double roundings = rewrite == nullptr ? 1 : 5;  // of several ops where there was one
  return CompareOutputs(line, call.graph, roundings, outputs, expected);
}

// A shape function may find at import what TensorFlow's kernel finds at the run, under its own
// code; TensorFlow's INTERNAL is a fault of its own; that there is no kernel is NOT_FOUND here.
bool IsExpected(const absl::Status& status, const std::string& code) {
  const bool has_no_kernel = absl::StrContains(status.message(), "no CPU kernel");
  if (has_no_kernel && (code == "INVALID_ARGUMENT" || code == "UNIMPLEMENTED")) return true;
  return code == "INTERNAL" || absl::StatusCodeToString(status.code()) == code ||
         status.code() == absl::StatusCode::kInvalidArgument;
}

}  // namespace

std::string CompareAnswer(const json& line, Known known, AnswerRewrite rewrite) {
  const absl::StatusOr<std::string> difference = RunCall(line, known, rewrite);
  if (difference.ok()) return *difference;
  if (!line.contains("error")) return difference.status().ToString();
  const std::string code = line["error"].get<std::string>();
  if (IsExpected(difference.status(), code)) return "";
  return absl::StrCat("TensorFlow ends with ", code, ", not: ", difference.status().ToString());
}

}  // namespace opgraft
