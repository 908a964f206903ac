// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/loop_parts.h"
#include "framework/types/status_macros.h"
#include "openvino/number_tensor.h"
#include "openvino/writing/write_bodies.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Condition = CallSite::Condition;
using Output = CallSite::Output;

// In the file `start` and `end` are elements, both taken; ours are the borders before and behind
// them, where -1 is behind the last element. The other way round than when an IR is read.
absl::StatusOr<int64_t> ElementBehind(int64_t border) {
  if (border != -1) return border >= 0 ? border : border + 1;
  return absl::UnimplementedError("it begins behind the last element, which an IR cannot say");
}
absl::StatusOr<int64_t> ElementBefore(int64_t border) {
  if (border != 0) return border > 0 ? border - 1 : border;
  return absl::UnimplementedError("it ends before the first element, which an IR cannot say");
}

absl::StatusOr<LayerData> SlicesData(const CallSite::Slices& slices, int rank) {
  const bool is_forward = slices.stride > 0;
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t start,
                           is_forward ? ElementBehind(slices.start) : ElementBefore(slices.start));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t end,
                           is_forward ? ElementBefore(slices.end) : ElementBehind(slices.end));
  int64_t axis = slices.axis;
  if (axis < 0) {
    if (rank < 0) return absl::UnimplementedError("the rank of what it cuts is not known");
    OPGRAFT_ASSIGN_OR_RETURN(axis, AxisOf(slices, rank));
  }
  return LayerData{{"axis", absl::StrCat(axis)},
                   {"start", absl::StrCat(start)},
                   {"end", absl::StrCat(end)},
                   {"stride", absl::StrCat(slices.stride)},
                   {"part_size", absl::StrCat(slices.part_size)}};
}

// A loop as a Loop layer, or as a TensorIterator if only its parts end it.
class LoopWriting {
 public:
  LoopWriting(const WrittenCall& call, NodeWriting* node)
      : call_(call),
        site_(call.site()),
        node_(node),
        document_(node->net().document()),
        body_(&document_) {}

  absl::Status Write() {
    written_.element = "body";
    written_.map = "port_map";
    if (!IsIterator()) OPGRAFT_RETURN_IF_ERROR(AddEnds());
    OPGRAFT_RETURN_IF_ERROR(AddArguments());
    results_ = WriteBody(body_shapes(), parameters_, "", &body_.writing());
    if (!IsIterator()) OPGRAFT_RETURN_IF_ERROR(AddCondition());
    OPGRAFT_RETURN_IF_ERROR(AddOutputs());
    AddBackEdges();
    AddLayer();
    return absl::OkStatus();
  }

 private:
  bool IsIterator() const {
    return site_.condition.kind == Condition::Kind::kNone && site_.trip_count < 0;
  }
  const BodyShapes& body_shapes() const { return *call_.bodies.back(); }
  LayerPort InputAt(int i) const { return node_->input(i); }
  std::string Named(absl::string_view end) const { return absl::StrCat(node_->name(), "/", end); }

  // What comes back as it went in is given to each iteration as it is.
  bool IsInvariant(int input) const {
    const int next = site_.NextOf(input);
    if (next < 0) return true;
    const Endpoint source = SourceOf(*body_shapes().body, next);
    const CallSite::Body& body = site_.loop_body();
    for (size_t i = 0; i < body.args.size(); ++i) {
      if (body_shapes().body->args[i] == source.node)
        return body.args[i].kind == Argument::Kind::kCarried && body.args[i].input == input;
    }
    return false;
  }

  // A While is TensorFlow's, a Loop OpenVINO's.
  absl::StatusOr<LayerPort> Truth(LayerPort value, const std::string& name, NetWriting* net) const {
    const bool is_while = site_.condition.kind == Condition::Kind::kBody;
    return is_while ? TruthOf(value, name, net) : TruthOfElement(value, name, net);
  }

  // The trip count, and whether to begin.
  absl::Status AddEnds() {
    NetWriting& net = node_->net();
    layer_.inputs.push_back(site_.trip_count >= 0
                                ? InputAt(site_.trip_count)
                                : net.AddConstant(Named("trip_count"), NumberTensor(DT_INT64, -1)));
    LayerPort begins;
    if (site_.condition.kind == Condition::Kind::kBody) {
      const std::vector<LayerPort> first = WriteBody(
          *call_.bodies[0], ArgumentsOf(site_.bodies[0], node_->inputs()), Named("begins/"), &net);
      begins = first[0];
    } else if (site_.condition.first >= 0) {
      begins = InputAt(site_.condition.first);
    } else {
      begins = net.AddConstant(Named("begins"), Tensor::Scalar(true));
    }
    OPGRAFT_ASSIGN_OR_RETURN(begins, Truth(begins, Named("begins"), &net));
    layer_.inputs.push_back(begins);
    return absl::OkStatus();
  }

  absl::Status AddArguments() {
    const CallSite::Body& body = site_.loop_body();
    for (size_t i = 0; i < body.args.size(); ++i) {
      const Argument& argument = body.args[i];
      const int arg = body_shapes().body->args[i];
      parameters_.push_back(body_.writing().AddParameter(body_shapes().body->arg_names[i],
                                                         BaseType(body_shapes().body->arg_types[i]),
                                                         body_shapes().facts->ShapeOf({arg, 0})));
      WrittenBody::Entry entry;
      entry.internal = parameters_.back().layer;
      if (argument.kind == Argument::Kind::kIteration) {
        entry.more = {{"purpose", "current_iteration"}};
      } else {
        entry.external = static_cast<int>(layer_.inputs.size());
        layer_.inputs.push_back(InputAt(argument.input));
      }
      if (argument.kind == Argument::Kind::kSliced) {
        OPGRAFT_ASSIGN_OR_RETURN(
            entry.more, SlicesData(argument.slices, node_->input_shape(argument.input).dims()));
      }
      written_.inputs.push_back(std::move(entry));
    }
    return absl::OkStatus();
  }

