// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/types/status_macros.h"
#include "openvino/number_tensor.h"
#include "openvino/writing/write_bodies.h"

namespace opgraft_internal {
namespace {

using Condition = CallSite::Condition;

// An If or a Case as If layers: of n branches the first is the then_body, and the others, in an If
// of their own, the else_body.
class BranchWriting {
 public:
  BranchWriting(const WrittenCall& call, NodeWriting* node) : call_(call), node_(node) {}

  absl::Status Write() {
    if (call_.bodies.size() > IrWriting::kMaxDepth) {
      return absl::UnimplementedError(
          absl::StrCat("of its ", call_.bodies.size(), " branches each would be an If in the one ",
                       "before it; ", IrWriting::kMaxDepth, " can be written"));
    }
    absl::StatusOr<std::vector<LayerPort>> results;
    if (const absl::optional<size_t> known = KnownBranch(); known.has_value()) {
      results = WriteBody(*call_.bodies[*known],
                          ArgumentsOf(call_.site().bodies[*known], node_->inputs()),
                          absl::StrCat(node_->name(), "/"), &node_->net());
    } else {
      results = WriteFrom(0, node_->inputs(), &node_->net());
    }
    OPGRAFT_RETURN_IF_ERROR(results.status());
    for (size_t i = 0; i < call_.site().outputs.size(); ++i) {
      const auto index = static_cast<size_t>(call_.site().outputs[i].index);
      node_->SetOutput(static_cast<int>(i), (*results)[index]);
    }
    return absl::OkStatus();
  }

 private:
  // A body of the If, whose Parameters are the inputs of the node.
  struct Side {
    BodyWriting body;
    std::vector<LayerPort> parameters;
    std::vector<LayerPort> results;
    std::vector<int> moved;

    explicit Side(IrWriting* document) : body(document) {}
    bool Uses(size_t input) const { return ParameterOf(input) >= 0; }
    int ParameterOf(size_t input) const {
      return moved[static_cast<size_t>(parameters[input].layer)];
    }
  };

  size_t last() const { return call_.bodies.size() - 1; }
  LayerPort ConditionInput(const std::vector<LayerPort>& inputs) const {
    return inputs[static_cast<size_t>(call_.site().condition.index)];
  }

  // A condition that is a constant chooses once and for all.
  absl::optional<size_t> KnownBranch() const {
    if (call_.bodies.size() == 1) return 0;
    if (call_.site().condition.kind != Condition::Kind::kTruth) return absl::nullopt;
    const absl::optional<Tensor> value = node_->constant(call_.site().condition.index);
    const bool known = value.has_value() && value->dtype() == DT_BOOL && value->NumElements() == 1;
    if (!known) return absl::nullopt;
    return value->flat<bool>()(0) ? 0 : last();
  }

  // What the branches from `branch` on give, written into `net`, where `inputs` are those of the
  // node.
  absl::StatusOr<std::vector<LayerPort>> WriteFrom(size_t branch,
                                                   const std::vector<LayerPort>& inputs,
                                                   NetWriting* net) {
    if (branch == last()) {
      return WriteBody(*call_.bodies[branch], ArgumentsOf(call_.site().bodies[branch], inputs), "",
                       net);
    }
    OPGRAFT_ASSIGN_OR_RETURN(const LayerPort condition, ConditionOf(branch, inputs, net));
    Side sides[2] = {Side(&net->document()), Side(&net->document())};
    for (Side& side : sides) AddParameters(inputs, *net, &side);
    sides[0].results = WriteBody(*call_.bodies[branch],
                                 ArgumentsOf(call_.site().bodies[branch], sides[0].parameters), "",
                                 &sides[0].body.writing());
    ++net->document().depth;
    auto others = WriteFrom(branch + 1, sides[1].parameters, &sides[1].body.writing());
    --net->document().depth;
    OPGRAFT_ASSIGN_OR_RETURN(sides[1].results, std::move(others));
    return AddIf(condition, inputs, sides, net);
  }

