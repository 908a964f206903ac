// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/shape_inference_test_op.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/op/arg_types.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/op/shape_function_report.h"
#include "framework/op/shape_function_watch.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status BadShape(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' is not a shape: write [2,?,3..5] or ?"));
}

// "", "3"; false for other text.
bool ParseSize(absl::string_view text, int64_t if_empty, int64_t* size) {
  *size = if_empty;
  return text.empty() || absl::SimpleAtoi(text, size);
}

// "?", "3", "2..5", "2..".
bool ParseDim(absl::string_view text, DimRange* dim) {
  *dim = DimRange();
  if (text == "?") return true;
  const std::vector<absl::string_view> ends = absl::StrSplit(text, absl::MaxSplits("..", 1));
  int64_t low = 0, high = 0;
  if (!ParseSize(ends[0], ends.size() == 1 ? -1 : 0, &low) || low < 0) return false;
  if (ends.size() == 1) {
    *dim = DimRange(low);
    return true;
  }
  if (!ParseSize(ends[1], DimRange::kUnbounded, &high)) return false;
  *dim = DimRange(low, high);
  return true;
}

std::vector<std::string> SplitShapes(absl::string_view shapes) {
  if (shapes.empty()) return {};
  return absl::StrSplit(shapes, ';');
}

// Fills in what a test need not say: the types.
void FillTypes(const OpDef& op, NodeDef* node) {
  AddDefaultsToNodeDef(op, node);
  for (const auto& attr : op.attr()) {
    if (attr.type() != "type" || node->attr().count(attr.name()) != 0) continue;
    const auto& allowed = attr.allowed_values().list().type();
    (*node->mutable_attr())[attr.name()].set_type(
        allowed.empty() ? DT_FLOAT : static_cast<DataType>(allowed[0]));
  }
}

// True if `written` is the dimension `d`, e.g. "3", "?", "d0_1", "d0_1|d1_0".
bool IsDim(InferenceContext* c, DimensionHandle d, absl::string_view written) {
  if (written.empty() || written[0] != 'd') return c->DebugString(d) == written;
  for (absl::string_view one : absl::StrSplit(written, '|')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(one.substr(1), '_');
    int64_t input = -1, dim = -1;
    if (parts.size() != 2 || !ParseSize(parts[0], -1, &input) || !ParseSize(parts[1], -1, &dim))
      return false;
    if (input >= 0 && input < c->num_inputs() && d.SameHandle(c->Dim(c->input(input), dim)))
      return true;
  }
  return false;
}

bool IsShape(InferenceContext* c, ShapeHandle s, absl::string_view written) {
  if (written == "?") return !c->RankKnown(s);
  if (written.substr(0, 2) == "in") {
    for (absl::string_view one : absl::StrSplit(written, '|')) {
      int64_t input = -1;
      if (!ParseSize(one.substr(std::min<size_t>(one.size(), 2)), -1, &input)) return false;
      if (input >= 0 && input < c->num_inputs() && s.SameHandle(c->input(input))) return true;
    }
    return false;
  }
  if (!absl::ConsumePrefix(&written, "[") || !absl::ConsumeSuffix(&written, "]")) return false;
  const absl::string_view inner = written;
  const std::vector<absl::string_view> dims =
      inner.empty() ? std::vector<absl::string_view>() : absl::StrSplit(inner, ',');
  if (c->Rank(s) != static_cast<int32_t>(dims.size())) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!IsDim(c, c->Dim(s, static_cast<int64_t>(i)), dims[i])) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<PartialTensorShape> ParseShape(absl::string_view text) {
  if (text == "?") return PartialTensorShape();
  absl::string_view inner = text;
  if (!absl::ConsumePrefix(&inner, "[") || !absl::ConsumeSuffix(&inner, "]")) return BadShape(text);
  std::vector<DimRange> dims;
  if (!inner.empty()) {
    for (absl::string_view dim : absl::StrSplit(inner, ',')) {
      if (!ParseDim(dim, &dims.emplace_back())) return BadShape(text);
    }
  }
  return PartialTensorShape::OfRanges(dims);
}

ShapeInferenceTestOp::ShapeInferenceTestOp(absl::string_view op_name) {
  const std::shared_ptr<const OpRegistry> ops = OpRegistry::Global();
  const absl::StatusOr<const OpRegistrationData*> found = ops->LookUp(op_name);
  if (found.ok()) {
    op = std::shared_ptr<const OpRegistrationData>(ops, *found);
  } else {
    // If the op is missing because its registration is wrong, that is the error to report.
    op = ops->errors().ok() ? found.status() : ops->errors();
  }
  node_def.set_op(std::string(op_name));
}

ShapeInferenceTestOp::ShapeInferenceTestOp(const OpDefBuilder& spec) {
  auto data = std::make_shared<OpRegistrationData>();
  const absl::Status status = spec.Finalize(data.get());
  if (status.ok()) {
    node_def.set_op(data->op_def.name());
    op = std::move(data);
  } else {
    op = status;
  }
}

