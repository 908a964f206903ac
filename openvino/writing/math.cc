// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that compute element by element, and products.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// --- Of operands that broadcast ---

// Integers are cut off.
LayerData DivideData() { return {{"auto_broadcast", "numpy"}, {"m_pythondiv", "false"}}; }

LayerPort Ratio(NodeWriting* node) {
  return node->Part("ratio", "Divide", 1, node->inputs(), DivideData(), node->output_type(0),
                    node->output_shape(0));
}

absl::Status WriteDivide(NodeWriting* node) {
  node->Write("Divide", 1, node->inputs(), DivideData());
  return absl::OkStatus();
}

// Of integers: one less than what is cut off where the two remainders differ. (OpenVINO's own
// attribute for this, m_pythondiv, does nothing on its CPU.)
absl::Status WriteFloorDiv(NodeWriting* node) {
  const LayerPort ratio = Ratio(node);
  if (!DataTypeIsInteger(node->input_type(0))) {
    node->Write("Floor", 1, {ratio});
    return absl::OkStatus();
  }
  const LayerPort cut = node->Binary("cut", "Mod", node->input(0), node->input(1));
  const LayerPort floor = node->Binary("floor", "FloorMod", node->input(0), node->input(1));
  const LayerPort differ =
      node->Part("differ", "NotEqual", 1, {cut, floor}, Numpy(), DT_BOOL, node->output_shape(0));
  const LayerPort less = node->Converted("less", differ, node->output_type(0));
  node->Write("Subtract", 1, {ratio, less}, Numpy());
  return absl::OkStatus();
}

absl::Status WriteTruncateDiv(NodeWriting* node) {
  if (DataTypeIsInteger(node->input_type(0))) return WriteDivide(node);
  const LayerPort ratio = Ratio(node);
  const LayerPort size =
      node->PartLike("floor", "Floor", 1, {node->PartLike("size", "Abs", 1, {ratio})});
  node->Write("Multiply", 1, {size, node->PartLike("sign", "Sign", 1, {ratio})}, Numpy());
  return absl::OkStatus();
}

// TensorFlow may be told to answer one truth value for shapes that do not fit each other.
absl::Status WriteEqual(NodeWriting* node) {
  const bool is_one = node->output_shape(0).dims() == 0;
  if (is_one && (node->input_shape(0).dims() > 0 || node->input_shape(1).dims() > 0))
    return absl::UnimplementedError("the shapes of its inputs do not fit each other");
  if (node->input_type(0) == DT_STRING)
    return absl::UnimplementedError("OpenVINO's layer takes no texts");
  node->Write(node->op(), 1, node->inputs(), Numpy());
  return absl::OkStatus();
}

// What divides by zero is zero.
absl::Status WriteDivNoNan(NodeWriting* node) {
  const LayerPort zero = node->Number("zero", node->input_type(1), 0);
  const LayerPort is_zero = node->Part("is_zero", "Equal", 1, {node->input(1), zero}, Numpy(),
                                       DT_BOOL, node->input_shape(1));
  const LayerPort ratio = node->Part("ratio", "Divide", 1, node->inputs(), Numpy(),
                                     node->output_type(0), node->output_shape(0));
  node->Write("Select", 1, {is_zero, zero, ratio}, Numpy());
  return absl::OkStatus();
}

absl::Status WriteBiasAdd(NodeWriting* node) {
  LayerPort bias = node->input(1);
  OPGRAFT_ASSIGN_OR_RETURN(const int rank, node->Rank(0));
  if (node->Attr<std::string>("data_format") == "NCHW" && rank > 2) {
    std::vector<int64_t> sizes(static_cast<size_t>(rank), 1);
    sizes[1] = -1;
    bias = node->Reshaped("bias", bias, sizes);
  }
  node->Write("Add", 1, {node->input(0), bias}, Numpy());
  return absl::OkStatus();
}

absl::Status WriteSelect(NodeWriting* node) {
  node->Write("Select", 1, node->inputs(), Numpy());
  return absl::OkStatus();
}

// A condition for whole rows stands before their elements.
absl::Status WriteSelectRows(NodeWriting* node) {
  if (node->input_shape(0).dims() == 0) return WriteSelect(node);
  OPGRAFT_ASSIGN_OR_RETURN(const int rank, node->Rank(1));
  OPGRAFT_ASSIGN_OR_RETURN(const int rows, node->Rank(0));
  if (rows != 1 || rank < 2) return WriteSelect(node);
  std::vector<int64_t> sizes(static_cast<size_t>(rank), 1);
  sizes[0] = -1;
  const LayerPort condition = node->Reshaped("condition", node->input(0), sizes);
  node->Write("Select", 1, {condition, node->input(1), node->input(2)}, Numpy());
  return absl::OkStatus();
}

absl::Status WriteClip(NodeWriting* node) {
  const LayerPort below = node->Binary("below", "Minimum", node->input(0), node->input(2));
  node->Write("Maximum", 1, {below, node->input(1)}, Numpy());
  return absl::OkStatus();
}

