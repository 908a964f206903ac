// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lowerings of ops that work along dimensions.
#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/lowering/math_lowerings.h"

namespace opgraft_internal {
namespace {

constexpr std::pair<const char*, const char*> kReductions[] = {
    {"ReduceSum", "Sum"},        {"ReduceMean", "Mean"},     {"ReduceProd", "Prod"},
    {"ReduceMax", "Max"},        {"ReduceMin", "Min"},       {"ReduceL2", "EuclideanNorm"},
    {"ReduceLogicalAnd", "All"}, {"ReduceLogicalOr", "Any"}, {"ReduceL1", "Sum"},
};

std::string OpOf(const std::string& type) {
  for (const auto& [layer_type, op] : kReductions) {
    if (type == layer_type) return op;
  }
  return type;
}

// Input `i` as axes: of a type that ops take, and each once, if they are known.
Value AxesInput(LayerLowering* layer, int i) {
  const auto axes = layer->ConstantInts(i);
  if (axes.has_value()) {
    const int rank = layer->input_shape(0).dims();
    absl::flat_hash_set<int64_t> seen;
    std::vector<int64_t> once;
    for (const int64_t axis : *axes) {
      if (seen.insert(axis < 0 && rank >= 0 ? axis + rank : axis).second) once.push_back(axis);
    }
    if (once.size() < axes->size()) return IntsPart(layer, "axes", once);
  }
  const bool fits = IsIndexType(layer->input_type(i));
  return fits ? layer->input(i) : CastPart(layer, "axes", layer->input(i), DT_INT64);
}

// Whether one of the dimensions that are reduced may be 0.
bool MayReduceNothing(const LayerLowering& layer) {
  const PartialTensorShape shape = layer.input_shape(0);
  if (shape.unknown_rank()) return true;
  std::vector<bool> is_reduced(static_cast<size_t>(shape.dims()), true);
  if (const auto axes = layer.ConstantInts(1); axes.has_value()) {
    is_reduced.assign(is_reduced.size(), false);
    for (const int64_t axis : *axes) {
      const int64_t d = axis < 0 ? axis + shape.dims() : axis;
      if (d >= 0 && d < shape.dims()) is_reduced[static_cast<size_t>(d)] = true;
    }
  }
  for (int d = 0; d < shape.dims(); ++d) {
    if (is_reduced[static_cast<size_t>(d)] && shape.dim_size(d) <= 0) return true;
  }
  return false;
}

// OpenVINO's mean of no floats is 0, TensorFlow's NaN; of anything else they are the same.
std::string ReductionOp(const LayerLowering& layer) {
  const std::string& type = layer.layer().type;
  const bool is_mean = type == "ReduceMean" && DataTypeIsFloating(layer.input_type(0));
  return is_mean && MayReduceNothing(layer) ? "OpenVINO>ReduceMean" : OpOf(type);
}

absl::Status LowerReductionOf(Value input, LayerLowering* layer) {
  OPGRAFT_ASSIGN_OR_RETURN(const bool keep_dims, layer->Bool("keep_dims", false));
  const Value axes = AxesInput(layer, 1);
  layer->SetOutput(0, layer->Add(ReductionOp(*layer), {input, axes}, {{"keep_dims", keep_dims}}));
  return absl::OkStatus();
}

}  // namespace

absl::Status LowerReduction(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  return LowerReductionOf(layer->input(0), layer);
}

absl::Status LowerReduceL1(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  const Value data = layer->input(0);
  const bool has_signs = !DataTypeIsUnsigned(layer->input_type(0));
  return LowerReductionOf(has_signs ? layer->AddPart("sizes", "Abs", {data}) : data, layer);
}

// The sums of truth values are truth values; a second output is the bytes that they are sums of.
absl::Status LowerCumSum(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1, 2));
  OPGRAFT_ASSIGN_OR_RETURN(const bool exclusive, layer->Bool("exclusive", false));
  OPGRAFT_ASSIGN_OR_RETURN(const bool reverse, layer->Bool("reverse", false));
  Value axis = layer->num_inputs() == 2 ? layer->input(1) : NumberPart(layer, "axis", DT_INT64, 0);
  if (!IsIndexType(layer->draft()->TypeOf(axis))) axis = CastPart(layer, "axis", axis, DT_INT64);
  if (layer->num_inputs() == 2 && layer->input_shape(1).dims() == 1)
    axis = layer->AddPart("scalar", "Squeeze", {axis});
  const LayerLowering::Attrs attrs = {{"exclusive", exclusive}, {"reverse", reverse}};
  if (layer->input_type(0) != DT_BOOL) {
    layer->SetOutput(0, layer->Add("Cumsum", {layer->input(0), axis}, attrs));
    return absl::OkStatus();
  }
  const Value bytes = CastPart(layer, "bytes", layer->input(0), DT_UINT8);
  const Value counts = layer->AddPart("counts", "Cumsum", {bytes, axis}, attrs);
  layer->SetOutput(0, CastNode(layer, counts, DT_BOOL));
  layer->SetOutput(1, counts);
  return absl::OkStatus();
}