ShapeInferenceTestOp& ShapeInferenceTestOp::Attr(absl::string_view name,
                                                 const opgraft::Attr& value) {
  (*node_def.proto().mutable_attr())[std::string(name)] = value.value();
  return *this;
}

absl::StatusOr<NodeProperties> ShapeInferenceTestOp::Properties() const {
  OPGRAFT_RETURN_IF_ERROR(op.status());
  const OpRegistrationData& data = **op;
  NodeDef node = node_def.proto();
  FillTypes(data.op_def, &node);
  NodeProperties p;
  p.name = node.name().empty() ? "test" : node.name();
  p.op_name = data.op_def.name();
  p.op = &data;
  p.keep_alive = *op;
  p.attrs = MakeNodeAttrs(node);
  p.graph_def_version = graph_def_version;
  const auto find = [&p](absl::string_view name) { return p.attrs.Find(name); };
  ArgTypes inputs, outputs;
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(data.op_def.input_arg(), find, &inputs));
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(data.op_def.output_arg(), find, &outputs));
  p.input_types = inputs.types;
  p.input_args = inputs.args;
  p.output_types = outputs.types;
  p.output_args = outputs.args;
  for (size_t i = 0; i < inputs.types.size(); ++i) p.inputs.push_back(absl::StrCat("in", i));
  return p;
}

absl::StatusOr<std::unique_ptr<TestInputs>> TestInputs::Parse(const ShapeInferenceTestOp& op,
                                                              absl::string_view written) {
  auto inputs = std::make_unique<TestInputs>();
  for (const std::string& text : SplitShapes(written)) {
    OPGRAFT_ASSIGN_OR_RETURN(inputs->shapes.emplace_back(), ParseShape(text));
  }
  for (const std::string& text : op.input_tensors_as_shapes) {
    OPGRAFT_ASSIGN_OR_RETURN(inputs->tensors_as_shapes.emplace_back(),
                             ParseShape(text.empty() ? "?" : text));
  }
  for (const PartialTensorShape& shape : inputs->shapes) inputs->facts.shapes.push_back(&shape);
  for (const PartialTensorShape& shape : inputs->tensors_as_shapes)
    inputs->facts.tensors_as_shapes.push_back(&shape);
  inputs->facts.tensors = op.input_tensors;
  inputs->facts.handle_data = op.input_handle_data;
  return inputs;
}

namespace {

// Runs the shape function; `then` may look at the context.
template <typename Then>
absl::Status RunShapeFunction(const ShapeInferenceTestOp& op, const std::string& inputs,
                              Then then) {
  OPGRAFT_ASSIGN_OR_RETURN(const NodeProperties properties, op.Properties());
  OPGRAFT_ASSIGN_OR_RETURN(const std::unique_ptr<TestInputs> known, TestInputs::Parse(op, inputs));
  if (known->shapes.size() != properties.input_types.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat(properties.op_name, " has ", properties.input_types.size(), " inputs"));
  }
  InferenceContext c(properties, known->facts);
  const ShapeFunctionWatch watch;
  OPGRAFT_RETURN_IF_ERROR(c.Run(properties.op->shape_inference_fn));
  return then(&c, watch.notes());
}

absl::Status CompareOutputs(InferenceContext* c, const ShapeFunctionNotes& notes,
                            const std::vector<std::string>& written) {
  if (written.size() != static_cast<size_t>(c->num_outputs())) {
    return absl::InvalidArgumentError(
        absl::StrCat(c->node().op_name, " has ", c->num_outputs(), " outputs"));
  }
  std::vector<std::string> problems;
  for (int i : notes.unset_outputs) problems.push_back(UnsetOutputText(c->node(), i));
  for (int i = 0; i < c->num_outputs(); ++i) {
    const std::string& want = written[static_cast<size_t>(i)];
    if (IsShape(c, c->output(i), want)) continue;
    problems.push_back(
        absl::StrCat("output ", i, " is ", c->DebugString(c->output(i)), ", not ", want));
  }
  return problems.empty() ? absl::OkStatus()
                          : absl::InvalidArgumentError(absl::StrJoin(problems, "\n"));
}

}  // namespace

absl::Status InferShapes(const ShapeInferenceTestOp& op, const std::string& inputs) {
  return RunShapeFunction(
      op, inputs, [](InferenceContext*, const ShapeFunctionNotes&) { return absl::OkStatus(); });
}

std::string CheckInference(const ShapeInferenceTestOp& op, const std::string& inputs,
                           const std::string& expected) {
  return std::string(
      RunShapeFunction(op, inputs, [&](InferenceContext* c, const ShapeFunctionNotes& notes) {
        return CompareOutputs(c, notes, SplitShapes(expected));
      }).message());
}

}  // namespace opgraft
