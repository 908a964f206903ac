// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/cache_layers.h"

#include <algorithm>
#include <utility>

#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/fusions/axis_part.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

using Ints = std::vector<int64_t>;

constexpr DataType kTypes[] = {DT_HALF,  DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8,
                               DT_INT16, DT_INT32,    DT_INT64, DT_UINT8};

// Shapes of the values are inferred as well as those of tensors: each dimension is known, or
// nothing is known of it.
bool IsWithoutBounds(const PartialTensorShape& shape) {
  return std::all_of(shape.ranges().begin(), shape.ranges().end(),
                     [](DimRange dim) { return dim.is_static() || dim.is_unknown(); });
}

// What Concat gives; INVALID_ARGUMENT if the shapes do not fit, which it says better.
absl::StatusOr<PartialTensorShape> JoinedShape(PartialTensorShape past, PartialTensorShape rows,
                                               int axis) {
  int64_t least = 0;
  if (__builtin_add_overflow(past.dim(axis).min(), rows.dim(axis).min(), &least)) least = 0;
  const bool is_known = past.dim(axis).is_static() && rows.dim(axis).is_static();
  past.set_dim(axis, DimRange());
  rows.set_dim(axis, DimRange());
  PartialTensorShape joined;
  OPGRAFT_RETURN_IF_ERROR(past.MergeWith(rows, &joined));
  joined.set_dim(axis, is_known ? DimRange(least) : DimRange(least, DimRange::kUnbounded));
  return joined;
}

// What is left of a dimension from `begin` on, which counts from behind if it is negative.
DimRange RestOf(DimRange dim, int64_t begin) {
  const auto rest = [begin](int64_t rows) {
    if (begin < 0) return std::min(rows, -begin);
    return rows == DimRange::kUnbounded ? rows : std::max<int64_t>(rows - begin, 0);
  };
  return DimRange(rest(dim.min()), rest(dim.max()));
}

// The one output of a layer that others use; -1: there are several, or none.
int OnlyUsedPort(const IrLayer& layer) {
  int used = -1;
  for (size_t port = 0; port < layer.outputs.size(); ++port) {
    if (!layer.outputs[port].is_used) continue;
    if (used >= 0) return -1;
    used = static_cast<int>(port);
  }
  return used;
}

bool CutsAnAxis(const IrLayer& layer) {
  return layer.Is("Slice") || layer.Is("StridedSlice") || layer.Is("Split") ||
         layer.Is("VariadicSplit");
}

}  // namespace

CacheLayers::CacheLayers(const IrNet& net, const IrWeights* weights, const VariableUses& uses)
    : net_(net), weights_(weights) {
  absl::flat_hash_map<std::string, int> reads;
  std::vector<int> assigns;
  for (const int index : net.order) {
    const bool is_read = At(index).Is("ReadValue");
    if (!is_read && !At(index).Is("Assign")) continue;
    const std::string id(IrAttr(At(index), "variable_id"));
    if (!uses.IsOnePair(id)) continue;
    if (is_read) {
      reads[id] = index;
    } else {
      assigns.push_back(index);
    }
  }
  for (const int assign : assigns) {
    const auto read = reads.find(IrAttr(At(assign), "variable_id"));
    if (read != reads.end()) Match(read->second, assign);
  }
}

bool CacheLayers::ReadVariable(const IrLayer& layer, Cache* cache) {
  const auto type = FindElementType(IrAttr(layer, "variable_type"));
  const auto shape = ParseIrShape(IrAttr(layer, "variable_shape"));
  if (!type.ok() || !shape.ok() || shape->unknown_rank() || layer.inputs.size() != 1) return false;
  cache->id = std::string(IrAttr(layer, "variable_id"));
  cache->type = type->dtype;
  cache->shape = *shape;
  return std::find(std::begin(kTypes), std::end(kTypes), type->dtype) != std::end(kTypes);
}

int CacheLayers::MatchCut(IrSource* source) const {
  if (source->layer < 0) return -1;
  const int cut = source->layer;
  const IrLayer& layer = At(cut);
  if (!CutsAnAxis(layer) || layer.inputs.empty() || OnlyUsedPort(layer) < 0) return -1;
  *source = layer.inputs[0];
  return cut;
}

