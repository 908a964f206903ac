// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lowerings of ops of one operand.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/lowering/math_lowerings.h"

namespace opgraft_internal {
namespace {

absl::Status PassOn(LayerLowering* layer) {
  layer->SetOutput(0, layer->Add("Identity", {layer->input(0)}));
  return absl::OkStatus();
}

}  // namespace

absl::Status LowerReal(LayerLowering* layer) {
  const std::string& type = layer->layer().type;
  const std::string op = type == "HSigmoid" || type == "HSwish" ? "OpenVINO>" + type : type;
  return LowerInReals(layer, [&op](LayerLowering* real) { return LowerToOp(op, real); });
}

absl::Status LowerElu(LayerLowering* layer) {
  return LowerInReals(layer, [](LayerLowering* real) { return LowerToOp("OpenVINO>Elu", real); });
}

absl::Status LowerRounding(LayerLowering* layer) {
  const std::string& type = layer->layer().type;
  const bool rounds = type == "Round";
  if (layer->num_inputs() == 1) {
    const DataType dtype = layer->input_type(0);
    if (DataTypeIsInteger(dtype) || (rounds && dtype == DT_BOOL)) return PassOn(layer);
  }
  if (rounds) return LowerToOp("OpenVINO>Round", layer);
  return LowerToOp(type == "Floor" ? "Floor" : "Ceil", layer);
}

absl::Status LowerAbs(LayerLowering* layer) {
  if (layer->num_inputs() == 1 && DataTypeIsUnsigned(layer->input_type(0))) return PassOn(layer);
  return LowerToOp("Abs", layer);
}

absl::Status LowerSign(LayerLowering* layer) {
  if (layer->num_inputs() != 1 || !DataTypeIsUnsigned(layer->input_type(0)))
    return LowerToOp("Sign", layer);
  const Value one = NumberPart(layer, "one", layer->input_type(0), 1);
  layer->SetOutput(0, layer->Add("Minimum", {layer->input(0), one}));
  return absl::OkStatus();
}

// The limits of integers and of double do not fit an attr.
absl::Status LowerClamp(LayerLowering* layer) {
  const DataType dtype = layer->num_inputs() > 0 ? layer->input_type(0) : DT_INVALID;
  if (layer->num_inputs() != 1 || (!DataTypeIsInteger(dtype) && dtype != DT_DOUBLE))
    return LowerToOp("OpenVINO>Clamp", layer);
  double limits[2];
  const char* const names[] = {"min", "max"};
  for (int i = 0; i < 2; ++i) {
    if (!absl::SimpleAtod(layer->RawAttr(names[i]), &limits[i]))
      return absl::InvalidArgumentError(absl::StrCat("attribute '", names[i], "' is not a number"));
  }
  if (limits[0] > limits[1]) {
    return absl::InvalidArgumentError(absl::StrCat("min ", limits[0], " is above max ", limits[1]));
  }
  if (DataTypeIsInteger(dtype)) {
    limits[0] = std::ceil(limits[0]);
    limits[1] = std::floor(limits[1]);
  }
  const Value low = NumberPart(layer, "min", dtype, limits[0]);
  const Value high = NumberPart(layer, "max", dtype, limits[1]);
  layer->SetOutput(0, layer->Add("ClipByValue", {layer->input(0), low, high}));
  return absl::OkStatus();
}

// Of one sign only: what is equal to that infinity. Of none: what is equal to NaN, which nothing
// is.
absl::Status LowerIsInf(LayerLowering* layer) {
  OPGRAFT_ASSIGN_OR_RETURN(const bool negative, layer->Bool("detect_negative", true));
  OPGRAFT_ASSIGN_OR_RETURN(const bool positive, layer->Bool("detect_positive", true));
  if ((negative && positive) || layer->num_inputs() != 1) return LowerToOp("IsInf", layer);
  double wanted = std::numeric_limits<double>::quiet_NaN();
  if (positive) wanted = std::numeric_limits<double>::infinity();
  if (negative) wanted = -std::numeric_limits<double>::infinity();
  const Value number = NumberPart(layer, "wanted", layer->input_type(0), wanted);
  layer->SetOutput(0, layer->Add("Equal", {layer->input(0), number}));
  return absl::OkStatus();
}

absl::Status LowerLogicalNot(LayerLowering* layer) {
  if (layer->num_inputs() != 1 || layer->input_type(0) == DT_BOOL)
    return LowerToOp("LogicalNot", layer);
  const Value truth = CastPart(layer, "truth", layer->input(0), DT_BOOL);
  const Value inverse = layer->AddPart("inverse", "LogicalNot", {truth});
  layer->SetOutput(0, CastNode(layer, inverse, layer->input_type(0)));
  return absl::OkStatus();
}

absl::Status LowerBitwiseNot(LayerLowering* layer) {
  const bool of_truth = layer->num_inputs() == 1 && layer->input_type(0) == DT_BOOL;
  return LowerToOp(of_truth ? "LogicalNot" : "Invert", layer);
}

// --- To other types ---

namespace {

bool IsFloat8(DataType type) { return type == DT_FLOAT8_E4M3FN || type == DT_FLOAT8_E5M2; }

// Types without a dtype of their own are kept in a wider one, whose other values no number becomes.
Value Narrowed(absl::string_view type, LayerLowering* layer) {
  Value value = layer->input(0);
  if (type == "nf4" || type == "f4e2m1" || type == "f8e8m0")
    return layer->Add("OpenVINO>RoundToPacked", {value}, {{"destination_type", std::string(type)}});
  if (DataTypeIsFloating(layer->input_type(0))) value = CastPart(layer, "whole", value, DT_INT64);
  const Value bytes = CastPart(layer, "bytes", value, DT_UINT8);
  int mask = 0x3f;  // u6
  if (type == "u1") mask = 0x1;
  if (type == "u3") mask = 0x7;
  return layer->Add("BitwiseAnd", {bytes, NumberPart(layer, "mask", DT_UINT8, mask)});
}

// The node of the layer: its first input in another type.
Value Converted(const ElementType& to, LayerLowering* layer) {
  if (ElementTypeName(to.dtype) != to.name) return Narrowed(to.name, layer);
  Value value = layer->input(0);
  // OpenVINO rounds to half on the way to 8 bits.
  if (IsFloat8(to.dtype) && !IsFloat8(layer->input_type(0)))
    value = CastPart(layer, "half", value, DT_HALF);
  return CastNode(layer, value, to.dtype);
}

}  // namespace

absl::Status LowerConvert(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1));
  OPGRAFT_RETURN_IF_ERROR(layer->Type("destination_type").status());
  OPGRAFT_ASSIGN_OR_RETURN(const ElementType to,
                           FindElementType(layer->RawAttr("destination_type")));
  layer->SetOutput(0, Converted(to, layer));
  return absl::OkStatus();
}

