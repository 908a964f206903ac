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

// --- Of two and three operands (math_binary.cc) ---
absl::Status LowerBinary(LayerLowering* layer);
absl::Status LowerComparison(LayerLowering* layer);
absl::Status LowerBitwise(LayerLowering* layer);
absl::Status LowerDivide(LayerLowering* layer);
absl::Status LowerPower(LayerLowering* layer);
absl::Status LowerSquaredDifference(LayerLowering* layer);
absl::Status LowerSelect(LayerLowering* layer);

// --- Along dimensions (math_axes.cc) ---
absl::Status LowerReduction(LayerLowering* layer);
absl::Status LowerReduceL1(LayerLowering* layer);
absl::Status LowerCumSum(LayerLowering* layer);
absl::Status LowerSoftmax(LayerLowering* layer);
absl::Status LowerMvn(LayerLowering* layer);
absl::Status LowerBatchNormInference(LayerLowering* layer);
absl::Status LowerRange(LayerLowering* layer);
absl::Status LowerSearch(LayerLowering* layer);

// --- Products (math_products.cc) ---
absl::Status LowerMatMul(LayerLowering* layer);
absl::Status LowerEinsum(LayerLowering* layer);
absl::Status LowerInverse(LayerLowering* layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_LOWERING_MATH_LOWERINGS_H_
