// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/cache_layers.h"

#include <algorithm>
#include <cstring>
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

// A place of FindAxisPart as slices have it: one that is counted from behind is negative, the end
// of a dimension is beyond all places.
int64_t FromBehind(int64_t place, int64_t length) {
  if (place == length) return std::numeric_limits<int64_t>::max();
  return place > kUnknownLength / 2 ? place - length : place;
}

// Where a slice of a dimension of this size begins or ends; a negative place counts from behind.
int64_t PlaceIn(int64_t size, int64_t at) {
  return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
}
int64_t RowsBetween(int64_t size, int64_t begin, int64_t end) {
  return std::max<int64_t>(PlaceIn(size, end) - PlaceIn(size, begin), 0);
}

// How many rows of a dimension lie between two places.
DimRange RowsOf(DimRange dim, int64_t begin, int64_t end) {
  const bool to_end = end == std::numeric_limits<int64_t>::max();
  if (dim.is_static()) return DimRange(RowsBetween(dim.size(), begin, end));
  if (begin < 0 && end >= 0 && !to_end) return DimRange();
  // What is between grows with the dimension, up to what both places say.
  int64_t most = DimRange::kUnbounded;
  if (begin < 0) {
    most = to_end ? -begin : std::max<int64_t>(end - begin, 0);
  } else if (end >= 0 && !to_end) {
    most = std::max<int64_t>(end - begin, 0);
  }
  return DimRange(RowsBetween(dim.min(), begin, end), most);
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
  if (!type.ok() || !shape.ok() || shape->unknown_rank() || layer.inputs.size() > 1) return false;
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
  const auto found = by_layer_.find(index);
  if (found == by_layer_.end()) return false;
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

// What a variable without an init holds at first: zeros, none along dimensions that are not known.
absl::StatusOr<Tensor> CacheLayers::Zeros(const Cache& cache) {
  TensorShape shape;
  for (const DimRange dim : cache.shape.ranges())
    OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(dim.min()));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor zeros, Tensor::Create(cache.type, shape));
  if (zeros.NumElements() > 0) std::memset(zeros.data(), 0, zeros.TotalBytes());
  return zeros;
}

// An init that does not fit is left to ReadValue, which says so.
absl::StatusOr<bool> CacheLayers::LowerRead(const Cache& cache, LayerLowering* lowering) {
  Value value;
  if (lowering->num_inputs() == 0) {
    OPGRAFT_ASSIGN_OR_RETURN(const Tensor zeros, Zeros(cache));
    value = lowering->Constant("zeros", zeros);
  } else {
    value = lowering->input(0);
    if (lowering->input_type(0) != cache.type || !cache.shape.Relaxes(lowering->input_shape(0)))
      return false;
  }
  const Value init =
      lowering->AddPart("init", "OpenVINO>ToCache", {value}, {{"shape", cache.shape}});
  const Value read = lowering->AddPart(
      "cache", "OpenVINO>ReadCache", {Input(std::vector<Value>{init})},
      {{"variable_id", cache.id}, {"variable_type", cache.type}, {"variable_shape", cache.shape}});
  Pass(cache.read, {read, &cache, cache.shape}, lowering);
  return true;
}

bool CacheLayers::LowerPick(const Cache& cache, LayerLowering* lowering) {
  const auto past = values_.find(cache.read);
  return past != values_.end() && LowerParts(cache.pick, past->second, lowering);
}

bool CacheLayers::LowerParts(int index, const CacheValue& from, LayerLowering* lowering) {
  if (!IsIndexType(lowering->input_type(1)) || lowering->input_shape(1).dims() != 1) return false;
  const Value picked =
      lowering->AddPart("cache", "OpenVINO>PickFromCache", {from.value, lowering->input(1)});
  PartialTensorShape shape = from.shape;
  shape.set_dim(0, lowering->input_shape(1).dim_size(0));
  const Cache* const cache = from.cache;
  Pass(index, {picked, cache, shape}, lowering);
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

bool CacheLayers::LowerCut(const Cache& cache, int cut, LayerLowering* lowering) {
  const CacheValue* const from = Find(At(cut).inputs[0]);
  if (from == nullptr) return false;
  return TakeRows(*from, cut, cut == cache.cut_joined, lowering);
}

bool CacheLayers::LowerRows(int index, LayerLowering* lowering) {
  const IrLayer& layer = At(index);
  if (by_layer_.contains(index) || !CutsAnAxis(layer) || layer.inputs.empty()) return false;
  const CacheValue* const from = Find(layer.inputs[0]);
  return from != nullptr && OnlyUsedPort(layer) >= 0 && TakeRows(*from, index, false, lowering);
}

// `is_last`: the variable takes them.
bool CacheLayers::TakeRows(const CacheValue& from, int cut, bool is_last, LayerLowering* lowering) {
  const Cache& cache = *from.cache;
  const DimRange dim = from.shape.dim(cache.axis);
  const int64_t length = dim.is_static() ? dim.size() : kUnknownLength;
  const int port = OnlyUsedPort(At(cut));
  const auto part =
      FindAxisPart(net_, *weights_, {0, cut, port}, cache.shape.dims(), cache.axis, length);
  if (!part.has_value()) return false;
  const int64_t begin = FromBehind(part->start, length), end = FromBehind(part->stop, length);
  PartialTensorShape shape = from.shape;
  shape.set_dim(cache.axis, RowsOf(dim, begin, end));
  if (is_last && !cache.shape.IsCompatibleWith(shape)) return false;
  const Value rows = lowering->AddPart("cache", "OpenVINO>RowsOfCache", {from.value},
                                       {{"T", cache.type},
                                        {"axis", cache.axis},
                                        {"begin", begin},
                                        {"end", end},
                                        {"shape", is_last ? cache.shape : shape}});
  Pass(cut, {rows, &cache, shape, port}, lowering);
  return true;
}

absl::StatusOr<bool> CacheLayers::LowerAssign(const Cache& cache, ValueOf value_of,
                                              LayerLowering* lowering) {
  if (values_.find(cache.read) == values_.end()) return false;
  const Value value = CacheOf(cache, At(cache.assign).inputs[0], value_of, lowering);
  lowering->SetOutput(0, lowering->Add("Assign", {value}, {{"variable_id", cache.id}}));
  return true;
}

}  // namespace opgraft_internal
