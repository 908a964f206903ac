// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of tensors: OpenVINO's Slice, SliceScatter and StridedSlice.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/openvino_slice.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using opgraft_internal::SliceRequest;
using opgraft_internal::StridedSliceSpec;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;
using Sizes = std::vector<int64_t>;

// Stands for a dimension without bound. Differences of two such numbers do not overflow.
constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 2;

// How many elements a slice has of a dimension of which only bounds are known, `least` of the
// smallest and `most` of the largest. Of a larger dimension it takes no less, unless it begins so
// far from one end and stops so far from the other: then never more than lie between these two in
// the dimension where they meet. An example: [-5:3] takes 3 elements of 3 to 5, none of 8.
DimRange BoundsOf(const SliceRequest::Entry& entry, DimRange input, int64_t least, int64_t most) {
  const bool is_backwards = entry.step < 0;
  const int64_t stride = is_backwards ? -std::max(entry.step, -kFar) : entry.step;
  const int64_t start = entry.start.value_or(is_backwards ? -1 : 0);
  const int64_t stop = entry.stop.value_or(is_backwards ? -kFar - 1 : -1);
  // Counted from the end that it goes away from, and from the end that it goes to.
  const int64_t taken_from = is_backwards ? std::min(start, kFar) + 1 : -std::max(start, -kFar);
  const int64_t taken_to = is_backwards ? -std::max(stop, -kFar - 1) - 1 : stop;
  if ((start < 0) != is_backwards && (stop < 0) == is_backwards &&
      taken_to < std::min(input.max(), kFar)) {
    const int64_t between = std::min(taken_from, taken_to);
    return DimRange(0, between > 0 ? (between - 1) / stride + 1 : 0);
  }
  return DimRange(least, most >= kFar / 2 / stride ? DimRange::kUnbounded : most);
}

// The shape of what `request` takes of an input of known rank.
absl::Status ShapeOfSlice(InferenceContext* c, const SliceRequest& request, ShapeHandle input,
                          ShapeHandle* out) {
  Sizes least, most;
  for (int32_t d = 0; d < c->Rank(input); ++d) {
    const DimRange bounds = c->Bounds(c->Dim(input, d));
    least.push_back(bounds.min());
    most.push_back(std::min(bounds.max(), kFar));
  }
  StridedSliceSpec of_least, of_most;
  OPGRAFT_RETURN_IF_ERROR(request.Understand(most, &of_most));
  // An index that a dimension may be too short for is no error yet.
  const bool fits = request.Understand(least, &of_least).ok();
  std::vector<DimensionHandle> dims;
  for (size_t i = 0; i < of_most.output.size(); ++i) {
    const int d = of_most.output[i].input_dim;
    if (d < 0) {
      dims.push_back(c->MakeDim(1));  // a new axis
      continue;
    }
    const DimensionHandle dim = c->Dim(input, d);
    const DimRange bounds = c->Bounds(dim);
    const auto at = static_cast<size_t>(d);
    const SliceRequest::Entry* const entry = request.EntryOf(at, most.size());
    if (entry == nullptr) {
      dims.push_back(dim);
    } else if (bounds.is_static()) {
      dims.push_back(c->MakeDim(of_most.ranges[at].size));
    } else {
      dims.push_back(c->MakeBoundedDim(
          BoundsOf(*entry, bounds, fits ? of_least.ranges[at].size : 0, of_most.ranges[at].size)));
    }
  }
  *out = c->MakeShape(dims);
  return absl::OkStatus();
}

// Checks that inputs [first, end) are vectors and, where their lengths are known, equally long.
absl::Status CheckBounds(InferenceContext* c, int first, int end) {
  ShapeHandle all = c->input(first);
  for (int i = first; i < std::min(end, c->num_inputs()); ++i) {
    ShapeHandle vector;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(all, vector, &all));
  }
  return absl::OkStatus();
}

// The inputs of Slice, of which the bounds begin at `first`; `*known` is false if some are not
// known.
absl::Status ReadSlice(InferenceContext* c, int first, SliceRequest* request, bool* known) {
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, first + 4));
  OPGRAFT_RETURN_IF_ERROR(CheckBounds(c, first, first + 4));
  const auto starts = KnownIntegers(c, first), stops = KnownIntegers(c, first + 1),
             steps = KnownIntegers(c, first + 2), axes = KnownIntegers(c, first + 3);
  *known = starts && stops && steps && (axes || c->num_inputs() <= first + 3);
  if (!*known) return absl::OkStatus();
  return request->Read(*starts, *stops, *steps, axes ? &*axes : nullptr, c->Rank(c->input(0)));
}

