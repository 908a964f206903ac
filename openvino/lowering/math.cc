// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lowering/lowering_table.h"
#include "openvino/lowering/math_lowerings.h"

namespace opgraft_internal {
namespace {

constexpr LoweringRow kRows[] = {
    // Of one operand. TensorFlow has the same ops.
    {"Acos", &LowerReal},
    {"Acosh", &LowerReal},
    {"Asin", &LowerReal},
    {"Asinh", &LowerReal},
    {"Atan", &LowerReal},
    {"Atanh", &LowerReal},
    {"Cos", &LowerReal},
    {"Cosh", &LowerReal},
    {"Elu", &LowerElu},
    {"Erf", &LowerReal},
    {"Exp", &LowerReal},
    {"HSigmoid", &LowerReal},
    {"HSwish", &LowerReal},
    {"Log", &LowerReal},
    {"Sigmoid", &LowerReal},
    {"Sin", &LowerReal},
    {"Sinh", &LowerReal},
    {"Sqrt", &LowerReal},
    {"Tan", &LowerReal},
    {"Tanh", &LowerReal},
    {"Ceiling", &LowerRounding},
    {"Floor", &LowerRounding},
    {"Round", &LowerRounding},
    {"Negative", "Neg"},
    {"Relu", "Relu"},
    {"SoftPlus", "Softplus"},
    {"SoftSign", "Softsign"},
    {"IsFinite", "IsFinite"},
    {"IsNaN", "IsNan"},
    {"IsInf", &LowerIsInf},
    {"Abs", &LowerAbs},
    {"Sign", &LowerSign},
    {"Clamp", &LowerClamp},
    {"LogicalNot", &LowerLogicalNot},
    {"BitwiseNot", &LowerBitwiseNot},
    {"Convert", &LowerConvert},
    {"ConvertLike", &LowerConvertLike},
    {"ConvertPromoteTypes", &LowerConvertPromoteTypes},
    {"FakeConvert", &LowerFakeConvert},
    // Of two or three that broadcast.
    {"Add", &LowerBinary},
    {"Subtract", &LowerBinary},
    {"Multiply", &LowerBinary},
    {"Maximum", &LowerBinary},
    {"Minimum", &LowerBinary},
    {"Mod", &LowerBinary},
    {"FloorMod", &LowerBinary},
    {"LogicalAnd", &LowerBinary},
    {"LogicalOr", &LowerBinary},
    {"LogicalXor", &LowerBinary},
    {"BitwiseLeftShift", &LowerBinary},
    {"BitwiseRightShift", &LowerBinary},
    {"Equal", &LowerBinary},
    {"NotEqual", &LowerBinary},
    {"Less", &LowerComparison},
    {"LessEqual", &LowerComparison},
    {"Greater", &LowerComparison},
    {"GreaterEqual", &LowerComparison},
    {"BitwiseAnd", &LowerBitwise},
    {"BitwiseOr", &LowerBitwise},
    {"BitwiseXor", &LowerBitwise},
    {"Divide", &LowerDivide},
    {"Power", &LowerPower},
    {"SquaredDifference", &LowerSquaredDifference},
    {"Select", &LowerSelect},
    // Along dimensions.
    {"ReduceSum", &LowerReduction},
    {"ReduceMean", &LowerReduction},
    {"ReduceProd", &LowerReduction},
    {"ReduceMax", &LowerReduction},
    {"ReduceMin", &LowerReduction},
    {"ReduceL2", &LowerReduction},
    {"ReduceLogicalAnd", &LowerReduction},
    {"ReduceLogicalOr", &LowerReduction},
    {"ReduceL1", &LowerReduceL1},
    {"CumSum", &LowerCumSum},
    {"Softmax", &LowerSoftmax},
    {"LogSoftmax", &LowerSoftmax},
    {"MVN", &LowerMvn},
    {"BatchNormInference", &LowerBatchNormInference},
    {"Range", &LowerRange},
    {"Bucketize", &LowerSearch},
    {"SearchSorted", &LowerSearch},
    // Products.
    {"MatMul", &LowerMatMul},
    {"Einsum", &LowerEinsum},
    {"Inverse", &LowerInverse},
};

}  // namespace

absl::Span<const LoweringRow> MathLowerings() { return kRows; }

}  // namespace opgraft_internal