absl::Status WriteAddN(NodeWriting* node) {
  LayerPort sum = node->input(0);
  for (int i = 1; i + 1 < node->num_inputs(); ++i)
    sum = node->Binary(absl::StrCat("sum", i), "Add", sum, node->input(i));
  if (node->num_inputs() == 1) {
    node->SetOutput(0, sum);
  } else {
    node->Write("Add", 1, {sum, node->input(node->num_inputs() - 1)}, Numpy());
  }
  return absl::OkStatus();
}

// --- Of one operand ---

// An operand and a number: `number` on the left, or behind it.
absl::Status WriteWithNumber(const char* type, double number, bool is_left, LayerPort operand,
                             NodeWriting* node) {
  const LayerPort constant = node->Number("number", node->output_type(0), number);
  node->Write(type, 1,
              is_left ? std::vector<LayerPort>{constant, operand}
                      : std::vector<LayerPort>{operand, constant},
              Numpy());
  return absl::OkStatus();
}

absl::Status WriteSquare(NodeWriting* node) {
  node->Write("Multiply", 1, {node->input(0), node->input(0)}, Numpy());
  return absl::OkStatus();
}
absl::Status WriteReciprocal(NodeWriting* node) {
  if (DataTypeIsInteger(node->input_type(0)))
    return absl::UnimplementedError("of integers it cannot be written");
  return WriteWithNumber("Divide", 1, true, node->input(0), node);
}
absl::Status WriteRsqrt(NodeWriting* node) {
  const LayerPort root = node->PartLike("root", "Sqrt", 1, {node->input(0)});
  return WriteWithNumber("Divide", 1, true, root, node);
}

absl::Status WriteRound(NodeWriting* node) {
  if (DataTypeIsInteger(node->input_type(0))) {
    node->SetOutput(0, node->input(0));
  } else {
    node->Write("Round", 5, node->inputs(), {{"mode", "half_to_even"}});
  }
  return absl::OkStatus();
}

absl::Status WriteIsInf(NodeWriting* node) {
  node->Write("IsInf", 10, node->inputs(),
              {{"detect_negative", "true"}, {"detect_positive", "true"}});
  return absl::OkStatus();
}

absl::Status WriteElu(NodeWriting* node) {
  node->Write("Elu", 1, node->inputs(), {{"alpha", "1"}});
  return absl::OkStatus();
}

absl::Status WriteSelu(NodeWriting* node) {
  const DataType dtype = node->input_type(0);
  const LayerPort alpha = node->Number("alpha", dtype, 1.6732632423543772848170429916717);
  const LayerPort lambda = node->Number("lambda", dtype, 1.0507009873554804934193349852946);
  node->Write("Selu", 1, {node->input(0), alpha, lambda});
  return absl::OkStatus();
}

absl::Status WriteLeakyRelu(NodeWriting* node) {
  const LayerPort slope = node->Reshaped(
      "slope", node->Number("alpha", node->input_type(0), node->Attr<float>("alpha")), {1});
  node->Write("PReLU", 1, {node->input(0), slope});
  return absl::OkStatus();
}

absl::Status WriteRelu6(NodeWriting* node) {
  node->Write("Clamp", 1, node->inputs(), {{"min", "0"}, {"max", "6"}});
  return absl::OkStatus();
}

absl::Status WriteCast(NodeWriting* node) {
  const DataType from = node->input_type(0), to = node->output_type(0);
  if (from == DT_STRING || to == DT_STRING)
    return absl::UnimplementedError("OpenVINO converts no texts");
  if (node->Attr<bool>("Truncate") && !DataTypeIsInteger(to))
    return absl::UnimplementedError("attr 'Truncate' is true; OpenVINO rounds");
  node->Write("Convert", 1, node->inputs(),
              {{"destination_type", std::string(ElementTypeName(to))}});
  return absl::OkStatus();
}

// --- Products ---

absl::Status WriteProduct(const char* transpose_a, const char* transpose_b, NodeWriting* node) {
  node->Write("MatMul", 1, node->inputs(),
              {{"transpose_a", FormatIrBool(node->Attr<bool>(transpose_a))},
               {"transpose_b", FormatIrBool(node->Attr<bool>(transpose_b))}});
  return absl::OkStatus();
}
absl::Status WriteMatMul(NodeWriting* node) {
  return WriteProduct("transpose_a", "transpose_b", node);
}
absl::Status WriteBatchMatMul(NodeWriting* node) { return WriteProduct("adj_x", "adj_y", node); }

// In OpenVINO labels are letters, and none occurs twice in the result.
bool IsEquation(absl::string_view equation) {
  absl::string_view result = equation;
  const size_t arrow = equation.find("->");
  if (arrow != absl::string_view::npos) result.remove_prefix(arrow + 2);
  for (const char c : equation) {
    if (!absl::ascii_isalpha(static_cast<unsigned char>(c)) && !absl::StrContains(",.->", c))
      return false;
  }
  for (const char c : result) {
    if (c != '.' && std::count(result.begin(), result.end(), c) > 1) return false;
  }
  return true;
}

