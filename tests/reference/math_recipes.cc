// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tests/reference/node_recipes.h"

namespace opgraft {
namespace {

bool IsFloating(DataType dtype) {
  return dtype == DT_FLOAT || dtype == DT_HALF || dtype == DT_DOUBLE;
}
bool IsSigned(DataType dtype) {
  return IsFloating(dtype) || dtype == DT_INT32 || dtype == DT_INT64;
}
bool IsNumber(DataType dtype) { return IsSigned(dtype) || dtype == DT_UINT8; }
bool IsStatic(const Typed& value) { return value.shape.IsFullyDefined(); }

// Another value that can be broadcast with `x`, or x itself.
Typed Partner(Sketch* s, const Typed& x) {
  const auto fits = [&x](const Typed& y) {
    const auto shape = Broadcast(x.shape, y.shape);
    if (y.dtype != x.dtype || !shape.has_value()) return false;
    return shape->IsFullyDefined() ? shape->num_elements() <= kMaxElements
                                   : x.bound * y.bound <= kMaxElements;
  };
  return s->Pick(fits).value_or(x);
}

void AddElementwise(Sketch* s, const char* op, const Typed& x, const Typed& y, DataType result) {
  const auto shape = Broadcast(x.shape, y.shape).value_or(PartialTensorShape());
  s->Add(s->graph().Op(op, {x.value, y.value}), result, shape,
         std::max<int64_t>(x.bound, 1) * y.bound);
}

bool AddUnary(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsNumber(v.dtype) || v.dtype == DT_BOOL; });
  if (!x.has_value()) return false;
  const char* const floating[] = {"Neg", "Abs", "Square", "Tanh", "Sigmoid", "Exp", "Sqrt", "Relu"};
  const char* const integer[] = {"Neg", "Abs", "Square"};
  const char* op = "LogicalNot";
  if (IsFloating(x->dtype)) op = s->choices().Of(floating);
  if (x->dtype == DT_INT32 || x->dtype == DT_INT64) op = s->choices().Of(integer);
  if (x->dtype == DT_UINT8) op = "Relu";
  s->Add(s->graph().Op(op, {x->value}), x->dtype, x->shape, x->bound);
  return true;
}

bool AddBinary(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsNumber(v.dtype) && v.bound > 0; });
  if (!x.has_value()) return false;
  const char* const ops[] = {"AddV2", "Sub", "Mul", "Maximum", "Minimum", "Add", "Div"};
  AddElementwise(s, x->dtype == DT_UINT8 ? "Add" : s->choices().Of(ops), *x, Partner(s, *x),
                 x->dtype);
  return true;
}

bool AddComparison(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return v.bound > 0; });
  if (!x.has_value()) return false;
  const char* const ops[] = {"Less", "Greater", "Equal"};
  AddElementwise(s, IsNumber(x->dtype) ? s->choices().Of(ops) : "Equal", *x, Partner(s, *x),
                 DT_BOOL);
  return true;
}

bool AddLogical(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return v.dtype == DT_BOOL && v.bound > 0; });
  if (!x.has_value()) return false;
  const char* const ops[] = {"LogicalAnd", "LogicalOr"};
  AddElementwise(s, s->choices().Of(ops), *x, Partner(s, *x), DT_BOOL);
  return true;
}

bool AddCast(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsNumber(v.dtype) || v.dtype == DT_BOOL; });
  if (!x.has_value()) return false;
  const DataType types[] = {DT_FLOAT, DT_INT32, DT_BOOL, DT_INT64, DT_HALF, DT_DOUBLE, DT_UINT8};
  const DataType to = s->choices().Of(types);
  s->Add(s->graph().Op("Cast", {x->value}, "", {{"DstT", to}}), to, x->shape, x->bound);
  return true;
}

bool AddSelect(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsStatic(v); });
  if (!x.has_value()) return false;
  const auto same = [&x](const Typed& v) { return v.dtype == x->dtype && v.shape == x->shape; };
  const auto condition = s->Pick([&x](const Typed& v) {
    return v.dtype == DT_BOOL && IsStatic(v) && Broadcast(v.shape, x->shape) == x->shape;
  });
  if (!condition.has_value()) return false;
  const Typed y = *s->Pick(same);
  const char* const op =
      condition->shape == x->shape && s->choices().OneIn(2) ? "Select" : "SelectV2";
  s->Add(s->graph().Op(op, {condition->value, x->value, y.value}), x->dtype, x->shape, x->bound);
  return true;
}

