// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The same elements in another shape: OpenVINO's Reshape, Squeeze, Unsqueeze, Transpose.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Dims = std::vector<DimensionHandle>;

// The product of some dimensions.
struct Product {
  int64_t known = 1;       // of those that are known
  int64_t unknown = 0;     // how many are not
  DimensionHandle others;  // the product of these, by their bounds
};

absl::Status Multiply(InferenceContext* c, DimensionHandle dim, Product* product) {
  if (!c->ValueKnown(dim)) {
    if (++product->unknown > 1) return c->Multiply(product->others, dim, &product->others);
    product->others = dim;
  } else if (__builtin_mul_overflow(product->known, c->Value(dim), &product->known)) {
    return absl::InvalidArgumentError("the shape has too many elements");
  }
  return absl::OkStatus();
}

// The one dimension that is left for `in` elements where the others make up `out`.
//
// Example: for [3..,2..,4] elements and 8 the dimension is 3..; for 3 it is at least 8.
absl::Status RestOf(InferenceContext* c, const Product& in, int64_t out, DimensionHandle* rest) {
  *rest = c->UnknownDim();
  if (out == 0 && (in.unknown > 0 || in.known == 0)) return absl::OkStatus();
  if (out != 0 && in.known % out == 0) {
    *rest = c->MakeDim(in.known / out);
    return in.unknown == 0 ? absl::OkStatus() : c->Multiply(in.others, in.known / out, rest);
  }
  if (in.unknown == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Cannot reshape ", in.known, " elements so that the other dimensions have ", out));
  }
  DimensionHandle all;
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(in.others, in.known, &all));
  const DimRange elements = c->Bounds(all);
  const bool is_bounded = elements.max() != DimRange::kUnbounded;
  const int64_t least = elements.min() / out + (elements.min() % out > 0 ? 1 : 0);
  const int64_t most = is_bounded ? elements.max() / out : DimRange::kUnbounded;
  if (least <= most) *rest = c->MakeBoundedDim(DimRange(least, most));
  return absl::OkStatus();
}

// Resolves the zeros of the pattern that stand for the input's dimensions, and multiplies what is
// left on either side.
absl::Status CopyZeros(InferenceContext* c, ShapeHandle input, Dims* dims, Product* in,
                       Product* out, size_t* rest) {
  std::vector<bool> copied(c->RankKnown(input) ? static_cast<size_t>(c->Rank(input)) : 0, false);
  bool special_zero = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("special_zero", &special_zero));
  for (size_t i = 0; i < dims->size(); ++i) {
    DimensionHandle& dim = (*dims)[i];
    if (special_zero && c->Value(dim) == 0) {
      if (c->RankKnown(input) && i >= copied.size()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "pattern[", i, "] = 0 stands for a dimension that the input has not; it has ",
            copied.size()));
      }
      dim = c->Dim(input, static_cast<int64_t>(i));
      if (i < copied.size()) copied[i] = true;
      continue;
    }
    // What may be 0 may be any dimension of the input.
    if (special_zero && c->Bounds(dim).min() == 0) dim = c->UnknownDim();
    if (!c->ValueKnown(dim)) *rest = i;
    OPGRAFT_RETURN_IF_ERROR(Multiply(c, dim, out));
  }
  for (size_t i = 0; i < copied.size(); ++i) {
    if (!copied[i])
      OPGRAFT_RETURN_IF_ERROR(Multiply(c, c->Dim(input, static_cast<int64_t>(i)), in));
  }
  return absl::OkStatus();
}

// What no input can be reshaped to.
absl::Status CheckPattern(InferenceContext* c) {
  const auto pattern = KnownIntegers(c, 1);
  if (!pattern) return absl::OkStatus();
  if (std::count(pattern->begin(), pattern->end(), -1) > 1)
    return absl::InvalidArgumentError("more than one size of the pattern is -1");
  for (const int64_t size : *pattern) {
    if (size < -1)
      return absl::InvalidArgumentError(absl::StrCat("a size of the pattern is ", size));
  }
  return absl::OkStatus();
}