// From the Assign back to the ReadValue.
bool CacheLayers::MatchChain(Cache* cache) const {
  if (At(cache->assign).inputs.size() != 1) return false;
  IrSource source = At(cache->assign).inputs[0];
  cache->cut_joined = MatchCut(&source);
  const IrLayer* const append = LayerOf(source, "Concat");
  if (append == nullptr || append->inputs.size() != 2) return false;
  cache->append = source.layer;
  const auto axis = ParseIrInt(IrAttr(*append, "axis"));
  const int rank = cache->shape.dims();
  if (!axis.ok() || *axis < -rank || *axis >= rank) return false;
  cache->axis = static_cast<int>(*axis < 0 ? *axis + rank : *axis);
  source = append->inputs[0];
  cache->cut_past = MatchCut(&source);
  if (const IrLayer* const pick = LayerOf(source, "Gather"); pick != nullptr) {
    if (cache->axis == 0 || !IsGatherOfParts(net_, *weights_, *pick)) return false;
    cache->pick = source.layer;
    source = pick->inputs[0];
  }
  return source.layer == cache->read && source.port == 0;
}

// Where a window is small, to copy it costs less than to keep account of its memory
// (tests/benchmarks/openvino_benchmark.cc). Dimensions that are not known count as one.
bool CacheLayers::PaysOff(const Cache& window) {
  constexpr int64_t kLeastBytes = 8192;
  if (window.shape.dim(window.axis).is_unknown()) return true;
  int64_t bytes = DataTypeSize(window.type);
  for (const DimRange dim : window.shape.ranges()) {
    const int64_t size = std::max<int64_t>(dim.min(), 1);
    bytes = bytes > kLeastBytes / size ? kLeastBytes : bytes * size;
  }
  return bytes >= kLeastBytes;
}

void CacheLayers::Match(int read, int assign) {
  Cache cache;
  cache.read = read;
  cache.assign = assign;
  const IrLayer& last = At(assign);
  const bool passes_on = std::any_of(last.outputs.begin(), last.outputs.end(),
                                     [](const OutputPort& port) { return port.is_used; });
  if (passes_on || !ReadVariable(At(read), &cache) || !MatchChain(&cache) ||
      !IsWithoutBounds(cache.shape))
    return;
  const bool has_cut = cache.cut_past >= 0 || cache.cut_joined >= 0;
  if (has_cut ? !PaysOff(cache) : !cache.shape.dim(cache.axis).is_unknown()) return;
  for (const int layer :
       {cache.read, cache.pick, cache.cut_past, cache.append, cache.cut_joined, cache.assign})
    if (layer >= 0) by_layer_[layer] = caches_.size();
  caches_.push_back(std::move(cache));
}

const CacheLayers::CacheValue* CacheLayers::Find(const IrSource& source) const {
  const auto found = values_.find(source.layer);
  return found == values_.end() || source.port != found->second.port ? nullptr : &found->second;
}

absl::StatusOr<bool> CacheLayers::Lower(int index, ValueOf value_of, LayerLowering* lowering) {
  if (caches_.empty()) return false;
  const IrLayer& layer = At(index);
  const auto found = by_layer_.find(index);
  if (found == by_layer_.end()) {
    const CacheValue* const cache = layer.inputs.empty() ? nullptr : Find(layer.inputs[0]);
    if (cache != nullptr && layer.Is("ShapeOf")) return LowerShapeOf(*cache, lowering);
    return layer.Is("ScaledDotProductAttention") ? LowerAttention(layer, value_of, lowering)
                                                 : absl::StatusOr<bool>(false);
  }
  const Cache& cache = caches_[found->second];
  if (index == cache.read) return LowerRead(cache, lowering);
  if (index == cache.pick) return LowerPick(cache, lowering);
  if (index == cache.append) return LowerAppend(cache, value_of, lowering);
  if (index == cache.assign) return LowerAssign(cache, value_of, lowering);
  return LowerCut(cache, index, lowering);
}

void CacheLayers::Pass(int layer, const CacheValue& passed, LayerLowering* lowering) {
  values_[layer] = passed;
  lowering->SetOutput(passed.port,
                      lowering->Add("OpenVINO>FromCache", {passed.value},
                                    {{"T", passed.cache->type}, {"shape", passed.shape}}));
}

