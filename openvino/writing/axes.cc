// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that work along dimensions.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

constexpr std::pair<const char*, const char*> kReductions[] = {
    {"Sum", "ReduceSum"},        {"Mean", "ReduceMean"},     {"Prod", "ReduceProd"},
    {"Max", "ReduceMax"},        {"Min", "ReduceMin"},       {"EuclideanNorm", "ReduceL2"},
    {"All", "ReduceLogicalAnd"}, {"Any", "ReduceLogicalOr"},
};

absl::Status WriteReduction(NodeWriting* node) {
  for (const auto& [op, type] : kReductions) {
    if (node->op() != op) continue;
    node->Write(type, 1, node->inputs(),
                {{"keep_dims", FormatIrBool(node->Attr<bool>("keep_dims"))}});
    // This one came later.
    if (node->op() == "EuclideanNorm") node->net().net().layers.back().opset = 4;
  }
  return absl::OkStatus();
}

absl::Status WriteCumSum(NodeWriting* node) {
  node->Write("CumSum", 3, node->inputs(),
              {{"exclusive", FormatIrBool(node->Attr<bool>("exclusive"))},
               {"reverse", FormatIrBool(node->Attr<bool>("reverse"))}});
  return absl::OkStatus();
}

absl::Status WriteSoftmax(NodeWriting* node) {
  node->Write("SoftMax", 8, node->inputs(), {{"axis", "-1"}});
  return absl::OkStatus();
}
absl::Status WriteLogSoftmax(NodeWriting* node) {
  node->Write("LogSoftmax", 5, node->inputs(), {{"axis", "-1"}});
  return absl::OkStatus();
}

// --- The largest ---

LayerData TopKData(int64_t axis, bool largest, DataType index_type) {
  return {{"axis", absl::StrCat(axis)},
          {"mode", largest ? "max" : "min"},
          {"sort", "value"},
          {"index_element_type", std::string(ElementTypeName(index_type))},
          {"stable", "true"}};
}

absl::Status WriteTopK(NodeWriting* node) {
  if (node->output_type(1) != DT_INT32 && node->output_type(1) != DT_INT64)
    return absl::UnimplementedError("OpenVINO's indices are int32 or int64");
  LayerPort count;
  if (node->num_inputs() == 2) {
    count = node->input(1);
  } else {
    count = node->Number("k", DT_INT64, static_cast<double>(node->Attr<int64_t>("k")));
  }
  node->Write("TopK", 11, {node->input(0), count}, TopKData(-1, true, node->output_type(1)));
  return absl::OkStatus();
}

// ArgMax is TopK with k = 1, which finds the first of the largest. Truth values are compared as
// numbers.
absl::Status WriteArgMax(NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(int64_t axis, node->Int(1, "the dimension"));
  const DataType index_type = node->output_type(0);
  if (index_type != DT_INT32 && index_type != DT_INT64)
    return absl::UnimplementedError("OpenVINO's indices are int32 or int64");
  const bool is_truth = node->input_type(0) == DT_BOOL;
  const LayerPort value =
      is_truth ? node->Converted("number", node->input(0), DT_UINT8) : node->input(0);
  PartialTensorShape kept = node->input_shape(0);
  kept.set_dim(static_cast<int>(axis < 0 ? axis + kept.dims() : axis), 1);
  const LayerPort best = node->Part("best", "TopK", 11, {value, node->Number("one", DT_INT64, 1)},
                                    TopKData(axis, node->op() == "ArgMax", index_type),
                                    node->net().TypeOf(value), kept);
  node->net().net().layers.back().outputs.push_back({index_type, kept, {}});
  node->Write("Squeeze", 1, {{best.layer, 1}, node->IntList("axes", {axis})});
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"All", &WriteReduction},         {"Any", &WriteReduction},  {"ArgMax", &WriteArgMax},
    {"ArgMin", &WriteArgMax},         {"Cumsum", &WriteCumSum},  {"EuclideanNorm", &WriteReduction},
    {"LogSoftmax", &WriteLogSoftmax}, {"Max", &WriteReduction},  {"Mean", &WriteReduction},
    {"Min", &WriteReduction},         {"Prod", &WriteReduction}, {"Softmax", &WriteSoftmax},
    {"Sum", &WriteReduction},         {"TopK", &WriteTopK},      {"TopKV2", &WriteTopK},
};

}  // namespace

absl::Span<const WritingRow> AxesRows() { return kRows; }

}  // namespace opgraft_internal
