// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lowerings of products of matrices.
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/lowering/math_lowerings.h"

namespace opgraft_internal {
namespace {

// The type in which small integers are multiplied; it wraps round to theirs.
DataType ProductType(DataType dtype) {
  if (!DataTypeIsInteger(dtype)) return dtype;
  return DataTypeSize(dtype) < 8 ? DT_INT32 : DT_INT64;
}

}  // namespace

// A vector is a row on the left and a column on the right; the dimension that this adds goes again.
absl::Status LowerMatMul(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  bool transpose[2];
  OPGRAFT_ASSIGN_OR_RETURN(transpose[0], layer->Bool("transpose_a", false));
  OPGRAFT_ASSIGN_OR_RETURN(transpose[1], layer->Bool("transpose_b", false));
  const DataType type = layer->input_type(0), product_type = ProductType(type);
  Value operands[2];
  std::vector<int64_t> gone;
  for (int i = 0; i < 2; ++i) {
    operands[i] = CastPart(layer, absl::StrCat("wide", i), layer->input(i), product_type);
    if (layer->input_shape(i).dims() != 1) continue;
    transpose[i] = false;
    gone.push_back(i == 0 ? -2 : -1);
    const Value at = NumberPart(layer, absl::StrCat("at", i), DT_INT32, i == 0 ? 0 : 1);
    operands[i] = layer->AddPart(absl::StrCat("matrix", i), "ExpandDims", {operands[i], at});
  }
  const bool plain = gone.empty() && type == product_type;
  const bool matrices = layer->input_shape(0).dims() == 2 && layer->input_shape(1).dims() == 2;
  const std::string op = matrices ? "MatMul" : "BatchMatMulV2";
  const LayerLowering::Attrs attrs = {{matrices ? "transpose_a" : "adj_x", transpose[0]},
                                      {matrices ? "transpose_b" : "adj_y", transpose[1]}};
  if (plain) {
    layer->SetOutput(0, layer->Add(op, {operands[0], operands[1]}, attrs));
    return absl::OkStatus();
  }
  Value product = layer->AddPart("product", op, {operands[0], operands[1]}, attrs);
  if (!gone.empty())
    product = layer->AddPart("squeezed", "Squeeze", {product}, {{"squeeze_dims", gone}});
  layer->SetOutput(0, CastNode(layer, product, type));
  return absl::OkStatus();
}

namespace {

constexpr absl::string_view kEllipsis = "...";

// The labels of operands, with '.' for an ellipsis, and those of the result.
struct Equation {
  std::vector<std::string> operands;
  std::string result;
};

// Without an arrow the result has the labels that occur once, in their order.
std::string ImplicitResult(const std::vector<std::string>& operands) {
  std::map<char, int> count;
  for (const std::string& labels : operands) {
    for (const char label : labels) ++count[label];
  }
  std::string result;
  for (const auto& [label, times] : count) {
    if (label == '.' || times == 1) result.push_back(label);
  }
  return result;
}

Equation ParseEquation(absl::string_view text) {
  const std::string plain = absl::StrReplaceAll(text, {{" ", ""}, {kEllipsis, "."}});
  const std::pair<std::string, std::string> sides = absl::StrSplit(plain, absl::MaxSplits("->", 1));
  const std::vector<std::string> operands = absl::StrSplit(sides.first, ',');
  const bool is_explicit = absl::StrContains(plain, "->");
  return {operands, is_explicit ? sides.second : ImplicitResult(operands)};
}

std::string TextOf(const std::vector<std::string>& operands, const std::string& result) {
  return absl::StrReplaceAll(absl::StrCat(absl::StrJoin(operands, ","), "->", result),
                             {{".", kEllipsis}});
}

// The labels of the first two operands that are asked for later.
std::string LabelsKept(const Equation& equation) {
  std::string kept;
  for (const char label : equation.operands[0] + equation.operands[1]) {
    bool later = absl::StrContains(equation.result, label);
    for (size_t i = 2; i < equation.operands.size(); ++i)
      later = later || absl::StrContains(equation.operands[i], label);
    if (!later || absl::StrContains(kept, label)) continue;
    kept.insert(label == '.' ? kept.begin() : kept.end(), label);
  }
  return kept;
}

}  // namespace

// TensorFlow's Einsum takes two operands at most; of more, the first two become one.
absl::Status LowerEinsum(LayerLowering* layer) {
  Equation equation = ParseEquation(layer->RawAttr("equation"));
  std::vector<Value> values = layer->inputs_from(0);
  if (values.size() != equation.operands.size()) {
    return absl::InvalidArgumentError(absl::StrCat("has ", values.size(), " inputs; the equation ",
                                                   layer->RawAttr("equation"), " has ",
                                                   equation.operands.size()));
  }
  for (int step = 0; values.size() > 2; ++step) {
    const std::string kept = LabelsKept(equation);
    const std::string text = TextOf({equation.operands[0], equation.operands[1]}, kept);
    values[1] =
        layer->AddPart(absl::StrCat("step", step), "OpenVINO>Einsum",
                       {Input(std::vector<Value>{values[0], values[1]})}, {{"equation", text}});
    equation.operands[1] = kept;
    values.erase(values.begin());
    equation.operands.erase(equation.operands.begin());
  }
  layer->SetOutput(0, layer->Add("OpenVINO>Einsum", {Input(values)},
                                 {{"equation", TextOf(equation.operands, equation.result)}}));
  return absl::OkStatus();
}

absl::Status LowerInverse(LayerLowering* layer) {
  if (layer->num_inputs() != 1 || layer->input_type(0) != DT_BFLOAT16)
    return LowerToOp("MatrixInverse", layer);
  OPGRAFT_ASSIGN_OR_RETURN(const bool adjoint, layer->Bool("adjoint", false));
  const Value wide = CastPart(layer, "wide", layer->input(0), DT_FLOAT);
  const Value inverse = layer->AddPart("inverse", "MatrixInverse", {wide}, {{"adjoint", adjoint}});
  layer->SetOutput(0, CastNode(layer, inverse, DT_BFLOAT16));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
