// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Fourier transforms. Complex numbers are two real ones along a last dimension of 2.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using opgraft_internal::IndexAt;
using opgraft_internal::IndicesOf;
using opgraft_internal::IsIndexTensor;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// What is known of the axes and the sizes along them.
struct Transform {
  bool axes_known = false;
  bool sizes_known = false;  // or not given: all -1
  std::vector<int64_t> axes;
  std::vector<int64_t> sizes;
};

absl::Status ReadTransform(InferenceContext* c, int64_t rank, Transform* transform) {
  ShapeHandle axes, sizes;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &axes));
  if (c->num_inputs() > 2) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &sizes));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(axes, sizes, &axes));
  }
  const Tensor* value = c->input_tensor(1);
  transform->axes_known = value != nullptr && IsIndexTensor(*value);
  if (!transform->axes_known) return absl::OkStatus();
  transform->axes = IndicesOf(*value);
  for (int64_t& axis : transform->axes) {
    if (axis < 0) axis += rank;
    const auto twice = std::count(transform->axes.begin(), transform->axes.end(), axis);
    if (axis >= 0 && axis < rank && twice == 1) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("axis ", axis, " is out of range for rank ", rank, ", or is given twice"));
  }
  transform->sizes.assign(transform->axes.size(), -1);
  transform->sizes_known = c->num_inputs() <= 2;
  if (transform->sizes_known) return absl::OkStatus();
  value = c->input_tensor(2);
  transform->sizes_known = value != nullptr && IsIndexTensor(*value) &&
                           value->NumElements() == static_cast<int64_t>(transform->axes.size());
  if (transform->sizes_known) transform->sizes = IndicesOf(*value);
  return absl::OkStatus();
}

// The dimensions, with those along the axes as long as they were asked for.
absl::Status ResizedDims(InferenceContext* c, ShapeHandle data, const Transform& transform,
                         int64_t rank, std::vector<DimensionHandle>* dims) {
  for (int64_t d = 0; d < rank; ++d)
    dims->push_back(transform.axes_known ? c->Dim(data, d) : c->UnknownDim());
  for (size_t i = 0; i < transform.axes.size(); ++i) {
    DimensionHandle& dim = (*dims)[static_cast<size_t>(transform.axes[i])];
    if (!transform.sizes_known) {
      dim = c->UnknownDim();
    } else if (transform.sizes[i] != -1) {
      if (transform.sizes[i] <= 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("signal_size has ", transform.sizes[i], "; it is -1 or positive"));
      }
      dim = c->MakeDim(transform.sizes[i]);
    }
  }
  return absl::OkStatus();
}

// Data whose last dimension is 2; `*rank` is without it, 0 if it is not known.
absl::Status ReadComplex(InferenceContext* c, ShapeHandle* data, int64_t* rank) {
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, data));
  *rank = 0;
  if (!c->RankKnown(*data)) return absl::OkStatus();
  DimensionHandle unused;
  *rank = c->Rank(*data) - 1;
  return c->WithValue(c->Dim(*data, *rank), 2, &unused);
}

absl::Status DftShape(InferenceContext* c) {
  ShapeHandle data;
  int64_t rank = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadComplex(c, &data, &rank));
  if (rank == 0) return shape_inference::UnknownShape(c);
  Transform transform;
  OPGRAFT_RETURN_IF_ERROR(ReadTransform(c, rank, &transform));
  std::vector<DimensionHandle> dims;
  OPGRAFT_RETURN_IF_ERROR(ResizedDims(c, data, transform, rank, &dims));
  dims.push_back(c->MakeDim(2));
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// How many complex numbers the transform of so many real ones has; of none there are none.
int64_t BinsOf(int64_t length) { return length > 0 ? length / 2 + 1 : 0; }

