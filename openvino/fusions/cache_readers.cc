// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/cache_readers.h"

#include <algorithm>
#include <utility>

#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

using Ints = std::vector<int64_t>;

// Exchanges the last two dimensions, and leaves the others.
bool TurnsMatrices(const Ints& order) {
  const auto rank = static_cast<int64_t>(order.size());
  for (int64_t d = 0; d < rank; ++d) {
    const int64_t wanted = d < rank - 2 ? d : 2 * rank - 3 - d;
    if (order[static_cast<size_t>(d)] != wanted) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<bool> CacheReaders::Lower(int index, ValueOf value_of, LowerPlain lower_plain,
                                         LayerLowering* lowering) {
  if (caches_->empty()) return false;
  const IrLayer& layer = At(index);
  if (layer.Is("ShapeOf") && !layer.inputs.empty()) {
    const CacheValue* const cache = caches_->Find(layer.inputs[0]);
    return cache != nullptr ? LowerShapeOf(*cache, lowering) : absl::StatusOr<bool>(false);
  }
  if (layer.Is("ScaledDotProductAttention")) return LowerAttention(layer, value_of, lowering);
  if (LowerPart(index, lowering)) return true;
  OPGRAFT_ASSIGN_OR_RETURN(absl::optional<Node> node, FindNode(layer, value_of, *lowering));
  if (!node.has_value()) return false;
  OPGRAFT_RETURN_IF_ERROR(MakeNode(*std::move(node), lower_plain, lowering));
  return true;
}

absl::Status CacheReaders::MakeNode(Node node, LowerPlain lower_plain, LayerLowering* lowering) {
  // What the layer is for plain tensors says whether its inputs fit, and what comes out.
  LayerLowering plain = lowering->Beside("plain");
  OPGRAFT_RETURN_IF_ERROR(lower_plain(&plain));
  if (plain.outputs().size() != 1 || lowering->draft()->IsFailed(plain.outputs()[0])) {
    lowering->SetOutput(0, lowering->draft()->Failed());
    return absl::OkStatus();
  }
  node.attrs.emplace_back("shape", lowering->draft()->ShapeOf(plain.outputs()[0]));
  lowering->SetOutput(0, lowering->Add(node.op, node.inputs, node.attrs));
  return absl::OkStatus();
}

absl::StatusOr<bool> CacheReaders::LowerShapeOf(const CacheValue& cache, LayerLowering* lowering) {
  OPGRAFT_ASSIGN_OR_RETURN(const DataType type, lowering->Type("output_type", DT_INT64));
  lowering->SetOutput(0, lowering->Add("OpenVINO>ShapeOfCache", {cache.value},
                                       {{"out_type", type}, {"cache_shape", cache.shape}}));
  return true;
}

bool CacheReaders::LowerPart(int index, LayerLowering* lowering) {
  const IrLayer& layer = At(index);
  if (caches_->LowerRows(index, lowering)) return true;
  if (!IsGatherOfParts(net_, weights_, layer)) return false;
  const CacheValue* const cache = caches_->Find(layer.inputs[0]);
  return cache != nullptr && caches_->LowerParts(index, CacheValue(*cache), lowering);
}

absl::StatusOr<absl::optional<CacheReaders::Node>> CacheReaders::FindNode(
    const IrLayer& layer, ValueOf value_of, const LayerLowering& lowering) const {
  if (layer.Is("MatMul")) return FindMatMul(layer, value_of, lowering);
  if (layer.Is("Gather")) return FindGather(layer, lowering);
  if (layer.Is("Concat")) return FindConcat(layer, lowering);
  if (layer.Is("Slice") || layer.Is("StridedSlice")) return FindSlice(layer, lowering);
  return absl::nullopt;
}

// --- Products and attention ---

// Perhaps through a Transpose.
absl::optional<CacheReaders::Factor> CacheReaders::FindFactor(const IrSource& source) const {
  Factor factor;
  const IrLayer* const turn = LayerOf(source, "Transpose");
  if (turn != nullptr && turn->inputs.size() != 2) return absl::nullopt;
  const absl::optional<Operand> operand = FindOperand(turn == nullptr ? source : turn->inputs[0]);
  if (!operand.has_value()) return absl::nullopt;
  factor.operand = *operand;
  if (turn == nullptr) return factor;
  const auto order = OrderOf(*turn, operand->cache.shape.dims());
  if (!order.has_value()) return absl::nullopt;
  factor.is_turned = TurnsMatrices(*order);
  if (!factor.is_turned) factor.order = *order;
  return factor;
}

// Whether a product may read it where it lies.
bool CacheReaders::IsMultiplied(const Factor& factor, const LayerLowering& lowering) {
  const int rank = factor.operand.cache.shape.dims();
  const DataType type = factor.operand.cache.cache->type;
  const Ints& order = factor.order;
  const bool has_rows =
      order.empty() || std::find(order.end() - 2, order.end(), rank - 1) != order.end();
  return rank >= 2 && has_rows && lowering.input_shape(0).dims() >= 2 &&
         lowering.input_type(0) == type && (type == DT_FLOAT || type == DT_DOUBLE) &&
         (order.empty() || !factor.operand.target.has_value());
}

absl::optional<CacheReaders::Node> CacheReaders::FindMatMul(const IrLayer& layer, ValueOf value_of,
                                                            const LayerLowering& lowering) const {
  if (layer.inputs.size() != 2 || IrAttrIsTrue(layer, "transpose_a")) return absl::nullopt;
  const absl::optional<Factor> factor = FindFactor(layer.inputs[1]);
  if (!factor.has_value() || !IsMultiplied(*factor, lowering)) return absl::nullopt;
  const Operand& operand = factor->operand;
  const auto targets = TargetsOf({&operand}, value_of, lowering);
  if (!targets.has_value()) return absl::nullopt;
  return Node{"OpenVINO>CacheMatMul",
              {lowering.input(0), operand.cache.value, Input(*targets)},
              {{"transpose", IrAttrIsTrue(layer, "transpose_b") != factor->is_turned},
               {"order", factor->order},
               {"heads", operand.heads},
               {"bidirectional", operand.is_bidirectional}}};
}

absl::optional<Ints> CacheReaders::OrderOf(const IrLayer& transpose, int rank) const {
  absl::optional<Ints> order = IntsOf(transpose, 1);
  if (!order.has_value() || order->size() != static_cast<size_t>(rank)) return absl::nullopt;
  Ints sorted = *order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t d = 0; d < sorted.size(); ++d)
    if (sorted[d] != static_cast<int64_t>(d)) return absl::nullopt;
  return order;
}

absl::optional<CacheReaders::Operand> CacheReaders::FindOperand(const IrSource& source) const {
  if (const CacheValue* const cache = caches_->Find(source); cache != nullptr) {
    Operand operand;
    operand.cache = *cache;
    return operand;
  }
  const IrLayer* const reshape = LayerOf(source, "Reshape");
  return reshape == nullptr ? absl::nullopt : FindSharing(*reshape);
}

absl::optional<CacheReaders::Operand> CacheReaders::FindAttended(const IrSource& source) const {
  absl::optional<Operand> operand = FindOperand(source);
  const bool fits =
      operand.has_value() && operand->cache.cache->axis == 2 && operand->cache.shape.dims() == 4;
  return fits ? operand : absl::nullopt;
}

// Unsqueeze behind the heads, Broadcast, and Reshape to [0, heads, -1, depth], all of them or none.
absl::optional<CacheReaders::Operand> CacheReaders::FindSharing(const IrLayer& reshape) const {
  if (reshape.inputs.size() != 2 || !IrAttrIsTrue(reshape, "special_zero")) return absl::nullopt;
  const IrLayer* const broadcast = LayerOf(reshape.inputs[0], "Broadcast");
  if (broadcast == nullptr || broadcast->inputs.size() != 2) return absl::nullopt;
  const IrLayer* const unsqueeze = LayerOf(broadcast->inputs[0], "Unsqueeze");
  if (unsqueeze == nullptr || unsqueeze->inputs.size() != 2) return absl::nullopt;
  const CacheValue* const cache = caches_->Find(unsqueeze->inputs[0]);
  const auto axes = IntsOf(*unsqueeze, 1);
  const auto pattern = IntsOf(reshape, 1);
  const absl::string_view mode = IrAttr(*broadcast, "mode");
  if (cache == nullptr || (axes != Ints{2} && axes != Ints{-3}) || !pattern.has_value() ||
      pattern->size() != 4 || (mode != "bidirectional" && mode != "numpy"))
    return absl::nullopt;
  const int64_t heads = (*pattern)[1], depth = cache->cache->shape.dim_size(3);
  if (heads <= 0 || depth <= 0 || *pattern != Ints{0, heads, -1, depth}) return absl::nullopt;
  return Operand{*cache, broadcast->inputs[1], heads, mode == "bidirectional"};
}

bool CacheReaders::GoTogether(const Operand& key, const Operand& value, DataType type) {
  return key.heads == value.heads && key.is_bidirectional == value.is_bidirectional &&
         key.cache.cache->type == type && value.cache.cache->type == type;
}

// Nothing if one is not of an index type.
absl::optional<std::vector<Value>> CacheReaders::TargetsOf(
    std::initializer_list<const Operand*> operands, ValueOf value_of,
    const LayerLowering& lowering) {
  std::vector<Value> targets;
  for (const Operand* operand : operands) {
    if (!operand->target.has_value()) continue;
    targets.push_back(value_of(*operand->target));
    if (!IsIndexType(lowering.TypeOf(targets.back()))) return absl::nullopt;
  }
  return targets;
}

absl::StatusOr<bool> CacheReaders::LowerAttention(const IrLayer& layer, ValueOf value_of,
                                                  LayerLowering* lowering) const {
  if (lowering->num_inputs() < 3 || lowering->input_shape(0).dims() != 4) return false;
  const auto key = FindAttended(layer.inputs[1]), value = FindAttended(layer.inputs[2]);
  if (!key.has_value() || !value.has_value() || !GoTogether(*key, *value, lowering->input_type(0)))
    return false;
  const auto targets = TargetsOf({&*key, &*value}, value_of, *lowering);
  if (!targets.has_value()) return false;
  OPGRAFT_ASSIGN_OR_RETURN(const bool causal, lowering->Bool("causal", false));
  lowering->SetOutput(0, lowering->Add("OpenVINO>CacheAttention",
                                       {lowering->input(0), key->cache.value, value->cache.value,
                                        Input(*targets), Input(lowering->inputs_from(3))},
                                       {{"causal", causal},
                                        {"heads", key->heads},
                                        {"bidirectional", key->is_bidirectional},
                                        {"value_depth", value->cache.cache->shape.dim_size(3)}}));
  return true;
}

// --- What is copied from a cache ---

absl::optional<CacheReaders::Node> CacheReaders::FindGather(const IrLayer& layer,
                                                            const LayerLowering& lowering) const {
  const CacheValue* const cache =
      layer.inputs.size() == 3 ? caches_->Find(layer.inputs[0]) : nullptr;
  if (cache == nullptr) return absl::nullopt;
  const absl::string_view batch_dims = IrAttr(layer, "batch_dims");
  const auto axis = IntsOf(layer, 2);
  if ((!batch_dims.empty() && batch_dims != "0") || !axis.has_value() || axis->size() != 1)
    return absl::nullopt;
  return Node{"OpenVINO>GatherFromCache",
              {cache->value, lowering.input(1)},
              {{"T", cache->cache->type}, {"axis", (*axis)[0]}}};
}

absl::optional<CacheReaders::Node> CacheReaders::FindConcat(const IrLayer& layer,
                                                            const LayerLowering& lowering) const {
  const auto axis = ParseIrInt(IrAttr(layer, "axis"));
  if (!axis.ok()) return absl::nullopt;
  std::vector<Value> values = lowering.inputs_from(0);
  const CacheValue* found = nullptr;
  for (size_t i = 0; i < values.size(); ++i) {
    const CacheValue* const cache = caches_->Find(layer.inputs[i]);
    if (cache == nullptr) continue;
    found = cache;
    values[i] = cache->value;
  }
  if (found == nullptr) return absl::nullopt;
  return Node{"OpenVINO>ConcatWithCaches",
              {Input(std::move(values))},
              {{"T", found->cache->type}, {"axis", *axis}}};
}

absl::StatusOr<absl::optional<CacheReaders::Node>> CacheReaders::FindSlice(
    const IrLayer& layer, const LayerLowering& lowering) const {
  const CacheValue* const cache = layer.inputs.empty() ? nullptr : caches_->Find(layer.inputs[0]);
  const bool is_strided = layer.Is("StridedSlice");
  if (cache == nullptr || lowering.num_inputs() < (is_strided ? 3 : 4)) return absl::nullopt;
  Node node = {is_strided ? "OpenVINO>StridedSliceOfCache" : "OpenVINO>SliceOfCache",
               {cache->value, lowering.input(1), lowering.input(2)},
               {{"T", cache->cache->type}}};
  if (!is_strided) node.inputs.push_back(lowering.input(3));
  node.inputs.push_back(Input(lowering.inputs_from(is_strided ? 3 : 4)));
  if (is_strided) OPGRAFT_RETURN_IF_ERROR(AddMasks(lowering, &node));
  return node;
}

absl::Status CacheReaders::AddMasks(const LayerLowering& lowering, Node* node) {
  for (const char* mask :
       {"begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask"}) {
    OPGRAFT_ASSIGN_OR_RETURN(Ints bits, lowering.Ints(mask));
    node->attrs.emplace_back(mask, std::move(bits));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
