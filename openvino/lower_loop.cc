// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/branch_ports.h"
#include "framework/op/call_site.h"
#include "framework/op/loop_attrs.h"
#include "framework/types/status_macros.h"
#include "openvino/bodies.h"
#include "openvino/ir_text.h"
#include "openvino/lower_bodies.h"

namespace opgraft_internal {
namespace {

using Port = GraphDraft::Port;

constexpr char kIteration[] = "current_iteration";
constexpr char kCondition[] = "execution_condition";
// Of where parts begin and end: whatever is beyond, no tensor has.
constexpr int64_t kMostElements = int64_t{1} << 60;

absl::StatusOr<int64_t> IntOf(pugi::xml_node xml, const char* name, int64_t fallback) {
  const pugi::xml_attribute attribute = xml.attribute(name);
  if (!attribute) return fallback;
  absl::StatusOr<int64_t> value = ParseIrInt(attribute.value());
  if (value.ok()) return value;
  return absl::InvalidArgumentError(
      absl::StrCat("port map: '", name, "' ", value.status().message()));
}

// The border before an element or behind it. Borders are counted as
// OpenVINO>Loop does: from the begin, or from the end, where -1 is behind the last element.
int64_t BorderBefore(int64_t element) { return element >= 0 ? element : element - 1; }
int64_t BorderBehind(int64_t element) { return element >= 0 ? element + 1 : element; }

// In the file `start` and `end` are elements, both taken.
absl::StatusOr<CallSite::Slices> SlicesOf(pugi::xml_node xml) {
  CallSite::Slices slices;
  OPGRAFT_ASSIGN_OR_RETURN(slices.axis, IntOf(xml, "axis", 0));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t start, IntOf(xml, "start", 0));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t end, IntOf(xml, "end", -1));
  OPGRAFT_ASSIGN_OR_RETURN(slices.stride, IntOf(xml, "stride", 1));
  OPGRAFT_ASSIGN_OR_RETURN(slices.part_size, IntOf(xml, "part_size", 1));
  if (slices.stride == 0 || slices.part_size < 1)
    return absl::InvalidArgumentError("port map: a stride of 0, or a part_size below 1");
  for (const int64_t element : {start, end, slices.stride}) {
    if (element < -kMostElements || element > kMostElements)
      return absl::InvalidArgumentError(absl::StrCat("port map: there is no element ", element));
  }
  const bool is_forward = slices.stride > 0;
  slices.start = is_forward ? BorderBefore(start) : BorderBehind(start);
  slices.end = is_forward ? BorderBehind(end) : BorderBefore(end);
  return slices;
}

// One Loop or TensorIterator on its way to a node.
class LoopLowering {
 public:
  LoopLowering(const IrBody& body, LayerLowering* layer, NetLowering* net)
      : body_(body),
        layer_(layer),
        is_loop_(layer->layer().Is("Loop")),
        draft_(body, &net->document(), layer) {}

  absl::Status Lower() {
    OPGRAFT_RETURN_IF_ERROR(ReadBackEdges());
    OPGRAFT_RETURN_IF_ERROR(AddArguments());
    if (!draft_.Lower()) return absl::OkStatus();  // told already
    const std::string wanted = absl::StrCat(layer_->node_name(), "_body");
    OPGRAFT_RETURN_IF_ERROR(draft_.draft().ProblemsOfBody(wanted));
    OPGRAFT_RETURN_IF_ERROR(AddOutputs());
    OPGRAFT_RETURN_IF_ERROR(AddCarried());
    if (is_loop_) OPGRAFT_RETURN_IF_ERROR(AddEnds());
    OPGRAFT_RETURN_IF_ERROR(draft_.DropLeftovers(results_));
    OPGRAFT_ASSIGN_OR_RETURN(
        const std::string function,
        layer_->draft()->AddBranch(wanted, draft_.arguments(), results_, &draft_.draft()));
    return AddNode(function);
  }

 private:
  absl::Status ReadBackEdges() {
    for (const pugi::xml_node xml : layer_->layer().xml.child("back_edges").children("edge")) {
      OPGRAFT_ASSIGN_OR_RETURN(const int64_t from, IntOf(xml, "from-layer", -1));
      OPGRAFT_ASSIGN_OR_RETURN(const int64_t to, IntOf(xml, "to-layer", -1));
      const int result = body_.net.Find(from);
      const int parameter = body_.net.Find(to);
      const bool is_right =
          result >= 0 && parameter >= 0 && At(result).Is("Result") && At(parameter).Is("Parameter");
      if (!is_right) {
        return absl::InvalidArgumentError(
            absl::StrCat("a back edge goes from ", from, " to ", to,
                         "; it must go from a Result of the body to a Parameter"));
      }
      if (!next_.try_emplace(parameter, result).second) {
        return absl::InvalidArgumentError(
            absl::StrCat("two back edges go to ", At(parameter).Tag()));
      }
    }
    return absl::OkStatus();
  }