// The file's type is known of constants only; of other inputs it is the tensor's.
absl::Status LowerConvertLike(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  const ElementType* const like = layer->constant_type(1);
  layer->SetOutput(0, like != nullptr ? Converted(*like, layer)
                                      : CastNode(layer, layer->input(0), layer->input_type(1)));
  return absl::OkStatus();
}

namespace {

int BitsOf(DataType dtype) { return 8 * DataTypeSize(dtype); }

// bool < integers < floats.
int RankOf(DataType dtype) {
  if (dtype == DT_BOOL) return 0;
  return DataTypeIsInteger(dtype) ? 1 : 2;
}

struct PromotionRules {
  bool unsafe = false;         // whether numbers may lose digits
  bool scalars_yield = false;  // whether scalars take the type of tensors of their kind
  DataType for_uint64 = DT_FLOAT;
};

absl::Status Unsafe(DataType a, DataType b) {
  return absl::InvalidArgumentError(
      absl::StrCat(DataTypeString(a), " and ", DataTypeString(b),
                   " have no type that keeps all numbers of both, and promote_unsafe is false"));
}

absl::StatusOr<DataType> PromoteIntegers(DataType a, DataType b, const PromotionRules& rules) {
  if (DataTypeIsUnsigned(a) == DataTypeIsUnsigned(b)) return BitsOf(a) >= BitsOf(b) ? a : b;
  const DataType with_sign = DataTypeIsUnsigned(a) ? b : a;
  const DataType without = DataTypeIsUnsigned(a) ? a : b;
  if (BitsOf(with_sign) > BitsOf(without)) return with_sign;
  if (!rules.unsafe) return Unsafe(a, b);
  if (without == DT_UINT64) return rules.for_uint64;
  if (without == DT_UINT32) return DT_INT64;
  return without == DT_UINT16 ? DT_INT32 : DT_INT16;
}

absl::StatusOr<DataType> PromoteReals(DataType a, DataType b, const PromotionRules& rules) {
  if (BitsOf(a) != BitsOf(b)) return BitsOf(a) > BitsOf(b) ? a : b;
  return rules.unsafe ? absl::StatusOr<DataType>(DT_FLOAT) : Unsafe(a, b);
}

// As OpenVINO's ConvertPromoteTypes chooses.
absl::StatusOr<DataType> Promoted(const LayerLowering& layer, const PromotionRules& rules) {
  const DataType a = layer.input_type(0), b = layer.input_type(1);
  if (a == b) return a;
  if (RankOf(a) == RankOf(b)) {
    const int rank_a = layer.input_shape(0).dims(), rank_b = layer.input_shape(1).dims();
    if (rules.scalars_yield && (rank_a == 0) != (rank_b == 0) && rank_a >= 0 && rank_b >= 0)
      return rank_a == 0 ? b : a;
    return RankOf(a) == 1 ? PromoteIntegers(a, b, rules) : PromoteReals(a, b, rules);
  }
  const DataType lesser = RankOf(a) < RankOf(b) ? a : b;
  const DataType greater = RankOf(a) < RankOf(b) ? b : a;
  const bool keeps = lesser == DT_BOOL || rules.unsafe || BitsOf(greater) >= 2 * BitsOf(lesser);
  return keeps ? absl::StatusOr<DataType>(greater) : Unsafe(a, b);
}

}  // namespace