// The shape after a reduction of dimension `axis`.
PartialTensorShape Without(const PartialTensorShape& shape, int axis, bool keep_dims) {
  std::vector<int64_t> sizes;
  for (int d = 0; d < shape.dims(); ++d) {
    if (d != axis) sizes.push_back(shape.dim_size(d));
    if (d == axis && keep_dims) sizes.push_back(1);
  }
  return PartialTensorShape(absl::MakeConstSpan(sizes));
}

bool AddReduction(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsSigned(v.dtype) && v.shape.dims() > 0; });
  if (!x.has_value()) return false;
  const char* const ops[] = {"Sum", "Mean", "Max", "ArgMax"};
  const std::string op = s->choices().Of(ops);
  const int axis = s->choices().Below(x->shape.dims());
  const bool keep_dims = op != "ArgMax" && s->choices().OneIn(2);
  const PartialTensorShape shape = Without(x->shape, axis, keep_dims);
  const Value at = s->Int(s->choices().OneIn(2) ? axis - x->shape.dims() : axis);
  const GraphBuilder::Attrs attrs =
      keep_dims ? GraphBuilder::Attrs{{"keep_dims", true}} : GraphBuilder::Attrs{};
  s->Add(s->graph().Op(op, {x->value, at}, "", attrs), op == "ArgMax" ? DT_INT64 : x->dtype, shape,
         x->bound);
  return true;
}

bool AddMatMul(Sketch* s) {
  const auto is_matrix = [](const Typed& v) {
    return (IsFloating(v.dtype) || v.dtype == DT_INT32) && IsStatic(v) && v.shape.dims() == 2;
  };
  const auto a = s->Pick(is_matrix);
  if (!a.has_value()) return false;
  const auto fits = [&](const Typed& b) {
    return is_matrix(b) && b.dtype == a->dtype && b.shape.dim_size(1) == a->shape.dim_size(1);
  };
  const Typed b = *s->Pick(fits);
  s->Add(s->graph().Op("MatMul", {a->value, b.value}, "", {{"transpose_b", true}}), a->dtype,
         PartialTensorShape({a->shape.dim_size(0), b.shape.dim_size(0)}), a->bound);
  return true;
}

bool AddBias(Sketch* s) {
  const auto x = s->Pick(
      [](const Typed& v) { return IsSigned(v.dtype) && IsStatic(v) && v.shape.dims() >= 2; });
  if (!x.has_value()) return false;
  const int64_t columns = x->shape.dim_size(x->shape.dims() - 1);
  const auto bias = s->Pick([&](const Typed& v) {
    return v.dtype == x->dtype && v.shape.dims() == 1 && v.shape.dim_size(0) == columns;
  });
  if (!bias.has_value()) return false;
  s->Add(s->graph().Op("BiasAdd", {x->value, bias->value}), x->dtype, x->shape, x->bound);
  return true;
}

bool AddSoftmax(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsFloating(v.dtype) && v.shape.dims() >= 1; });
  if (!x.has_value()) return false;
  s->Add(s->graph().Op("Softmax", {x->value}), x->dtype, x->shape, x->bound);
  return true;
}

bool AddSumOfSeveral(Sketch* s) {
  const auto x = s->Pick([](const Typed& v) { return IsNumber(v.dtype) && IsStatic(v); });
  if (!x.has_value()) return false;
  std::vector<Value> values = {x->value};
  for (int i = s->choices().Below(3); i > 0; --i) {
    values.push_back(s->Pick([&x](const Typed& v) {
                        return v.dtype == x->dtype && v.shape == x->shape;
                      })->value);
  }
  s->Add(s->graph().Op("AddN", {values}), x->dtype, x->shape, x->bound);
  return true;
}

}  // namespace

absl::Span<const NodeRecipe> MathRecipes() {
  static constexpr NodeRecipe recipes[] = {AddUnary, AddBinary,  AddComparison,  AddLogical,
                                           AddCast,  AddSelect,  AddReduction,   AddMatMul,
                                           AddBias,  AddSoftmax, AddSumOfSeveral};
  return recipes;
}

}  // namespace opgraft