// How many elements of `size` a slice of a positive step takes.
int64_t CountOf(int64_t size, int64_t start, int64_t stop, int64_t step) {
  const int64_t begin = std::min(start, size);
  const int64_t end = stop < 0 ? std::max<int64_t>(stop + size, 0) : std::min(stop, size);
  return end > begin ? (end - begin - 1) / step + 1 : 0;
}

// The size of a slice of a dimension of `input`. It grows with the dimension and with `stop`, and
// shrinks with `start`, if `start` counts from the begin.
DimRange SizeBetween(DimRange input, KnownRange start, KnownRange stop, int64_t step) {
  const DimRange any(0, input.max());
  if (step <= 0 || start.least < 0 || !stop.is_known()) return any;
  const int64_t least = CountOf(input.min(), start.most, stop.least, step);
  const int64_t most = CountOf(std::min(input.max(), kFar), start.least, stop.most, step);
  return DimRange(least, most >= kFar / 2 / step ? DimRange::kUnbounded : most);
}

// The size of a whole dimension of `input` by steps, which may go backwards.
DimRange EveryOf(DimRange input, int64_t step) {
  const int64_t stride = std::max<int64_t>(std::abs(std::max(step, -kFar)), 1);
  return SizeBetween(input, {0, 0}, {kFar, kFar}, stride);
}