absl::Status LowerConvertPromoteTypes(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  PromotionRules rules;
  OPGRAFT_ASSIGN_OR_RETURN(rules.unsafe, layer->Bool("promote_unsafe", false));
  OPGRAFT_ASSIGN_OR_RETURN(rules.scalars_yield, layer->Bool("pytorch_scalar_promotion", false));
  OPGRAFT_ASSIGN_OR_RETURN(rules.for_uint64, layer->Type("u64_integer_promotion_target", DT_FLOAT));
  OPGRAFT_ASSIGN_OR_RETURN(const DataType type, Promoted(*layer, rules));
  layer->SetOutput(0, CastNode(layer, layer->input(0), type));
  layer->SetOutput(1, CastPart(layer, "second", layer->input(1), type));
  return absl::OkStatus();
}

// Inputs data, scale, and perhaps shift: (round(data * scale - shift) + shift) / scale.
absl::Status LowerFakeConvert(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2, 3));
  const int inputs = layer->num_inputs();
  Value value = layer->AddPart("scaled", "Mul", {layer->input(0), layer->input(1)});
  if (inputs == 3) value = layer->AddPart("shifted", "Sub", {value, layer->input(2)});
  value = layer->AddPart("rounded", "OpenVINO>RoundToFloat8", {value},
                         {{"destination_type", layer->Text("destination_type")}});
  if (inputs == 3) value = layer->AddPart("back", "AddV2", {value, layer->input(2)});
  layer->SetOutput(0, layer->Add("RealDiv", {value, layer->input(1)}));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
