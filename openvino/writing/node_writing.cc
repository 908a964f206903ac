// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/node_writing.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/number_tensor.h"

namespace opgraft_internal {
namespace {

DimRange BroadcastOf(DimRange a, DimRange b) {
  if (a == DimRange(1)) return b;
  if (b == DimRange(1) || a == b) return a;
  // Of two that may both be one nothing is known; one that is above is the result's.
  if (a.min() > 1) return a;
  return b.min() > 1 ? b : DimRange();
}

// The elements of a constant of whole bytes in another order of its dimensions.
absl::optional<Tensor> Permuted(const Tensor& value, const std::vector<int64_t>& order) {
  const auto size = static_cast<size_t>(DataTypeSize(value.dtype()));
  if (size == 0 || static_cast<size_t>(value.dims()) != order.size()) return absl::nullopt;
  TensorShape shape;
  std::vector<size_t> steps;  // in the value, by dimension of the result
  for (const int64_t d : order) {
    shape.AddDim(value.dim_size(static_cast<int>(d)));
    size_t step = size;
    for (int behind = static_cast<int>(d) + 1; behind < value.dims(); ++behind)
      step *= static_cast<size_t>(value.dim_size(behind));
    steps.push_back(step);
  }
  absl::StatusOr<Tensor> permuted = Tensor::Create(value.dtype(), shape);
  if (!permuted.ok() || !value.IsInitialized()) return absl::nullopt;
  const char* const from = value.tensor_data().data();
  auto* to = static_cast<char*>(permuted->data());
  std::vector<int64_t> place(order.size());
  size_t at = 0;
  for (int64_t i = 0; i < shape.num_elements(); ++i, to += size) {
    std::memcpy(to, from + at, size);
    // To the next place: the last dimension that is not at its end goes on, those behind begin.
    for (size_t d = order.size(); d-- > 0;) {
      at += steps[d];
      if (++place[d] < shape.dim_size(static_cast<int>(d))) break;
      at -= steps[d] * static_cast<size_t>(place[d]);
      place[d] = 0;
    }
  }
  return *std::move(permuted);
}

}  // namespace

PartialTensorShape BroadcastOf(const PartialTensorShape& a, const PartialTensorShape& b) {
  if (a.unknown_rank() || b.unknown_rank()) return PartialTensorShape();
  const int rank = std::max(a.dims(), b.dims());
  PartialTensorShape shape = PartialTensorShape::UnknownOfRank(0);
  for (int d = 0; d < rank; ++d) {
    const int in_a = d - (rank - a.dims());
    const int in_b = d - (rank - b.dims());
    const DimRange one(1);
    shape.AddDim(BroadcastOf(in_a < 0 ? one : a.dim(in_a), in_b < 0 ? one : b.dim(in_b)));
  }
  return shape;
}

NodeWriting::NodeWriting(const Node& node, ShapeFacts* facts, std::string name,
                         std::vector<LayerPort> inputs, NetWriting* net)
    : node_(node),
      facts_(facts),
      name_(std::move(name)),
      inputs_(std::move(inputs)),
      net_(net),
      outputs_(static_cast<size_t>(node.num_outputs())) {}

// --- Inputs and outputs ---

DataType NodeWriting::input_type(int i) const { return BaseType(node_.input_type(i)); }

DataType NodeWriting::output_type(int i) const { return BaseType(node_.output_type(i)); }

const PartialTensorShape& NodeWriting::input_shape(int i) const {
  return facts_->ShapeOf(node_.inputs()[static_cast<size_t>(i)]);
}

absl::optional<Tensor> NodeWriting::constant(int i) const {
  const Tensor* const value = facts_->ValueOf(node_.inputs()[static_cast<size_t>(i)]);
  if (value == nullptr) return absl::nullopt;
  return *value;
}

absl::StatusOr<std::vector<int64_t>> NodeWriting::Ints(int i, absl::string_view what) const {
  const absl::optional<Tensor> value = constant(i);
  if (value.has_value() && IsIndexTensor(*value)) return IndicesOf(*value);
  return absl::UnimplementedError(
      absl::StrCat("input ", i, ", ", what, ", is not a constant, as OpenVINO's layer needs it"));
}

absl::StatusOr<int64_t> NodeWriting::Int(int i, absl::string_view what) const {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<int64_t> values, Ints(i, what));
  if (values.size() == 1) return values[0];
  return absl::InvalidArgumentError(
      absl::StrCat("input ", i, ", ", what, ", has ", values.size(), " numbers"));
}

absl::StatusOr<int> NodeWriting::Rank(int i) const {
  if (!input_shape(i).unknown_rank()) return input_shape(i).dims();
  return absl::UnimplementedError(
      absl::StrCat("the rank of input ", i, " is not known, which its layers depend on"));
}

// --- Layers ---

std::string NodeWriting::PartName(absl::string_view end) const {
  return absl::StrCat(name_, "/", end);
}