// What is known of a slice whose bounds are known in part: the dimensions that are not cut, and
// that no other grows.
absl::Status BoundSlice(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  auto axes = KnownIntegers(c, 4);
  if (axes) OPGRAFT_RETURN_IF_ERROR(FindDistinctAxes(c->Rank(input), &*axes));
  std::vector<DimensionHandle> dims;
  for (int32_t d = 0; d < c->Rank(input); ++d) {
    const DimensionHandle dim = c->Dim(input, d);
    dims.push_back(axes ? dim : c->MakeBoundedDim(DimRange(0, c->Bounds(dim).max())));
  }
  const std::vector<KnownRange> starts = KnownRanges(c, 1), stops = KnownRanges(c, 2);
  const auto steps = KnownIntegers(c, 3);
  for (size_t i = 0; axes && i < axes->size(); ++i) {
    DimensionHandle& dim = dims[static_cast<size_t>((*axes)[i])];
    const bool told = i < starts.size() && i < stops.size() && steps && i < steps->size();
    dim = c->MakeBoundedDim(told ? SizeBetween(c->Bounds(dim), starts[i], stops[i], (*steps)[i])
                                 : DimRange(0, c->Bounds(dim).max()));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status SliceShape(InferenceContext* c) {
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(c->input(0))) return absl::OkStatus();
  SliceRequest request;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(ReadSlice(c, 1, &request, &known));
  if (!known) return BoundSlice(c);
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(ShapeOfSlice(c, request, c->input(0), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status SliceScatterShape(InferenceContext* c) {
  c->set_output(0, c->input(0));
  if (!c->RankKnown(c->input(0))) return absl::OkStatus();
  SliceRequest request;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(ReadSlice(c, 2, &request, &known));
  if (!known) return absl::OkStatus();
  ShapeHandle slice;
  OPGRAFT_RETURN_IF_ERROR(ShapeOfSlice(c, request, c->input(0), &slice));
  return c->Merge(slice, c->input(1), &slice);
}

// The attrs and inputs of StridedSlice; `*known` is false if some input is not known.
absl::Status ReadStridedSlice(InferenceContext* c, SliceRequest* request, bool* known) {
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 4));
  OPGRAFT_RETURN_IF_ERROR(CheckBounds(c, 1, 4));
  opgraft_internal::SliceMasks masks;
  OPGRAFT_RETURN_IF_ERROR(masks.Read(c->attrs()));
  const auto begins = KnownIntegers(c, 1), ends = KnownIntegers(c, 2), steps = KnownIntegers(c, 3);
  *known = begins && ends && (steps || c->num_inputs() <= 3);
  if (!*known) return absl::OkStatus();
  const Integers ones(begins->size(), 1);
  return request->ReadMasked(*begins, *ends, steps ? *steps : ones, masks);
}

bool IsAnySet(const std::vector<int64_t>& mask) {
  return std::any_of(mask.begin(), mask.end(), [](int64_t bit) { return bit != 0; });
}

// How many items a StridedSlice has; -1 if that is not known.
int64_t NumItems(InferenceContext* c) {
  for (int i = 1; i < c->num_inputs(); ++i) {
    if (c->RankKnown(c->input(i)) && c->ValueKnown(c->Dim(c->input(i), 0)))
      return c->Value(c->Dim(c->input(i), 0));
  }
  return -1;
}

// The rank, and the dimensions that are not cut, by the masks alone.
absl::Status ForgetCut(InferenceContext* c, const opgraft_internal::SliceMasks& masks) {
  const ShapeHandle input = c->input(0);
  const int64_t num_items = NumItems(c);
  if (num_items < 0 || num_items > InferenceContext::kMaxRank) return absl::OkStatus();
  const Integers anything(static_cast<size_t>(num_items), 0);
  const auto steps = KnownIntegers(c, 3);
  // An unknown step cuts.
  const Integers other_steps(anything.size(), c->num_inputs() > 3 ? 2 : 1);
  SliceRequest request;
  OPGRAFT_RETURN_IF_ERROR(
      request.ReadMasked(anything, anything, steps ? *steps : other_steps, masks));
  Sizes sizes;
  for (int32_t d = 0; d < c->Rank(input); ++d)
    sizes.push_back(std::min(c->Bounds(c->Dim(input, d)).max(), kFar));
  StridedSliceSpec spec;
  if (!request.Understand(sizes, &spec).ok()) return absl::OkStatus();
  std::vector<DimensionHandle> dims;
  for (const auto& output : spec.output) {
    if (output.input_dim < 0) {
      dims.push_back(c->MakeDim(1));  // a new axis
      continue;
    }
    const DimensionHandle dim = c->Dim(input, output.input_dim);
    const bool is_cut =
        request.EntryOf(static_cast<size_t>(output.input_dim), sizes.size()) != nullptr;
    dims.push_back(is_cut ? c->MakeBoundedDim(DimRange(0, c->Bounds(dim).max())) : dim);
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

bool IsSetAt(const std::vector<int64_t>& mask, size_t i) { return i < mask.size() && mask[i] != 0; }

// As BoundSlice.
absl::Status BoundStridedSlice(InferenceContext* c) {
  opgraft_internal::SliceMasks masks;
  OPGRAFT_RETURN_IF_ERROR(masks.Read(c->attrs()));
  if (IsAnySet(masks.new_axis) || IsAnySet(masks.shrink_axis) || IsAnySet(masks.ellipsis))
    return ForgetCut(c, masks);
  std::vector<KnownRange> begins = KnownRanges(c, 1), ends = KnownRanges(c, 2);
  const auto steps = KnownIntegers(c, 3);
  const bool has_step = c->num_inputs() <= 3 || steps;
  const int64_t num_items = NumItems(c);
  std::vector<DimensionHandle> dims;
  for (size_t i = 0; i < static_cast<size_t>(c->Rank(c->input(0))); ++i) {
    const DimensionHandle dim = c->Dim(c->input(0), static_cast<int64_t>(i));
    const DimRange input = c->Bounds(dim);
    if (num_items >= 0 && static_cast<int64_t>(i) >= num_items) {
      dims.push_back(dim);
      continue;
    }
    if (i < begins.size() && IsSetAt(masks.begin, i)) begins[i] = {0, 0};
    if (i < ends.size() && IsSetAt(masks.end, i)) ends[i] = {kFar, kFar};
    const int64_t step = steps && i < steps->size() ? (*steps)[i] : 1;
    const DimRange all = EveryOf(input, step);
    const bool is_whole = has_step && IsSetAt(masks.begin, i) && IsSetAt(masks.end, i);
    DimRange size(0, all.max());
    if (is_whole) {
      size = all;
    } else if (has_step && step > 0 && i < begins.size() && i < ends.size()) {
      size = SizeBetween(input, begins[i], ends[i], step);
    }
    dims.push_back(c->MakeBoundedDim(DimRange(size.min(), std::min(size.max(), all.max()))));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status StridedSliceShape(InferenceContext* c) {
  c->set_output(0, c->UnknownShape());
  SliceRequest request;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(ReadStridedSlice(c, &request, &known));
  if (!c->RankKnown(c->input(0))) return absl::OkStatus();
  if (!known) return BoundStridedSlice(c);
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(ShapeOfSlice(c, request, c->input(0), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// The elements that `request` takes of a vector.
void SetTaken(ValueContext* c, const SliceRequest& request) {
  const auto from = c->input_elements(0);
  if (!from || c->input_shape(0).dims() != 1 || c->output_shape(0).dims() > 1) return;
  StridedSliceSpec spec;
  if (!request.Understand({static_cast<int64_t>(from->size())}, &spec).ok()) return;
  const StridedSliceSpec::Range& range = spec.ranges[0];
  Elements taken;
  for (int64_t i = 0; i < range.size; ++i)
    taken.push_back((*from)[static_cast<size_t>(range.begin + i * range.stride)]);
  c->set_output(0, std::move(taken));
}

absl::optional<Integers> ValueOf(ValueContext* c, int i) {
  const Tensor* const value = i < c->num_inputs() ? c->input_value(i) : nullptr;
  if (value == nullptr || !IsIntegerTensor(*value)) return absl::nullopt;
  return IntegersOf(*value);
}

void SliceValue(ValueContext* c) {
  const auto starts = ValueOf(c, 1), stops = ValueOf(c, 2), steps = ValueOf(c, 3),
             axes = ValueOf(c, 4);
  if (!starts || !stops || !steps || (!axes && c->num_inputs() > 4)) return;
  SliceRequest request;
  if (request.Read(*starts, *stops, *steps, axes ? &*axes : nullptr, 1).ok()) SetTaken(c, request);
}

void StridedSliceValue(ValueContext* c) {
  const auto begins = ValueOf(c, 1), ends = ValueOf(c, 2), steps = ValueOf(c, 3);
  opgraft_internal::SliceMasks masks;
  if (!begins || !ends || (!steps && c->num_inputs() > 3) || !masks.Read(c->attrs()).ok()) return;
  SliceRequest request;
  const Integers ones(begins->size(), 1);
  if (request.ReadMasked(*begins, *ends, steps ? *steps : ones, masks).ok()) SetTaken(c, request);
}

}  // namespace

REGISTER_OP("OpenVINO>Slice")
    .Input("data: T")
    .Input("start: Tstart")
    .Input("stop: Tstop")
    .Input("step: Tstep")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tstart: " OPGRAFT_INTEGERS)
    .Attr("Tstop: " OPGRAFT_INTEGERS)
    .Attr("Tstep: " OPGRAFT_INTEGERS)
    .Attr("Taxes: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(SliceShape)
    .SetValueFn(SliceValue)
    .Doc(R"doc(
data[start:stop:step] as in NumPy, along some dimensions.

data: What is sliced.
start: Where each begins; negative ones count from the end, and what is beyond is the end.
stop: The first that is not taken.
step: The steps; not 0. A negative one goes backwards.
axes: The dimensions; absent: the first ones.
output: The slice.
)doc");

REGISTER_OP("OpenVINO>SliceScatter")
    .Input("data: T")
    .Input("updates: T")
    .Input("start: Tstart")
    .Input("stop: Tstop")
    .Input("step: Tstep")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tstart: " OPGRAFT_INTEGERS)
    .Attr("Tstop: " OPGRAFT_INTEGERS)
    .Attr("Tstep: " OPGRAFT_INTEGERS)
    .Attr("Taxes: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(SliceScatterShape)
    .Doc(R"doc(
`data` with other elements where a Slice would take them.

data: What is changed.
updates: What is put in, of the shape of the slice.
start: Where each slice begins; negative ones count from the end, and what is beyond is the end.
stop: The first that is not taken.
step: The steps; not 0. A negative one goes backwards.
axes: The dimensions; absent: the first ones.
output: Of the shape of `data`.
)doc");

REGISTER_OP("OpenVINO>StridedSlice")
    .Input("data: T")
    .Input("begin: Tbegin")
    .Input("end: Tend")
    .Input("stride: Tstride")
    .Output("output: T")
    .Attr("begin_mask: list(int) >= 0 = []")
    .Attr("end_mask: list(int) >= 0 = []")
    .Attr("new_axis_mask: list(int) >= 0 = []")
    .Attr("shrink_axis_mask: list(int) >= 0 = []")
    .Attr("ellipsis_mask: list(int) >= 0 = []")
    .Attr("T: type")
    .Attr("Tbegin: " OPGRAFT_INTEGERS)
    .Attr("Tend: " OPGRAFT_INTEGERS)
    .Attr("Tstride: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(StridedSliceShape)
    .SetValueFn(StridedSliceValue)
    .Doc(R"doc(
data[begin:end:stride, ...] as in NumPy.

data: What is sliced.
begin: Where each item begins, a vector.
end: Where it ends: the first index that is not taken.
stride: The steps; not 0. A negative one goes backwards. Absent: 1.
output: The slice.
begin_mask: 1 where an item has no begin.
end_mask: 1 where an item has no end.
new_axis_mask: 1 where an item is a new dimension of size 1.
shrink_axis_mask: 1 where an item is one index; its dimension is left out.
ellipsis_mask: 1 where an item is `...`.
)doc");

}  // namespace opgraft
