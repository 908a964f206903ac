// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tests/reference/node_recipes.h"
#include "tests/reference/probe_ops.h"

namespace opgraft {
namespace {

bool Any(const Typed&) { return true; }
bool HasRank(const Typed& value) { return value.shape.dims() >= 1; }
bool IsStatic(const Typed& value) { return value.shape.IsFullyDefined(); }
bool IsStaticAndHasRank(const Typed& value) { return IsStatic(value) && HasRank(value); }

PartialTensorShape WithDim(const PartialTensorShape& shape, int d, int64_t size) {
  PartialTensorShape result = shape;
  result.set_dim(d, size);
  return result;
}

PartialTensorShape WithoutDim(const PartialTensorShape& shape, int removed) {
  std::vector<int64_t> sizes;
  for (int d = 0; d < shape.dims(); ++d) {
    if (d != removed) sizes.push_back(shape.dim_size(d));
  }
  return PartialTensorShape(absl::MakeConstSpan(sizes));
}

PartialTensorShape WithNewDim(const PartialTensorShape& shape, int at, int64_t size) {
  std::vector<int64_t> sizes;
  for (int d = 0; d < shape.dims(); ++d) sizes.push_back(shape.dim_size(d));
  sizes.insert(sizes.begin() + at, size);
  return PartialTensorShape(absl::MakeConstSpan(sizes));
}

// Probes, and what only passes values on.
bool AddProbe(Sketch* s) {
  const auto x = s->Pick(Any);
  if (!x.has_value()) return false;
  const int way = s->choices().Below(kNumProbeWays + 1);
  const bool bumps = way == kNumProbeWays && (x->dtype == DT_FLOAT || x->dtype == DT_INT32);
  const Value y = bumps
                      ? s->graph().Op("TestBump", {x->value})
                      : s->graph().Op("TestProbe", {x->value}, "", {{"way", way % kNumProbeWays}});
  s->Add(y, x->dtype, x->shape, x->bound);
  return true;
}

bool AddIdentity(Sketch* s) {
  const auto x = s->Pick(Any);
  if (!x.has_value()) return false;
  if (s->choices().OneIn(3)) {
    const Typed y = *s->Pick(Any);
    const Value both = s->graph().Op("IdentityN", {Input({x->value, y.value})});
    s->Add(both[1], y.dtype, y.shape, y.bound);
    s->Add(both, x->dtype, x->shape, x->bound);
  } else {
    s->Add(s->graph().Op("Identity", {x->value}), x->dtype, x->shape, x->bound);
  }
  return true;
}

bool AddShapeQuery(Sketch* s) {
  const auto x = s->Pick(Any);
  if (!x.has_value()) return false;
  const char* const ops[] = {"Shape", "Size", "Rank"};
  const std::string op = s->choices().Of(ops);
  PartialTensorShape shape = ScalarShape();
  if (op == "Shape") shape = PartialTensorShape({x->shape.unknown_rank() ? -1 : x->shape.dims()});
  s->Add(s->graph().Op(op, {x->value}), DT_INT32, shape, 8);
  return true;
}

bool AddReshape(Sketch* s) {
  const auto x = s->Pick(Any);
  if (!x.has_value()) return false;
  const auto like = s->Pick([&x](const Typed& v) {
    return IsStatic(v) && v.shape.num_elements() == x->shape.num_elements();
  });
  if (like.has_value() && s->choices().OneIn(2)) {
    const Value shape = s->graph().Op("Shape", {like->value});
    s->Add(s->graph().Op("Reshape", {x->value, shape}), x->dtype, like->shape, x->bound);
  } else {
    s->Add(s->graph().Op("Reshape", {x->value, s->Ints({-1})}), x->dtype,
           PartialTensorShape({x->shape.num_elements()}), x->bound);
  }
  return true;
}

bool AddExpandOrSqueeze(Sketch* s) {
  const auto x =
      s->Pick([](const Typed& v) { return !v.shape.unknown_rank() && v.shape.dims() < 5; });
  if (!x.has_value()) return false;
  for (int d = 0; d < x->shape.dims(); ++d) {
    if (x->shape.dim_size(d) != 1 || s->choices().OneIn(2)) continue;
    s->Add(s->graph().Op("Squeeze", {x->value}, "", {{"squeeze_dims", std::vector<int>{d}}}),
           x->dtype, WithoutDim(x->shape, d), x->bound);
    return true;
  }
  const int at = s->choices().Below(x->shape.dims() + 1);
  s->Add(s->graph().Op("ExpandDims", {x->value, s->Int(at)}), x->dtype, WithNewDim(x->shape, at, 1),
         x->bound);
  return true;
}

bool AddTranspose(Sketch* s) {
  const auto x = s->Pick(HasRank);
  if (!x.has_value()) return false;
  const bool reverse = s->choices().OneIn(2);
  std::vector<int> order;
  std::vector<int64_t> sizes;
  for (int d = 0; d < x->shape.dims(); ++d) {
    order.push_back(reverse ? x->shape.dims() - 1 - d : d);
    sizes.push_back(x->shape.dim_size(order.back()));
  }
  s->Add(s->graph().Op("Transpose", {x->value, s->Ints(order)}), x->dtype,
         PartialTensorShape(absl::MakeConstSpan(sizes)), x->bound);
  return true;
}

// A shape that is known only when it runs.
bool AddFill(Sketch* s) {
  const auto value = s->Pick([](const Typed& v) { return v.shape.dims() == 0; });
  const auto like = s->Pick(Any);
  if (!value.has_value() || !like.has_value()) return false;
  const Value shape = s->graph().Op("Shape", {like->value});
  s->Add(s->graph().Op("Fill", {shape, value->value}), value->dtype, like->shape, like->bound);
  return true;
}

bool AddRange(Sketch* s) {
  const auto x = s->Pick(Any);
  if (!x.has_value()) return false;
  const Value size = s->graph().Op("Size", {x->value});
  s->Add(s->graph().Op("Range", {s->Int(0), size, s->Int(1)}), DT_INT32,
         PartialTensorShape({x->shape.num_elements()}), x->bound);
  return true;
}

bool AddConcat(Sketch* s) {
  const auto x = s->Pick(IsStaticAndHasRank);
  if (!x.has_value()) return false;
  const int axis = s->choices().Below(x->shape.dims());
  std::vector<Value> values = {x->value};
  int64_t size = x->shape.dim_size(axis);
  for (int i = 1 + s->choices().Below(2); i > 0; --i) {
    const Typed y = *s->Pick([&](const Typed& v) {
      return v.dtype == x->dtype && IsStatic(v) && v.shape.dims() == x->shape.dims() &&
             WithoutDim(v.shape, axis) == WithoutDim(x->shape, axis);
    });
    values.push_back(y.value);
    size += y.shape.dim_size(axis);
  }
  const PartialTensorShape shape = WithDim(x->shape, axis, size);
  if (shape.num_elements() > kMaxElements) return false;
  s->Add(s->graph().Op("ConcatV2", {values, s->Int(axis)}), x->dtype, shape, 0);
  return true;
}

bool AddSplit(Sketch* s) {
  const auto x = s->Pick(IsStaticAndHasRank);
  if (!x.has_value()) return false;
  const int axis = s->choices().Below(x->shape.dims());
  const int64_t size = x->shape.dim_size(axis);
  if (size < 2) return false;
  const int pieces = size % 2 == 0 ? 2 : static_cast<int>(size);
  if (pieces > 8) return false;
  const Value split = s->graph().Op("Split", {s->Int(axis), x->value}, "", {{"num_split", pieces}});
  for (int i = 0; i < pieces; ++i)
    s->Add(split[i], x->dtype, WithDim(x->shape, axis, size / pieces), 0);
  return true;
}

bool AddPack(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsStatic(v) && v.bound * 3 <= kMaxElements; });
  if (!x.has_value() || x->shape.dims() > 4) return false;
  std::vector<Value> values = {x->value};
  for (int i = s->choices().Below(3); i > 0; --i) {
    values.push_back(s->Pick([&x](const Typed& v) {
                        return v.dtype == x->dtype && v.shape == x->shape;
                      })->value);
  }
  const int axis = s->choices().Below(x->shape.dims() + 1);
  s->Add(s->graph().Op("Pack", {values}, "", {{"axis", axis}}), x->dtype,
         WithNewDim(x->shape, axis, static_cast<int64_t>(values.size())), 0);
  return true;
}