  absl::Status AddArguments() {
    using Kind = CallSite::Argument::Kind;
    for (const PortMapEntry& entry : body_.inputs) {
      CallSite::Argument argument;
      argument.input = entry.index;
      DataType type = DT_INVALID;
      if (entry.purpose == kIteration) {
        argument.kind = Kind::kIteration;
        OPGRAFT_ASSIGN_OR_RETURN(type, IterationType(entry));
      } else if (entry.purpose.empty()) {
        type = layer_->input_type(entry.index);
        if (next_.contains(entry.internal)) argument.kind = Kind::kCarried;
        if (entry.xml.attribute("axis")) {
          argument.kind = Kind::kSliced;
          OPGRAFT_ASSIGN_OR_RETURN(argument.slices, SlicesOf(entry.xml));
        }
      } else {
        return absl::InvalidArgumentError("port map: an input has an unknown purpose");
      }
      draft_.AddArgument(entry.internal, type);
      AppendLoopArgument(argument, &args_);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<DataType> IterationType(const PortMapEntry& entry) {
    const LayerLowering parameter(At(entry.internal), {}, "", layer_->draft());
    OPGRAFT_ASSIGN_OR_RETURN(const DataType type, parameter.Type("element_type", DT_INT64));
    if (type == DT_INT32 || type == DT_INT64) return type;
    return absl::InvalidArgumentError("the number of the iteration must be i32 or i64");
  }

  absl::Status AddOutputs() {
    using Kind = CallSite::Output::Kind;
    for (const PortMapEntry& entry : body_.outputs) {
      if (entry.index < 0) continue;
      CallSite::Output output;
      OPGRAFT_ASSIGN_OR_RETURN(output.index, ResultIndex(entry.internal));
      if (entry.xml.attribute("axis")) {
        output.kind = Kind::kConcatenated;
        OPGRAFT_ASSIGN_OR_RETURN(output.slices, SlicesOf(entry.xml));
        if (std::abs(output.slices.stride) != output.slices.part_size) {
          return absl::InvalidArgumentError(
              "port map: the stride of an output must be its part_size, or minus that");
        }
      } else if (const int input = InputThatBecomes(entry.internal); input >= 0) {
        output.kind = Kind::kCarried;  // after no iteration it comes out as it went in
        output.index = input;
      }
      AppendLoopOutput(output, &gives_);
      types_.push_back(TypeOf(entry.internal));
    }
    return absl::OkStatus();
  }

  absl::Status AddCarried() {
    for (const PortMapEntry& entry : body_.inputs) {
      const auto next = next_.find(entry.internal);
      if (next == next_.end() || entry.index < 0) continue;
      OPGRAFT_ASSIGN_OR_RETURN(const int result, ResultIndex(next->second));
      carried_.insert(carried_.end(), {entry.index, result});
    }
    return absl::OkStatus();
  }

  // The inputs that end a Loop, and the result that does. A condition that is a constant true ends
  // nothing: without it the number of iterations is known.
  absl::Status AddEnds() {
    if (layer_->num_inputs() < 2)
      return absl::InvalidArgumentError("lacks its trip count, its execution condition or both");
    trip_count_ = 0;
    if (!IsTrue(layer_->constant(1))) begins_ = 1;
    for (const PortMapEntry& entry : body_.outputs) {
      if (entry.purpose != kCondition) continue;
      if (IsTrue(draft_.ConstantOf(entry.internal))) return absl::OkStatus();
      OPGRAFT_ASSIGN_OR_RETURN(until_, ResultIndex(entry.internal));
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError("port map: no output is the execution_condition");
  }

  static bool IsTrue(const Tensor* value) {
    return value != nullptr && value->dtype() == DT_BOOL && value->NumElements() == 1 &&
           value->flat<bool>()(0);
  }

  absl::Status AddNode(const std::string& function) {
    const bool is_stateful = HoldState(*layer_->draft(), {function});
    const Value node = layer_->Add(is_stateful ? "OpenVINO>Loop" : "OpenVINO>StatelessLoop",
                                   {Input(layer_->inputs_from(0))},
                                   {{"Tout", types_},
                                    {"body", FunctionName{function}},
                                    {"args", args_},
                                    {"gives", gives_},
                                    {"carried", carried_},
                                    {"trip_count", trip_count_},
                                    {"begins", begins_},
                                    {"until", until_},
                                    {"num_results", static_cast<int64_t>(results_.size())}});
    layer_->SetOutputs(node);
    return absl::OkStatus();
  }

  // The place of a Result among the function's results, which has it from then on.
  absl::StatusOr<int> ResultIndex(int layer) {
    const auto known = result_index_.find(layer);
    if (known != result_index_.end()) return known->second;
    OPGRAFT_ASSIGN_OR_RETURN(Port port, draft_.Result(layer));
    const auto index = static_cast<int>(results_.size());
    results_.push_back(std::move(port));
    result_index_[layer] = index;
    return index;
  }
  DataType TypeOf(int layer) {
    return results_[static_cast<size_t>(result_index_.at(layer))].dtype;
  }
  // The input that is carried and becomes this Result; -1: none.
  int InputThatBecomes(int result) const {
    for (const PortMapEntry& entry : body_.inputs) {
      const auto next = next_.find(entry.internal);
      if (next != next_.end() && next->second == result) return entry.index;
    }
    return -1;
  }
  const IrLayer& At(int index) const { return body_.net.layers[static_cast<size_t>(index)]; }

  const IrBody& body_;
  LayerLowering* const layer_;
  const bool is_loop_;
  BodyDraft draft_;
  absl::flat_hash_map<int, int> next_;          // Parameter -> the Result that it becomes
  absl::flat_hash_map<int, int> result_index_;  // of Results
  std::vector<Port> results_;
  std::vector<int64_t> args_;
  std::vector<int64_t> gives_;
  std::vector<int64_t> carried_;
  std::vector<DataType> types_;
  int64_t trip_count_ = -1;
  int64_t begins_ = -1;
  int64_t until_ = -1;
};

}  // namespace

absl::Status LowerLoop(LayerLowering* layer, NetLowering* net) {
  OPGRAFT_ASSIGN_OR_RETURN(const IrBody body, ReadIrBody(layer->layer(), "body", "port_map",
                                                         net->net().version, &net->document()));
  return LoopLowering(body, layer, net).Lower();
}

}  // namespace opgraft_internal
