#include "tests/framework/op/shape_inference_testutil.h"

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/op/arg_types.h"
#include "framework/op/node_def_util.h"
#include "google/protobuf/text_format.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

int64_t ParseSize(absl::string_view text, int64_t if_empty) {
  int64_t size = if_empty;
  EXPECT_TRUE(text.empty() || absl::SimpleAtoi(text, &size)) << text;
  return size;
}

Interval ParseDim(absl::string_view text) {
  if (text == "?") return Interval();
  const std::vector<absl::string_view> ends = absl::StrSplit(text, absl::MaxSplits("..", 1));
  if (ends.size() == 1) return Interval(ParseSize(text, -1));
  return Interval(ParseSize(ends[0], 0), ParseSize(ends[1], Interval::kUnbounded));
}

std::vector<std::string> SplitShapes(const std::string& shapes) {
  if (shapes.empty()) return {};
  return absl::StrSplit(shapes, ';');
}

// Fills in what a test need not say: the types.
void FillTypes(const OpDef& op, NodeDef* node) {
  AddDefaultsToNodeDef(op, node);
  for (const auto& attr : op.attr()) {
    if (attr.type() != "type" || node->attr().count(attr.name()) != 0) continue;
    const auto& allowed = attr.allowed_values().list().type();
    (*node->mutable_attr())[attr.name()].set_type(allowed.empty() ? DT_FLOAT : static_cast<DataType>(allowed[0]));
  }
}

// True if `written` is the dimension `d`, e.g. "3", "?", "d0_1", "d0_1|d1_0".
bool IsDim(InferenceContext* c, DimensionHandle d, absl::string_view written) {
  if (written.empty() || written[0] != 'd') return c->DebugString(d) == written;
  for (absl::string_view one : absl::StrSplit(written, '|')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(one.substr(1), '_');
    const ShapeHandle input = c->input(ParseSize(parts.at(0), -1));
    if (d.SameHandle(c->Dim(input, ParseSize(parts.at(1), -1)))) return true;
  }
  return false;
}

bool IsShape(InferenceContext* c, ShapeHandle s, absl::string_view written) {
  if (written == "?") return !c->RankKnown(s);
  if (written.substr(0, 2) == "in") {
    for (absl::string_view one : absl::StrSplit(written, '|')) {
      if (s.SameHandle(c->input(ParseSize(one.substr(2), -1)))) return true;
    }
    return false;
  }
  const absl::string_view inner = written.substr(1, written.size() - 2);
  const std::vector<absl::string_view> dims =
      inner.empty() ? std::vector<absl::string_view>() : absl::StrSplit(inner, ',');
  if (c->Rank(s) != static_cast<int32_t>(dims.size())) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!IsDim(c, c->Dim(s, static_cast<int64_t>(i)), dims[i])) return false;
  }
  return true;
}

}  // namespace

PartialTensorShape ParseShape(const std::string& text) {
  if (text == "?") return PartialTensorShape();
  std::vector<Interval> dims;
  const std::string inner = text.substr(1, text.size() - 2);
  if (!inner.empty()) {
    for (absl::string_view dim : absl::StrSplit(inner, ',')) dims.push_back(ParseDim(dim));
  }
  return PartialTensorShape::OfIntervals(dims);
}

ShapeInferenceTestOp::ShapeInferenceTestOp(const std::string& op_name) {
  const OpRegistrationData* found = OpRegistry::Global()->Find(op_name);
  EXPECT_NE(found, nullptr) << op_name << ": " << OpRegistry::Global()->errors();
  if (found != nullptr) op = *found;
}

ShapeInferenceTestOp::ShapeInferenceTestOp(const OpDefBuilder& spec) {
  const absl::Status status = spec.Finalize(&op);
  EXPECT_TRUE(status.ok()) << status;
}

ShapeInferenceTestOp& ShapeInferenceTestOp::Attr(const std::string& name, const std::string& value) {
  AttrValue& attr = (*node_def.mutable_attr())[name];
  attr.Clear();
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(value, &attr)) << value;
  return *this;
}

NodeProperties ShapeInferenceTestOp::Properties() const {
  NodeDef node = node_def;
  FillTypes(op.op_def, &node);
  NodeProperties p;
  p.name = node.name().empty() ? "test" : node.name();
  p.op_name = op.op_def.name();
  p.op = &op;
  p.attrs = MakeNodeAttrs(node);
  p.graph_def_version = graph_def_version;
  const auto find = [&p](absl::string_view name) { return p.attrs.Find(name); };
  ArgTypes inputs, outputs;
  EXPECT_TRUE(ExpandArgs(op.op_def.input_arg(), find, &inputs).ok());
  EXPECT_TRUE(ExpandArgs(op.op_def.output_arg(), find, &outputs).ok());
  p.input_types = inputs.types;
  p.input_args = inputs.args;
  p.output_types = outputs.types;
  p.output_args = outputs.args;
  for (size_t i = 0; i < inputs.types.size(); ++i) p.inputs.push_back(absl::StrCat("in", i));
  return p;
}

TestInputs::TestInputs(const ShapeInferenceTestOp& op, const std::string& written) {
  for (const std::string& shape : SplitShapes(written)) shapes.push_back(ParseShape(shape));
  for (const std::string& shape : op.input_tensors_as_shapes) {
    tensors_as_shapes.push_back(shape.empty() ? PartialTensorShape() : ParseShape(shape));
  }
  for (const PartialTensorShape& shape : shapes) facts.shapes.push_back(&shape);
  for (const PartialTensorShape& shape : tensors_as_shapes) facts.tensors_as_shapes.push_back(&shape);
  facts.tensors = op.input_tensors;
}

absl::Status InferShapes(const ShapeInferenceTestOp& op, const std::string& inputs) {
  const NodeProperties properties = op.Properties();
  const TestInputs known(op, inputs);
  InferenceContext c(properties, known.facts);
  return c.Run(op.op.shape_inference_fn);
}

std::string CheckInference(const ShapeInferenceTestOp& op, const std::string& inputs, const std::string& expected) {
  const NodeProperties properties = op.Properties();
  const TestInputs known(op, inputs);
  if (known.shapes.size() != properties.input_types.size()) {
    return absl::StrCat(properties.op_name, " has ", properties.input_types.size(), " inputs");
  }
  InferenceContext c(properties, known.facts);
  const absl::Status status = c.Run(op.op.shape_inference_fn);
  if (!status.ok()) return std::string(status.message());
  const std::vector<std::string> written = SplitShapes(expected);
  if (written.size() != static_cast<size_t>(c.num_outputs())) {
    return absl::StrCat(properties.op_name, " has ", c.num_outputs(), " outputs");
  }
  std::vector<std::string> problems;
  for (int i = 0; i < c.num_outputs(); ++i) {
    const std::string& want = written[static_cast<size_t>(i)];
    if (!IsShape(&c, c.output(i), want)) {
      problems.push_back(absl::StrCat("output ", i, " is ", c.DebugString(c.output(i)), ", not ", want));
    }
  }
  return absl::StrJoin(problems, "\n");
}

}  // namespace opgraft
