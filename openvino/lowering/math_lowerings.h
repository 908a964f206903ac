// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The lowering functions of ops that compute, by the files that have them, and what they share.
#ifndef OPENVINO_LOWERING_MATH_LOWERINGS_H_
#define OPENVINO_LOWERING_MATH_LOWERINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// --- What they share (math_parts.cc) ---

// A scalar constant named LAYER/`end`; of an integer type the nearest number that it has.
Value NumberPart(LayerLowering* layer, absl::string_view end, DataType dtype, double number);
// A vector constant of int64.
Value IntsPart(LayerLowering* layer, absl::string_view end, const std::vector<int64_t>& numbers);
// `value` in another type; itself if it is of that type.
Value CastPart(LayerLowering* layer, absl::string_view end, Value value, DataType dtype);
// The node of the layer: `value` in its type, or another.
Value CastNode(LayerLowering* layer, Value value, DataType dtype);
// What `lower` makes of the layer; where its first input is of integers, of that as doubles, and
// the result is rounded to the nearest that the type has, as OpenVINO's CPU does.
absl::Status LowerInReals(LayerLowering* layer,
                          absl::FunctionRef<absl::Status(LayerLowering*)> lower);
// Input `i` with ones behind its dimensions, so that the first of them is dimension `axis` of a
// tensor of `rank`; with an axis below 0 the last is the last. UNIMPLEMENTED if its rank is not
// known.
absl::Status AlignInput(LayerLowering* layer, int i, int rank, int64_t axis, Value* aligned);
// What aligns operands to that of input `i`: attribute auto_broadcast. INVALID_ARGUMENT for one
// that it does not allow.
absl::Status BroadcastInputs(LayerLowering* layer, int i, std::vector<Value>* inputs);

// --- Of one operand (math_unary.cc) ---

// Functions of real numbers, as Exp: TensorFlow's op of the same name, or the op
// `OpenVINO>` of HSigmoid and HSwish. Integers by LowerInReals.
absl::Status LowerReal(LayerLowering* layer);
absl::Status LowerElu(LayerLowering* layer);
absl::Status LowerRounding(LayerLowering* layer);
absl::Status LowerAbs(LayerLowering* layer);
absl::Status LowerSign(LayerLowering* layer);
absl::Status LowerClamp(LayerLowering* layer);
absl::Status LowerIsInf(LayerLowering* layer);
absl::Status LowerLogicalNot(LayerLowering* layer);
absl::Status LowerBitwiseNot(LayerLowering* layer);
absl::Status LowerConvert(LayerLowering* layer);
absl::Status LowerConvertLike(LayerLowering* layer);
absl::Status LowerConvertPromoteTypes(LayerLowering* layer);
absl::Status LowerFakeConvert(LayerLowering* layer);

// --- Of two and three operands (math_binary.cc): aligned as auto_broadcast says ---

// TensorFlow's op of the layer's name, or of the name that it has there: Add is AddV2.
absl::Status LowerBinary(LayerLowering* layer);
// Less, Greater and so on, which compare truth values as numbers.
absl::Status LowerComparison(LayerLowering* layer);
// BitwiseAnd, BitwiseOr, BitwiseXor; of truth values the logical op.
absl::Status LowerBitwise(LayerLowering* layer);
// Quotients of integers are rounded down, or towards 0 without m_pythondiv.
absl::Status LowerDivide(LayerLowering* layer);
absl::Status LowerPower(LayerLowering* layer);
absl::Status LowerSquaredDifference(LayerLowering* layer);
// With auto_broadcast="pdpd" all are aligned to the second input.
absl::Status LowerSelect(LayerLowering* layer);

// --- Along dimensions (math_axes.cc) ---

// ReduceSum and the others whose second input gives the axes.
absl::Status LowerReduction(LayerLowering* layer);
// The sum of the absolute values.
absl::Status LowerReduceL1(LayerLowering* layer);
absl::Status LowerCumSum(LayerLowering* layer);
absl::Status LowerSoftmax(LayerLowering* layer);
// Before opset6 attributes give the axes, later the second input.
absl::Status LowerMvn(LayerLowering* layer);
// Before opset5 the data is the third input, later the first.
absl::Status LowerBatchNormInference(LayerLowering* layer);
absl::Status LowerRange(LayerLowering* layer);
// Bucketize, SearchSorted: values of two types are compared in one that holds both.
absl::Status LowerSearch(LayerLowering* layer);

// --- Products (math_products.cc) ---

// MatMul of matrices, else BatchMatMulV2. A vector is a row on the left and a column on the right;
// the dimension that this adds is removed from the result.
absl::Status LowerMatMul(LayerLowering* layer);
// TensorFlow's op takes two operands at most: of more, the first two become one,
// and so on.
absl::Status LowerEinsum(LayerLowering* layer);
absl::Status LowerInverse(LayerLowering* layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_LOWERING_MATH_LOWERINGS_H_
