// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <limits>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "openvino/lowering/math_lowerings.h"
#include "openvino/number_tensor.h"

namespace opgraft_internal {

Value NumberPart(LayerLowering* layer, absl::string_view end, DataType dtype, double number) {
  return layer->Constant(end, NumberTensor(dtype, number));
}

Value IntsPart(LayerLowering* layer, absl::string_view end, const std::vector<int64_t>& numbers) {
  return layer->Constant(end, IntsTensor(numbers));
}

Value CastPart(LayerLowering* layer, absl::string_view end, Value value, DataType dtype) {
  if (layer->draft()->TypeOf(value) == dtype) return value;
  return layer->AddPart(end, "Cast", {value}, {{"DstT", dtype}});
}

Value CastNode(LayerLowering* layer, Value value, DataType dtype) {
  if (layer->draft()->TypeOf(value) == dtype) return layer->Add("Identity", {value});
  return layer->Add("Cast", {value}, {{"DstT", dtype}});
}

namespace {

// The least and the greatest number of a type of integers; none, {0, 0}, where doubles do not have
// them.
std::pair<double, double> LimitsOf(DataType dtype) {
  std::pair<double, double> limits(0, 0);
  if (DataTypeSize(dtype) >= 8) return limits;
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>) {
      limits = {static_cast<double>(std::numeric_limits<T>::lowest()),
                static_cast<double>(std::numeric_limits<T>::max())};
    }
  });
  return limits;
}

}  // namespace

absl::Status LowerInReals(LayerLowering* layer,
                          absl::FunctionRef<absl::Status(LayerLowering*)> lower) {
  const DataType dtype = layer->num_inputs() > 0 ? layer->input_type(0) : DT_INVALID;
  if (!DataTypeIsInteger(dtype)) return lower(layer);
  std::vector<LayerValue> inputs = {{CastPart(layer, "wide", layer->input(0), DT_DOUBLE)}};
  for (int i = 1; i < layer->num_inputs(); ++i)
    inputs.push_back({layer->input(i), layer->constant(i), layer->constant_type(i)});
  LayerLowering real(layer->layer(), std::move(inputs),
                     layer->draft()->FreeName(absl::StrCat(layer->node_name(), "/value")),
                     layer->draft());
  OPGRAFT_RETURN_IF_ERROR(lower(&real));
  Value value = layer->AddPart("rounded", "Rint", {real.outputs()[0]});
  const auto [least, most] = LimitsOf(dtype);
  if (least < most) {
    value = layer->AddPart("within", "ClipByValue",
                           {value, NumberPart(layer, "least", DT_DOUBLE, least),
                            NumberPart(layer, "most", DT_DOUBLE, most)});
  }
  layer->SetOutput(0, CastNode(layer, value, dtype));
  return absl::OkStatus();
}

absl::Status AlignInput(LayerLowering* layer, int i, int rank, int64_t axis, Value* aligned) {
  const PartialTensorShape shape = layer->input_shape(i);
  if (shape.unknown_rank()) {
    return absl::UnimplementedError(
        absl::StrCat("input ", i, " is of unknown rank, which 'pdpd' cannot align"));
  }
  const int64_t first = axis < 0 ? rank - shape.dims() : axis;
  // Ones that have no dimension beside them are left out.
  int dims = shape.dims();
  while (first + dims > rank && dims > 0 && shape.dim_size(dims - 1) == 1) --dims;
  if (first < 0 || first + dims > rank) {
    return absl::InvalidArgumentError(absl::StrCat("input ", i, " of shape ", shape.DebugString(),
                                                   " does not fit ", rank, " dimensions from axis ",
                                                   first, " on"));
  }
  *aligned = layer->input(i);
  const auto part = [&] { return absl::StrCat("aligned", i); };
  if (dims < shape.dims()) {
    std::vector<int64_t> gone;
    for (int d = dims; d < shape.dims(); ++d) gone.push_back(d);
    *aligned = layer->AddPart(part(), "Squeeze", {*aligned}, {{"squeeze_dims", gone}});
  }
  for (int64_t d = first + dims; d < rank; ++d) {
    const Value last = IntsPart(layer, absl::StrCat("last", i, "_", d), {-1});
    *aligned = layer->AddPart(absl::StrCat(part(), "_", d), "ExpandDims", {*aligned, last});
  }
  return absl::OkStatus();
}

absl::Status BroadcastInputs(LayerLowering* layer, int i, std::vector<Value>* inputs) {
  const std::string mode = layer->Text("auto_broadcast", "numpy");
  *inputs = layer->inputs_from(0);
  if (mode == "numpy") return absl::OkStatus();
  const PartialTensorShape shape = layer->input_shape(i);
  if (mode == "none" || mode == "explicit") {
    for (int other = 0; other < layer->num_inputs(); ++other) {
      if (layer->input_shape(other).IsCompatibleWith(shape)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "inputs of shapes ", shape.DebugString(), " and ",
          layer->input_shape(other).DebugString(), " differ, and auto_broadcast is 'none'"));
    }
    return absl::OkStatus();
  }
  if (mode != "pdpd") {
    return absl::InvalidArgumentError(
        absl::StrCat("auto_broadcast '", mode, "' is neither numpy nor pdpd nor none"));
  }
  if (shape.unknown_rank())
    return absl::UnimplementedError(absl::StrCat("the rank of input ", i, " is not known"));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t axis, layer->Int("auto_broadcast.auto_broadcast_axis", 0));
  for (int other = 0; other < layer->num_inputs(); ++other) {
    if (other == i) continue;
    OPGRAFT_RETURN_IF_ERROR(
        AlignInput(layer, other, shape.dims(), axis, &(*inputs)[static_cast<size_t>(other)]));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
