// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/partial_values.h"

#include <algorithm>
#include <utility>

#include "framework/graph/data/graph_data.h"

namespace opgraft {
namespace {

// Values that shape functions look at are computed in a few steps.
constexpr int kMaxDepth = 64;
constexpr int kMaxElements = TensorShape::kMaxDims;

// The numbers of a small integer tensor; nothing for other tensors.
absl::optional<std::vector<int64_t>> Numbers(const Tensor* tensor) {
  if (tensor == nullptr || tensor->dims() > 1 || tensor->NumElements() > kMaxElements)
    return absl::nullopt;
  std::vector<int64_t> numbers;
  if (tensor->dtype() == DT_INT32) {
    const auto flat = tensor->flat<int32_t>();
    numbers.assign(flat.data(), flat.data() + flat.size());
  } else if (tensor->dtype() == DT_INT64) {
    const auto flat = tensor->flat<int64_t>();
    numbers.assign(flat.data(), flat.data() + flat.size());
  } else {
    return absl::nullopt;
  }
  return numbers;
}

// The one number of a scalar or of a vector of one element.
absl::optional<int64_t> Number(const Tensor* tensor) {
  const auto numbers = Numbers(tensor);
  if (!numbers || numbers->size() != 1) return absl::nullopt;
  return (*numbers)[0];
}

int64_t IntAttr(const NodeAttrs& attrs, absl::string_view name) {
  int64_t value = 0;
  return GetNodeAttr(attrs, name, &value).ok() ? value : 0;
}

bool IsShapeInteger(DataType dtype) { return dtype == DT_INT32 || dtype == DT_INT64; }

// Ops that pass the elements of input 0 on in the same order; for those that reshape, the output is
// a scalar or a vector.
bool PassesElementsOn(absl::string_view op) {
  return op == "Identity" || op == "Cast" || op == "ExpandDims" || op == "Squeeze" ||
         op == "Reshape";
}

// Where a strided slice of a vector begins and ends, and its stride.
struct Stride {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t step = 1;
};

int64_t FromEnd(int64_t index, int64_t size) { return index < 0 ? index + size : index; }

// Takes the elements that a stride runs over.
PartialValues::Elements Take(const PartialValues::Elements& from, Stride stride) {
  const auto size = static_cast<int64_t>(from.size());
  PartialValues::Elements taken;
  const int64_t low = stride.step > 0 ? 0 : -1;
  const int64_t high = stride.step > 0 ? size : size - 1;
  const int64_t end = std::clamp(stride.end, low, high);
  for (int64_t i = std::clamp(stride.begin, low, high); stride.step > 0 ? i < end : i > end;
       i += stride.step) {
    taken.push_back(from[static_cast<size_t>(i)]);
  }
  return taken;
}

}  // namespace

absl::optional<PartialValues::Elements> PartialValues::ElementsOf(Endpoint output) {
  auto found = known_.find(output);
  if (found != known_.end()) return found->second;
  if (output.node < 0 || depth_ == kMaxDepth ||
      !IsShapeInteger(facts_->graph().OutputType(output))) {
    return absl::nullopt;
  }
  ++depth_;
  MaybeElements elements = Find(output);
  --depth_;
  if (elements && elements->size() > kMaxElements) elements.reset();
  known_[output] = elements;
  return elements;
}

PartialValues::MaybeElements PartialValues::Find(Endpoint output) {
  if (const auto numbers = Numbers(facts_->ValueOf(output))) {
    Elements elements;
    for (int64_t number : *numbers) elements.emplace_back(number);
    return elements;
  }
  MaybeElements elements = FromOp(output);
  return elements ? elements : Unknown(output);
}

PartialValues::MaybeElements PartialValues::FromOp(Endpoint output) {
  const GraphData& graph = facts_->graph();
  const NodeData& node = graph.node(output.node);
  const std::string& op = node.op->op_def.name();
  const int num_inputs = static_cast<int>(node.inputs.size);
  if (num_inputs == 0) return absl::nullopt;
  if (op == "Shape" || op == "ShapeN") return FromShape(Input(output.node, output.port));
  if (op == "Size") return FromSize(Input(output.node, 0));
  if (op == "Pack") return Concat(output.node, 0, num_inputs);
  if (op == "ConcatV2") return Concat(output.node, 0, num_inputs - 1);
  if (op == "Unpack") return Unpack(output);
  if (op == "Slice") return Slice(output.node);
  if (op == "StridedSlice") return StridedSlice(output.node);
  if (op == "GatherV2") return Gather(output.node);
  if (PassesElementsOn(op) && facts_->ShapeOf(output).dims() <= 1)
    return ElementsOf(Input(output.node, 0));
  return absl::nullopt;
}

PartialValues::MaybeElements PartialValues::FromShape(Endpoint input) const {
  const PartialTensorShape& shape = facts_->ShapeOf(input);
  if (shape.unknown_rank()) return absl::nullopt;
  return Elements(shape.ranges().begin(), shape.ranges().end());
}

PartialValues::MaybeElements PartialValues::FromSize(Endpoint input) const {
  return Elements{DimRange(facts_->ShapeOf(input).num_elements())};
}

PartialValues::MaybeElements PartialValues::Concat(int node, int begin, int end) {
  Elements all;
  for (int i = begin; i < end; ++i) {
    // A matrix is no part of a vector, and so no part of it is known.
    if (facts_->ShapeOf(Input(node, i)).dims() > 1) return absl::nullopt;
    const MaybeElements part = ElementsOf(Input(node, i));
    if (!part || all.size() + part->size() > kMaxElements) return absl::nullopt;
    all.insert(all.end(), part->begin(), part->end());
  }
  return all;
}

PartialValues::MaybeElements PartialValues::Unpack(Endpoint output) {
  const Endpoint input = Input(output.node, 0);
  const MaybeElements elements = ElementsOf(input);
  if (facts_->ShapeOf(input).dims() != 1 || !elements ||
      static_cast<size_t>(output.port) >= elements->size()) {
    return absl::nullopt;
  }
  return Elements{(*elements)[static_cast<size_t>(output.port)]};
}

PartialValues::MaybeElements PartialValues::Slice(int node) {
  const MaybeElements from = ElementsOf(Input(node, 0));
  const auto begin = Number(facts_->ValueOf(Input(node, 1)));
  const auto size = Number(facts_->ValueOf(Input(node, 2)));
  if (!from || !begin || !size || *begin < 0 || *begin > static_cast<int64_t>(from->size()))
    return absl::nullopt;
  const int64_t rest = static_cast<int64_t>(from->size()) - *begin;
  if (*size < -1 || *size > rest) return absl::nullopt;
  return Take(*from, {*begin, *begin + (*size == -1 ? rest : *size), 1});
}

PartialValues::MaybeElements PartialValues::StridedSlice(int node) {
  const NodeAttrs& attrs = facts_->graph().node(node).attrs;
  const MaybeElements from = ElementsOf(Input(node, 0));
  const auto begin = Number(facts_->ValueOf(Input(node, 1)));
  const auto end = Number(facts_->ValueOf(Input(node, 2)));
  const auto step = Number(facts_->ValueOf(Input(node, 3)));
  if (!from || !begin || !end || !step || *step == 0 ||
      facts_->ShapeOf(Input(node, 0)).dims() != 1 || IntAttr(attrs, "ellipsis_mask") != 0 ||
      IntAttr(attrs, "new_axis_mask") != 0) {
    return absl::nullopt;
  }
  const auto size = static_cast<int64_t>(from->size());
  if ((IntAttr(attrs, "shrink_axis_mask") & 1) != 0) {
    const int64_t index = FromEnd(*begin, size);
    if (index < 0 || index >= size) return absl::nullopt;
    return Elements{(*from)[static_cast<size_t>(index)]};
  }
  Stride stride{FromEnd(*begin, size), FromEnd(*end, size),
                std::clamp<int64_t>(*step, -kMaxElements, kMaxElements)};
  if ((IntAttr(attrs, "begin_mask") & 1) != 0) stride.begin = stride.step > 0 ? 0 : size - 1;
  if ((IntAttr(attrs, "end_mask") & 1) != 0) stride.end = stride.step > 0 ? size : -1;
  return Take(*from, stride);
}

PartialValues::MaybeElements PartialValues::Gather(int node) {
  const MaybeElements from = ElementsOf(Input(node, 0));
  const auto indices = Numbers(facts_->ValueOf(Input(node, 1)));
  if (!from || !indices || facts_->ShapeOf(Input(node, 0)).dims() != 1) return absl::nullopt;
  Elements taken;
  for (int64_t index : *indices) {
    if (index < 0 || index >= static_cast<int64_t>(from->size())) return absl::nullopt;
    taken.push_back((*from)[static_cast<size_t>(index)]);
  }
  return taken;
}

PartialValues::MaybeElements PartialValues::Unknown(Endpoint output) const {
  const PartialTensorShape& shape = facts_->ShapeOf(output);
  const int64_t count = shape.num_elements();
  if (shape.dims() > 1 || count < 0 || count > kMaxElements) return absl::nullopt;
  return Elements(static_cast<size_t>(count));
}

Endpoint PartialValues::Input(int node, int i) const {
  const auto inputs = facts_->graph().InputsOf(node);
  return static_cast<size_t>(i) < inputs.size() ? inputs[static_cast<size_t>(i)] : Endpoint();
}

}  // namespace opgraft