namespace {

// TensorFlow's are along the last dimension.
absl::Status LowerRealSoftmax(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t axis, layer->Int("axis", 1));
  const std::string& type = layer->layer().type;
  const int rank = layer->input_shape(0).dims();
  const bool is_last = axis == -1 || (rank > 0 && axis == rank - 1);
  if (is_last && rank > 0) {
    layer->SetOutput(0, layer->Add(type, {layer->input(0)}));
    return absl::OkStatus();
  }
  return LowerToOp("OpenVINO>" + type, layer);
}

// The first version tells the axes by attributes.
absl::Status LowerRealMvn(LayerLowering* layer) {
  if (layer->opset() >= 6) return LowerToOp("OpenVINO>MVN", layer);
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(1));
  OPGRAFT_ASSIGN_OR_RETURN(const float eps, layer->Float("eps"));
  OPGRAFT_ASSIGN_OR_RETURN(const bool normalize, layer->Bool("normalize_variance", true));
  OPGRAFT_ASSIGN_OR_RETURN(const bool across, layer->Bool("across_channels", true));
  OPGRAFT_ASSIGN_OR_RETURN(std::vector<int64_t> axes, layer->Ints("reduction_axes"));
  if (axes.empty()) {
    const int rank = layer->input_shape(0).dims();
    if (rank < 0) return absl::UnimplementedError("the rank of the data is not known");
    for (int d = across ? 1 : 2; d < rank; ++d) axes.push_back(d);
  }
  if (axes.empty()) {  // each element alone: it is its own mean
    layer->SetOutput(0, layer->Add("Sub", {layer->input(0), layer->input(0)}));
    return absl::OkStatus();
  }
  const Value axes_part = IntsPart(layer, "axes", axes);
  layer->SetOutput(
      0,
      layer->Add("OpenVINO>MVN", {layer->input(0), axes_part},
                 {{"eps", eps}, {"normalize_variance", normalize}, {"eps_mode", "inside_sqrt"}}));
  return absl::OkStatus();
}

}  // namespace

absl::Status LowerSoftmax(LayerLowering* layer) { return LowerInReals(layer, LowerRealSoftmax); }

absl::Status LowerMvn(LayerLowering* layer) { return LowerInReals(layer, LowerRealMvn); }

// The first version has the data as its third input.
absl::Status LowerBatchNormInference(LayerLowering* layer) {
  return LowerToOp(
      layer->opset() >= 5 ? "OpenVINO>BatchNormInference" : "OpenVINO>BatchNormInferenceV1", layer);
}

// The first version gives what it is given.
absl::Status LowerRange(LayerLowering* layer) {
  if (layer->HasAttr("output_type") || layer->num_inputs() != 3)
    return LowerToOp("OpenVINO>Range", layer);
  layer->SetOutput(0,
                   layer->Add("OpenVINO>Range", {layer->input(0), layer->input(1), layer->input(2)},
                              {{"output_type", layer->input_type(0)}}));
  return absl::OkStatus();
}

// Values of two types are compared in one that has both.
absl::Status LowerSearch(LayerLowering* layer) {
  OPGRAFT_RETURN_IF_ERROR(layer->CheckInputs(2));
  const std::string& type = layer->layer().type;
  if (layer->input_type(0) == layer->input_type(1)) return LowerToOp("OpenVINO>" + type, layer);
  const bool of_integers =
      DataTypeIsInteger(layer->input_type(0)) && DataTypeIsInteger(layer->input_type(1));
  const DataType both = of_integers ? DT_INT64 : DT_DOUBLE;
  const char* const name = type == "Bucketize" ? "with_right_bound" : "right_mode";
  OPGRAFT_ASSIGN_OR_RETURN(const DataType output, layer->Type("output_type", DT_INT64));
  OPGRAFT_ASSIGN_OR_RETURN(const bool mode, layer->Bool(name, type == "Bucketize"));
  layer->SetOutput(0, layer->Add("OpenVINO>" + type,
                                 {CastPart(layer, "first", layer->input(0), both),
                                  CastPart(layer, "second", layer->input(1), both)},
                                 {{"output_type", output}, {name, mode}}));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