bool AddUnpack(Sketch* s) {
  const auto x = s->Pick(IsStaticAndHasRank);
  if (!x.has_value()) return false;
  const int axis = s->choices().Below(x->shape.dims());
  const int size = static_cast<int>(x->shape.dim_size(axis));
  if (size < 1 || size > 6) return false;
  const Value pieces = s->graph().Op("Unpack", {x->value}, "", {{"num", size}, {"axis", axis}});
  for (int i = 0; i < size; ++i) s->Add(pieces[i], x->dtype, WithoutDim(x->shape, axis), 0);
  return true;
}

bool AddSlice(Sketch* s) {
  const auto x = s->Pick(IsStaticAndHasRank);
  if (!x.has_value()) return false;
  std::vector<int> begins, sizes;
  std::vector<int64_t> result;
  for (int d = 0; d < x->shape.dims(); ++d) {
    const int all = static_cast<int>(x->shape.dim_size(d));
    begins.push_back(all == 0 ? 0 : s->choices().Below(all));
    result.push_back(all - begins.back());
    sizes.push_back(s->choices().OneIn(2) ? -1 : static_cast<int>(result.back()));
  }
  s->Add(s->graph().Op("Slice", {x->value, s->Ints(begins), s->Ints(sizes)}), x->dtype,
         PartialTensorShape(absl::MakeConstSpan(result)), 0);
  return true;
}