absl::Status WriteEinsum(NodeWriting* node) {
  const auto equation = node->Attr<std::string>("equation");
  if (!IsEquation(equation)) {
    return absl::UnimplementedError(
        absl::StrCat("OpenVINO has no equation like ", Quoted(Printable(equation))));
  }
  node->Write("Einsum", 7, node->inputs(), {{"equation", equation}});
  return absl::OkStatus();
}

absl::Status WriteInverse(NodeWriting* node) {
  node->Write("Inverse", 14, node->inputs(),
              {{"adjoint", FormatIrBool(node->Attr<bool>("adjoint"))}});
  return absl::OkStatus();
}

constexpr bool kBroadcasts = true;
constexpr WritingRow kRows[] = {
    {"Abs", "Abs", 1},
    {"Acos", "Acos", 1},
    {"Acosh", "Acosh", 4},
    {"Asin", "Asin", 1},
    {"Asinh", "Asinh", 4},
    {"Atan", "Atan", 1},
    {"Atanh", "Atanh", 4},
    {"Ceil", "Ceiling", 1},
    {"Cos", "Cos", 1},
    {"Cosh", "Cosh", 1},
    {"Erf", "Erf", 1},
    {"Exp", "Exp", 1},
    {"Floor", "Floor", 1},
    {"Invert", "BitwiseNot", 13},
    {"IsFinite", "IsFinite", 10},
    {"IsNan", "IsNaN", 10},
    {"Log", "Log", 1},
    {"LogicalNot", "LogicalNot", 1},
    {"Neg", "Negative", 1},
    {"Relu", "ReLU", 1},
    {"Sigmoid", "Sigmoid", 1},
    {"Sign", "Sign", 1},
    {"Sin", "Sin", 1},
    {"Sinh", "Sinh", 1},
    {"Softplus", "SoftPlus", 4},
    {"Softsign", "SoftSign", 9},
    {"Sqrt", "Sqrt", 1},
    {"Tan", "Tan", 1},
    {"Tanh", "Tanh", 1},
    {"Cast", &WriteCast},
    {"Elu", &WriteElu},
    {"Inv", &WriteReciprocal},
    {"IsInf", &WriteIsInf},
    {"LeakyRelu", &WriteLeakyRelu},
    {"Reciprocal", &WriteReciprocal},
    {"Relu6", &WriteRelu6},
    {"Rint", &WriteRound},
    {"Round", &WriteRound},
    {"Rsqrt", &WriteRsqrt},
    {"Selu", &WriteSelu},
    {"Square", &WriteSquare},
    {"Add", "Add", 1, kBroadcasts},
    {"AddV2", "Add", 1, kBroadcasts},
    {"BitwiseAnd", "BitwiseAnd", 13, kBroadcasts},
    {"BitwiseOr", "BitwiseOr", 13, kBroadcasts},
    {"BitwiseXor", "BitwiseXor", 13, kBroadcasts},
    {"Equal", &WriteEqual},
    {"FloorMod", "FloorMod", 1, kBroadcasts},
    {"Greater", "Greater", 1, kBroadcasts},
    {"GreaterEqual", "GreaterEqual", 1, kBroadcasts},
    {"LeftShift", "BitwiseLeftShift", 15, kBroadcasts},
    {"Less", "Less", 1, kBroadcasts},
    {"LessEqual", "LessEqual", 1, kBroadcasts},
    {"LogicalAnd", "LogicalAnd", 1, kBroadcasts},
    {"LogicalOr", "LogicalOr", 1, kBroadcasts},
    {"Maximum", "Maximum", 1, kBroadcasts},
    {"Minimum", "Minimum", 1, kBroadcasts},
    {"Mod", "Mod", 1, kBroadcasts},
    {"Mul", "Multiply", 1, kBroadcasts},
    {"NotEqual", &WriteEqual},
    {"Pow", "Power", 1, kBroadcasts},
    {"RightShift", "BitwiseRightShift", 15, kBroadcasts},
    {"SquaredDifference", "SquaredDifference", 1, kBroadcasts},
    {"Sub", "Subtract", 1, kBroadcasts},
    {"TruncateMod", "Mod", 1, kBroadcasts},
    {"AddN", &WriteAddN},
    {"BiasAdd", &WriteBiasAdd},
    {"BiasAddV1", &WriteBiasAdd},
    {"ClipByValue", &WriteClip},
    {"Div", &WriteDivide},
    {"DivNoNan", &WriteDivNoNan},
    {"FloorDiv", &WriteFloorDiv},
    {"RealDiv", &WriteDivide},
    {"Select", &WriteSelectRows},
    {"SelectV2", &WriteSelect},
    {"TruncateDiv", &WriteTruncateDiv},
    {"BatchMatMul", &WriteBatchMatMul},
    {"BatchMatMulV2", &WriteBatchMatMul},
    {"Einsum", &WriteEinsum},
    {"OpenVINO>Einsum", &WriteEinsum},
    {"MatMul", &WriteMatMul},
    {"MatrixInverse", &WriteInverse},
};

}  // namespace

absl::Span<const WritingRow> MathRows() { return kRows; }

}  // namespace opgraft_internal