WrittenLayer NodeWriting::LayerOfNode(absl::string_view type, int opset,
                                      std::vector<LayerPort> inputs, LayerData data) const {
  WrittenLayer layer;
  layer.name = name_;
  layer.type = std::string(type);
  layer.opset = opset;
  layer.data = std::move(data);
  layer.inputs = std::move(inputs);
  return layer;
}

void NodeWriting::Write(absl::string_view type, int opset, std::vector<LayerPort> inputs,
                        LayerData data) {
  WrittenLayer layer = LayerOfNode(type, opset, std::move(inputs), std::move(data));
  for (int i = 0; i < node_.num_outputs(); ++i)
    layer.outputs.push_back({output_type(i), output_shape(i), {}});
  const LayerPort first = net_->Add(std::move(layer));
  for (int i = 0; i < node_.num_outputs(); ++i) SetOutput(i, {first.layer, i});
}

LayerPort NodeWriting::WriteOne(absl::string_view type, int opset, std::vector<LayerPort> inputs,
                                LayerData data) {
  WrittenLayer layer = LayerOfNode(type, opset, std::move(inputs), std::move(data));
  layer.outputs.push_back({output_type(0), output_shape(0), {}});
  const LayerPort port = net_->Add(std::move(layer));
  SetOutput(0, port);
  return port;
}

LayerPort NodeWriting::Part(absl::string_view end, absl::string_view type, int opset,
                            std::vector<LayerPort> inputs, LayerData data, DataType dtype,
                            PartialTensorShape shape) {
  return net_->Add(PartName(end), type, opset, std::move(inputs), std::move(data), dtype,
                   std::move(shape));
}

LayerPort NodeWriting::PartLike(absl::string_view end, absl::string_view type, int opset,
                                std::vector<LayerPort> inputs, LayerData data) {
  const LayerPort like = inputs[0];
  return Part(end, type, opset, std::move(inputs), std::move(data), net_->TypeOf(like),
              net_->ShapeOf(like));
}

LayerPort NodeWriting::Binary(absl::string_view end, absl::string_view type, LayerPort a,
                              LayerPort b) {
  return Part(end, type, 1, {a, b}, Numpy(), net_->TypeOf(a),
              BroadcastOf(net_->ShapeOf(a), net_->ShapeOf(b)));
}

LayerPort NodeWriting::Constant(absl::string_view end, const Tensor& value) {
  return net_->AddConstant(PartName(end), value);
}

LayerPort NodeWriting::Number(absl::string_view end, DataType dtype, double number) {
  return Constant(end, NumberTensor(dtype, number));
}

LayerPort NodeWriting::IntList(absl::string_view end, const std::vector<int64_t>& numbers) {
  return Constant(end, IntsTensor(numbers));
}

LayerPort NodeWriting::Converted(absl::string_view end, LayerPort value, DataType dtype) {
  if (net_->TypeOf(value) == dtype) return value;
  return Part(end, "Convert", 1, {value},
              {{"destination_type", std::string(ElementTypeName(dtype))}}, dtype,
              net_->ShapeOf(value));
}

LayerPort NodeWriting::Transposed(absl::string_view end, LayerPort value,
                                  const std::vector<int64_t>& order) {
  const absl::optional<Tensor>& constant =
      net_->net().layers[static_cast<size_t>(value.layer)].constant;
  if (constant.has_value()) {
    const absl::optional<Tensor> permuted = Permuted(*constant, order);
    if (permuted.has_value()) return Constant(end, *permuted);
  }
  const PartialTensorShape before = net_->ShapeOf(value);
  PartialTensorShape shape = PartialTensorShape::UnknownOfRank(0);
  for (const int64_t d : order) shape.AddDim(before.dim(static_cast<int>(d)));
  const LayerPort order_part = IntList(absl::StrCat(end, "/order"), order);
  return Part(end, "Transpose", 1, {value, order_part}, {}, net_->TypeOf(value), std::move(shape));
}

LayerPort NodeWriting::Reshaped(absl::string_view end, LayerPort value,
                                const std::vector<int64_t>& sizes) {
  const LayerPort sizes_part = IntList(absl::StrCat(end, "/shape"), sizes);
  return Part(end, "Reshape", 1, {value, sizes_part}, {{"special_zero", "false"}},
              net_->TypeOf(value), PartialTensorShape(sizes));
}

LayerPort NodeWriting::Squeezed(absl::string_view end, LayerPort value,
                                const std::vector<int64_t>& axes, PartialTensorShape shape) {
  const LayerPort axes_part = IntList(absl::StrCat(end, "/axes"), axes);
  return Part(end, "Squeeze", 1, {value, axes_part}, {}, net_->TypeOf(value), std::move(shape));
}

LayerPort NodeWriting::ShapeOf(absl::string_view end, LayerPort value) {
  return Part(end, "ShapeOf", 3, {value}, {{"output_type", "i64"}}, DT_INT64,
              PartialTensorShape({net_->ShapeOf(value).dims()}));
}

}  // namespace opgraft_internal