// An init that does not fit is left to ReadValue, which says so.
absl::StatusOr<bool> CacheLayers::LowerRead(const Cache& cache, LayerLowering* lowering) {
  if (lowering->input_type(0) != cache.type || !cache.shape.Relaxes(lowering->input_shape(0)))
    return false;
  const Value init =
      lowering->AddPart("init", "OpenVINO>ToCache", {lowering->input(0)}, {{"shape", cache.shape}});
  const Value read = lowering->AddPart(
      "cache", "OpenVINO>ReadCache", {Input(std::vector<Value>{init})},
      {{"variable_id", cache.id}, {"variable_type", cache.type}, {"variable_shape", cache.shape}});
  Pass(cache.read, {read, &cache, cache.shape}, lowering);
  return true;
}

absl::StatusOr<bool> CacheLayers::LowerPick(const Cache& cache, LayerLowering* lowering) {
  const auto past = values_.find(cache.read);
  if (past == values_.end() || !IsIndexType(lowering->input_type(1)) ||
      lowering->input_shape(1).dims() != 1)
    return false;
  const Value picked = lowering->AddPart("cache", "OpenVINO>PickFromCache",
                                         {past->second.value, lowering->input(1)});
  PartialTensorShape shape = cache.shape;
  shape.set_dim(0, lowering->input_shape(1).dim_size(0));
  Pass(cache.pick, {picked, &cache, shape}, lowering);
  return true;
}

// A cache whose Gather or Slice stayed as it is, is one from here on.
Value CacheLayers::CacheOf(const Cache& cache, const IrSource& source, ValueOf value_of,
                           LayerLowering* lowering) const {
  const CacheValue* const found = Find(source);
  if (found != nullptr) return found->value;
  const bool is_last = lowering->layer().Is("Assign");
  return lowering->AddPart("past", "OpenVINO>ToCache", {value_of(source)},
                           {{"shape", is_last ? cache.shape : PartialTensorShape()}});
}

absl::StatusOr<bool> CacheLayers::LowerAppend(const Cache& cache, ValueOf value_of,
                                              LayerLowering* lowering) {
  if (values_.find(cache.read) == values_.end() || lowering->input_type(1) != cache.type)
    return false;
  const auto shape = JoinedShape(lowering->input_shape(0), lowering->input_shape(1), cache.axis);
  if (!shape.ok()) return false;
  const Value past = CacheOf(cache, At(cache.append).inputs[0], value_of, lowering);
  const bool is_last = cache.cut_joined < 0;
  const Value joined =
      lowering->AddPart("cache", "OpenVINO>AppendToCache", {past, lowering->input(1)},
                        {{"axis", cache.axis}, {"shape", is_last ? cache.shape : *shape}});
  Pass(cache.append, {joined, &cache, *shape}, lowering);
  return true;
}

absl::StatusOr<bool> CacheLayers::LowerCut(const Cache& cache, int cut, LayerLowering* lowering) {
  const IrLayer& layer = At(cut);
  const CacheValue* const from = Find(layer.inputs[0]);
  if (from == nullptr) return false;
  const DimRange dim = from->shape.dim(cache.axis);
  const int64_t length = dim.is_static() ? dim.size() : kUnknownLength;
  const int port = OnlyUsedPort(layer);
  const auto part =
      FindAxisPart(net_, *weights_, {0, cut, port}, cache.shape.dims(), cache.axis, length);
  if (!part.has_value() || part->stop != length) return false;
  const int64_t begin = part->start > kUnknownLength / 2 ? part->start - length : part->start;
  PartialTensorShape shape = from->shape;
  shape.set_dim(cache.axis, RestOf(dim, begin));
  const bool is_last = cut == cache.cut_joined;
  if (is_last && !cache.shape.IsCompatibleWith(shape)) return false;
  const Value last = lowering->AddPart("cache", "OpenVINO>LastOfCache", {from->value},
                                       {{"T", cache.type},
                                        {"axis", cache.axis},
                                        {"begin", begin},
                                        {"shape", is_last ? cache.shape : shape}});
  Pass(cut, {last, &cache, shape, port}, lowering);
  return true;
}

absl::StatusOr<bool> CacheLayers::LowerAssign(const Cache& cache, ValueOf value_of,
                                              LayerLowering* lowering) {
  if (values_.find(cache.read) == values_.end()) return false;
  const Value value = CacheOf(cache, At(cache.assign).inputs[0], value_of, lowering);
  lowering->SetOutput(0, lowering->Add("Assign", {value}, {{"variable_id", cache.id}}));
  return true;
}

