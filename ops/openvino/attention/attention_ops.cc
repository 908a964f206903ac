// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpOutputShapeFnHelper;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

constexpr int kMask = 3;
constexpr int kScale = 4;
constexpr int kSink = 5;

absl::Status CheckRest(InferenceContext* c) {
  if (c->num_inputs() > kSink + 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are at most 6 inputs, not ", c->num_inputs()));
  }
  const DataTypeVector& types = c->node().input_types;
  for (int i = kMask; i < c->num_inputs(); ++i) {
    const DataType type = types[static_cast<size_t>(i)];
    if (type == types[0] || (i == kMask && type == DT_BOOL)) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", i, " must be of type ",
                                                   DataTypeString(types[0]), ", not ",
                                                   DataTypeString(type)));
  }
  if (c->num_inputs() <= kScale) return absl::OkStatus();
  ShapeHandle scale;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(kScale), 1, &scale));
  DimensionHandle one;
  return c->Rank(scale) == 1 ? c->WithValue(c->Dim(scale, 0), 1, &one) : absl::OkStatus();
}

// The dimensions in front of the matrices of input `input`, met with `batch`.
absl::Status MeetBatch(InferenceContext* c, int input, ShapeHandle* batch) {
  const ShapeHandle shape = c->input(input);
  if (!c->RankKnown(shape)) {
    *batch = c->UnknownShape();
    return absl::OkStatus();
  }
  ShapeHandle own;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(shape, 0, -2, &own));
  return BroadcastBinaryOpOutputShapeFnHelper(c, *batch, own, true, batch);
}

// A mask may be there for several queries where there is one.
absl::Status MeetMask(InferenceContext* c, DimensionHandle keys, DimensionHandle* rows,
                      ShapeHandle* batch) {
  const ShapeHandle mask = c->input(kMask);
  if (!c->RankKnown(mask)) {
    *batch = c->UnknownShape();
    return absl::OkStatus();
  }
  if (c->Rank(mask) == 0) return absl::OkStatus();
  ShapeHandle matrix, both, own;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(mask, 2, &matrix));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(mask, -2, &own));
  OPGRAFT_RETURN_IF_ERROR(
      BroadcastBinaryOpOutputShapeFnHelper(c, c->Matrix(*rows, keys), own, true, &both));
  *rows = c->Dim(both, 0);
  return MeetBatch(c, kMask, batch);
}

absl::Status AttentionShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckRest(c));
  ShapeHandle query, key, value;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 3, &query));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 3, &key));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(2), 3, &value));
  const auto dim = [&](ShapeHandle shape, int index) {
    return c->RankKnown(shape) ? c->Dim(shape, index) : c->UnknownDim();
  };
  DimensionHandle depth, keys, rows = dim(query, -2);
  OPGRAFT_RETURN_IF_ERROR(c->Merge(dim(query, -1), dim(key, -1), &depth));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(dim(key, -2), dim(value, -2), &keys));
  ShapeHandle batch = c->Scalar();
  for (int input = 0; input < 3; ++input) OPGRAFT_RETURN_IF_ERROR(MeetBatch(c, input, &batch));
  bool causal = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("causal", &causal));
  if (c->num_inputs() > kMask && !causal) OPGRAFT_RETURN_IF_ERROR(MeetMask(c, keys, &rows, &batch));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, c->Matrix(rows, dim(value, -1)), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Of the caches only the depth of the values is known. A dimension of 1 may be broadcast.
absl::Status CacheAttentionShape(InferenceContext* c) {
  std::vector<DataType> targets;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("Ttargets", &targets));
  if (!targets.empty() && targets.size() != 2)
    return absl::InvalidArgumentError("targets must be none, or the key's and the value's");
  int64_t value_depth = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value_depth", &value_depth));
  ShapeHandle query;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &query));
  std::vector<DimensionHandle> dims;
  for (int d = 0; d < 3; ++d) {
    const DimensionHandle dim = c->Dim(query, d);
    dims.push_back(c->ValueKnown(dim) && c->Value(dim) > 1 ? dim : c->UnknownDim());
  }
  dims.push_back(c->MakeDim(value_depth));
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>ScaledDotProductAttention")
    .Input("query: T")
    .Input("key: T")
    .Input("value: T")
    .Input("rest: Trest")
    .Output("output: T")
    .Attr("causal: bool = false")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Trest: list({bool, half, bfloat16, float, double}) >= 0")
    .SetShapeFn(AttentionShape)
    .Doc(
        "softmax(query key' * scale + mask) value, along the keys. Dimensions in front of the\n"
        "matrices are broadcast, so heads may share keys and values.\n\n"
        "query: [..., rows, depth].\n"
        "key: [..., keys, depth].\n"
        "value: [..., keys, value depth].\n"
        "rest: A mask that is added, or bool, where false hides a key: [..., rows, keys] or a\n"
        "  scalar; the scale, one number, 1 / sqrt(depth) if there is none; a sink, [..., rows,\n"
        "  1]: a score that takes part in the softmax and has no value.\n"
        "output: [..., rows, value depth].\n"
        "causal: Row i sees keys 0 to i only, and there is no mask.");

REGISTER_OP("OpenVINO>CacheAttention")
    .Input("query: T")
    .Input("key: variant")
    .Input("value: variant")
    .Input("targets: Ttargets")
    .Input("rest: Trest")
    .Output("output: T")
    .Attr("causal: bool = false")
    .Attr("heads: int >= 0 = 0")
    .Attr("bidirectional: bool = true")
    .Attr("value_depth: int >= -1 = -1")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Ttargets: list({int32, int64}) >= 0")
    .Attr("Trest: list({bool, half, bfloat16, float, double}) >= 0")
    .SetShapeFn(CacheAttentionShape)
    .Doc(
        "ScaledDotProductAttention with keys and values as they lie in caches. With targets,\n"
        "heads of the queries share those of the caches: a dimension of 1 behind the heads is\n"
        "broadcast to a target, then joined with them; nothing is copied if that is all.\n\n"
        "query: [batch, heads, rows, depth].\n"
        "key: A cache [batch, heads, keys, depth] (AppendToCache).\n"
        "value: A cache [batch, heads, keys, value depth].\n"
        "targets: None, or two shapes that key and value are broadcast to.\n"
        "rest: As of ScaledDotProductAttention: mask, scale, sink.\n"
        "output: [batch, heads, rows, value depth].\n"
        "causal: Row i sees keys 0 to i only, and there is no mask.\n"
        "heads: What dimension 1 of key and value is after targets are applied.\n"
        "bidirectional: The broadcast may keep dimensions that are larger than the target's.\n"
        "value_depth: Known of the value; -1: nothing.");

}  // namespace opgraft
