// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/compressed_layers.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/fusions/weight_chain.h"

namespace opgraft_internal {
namespace {

constexpr const char* kWeightTypes[] = {"i4", "u4", "nf4", "i8", "u8", "f16", "bf16"};

bool IsOneOfTheTypes(absl::string_view name) {
  return std::any_of(std::begin(kWeightTypes), std::end(kWeightTypes),
                     [&](const char* type) { return name == type; });
}

// [rows, columns], or [rows, groups, group] if they are reshaped. False if they are of no type or
// shape that the op takes.
bool ReadWeights(const ConstantSpec& constant, bool reshaped, CompressedLayer* layer) {
  const TensorShape& shape = constant.shape;
  constexpr int64_t kMostWeights = int64_t{1} << 48;  // no file holds more
  if (shape.dims() != (reshaped ? 3 : 2) || shape.num_elements() == 0 ||
      shape.num_elements() > kMostWeights)
    return false;
  layer->weight_type = constant.type.name;
  layer->rows = shape.dim_size(0);
  layer->columns = shape.num_elements() / layer->rows;
  layer->group = shape.dim_size(shape.dims() - 1);
  return IsOneOfTheTypes(layer->weight_type);
}

// True if constants of this shape give each group a number: one in all, or [rows, groups, 1].
bool FitsGroups(const ConstantSpec& constant, const CompressedLayer& layer) {
  const DataType type = constant.type.dtype;
  if (type != DT_HALF && type != DT_FLOAT && type != DT_UINT8 && type != DT_INT8 &&
      type != DT_UINT4 && type != DT_INT4)
    return false;
  if (constant.shape.num_elements() == 1) return true;
  const TensorShape& shape = constant.shape;
  const int64_t groups = layer.columns / layer.group;
  return shape.dims() >= 2 && shape.dim_size(0) == layer.rows &&
         shape.dim_size(shape.dims() - 1) == 1 && shape.num_elements() == layer.rows * groups;
}

// The input of a layer that takes weights, and of what else it takes; nothing: it takes none.
struct WeightUse {
  size_t weights;
  int operand;
};
absl::optional<WeightUse> FindUse(const IrNet& net, const IrWeights& weights,
                                  const IrLayer& layer) {
  if (layer.Is("MatMul") && layer.inputs.size() == 2 && IrAttrIsTrue(layer, "transpose_b") &&
      !IrAttrIsTrue(layer, "transpose_a"))
    return WeightUse{1, 0};
  if (IsGatherOfParts(net, weights, layer)) return WeightUse{0, 1};
  return absl::nullopt;
}

}  // namespace

CompressedLayers::CompressedLayers(const IrNet& net, const IrWeights* weights)
    : net_(net), weights_(weights), dead_(net.layers.size(), false) {
  for (const int index : net.order) Match(index);
  if (!found_.empty()) MarkDead();
}

const CompressedLayer* CompressedLayers::Find(int layer) const {
  const auto found = found_.find(layer);
  return found == found_.end() ? nullptr : &found->second;
}

void CompressedLayers::Match(int index) {
  const IrLayer& layer = net_.layers[static_cast<size_t>(index)];
  const absl::optional<WeightUse> use = FindUse(net_, *weights_, layer);
  if (!use.has_value()) return;
  const absl::optional<WeightChain> chain = FindWeightChain(net_, layer.inputs[use->weights].layer);
  if (!chain.has_value()) return;
  CompressedLayer found;
  found.operand = use->operand;
  if (!ReadChain(*chain, &found)) return;
  if (use->operand == 1) in_chains_.insert(layer.inputs[2].layer);
  found_[index] = std::move(found);
  in_chains_.insert(chain->layers.begin(), chain->layers.end());
}

bool CompressedLayers::ReadChain(const WeightChain& chain, CompressedLayer* layer) const {
  const auto read = [&](int constant) {
    return ReadConstant(net_.layers[static_cast<size_t>(constant)]);
  };
  layer->weights = chain.weights;
  layer->scale = chain.scale;
  layer->zero = chain.zero;
  layer->type = std::string(chain.type);
  const auto weights = read(chain.weights);
  if (!weights.has_value() || !ReadWeights(*weights, chain.shape >= 0, layer)) return false;
  for (const int numbers : {chain.scale, chain.zero}) {
    if (numbers < 0) continue;
    const auto constant = read(numbers);
    if (!constant.has_value() || !FitsGroups(*constant, *layer)) return false;
  }
  if (chain.shape < 0) return true;
  const auto shape = read(chain.shape);
  if (!shape.has_value() || shape->type.dtype != DT_INT64 || shape->shape.num_elements() != 2)
    return false;
  const auto dims = weights_->Constant(shape->type, shape->shape, shape->offset, shape->size);
  if (!dims.ok() || dims->flat<int64_t>()(0) != layer->rows) return false;
  const int64_t columns = dims->flat<int64_t>()(1);
  return columns == layer->columns || columns == -1;
}

// A layer of a chain is dead once all that take it are, or take it as their weights. Each layer and
// edge is looked at once, however many share a chain.
void CompressedLayers::MarkDead() {
  std::vector<int64_t> uses(net_.layers.size(), 0);
  for (const int index : net_.order) {
    const CompressedLayer* const compressed = Find(index);
    const std::vector<IrSource>& inputs = net_.layers[static_cast<size_t>(index)].inputs;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].layer >= 0 &&
          (compressed == nullptr || static_cast<int>(i) == compressed->operand))
        ++uses[static_cast<size_t>(inputs[i].layer)];
    }
  }
  std::vector<int> unused;
  for (const int layer : in_chains_) {
    if (uses[static_cast<size_t>(layer)] == 0) unused.push_back(layer);
  }
  while (!unused.empty()) {
    const size_t layer = static_cast<size_t>(unused.back());
    unused.pop_back();
    dead_[layer] = true;
    for (const IrSource& input : net_.layers[layer].inputs) {
      if (input.layer >= 0 && --uses[static_cast<size_t>(input.layer)] == 0 &&
          in_chains_.contains(input.layer))
        unused.push_back(input.layer);
    }
  }
}