absl::Status RdftShape(InferenceContext* c) {
  ShapeHandle data;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &data));
  if (!c->RankKnown(data)) return shape_inference::UnknownShape(c);
  Transform transform;
  OPGRAFT_RETURN_IF_ERROR(ReadTransform(c, c->Rank(data), &transform));
  std::vector<DimensionHandle> dims;
  OPGRAFT_RETURN_IF_ERROR(ResizedDims(c, data, transform, c->Rank(data), &dims));
  if (!transform.axes.empty()) {
    DimensionHandle& last = dims[static_cast<size_t>(transform.axes.back())];
    const DimRange length = c->Bounds(last);
    const int64_t most = length.max();
    last = c->MakeBoundedDim(
        DimRange(BinsOf(length.min()), most == DimRange::kUnbounded ? most : BinsOf(most)));
  }
  dims.push_back(c->MakeDim(2));
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status IrdftShape(InferenceContext* c) {
  ShapeHandle data;
  int64_t rank = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadComplex(c, &data, &rank));
  if (rank == 0) return shape_inference::UnknownShape(c);
  Transform transform;
  OPGRAFT_RETURN_IF_ERROR(ReadTransform(c, rank, &transform));
  std::vector<DimensionHandle> dims;
  OPGRAFT_RETURN_IF_ERROR(ResizedDims(c, data, transform, rank, &dims));
  if (!transform.axes.empty() && transform.sizes_known && transform.sizes.back() == -1) {
    DimensionHandle& last = dims[static_cast<size_t>(transform.axes.back())];
    OPGRAFT_RETURN_IF_ERROR(c->Subtract(last, 1, &last));
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(last, 2, &last));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// The value of an integer input of one element if it is known, else -1.
absl::Status KnownPositive(InferenceContext* c, int input, const char* name, int64_t* value) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(input), 1, &shape));
  const Tensor* tensor = c->input_tensor(input);
  *value = -1;
  if (tensor == nullptr || !IsIndexTensor(*tensor) || tensor->NumElements() != 1)
    return absl::OkStatus();
  *value = IndexAt(*tensor, 0);
  if (*value > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " must be positive, not ", *value));
}

absl::Status CheckFrameWindow(InferenceContext* c, int64_t frame_size) {
  ShapeHandle window;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &window));
  const int64_t length = c->Value(c->Dim(window, 0));
  if (length == InferenceContext::kUnknownDim || frame_size < 0 ||
      (length > 0 && length <= frame_size))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a window of ", length, " elements for frames of ", frame_size));
}

// The size of frames and their distance, inputs 2 and 3, which the window, input 1, must fit; -1:
// not known.
absl::Status ReadFrames(InferenceContext* c, int64_t* size, int64_t* step) {
  OPGRAFT_RETURN_IF_ERROR(KnownPositive(c, 2, "frame_size", size));
  OPGRAFT_RETURN_IF_ERROR(KnownPositive(c, 3, "frame_step", step));
  return CheckFrameWindow(c, *size);
}

absl::Status StftShape(InferenceContext* c) {
  ShapeHandle signal, head;
  bool transposes = false;
  int64_t size = 0, step = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &signal));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(signal, 2, &signal));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("transpose_frames", &transposes));
  OPGRAFT_RETURN_IF_ERROR(ReadFrames(c, &size, &step));
  if (!c->RankKnown(signal)) return shape_inference::UnknownShape(c);
  DimensionHandle frames = c->UnknownDim(), bins = c->UnknownDim();
  if (size > 0) bins = c->MakeDim(size / 2 + 1);
  if (size > 0 && step > 0) {
    OPGRAFT_RETURN_IF_ERROR(c->Subtract(c->Dim(signal, -1), size, &frames));
    OPGRAFT_RETURN_IF_ERROR(c->Divide(frames, step, /*evenly_divisible=*/false, &frames));
    OPGRAFT_RETURN_IF_ERROR(c->Add(frames, 1, &frames));
  }
  if (transposes) std::swap(frames, bins);
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(signal, 0, c->Rank(signal) - 1, &head));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(head, c->MakeShape({frames, bins, 2}), &head));
  c->set_output(0, head);
  return absl::OkStatus();
}

absl::Status IstftShape(InferenceContext* c) {
  ShapeHandle data, head;
  bool center = false;
  int64_t size = 0, step = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 3, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(data, 4, &data));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("center", &center));
  OPGRAFT_RETURN_IF_ERROR(ReadFrames(c, &size, &step));
  if (!c->RankKnown(data)) return shape_inference::UnknownShape(c);
  DimensionHandle length = c->UnknownDim();
  if (c->num_inputs() > 4) {
    const Tensor* told = c->input_tensor(4);
    if (told != nullptr && IsIndexTensor(*told) && told->NumElements() == 1 &&
        IndexAt(*told, 0) > 0)
      length = c->MakeDim(IndexAt(*told, 0));
  } else if (size > 0 && step > 0) {
    OPGRAFT_RETURN_IF_ERROR(c->Subtract(c->Dim(data, -2), 1, &length));
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(length, step, &length));
    if (!center) OPGRAFT_RETURN_IF_ERROR(c->Add(length, size, &length));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, 0, c->Rank(data) - 3, &head));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(head, c->Vector(length), &head));
  c->set_output(0, head);
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_TRANSFORM_ARGS                  \
  Attr("T: {half, bfloat16, float} = DT_FLOAT") \
      .Attr("I: {int32, int64} = DT_INT64")     \
      .Attr("N: int >= 0")                      \
      .Input("data: T")                         \
      .Input("axes: I")                         \
      .Input("signal_size: N * I")              \
      .Output("output: T")