  // The truth that ends a Loop after an iteration.
  absl::Status AddCondition() {
    NetWriting& net = body_.writing();
    LayerPort goes_on;
    if (site_.condition.kind == Condition::Kind::kBody) {
      goes_on = WriteBody(*call_.bodies[0], ConditionArguments(), "condition/", &net)[0];
    } else if (site_.condition.kind == Condition::Kind::kResult) {
      goes_on = results_[static_cast<size_t>(site_.condition.index)];
    } else {
      goes_on = net.AddConstant("goes_on", Tensor::Scalar(true));
    }
    OPGRAFT_ASSIGN_OR_RETURN(goes_on, Truth(goes_on, "condition", &net));
    const LayerPort result = net.AddResult("execution_condition", goes_on);
    written_.outputs.push_back({-1, result.layer, {{"purpose", "execution_condition"}}});
    return absl::OkStatus();
  }

  // What the condition of the next iteration is asked of.
  std::vector<LayerPort> ConditionArguments() const {
    std::vector<LayerPort> arguments;
    for (const Argument& argument : site_.bodies[0].args) {
      const int next = site_.NextOf(argument.input);
      arguments.push_back(next >= 0 ? results_[static_cast<size_t>(next)]
                                    : ParameterOfInput(argument.input));
    }
    return arguments;
  }
  LayerPort ParameterOfInput(int input) const {
    const std::vector<Argument>& args = site_.loop_body().args;
    for (size_t i = 0; i < args.size(); ++i) {
      if (args[i].input == input) return parameters_[i];
    }
    return parameters_[0];  // a call site has each value that its condition asks of in its body
  }

  // The Result layer of result `index`, made when it is first asked for.
  int ResultLayer(int index) {
    const auto [known, is_new] = result_layers_.try_emplace(index, -1);
    if (is_new) {
      known->second =
          body_.writing()
              .AddResult(absl::StrCat("result_", index), results_[static_cast<size_t>(index)])
              .layer;
    }
    return known->second;
  }

  absl::Status AddOutputs() {
    for (size_t i = 0; i < site_.outputs.size(); ++i) {
      const Output& output = site_.outputs[i];
      const bool is_carried = output.kind == Output::Kind::kCarried;
      if (is_carried && IsInvariant(output.index)) {
        node_->SetOutput(static_cast<int>(i), InputAt(output.index));
        continue;
      }
      const int index = is_carried ? site_.NextOf(output.index) : output.index;
      WrittenBody::Entry entry{static_cast<int>(layer_.outputs.size()), ResultLayer(index), {}};
      const LayerPort result = results_[static_cast<size_t>(index)];
      if (output.kind == Output::Kind::kConcatenated) {
        OPGRAFT_ASSIGN_OR_RETURN(entry.more,
                                 SlicesData(output.slices, body_.writing().ShapeOf(result).dims()));
      }
      written_.outputs.push_back(std::move(entry));
      const auto port = static_cast<int>(i);
      layer_.outputs.push_back({node_->output_type(port), node_->output_shape(port), {}});
      made_.push_back(port);
    }
    return absl::OkStatus();
  }

  void AddBackEdges() {
    const std::vector<Argument>& args = site_.loop_body().args;
    for (size_t i = 0; i < args.size(); ++i) {
      if (args[i].kind != Argument::Kind::kCarried || IsInvariant(args[i].input)) continue;
      written_.back_edges.emplace_back(ResultLayer(site_.NextOf(args[i].input)),
                                       parameters_[i].layer);
    }
  }

  // Parameters stay: the layer has an input for each.
  void AddLayer() {
    layer_.name = node_->name();
    layer_.type = IsIterator() ? "TensorIterator" : "Loop";
    layer_.opset = IsIterator() ? 1 : 5;
    layer_.has_effect = document_.state.IsSink(node_->node());
    const std::vector<int> moved = Prune(/*keep_parameters=*/true, body_.net().get());
    const auto move = [&](int* layer) { *layer = moved[static_cast<size_t>(*layer)]; };
    for (auto& entry : written_.inputs) move(&entry.internal);
    for (auto& entry : written_.outputs) move(&entry.internal);
    for (auto& edge : written_.back_edges) {
      move(&edge.first);
      move(&edge.second);
    }
    written_.net = body_.net();
    layer_.bodies.push_back(std::move(written_));
    const LayerPort first = node_->net().Add(std::move(layer_));
    for (size_t k = 0; k < made_.size(); ++k)
      node_->SetOutput(made_[k], {first.layer, static_cast<int>(k)});
  }

  const WrittenCall& call_;
  const CallSite& site_;
  NodeWriting* const node_;
  IrWriting& document_;
  BodyWriting body_;
  WrittenLayer layer_;
  WrittenBody written_;
  std::vector<LayerPort> parameters_;  // by argument of the body
  std::vector<LayerPort> results_;     // of the body
  absl::flat_hash_map<int, int> result_layers_;
  std::vector<int> made_;  // outputs of the node, by output of the layer
};

}  // namespace

absl::Status WriteLoop(const WrittenCall& call, NodeWriting* node) {
  return LoopWriting(call, node).Write();
}

}  // namespace opgraft_internal