absl::Status ReshapeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle pattern;
  OPGRAFT_RETURN_IF_ERROR(CheckPattern(c));
  OPGRAFT_RETURN_IF_ERROR(KnownSizes(c, 1, &pattern));
  if (!c->RankKnown(pattern)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  Dims dims;
  for (int32_t i = 0; i < c->Rank(pattern); ++i) dims.push_back(c->Dim(pattern, i));
  Product in, out;
  size_t rest = 0;
  OPGRAFT_RETURN_IF_ERROR(CopyZeros(c, input, &dims, &in, &out, &rest));
  if (c->RankKnown(input) && out.unknown == 1) {
    DimensionHandle left;
    OPGRAFT_RETURN_IF_ERROR(RestOf(c, in, out.known, &left));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(left, dims[rest], &dims[rest]));
  } else if (c->RankKnown(input) && out.unknown == 0) {
    const bool fits =
        in.unknown == 0 ? in.known == out.known : in.known == 0 || out.known % in.known == 0;
    if (!fits) {
      return absl::InvalidArgumentError(absl::StrCat("Cannot reshape ", c->DebugString(input),
                                                     " to ", c->DebugString(c->MakeShape(dims))));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// Which dimensions are named; `*known` is false if that is not known.
absl::Status NamedDims(InferenceContext* c, int64_t rank, std::vector<bool>* named, bool* known) {
  const auto axes = KnownIntegers(c, 1);
  *known = axes.has_value();
  if (!axes) return absl::OkStatus();
  Integers dims = *axes;
  OPGRAFT_RETURN_IF_ERROR(FindAxes(rank, &dims));
  named->assign(static_cast<size_t>(rank), false);
  for (const int64_t d : dims) (*named)[static_cast<size_t>(d)] = true;
  return absl::OkStatus();
}

absl::Status SqueezeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 2));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(input)) return absl::OkStatus();
  bool skips = false, known = true;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("allow_axis_skip", &skips));
  std::vector<bool> named(static_cast<size_t>(c->Rank(input)), true);
  if (c->num_inputs() > 1) OPGRAFT_RETURN_IF_ERROR(NamedDims(c, c->Rank(input), &named, &known));
  if (!known) return absl::OkStatus();
  const bool all =
      std::find(named.begin(), named.end(), true) == named.end() || c->num_inputs() == 1;
  Dims dims;
  for (int32_t i = 0; i < c->Rank(input); ++i) {
    const DimRange size = c->Bounds(c->Dim(input, i));
    const bool goes = all || named[static_cast<size_t>(i)];
    if (!goes || !size.Contains(DimRange(1))) {
      dims.push_back(c->Dim(input, i));
    } else if (!size.is_static() && (all || skips)) {
      return absl::OkStatus();
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status UnsqueezeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle axes_shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), 1, &axes_shape));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(input)) return absl::OkStatus();
  const auto axes = KnownIntegers(c, 1);
  if (!axes) return absl::OkStatus();
  if (axes->empty()) return absl::InvalidArgumentError("Unsqueeze must have an axis");
  const auto rank = static_cast<int64_t>(c->Rank(input));
  Integers dims = *axes;
  OPGRAFT_RETURN_IF_ERROR(FindAxes(rank + static_cast<int64_t>(axes->size()), &dims));
  std::sort(dims.begin(), dims.end());
  dims.erase(std::unique(dims.begin(), dims.end()), dims.end());
  Dims out;
  for (int64_t d = 0; d < rank; ++d) out.push_back(c->Dim(input, d));
  for (const int64_t d : dims) {
    if (d > static_cast<int64_t>(out.size()))
      return absl::InvalidArgumentError(absl::StrCat("axis ", d, " is beyond the output's rank"));
    out.insert(out.begin() + d, c->MakeDim(1));
  }
  c->set_output(0, c->MakeShape(out));
  return absl::OkStatus();
}

absl::Status TransposeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(input)) return absl::OkStatus();
  const auto rank = static_cast<int64_t>(c->Rank(input));
  auto order = KnownIntegers(c, 1);
  if (!order) {
    c->set_output(0, c->UnknownShapeOfRank(rank));
    return absl::OkStatus();
  }
  if (order->empty()) {
    for (int64_t d = rank; d-- > 0;) order->push_back(d);
  }
  OPGRAFT_RETURN_IF_ERROR(FindDistinctAxes(rank, &*order));
  if (static_cast<int64_t>(order->size()) != rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("order names ", order->size(), " of ", rank, " dimensions"));
  }
  Dims dims;
  for (const int64_t d : *order) dims.push_back(c->Dim(input, d));
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>Reshape")
    .Input("data: T")
    .Input("pattern: Tpattern")
    .Output("output: T")
    .Attr("special_zero: bool = false")
    .Attr("T: type")
    .Attr("Tpattern: " OPGRAFT_INTEGERS)
    .SetShapeFn(ReshapeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Reshapes a tensor: the same elements in another shape.

data: Any tensor.
pattern: The shape, a vector. One size may be -1: what is left for it.
output: Of that shape.
special_zero: A size of 0 stands for the dimension of `data` at its place.
)doc");

REGISTER_OP("OpenVINO>Squeeze")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("allow_axis_skip: bool = false")
    .Attr("T: type")
    .Attr("Taxes: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(SqueezeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Removes dimensions of size 1.

data: Any tensor.
axes: Which, a scalar or a vector; those of another size stay. Absent or empty: all.
output: The same elements, with fewer dimensions.
allow_axis_skip: The rank of the output is not known before a dimension's size is.
)doc");

REGISTER_OP("OpenVINO>Unsqueeze")
    .Input("data: T")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Taxes: " OPGRAFT_INTEGERS)
    .SetShapeFn(UnsqueezeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Inserts dimensions of size 1.

data: Any tensor.
axes: Where they are in the output, a scalar or a vector; negative ones count from its end.
output: The same elements, with more dimensions.
)doc");

REGISTER_OP("OpenVINO>Transpose")
    .Input("data: T")
    .Input("order: Torder")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Torder: " OPGRAFT_INTEGERS)
    .SetShapeFn(TransposeShape)
    .Doc(R"doc(
Permutes the dimensions.

data: Any tensor.
order: Dimension d of the output is dimension `order[d]` of `data`. Empty: from last to first.
output: As many elements.
)doc");

}  // namespace opgraft