#define OPGRAFT_TRANSFORM_DOC                                                                \
  "axes: The dimensions along which it goes; negative ones count from the end.\n"            \
  "signal_size: How long the data is made along each axis, by zeros or by cutting; -1: as\n" \
  "  long as it is.\n"

REGISTER_OP("OpenVINO>DFT")
    .OPGRAFT_TRANSFORM_ARGS.SetShapeFn(DftShape)
    .Doc(
        "OpenVINO's DFT: the Fourier transform.\n\n"
        "data: Complex numbers, [..., 2].\n" OPGRAFT_TRANSFORM_DOC
        "output: Complex numbers, [..., 2].");

REGISTER_OP("OpenVINO>IDFT")
    .OPGRAFT_TRANSFORM_ARGS.SetShapeFn(DftShape)
    .Doc(
        "OpenVINO's IDFT: the inverse of the Fourier transform.\n\n"
        "data: Complex numbers, [..., 2].\n" OPGRAFT_TRANSFORM_DOC
        "output: Complex numbers, [..., 2].");

REGISTER_OP("OpenVINO>RDFT")
    .OPGRAFT_TRANSFORM_ARGS.SetShapeFn(RdftShape)
    .Doc(
        "OpenVINO's RDFT: the Fourier transform of real numbers, of which half along the last "
        "axis says all.\n\n"
        "data: Real numbers.\n" OPGRAFT_TRANSFORM_DOC "output: Complex numbers, [..., 2].");

REGISTER_OP("OpenVINO>IRDFT")
    .OPGRAFT_TRANSFORM_ARGS.SetShapeFn(IrdftShape)
    .Doc(
        "OpenVINO's IRDFT: the inverse of RDFT.\n\n"
        "data: Complex numbers, [..., 2], half of them along the last axis.\n" OPGRAFT_TRANSFORM_DOC
        "output: Real numbers.");

REGISTER_OP("OpenVINO>STFT")
    .Attr("T: {half, bfloat16, float} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("transpose_frames: bool = false")
    .Input("signal: T")
    .Input("window: T")
    .Input("frame_size: I")
    .Input("frame_step: I")
    .Output("output: T")
    .SetShapeFn(StftShape)
    .Doc(
        "OpenVINO's STFT: the Fourier transforms of frames of a signal, each times a window.\n\n"
        "signal: [batch, length] or [length].\n"
        "window: At most as long as a frame; it is put in the middle of zeros.\n"
        "frame_size: Elements of a frame.\n"
        "frame_step: From one frame to the next.\n"
        "transpose_frames: The frames are the dimension before the last, else the frequencies.\n"
        "output: Complex numbers, [..., frames, frequencies, 2].");

REGISTER_OP("OpenVINO>ISTFT")
    .Attr("T: {half, bfloat16, float} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("N: int >= 0")
    .Attr("center: bool = false")
    .Attr("normalized: bool = false")
    .Input("data: T")
    .Input("window: T")
    .Input("frame_size: I")
    .Input("frame_step: I")
    .Input("signal_length: N * I")
    .Output("output: T")
    .SetShapeFn(IstftShape)
    .Doc(
        "OpenVINO's ISTFT: the signal whose frames have these Fourier transforms.\n\n"
        "data: Complex numbers, [batch, frequencies, frames, 2] or without batch.\n"
        "window: At most as long as a frame; it is put in the middle of zeros.\n"
        "frame_size: Elements of a frame.\n"
        "frame_step: From one frame to the next.\n"
        "signal_length: How long the signal is made, or nothing.\n"
        "center: Half a frame is left out at both ends.\n"
        "normalized: The transforms were divided by the root of the frame's size.\n"
        "output: [batch, length] or [length].");

}  // namespace opgraft