absl::Status CompressedLayers::Lower(const CompressedLayer& layer, LayerLowering* lowering) const {
  OPGRAFT_ASSIGN_OR_RETURN(const ElementType type, FindElementType(layer.type));
  const bool is_product = layer.operand == 0;
  if (is_product && type.dtype != lowering->input_type(0)) {
    return absl::InvalidArgumentError(absl::StrCat("its operands have two types, ",
                                                   DataTypeString(lowering->input_type(0)), " and ",
                                                   DataTypeString(type.dtype)));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor weights, Weights(layer));
  std::vector<Value> rest;
  for (const int constant : {layer.scale, layer.zero}) {
    if (constant < 0) break;
    OPGRAFT_ASSIGN_OR_RETURN(const Tensor numbers, Numbers(layer, constant));
    rest.push_back(lowering->Constant(constant == layer.scale ? "scale" : "zero", numbers));
  }
  const Value packed = lowering->Constant("weights", weights), operand = lowering->input(0);
  const LayerLowering::Attrs attrs = {{"weight_type", layer.weight_type},
                                      {"rows", layer.rows},
                                      {"columns", layer.columns},
                                      {"group_size", layer.group},
                                      {"T", type.dtype}};
  if (is_product) {
    lowering->SetOutput(0,
                        lowering->Add("OpenVINO>CompressedMatMul", {operand, packed, rest}, attrs));
  } else {
    lowering->SetOutput(0,
                        lowering->Add("OpenVINO>CompressedGather", {packed, operand, rest}, attrs));
  }
  return absl::OkStatus();
}

absl::StatusOr<Tensor> CompressedLayers::Weights(const CompressedLayer& layer) const {
  const auto constant = ReadConstant(net_.layers[static_cast<size_t>(layer.weights)]);
  if (!constant.has_value()) return absl::InvalidArgumentError("its weights cannot be read");
  const int64_t bytes = (constant->shape.num_elements() * constant->type.bits + 7) / 8;
  OPGRAFT_ASSIGN_OR_RETURN(const ElementType byte, FindElementType("u8"));
  return weights_->Constant(byte, TensorShape({bytes}), constant->offset, constant->size);
}

absl::StatusOr<Tensor> CompressedLayers::Numbers(const CompressedLayer& layer, int constant) const {
  const auto spec = ReadConstant(net_.layers[static_cast<size_t>(constant)]);
  if (!spec.has_value()) return absl::InvalidArgumentError("its scale or zero cannot be read");
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor read,
                           weights_->Constant(spec->type, spec->shape, spec->offset, spec->size));
  // Those of 4 bits lie in memory as bytes do.
  DataType type = read.dtype();
  if (type == DT_UINT4) type = DT_UINT8;
  if (type == DT_INT4) type = DT_INT8;
  const TensorShape shape({layer.rows, layer.columns / layer.group});
  Tensor numbers;
  if (read.NumElements() == shape.num_elements()) {
    OPGRAFT_RETURN_IF_ERROR(numbers.BitcastFrom(read, type, shape));
    return numbers;
  }
  OPGRAFT_ASSIGN_OR_RETURN(numbers, Tensor::Create(type, shape));
  const int64_t size = DataTypeSize(type);
  for (int64_t i = 0; i < numbers.NumElements(); ++i)
    std::memcpy(static_cast<char*>(numbers.data()) + i * size, read.data(),
                static_cast<size_t>(size));
  return numbers;
}

}  // namespace opgraft_internal