  // Whether this branch is the one.
  absl::StatusOr<LayerPort> ConditionOf(size_t branch, const std::vector<LayerPort>& inputs,
                                        NetWriting* net) {
    const LayerPort input = ConditionInput(inputs);
    const std::string name = absl::StrCat(node_->name(), "/condition");
    if (call_.site().condition.kind == Condition::Kind::kTruth) return TruthOf(input, name, net);
    const LayerPort number =
        net->AddConstant(absl::StrCat(name, "/index"),
                         NumberTensor(net->TypeOf(input), static_cast<double>(branch)));
    return net->Add(name, "Equal", 1, {input, number}, Numpy(), DT_BOOL, net->ShapeOf(input));
  }

  void AddParameters(const std::vector<LayerPort>& inputs, const NetWriting& outer, Side* side) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      side->parameters.push_back(side->body.writing().AddParameter(
          absl::StrCat("input_", i), outer.TypeOf(inputs[i]), outer.ShapeOf(inputs[i])));
    }
  }

  std::vector<LayerPort> AddIf(LayerPort condition, const std::vector<LayerPort>& inputs,
                               Side* sides, NetWriting* net) {
    WrittenLayer layer;
    layer.name = node_->name();
    layer.type = "If";
    layer.opset = 8;
    layer.inputs = {condition};
    layer.has_effect = net->document().state.IsSink(node_->node());
    AddOutputs(sides, &layer);
    layer.bodies = {{"then_body", "then_port_map", sides[0].body.net(), {}, {}, {}},
                    {"else_body", "else_port_map", sides[1].body.net(), {}, {}, {}}};
    for (size_t s = 0; s < 2; ++s) layer.bodies[s].outputs = FinishSide(&sides[s]);
    MapInputs(inputs, sides, &layer);
    std::vector<LayerPort> outputs;
    for (size_t i = 0; i < layer.outputs.size(); ++i) outputs.push_back({0, static_cast<int>(i)});
    const LayerPort first = net->Add(std::move(layer));
    for (LayerPort& output : outputs) output.layer = first.layer;
    return outputs;
  }

  // The outputs of a body, whose layers are all there.
  static std::vector<WrittenBody::Entry> FinishSide(Side* side) {
    std::vector<LayerPort> ends;
    for (size_t i = 0; i < side->results.size(); ++i) {
      ends.push_back(side->body.writing().AddResult(absl::StrCat("output_", i), side->results[i]));
    }
    side->moved = side->body.Finish();
    std::vector<WrittenBody::Entry> outputs;
    for (size_t i = 0; i < ends.size(); ++i) {
      const int result = side->moved[static_cast<size_t>(ends[i].layer)];
      outputs.push_back({static_cast<int>(i), result, {}});
    }
    return outputs;
  }

  void AddOutputs(Side* sides, WrittenLayer* layer) {
    for (size_t i = 0; i < sides[0].results.size(); ++i) {
      NetWriting& then_net = sides[0].body.writing();
      NetWriting& else_net = sides[1].body.writing();
      layer->outputs.push_back(
          {then_net.TypeOf(sides[0].results[i]),
           then_net.ShapeOf(sides[0].results[i]).Join(else_net.ShapeOf(sides[1].results[i])),
           {}});
    }
  }

  // Inputs that a body uses become inputs of the layer.
  static void MapInputs(const std::vector<LayerPort>& inputs, const Side* sides,
                        WrittenLayer* layer) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!sides[0].Uses(i) && !sides[1].Uses(i)) continue;
      const int external = static_cast<int>(layer->inputs.size());
      layer->inputs.push_back(inputs[i]);
      for (size_t s = 0; s < 2; ++s) {
        if (sides[s].Uses(i))
          layer->bodies[s].inputs.push_back({external, sides[s].ParameterOf(i), {}});
      }
    }
  }

  const WrittenCall& call_;
  NodeWriting* const node_;
};

}  // namespace

absl::Status WriteBranch(const WrittenCall& call, NodeWriting* node) {
  return BranchWriting(call, node).Write();
}

}  // namespace opgraft_internal