bool AddStridedSlice(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return HasRank(v) && v.shape.dim_size(0) > 0; });
  if (!x.has_value()) return false;
  if (s->choices().OneIn(2)) {  // x[::-1]
    const Value y =
        s->graph().Op("StridedSlice", {x->value, s->Ints({0}), s->Ints({0}), s->Ints({-1})}, "",
                      {{"begin_mask", 1}, {"end_mask", 1}});
    s->Add(y, x->dtype, x->shape, x->bound);
  } else {  // x[i]
    const int i =
        s->choices().Below(static_cast<int>(std::min<int64_t>(x->shape.dim_size(0), 100)));
    const Value y =
        s->graph().Op("StridedSlice", {x->value, s->Ints({i}), s->Ints({i + 1}), s->Ints({1})}, "",
                      {{"shrink_axis_mask", 1}});
    s->Add(y, x->dtype, WithoutDim(x->shape, 0), x->bound);
  }
  return true;
}

bool AddGather(Sketch* s) {
  const auto x =
      s->Pick([](const Typed& v) { return IsStaticAndHasRank(v) && v.bound * 4 <= kMaxElements; });
  if (!x.has_value()) return false;
  const int axis = s->choices().Below(x->shape.dims());
  const int size = static_cast<int>(x->shape.dim_size(axis));
  if (size == 0) return false;
  std::vector<int> indices;
  for (int i = s->choices().Below(5); i > 0; --i) indices.push_back(s->choices().Below(size));
  s->Add(s->graph().Op("GatherV2", {x->value, s->Ints(indices), s->Int(axis)}), x->dtype,
         WithDim(x->shape, axis, static_cast<int64_t>(indices.size())), 0);
  return true;
}

bool AddStrings(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return v.dtype == DT_STRING && IsStatic(v); });
  if (!x.has_value()) return false;
  if (s->choices().OneIn(3)) {
    s->Add(s->graph().Op("StringToNumber", {x->value}), DT_FLOAT, x->shape, x->bound);
  } else {
    const std::vector<Value> values = {x->value,
                                       s->graph().Const(Tensor("1"))};  // so that texts grow slowly
    s->Add(s->graph().Op("StringJoin", {values}, "", {{"separator", "+"}}), DT_STRING, x->shape,
           x->bound);
  }
  return true;
}

}  // namespace

absl::Span<const NodeRecipe> ArrayRecipes() {
  static constexpr NodeRecipe recipes[] = {
      AddProbe,     AddProbe, AddIdentity,     AddShapeQuery, AddReshape, AddExpandOrSqueeze,
      AddTranspose, AddFill,  AddRange,        AddConcat,     AddSplit,   AddPack,
      AddUnpack,    AddSlice, AddStridedSlice, AddGather,     AddStrings};
  return recipes;
}

}  // namespace opgraft