absl::StatusOr<bool> CacheLayers::LowerShapeOf(const CacheValue& cache,
                                               LayerLowering* lowering) const {
  OPGRAFT_ASSIGN_OR_RETURN(const DataType type, lowering->Type("output_type", DT_INT64));
  lowering->SetOutput(0,
                      lowering->Add("OpenVINO>ShapeOfCache", {cache.value}, {{"out_type", type}}));
  return true;
}

absl::optional<CacheLayers::Operand> CacheLayers::FindOperand(const IrSource& source) const {
  absl::optional<Operand> operand;
  if (const CacheValue* const cache = Find(source); cache != nullptr) {
    operand.emplace();
    operand->cache = *cache;
  } else if (const IrLayer* const reshape = LayerOf(source, "Reshape"); reshape != nullptr) {
    operand = FindSharing(*reshape);
  }
  const bool fits = operand.has_value() && operand->cache.cache->axis == 2 &&
                    operand->cache.cache->shape.dims() == 4;
  return fits ? operand : absl::nullopt;
}

// Unsqueeze behind the heads, Broadcast, and Reshape to [0, heads, -1, depth], all of them or none.
absl::optional<CacheLayers::Operand> CacheLayers::FindSharing(const IrLayer& reshape) const {
  if (reshape.inputs.size() != 2 || !IrAttrIsTrue(reshape, "special_zero")) return absl::nullopt;
  const IrLayer* const broadcast = LayerOf(reshape.inputs[0], "Broadcast");
  if (broadcast == nullptr || broadcast->inputs.size() != 2) return absl::nullopt;
  const IrLayer* const unsqueeze = LayerOf(broadcast->inputs[0], "Unsqueeze");
  if (unsqueeze == nullptr || unsqueeze->inputs.size() != 2) return absl::nullopt;
  const CacheValue* const cache = Find(unsqueeze->inputs[0]);
  const auto axes = ConstantIntegers(net_, *weights_, unsqueeze->inputs[1].layer);
  const auto pattern = ConstantIntegers(net_, *weights_, reshape.inputs[1].layer);
  const absl::string_view mode = IrAttr(*broadcast, "mode");
  if (cache == nullptr || (axes != Ints{2} && axes != Ints{-3}) || !pattern.has_value() ||
      pattern->size() != 4 || (mode != "bidirectional" && mode != "numpy"))
    return absl::nullopt;
  const int64_t heads = (*pattern)[1], depth = cache->cache->shape.dim_size(3);
  if (heads <= 0 || depth <= 0 || *pattern != Ints{0, heads, -1, depth}) return absl::nullopt;
  return Operand{*cache, broadcast->inputs[1], heads, mode == "bidirectional"};
}

absl::StatusOr<bool> CacheLayers::LowerAttention(const IrLayer& layer, ValueOf value_of,
                                                 LayerLowering* lowering) const {
  if (lowering->num_inputs() < 3 || lowering->input_shape(0).dims() != 4) return false;
  const auto key = FindOperand(layer.inputs[1]), value = FindOperand(layer.inputs[2]);
  if (!key.has_value() || !value.has_value() || key->heads != value->heads ||
      key->is_bidirectional != value->is_bidirectional)
    return false;
  const DataType type = lowering->input_type(0);
  if (key->cache.cache->type != type || value->cache.cache->type != type) return false;
  std::vector<Value> targets;
  for (const Operand* operand : {&*key, &*value}) {
    if (!operand->target.has_value()) continue;
    targets.push_back(value_of(*operand->target));
    if (!IsIndexType(lowering->draft()->TypeOf(targets.back()))) return false;
  }
  OPGRAFT_ASSIGN_OR_RETURN(const bool causal, lowering->Bool("causal", false));
  lowering->SetOutput(0, lowering->Add("OpenVINO>CacheAttention",
                                       {lowering->input(0), key->cache.value, value->cache.value,
                                        Input(targets), Input(lowering->inputs_from(3))},
                                       {{"causal", causal},
                                        {"heads", key->heads},
                                        {"bidirectional", key->is_bidirectional},
                                        {"value_depth", value->cache.cache->shape.dim_size(3)}}));
  return true;
}

}  // namespace opgraft_internal
