// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/slice_ranges.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

// How far apart the elements of `value` lie along each dimension of the variable, when it is
// broadcast to the shape of the slice. INVALID_ARGUMENT if it cannot be.
absl::Status BroadcastSteps(const StridedSliceSpec& slice, const TensorShape& value,
                            absl::Span<int64_t> steps) {
  const auto wrong = [&] {
    return absl::InvalidArgumentError(absl::StrCat(
        "Cannot broadcast input shape ", value.DebugString(), " into the shape of the slice"));
  };
  const auto value_steps = RowMajorSteps(value.sizes());
  int d = value.dims();
  for (size_t out = slice.output.size(); out-- > 0 && d-- > 0;) {
    const StridedSliceSpec::OutputDim& dim = slice.output[out];
    const int64_t size = value.dim_size(d);
    if (size != 1 && size != dim.size) return wrong();
    if (dim.input_dim >= 0 && size != 1)
      steps[static_cast<size_t>(dim.input_dim)] = value_steps[static_cast<size_t>(d)];
  }
  for (; d > 0; --d) {
    if (value.dim_size(d - 1) != 1) return wrong();
  }
  return absl::OkStatus();
}

constexpr int64_t kMaxParts = 1024;

// The runs of elements of the variable that `copy` writes, from element `offset` on; nothing if
// they are many.
std::vector<TensorCell::Part> PartsOf(const StridedCopy& copy, int64_t offset) {
  const absl::Span<const CopyDim> dims = copy.dims();
  const CopyDim& last = dims.back();
  const bool is_run = last.to_step == 1 || last.to_step == -1;
  const int64_t length = is_run ? last.size : 1;
  std::vector<TensorCell::Part> parts = {
      {last.to_step == -1 ? offset + 1 - length : offset, length}};
  // What there is, again at each place of the next dimension.
  for (const CopyDim& dim : is_run ? dims.first(dims.size() - 1) : dims) {
    const size_t before = parts.size();
    if (dim.size > kMaxParts / static_cast<int64_t>(before)) return {};
    for (int64_t i = 1; i < dim.size; ++i) {
      for (size_t p = 0; p < before; ++p)
        parts.push_back({parts[p].start + i * dim.to_step, length});
    }
  }
  return parts;
}

class StridedSliceAssignOp : public VariableUser {
 public:
  explicit StridedSliceAssignOp(OpKernelConstruction* ctx) : VariableUser(ctx) {
    OP_REQUIRES_OK(ctx, reader_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& value = ctx->input(4);
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, value.dtype());
    OP_REQUIRES_OK(ctx, cell.status());
    StridedSliceSpec slice;
    OP_REQUIRES_OK(ctx, reader_.Read((*cell)->value().shape().sizes(), ctx->input(1), ctx->input(2),
                                     ctx->input(3), &slice));
    for (const StridedSliceSpec::Range& range : slice.ranges) {
      if (range.size == 0) return;  // whatever the value is
    }
    const SlicePlace place =
        FindSlice(RowMajorSteps((*cell)->value().shape().sizes()), slice.ranges);
    absl::InlinedVector<CopyDim, 6> dims;
    OP_REQUIRES_OK(ctx, FindDims(slice, value.shape(), place, &dims));
    const StridedCopy copy(dims);
    const std::vector<TensorCell::Part> parts = PartsOf(copy, place.offset);
    const absl::StatusOr<Tensor*> variable =
        parts.empty() ? (*cell)->Write() : (*cell)->WriteParts(parts);
    OP_REQUIRES_OK(ctx, variable.status());
    copy.Run(value.dtype(), value.data(), ElementAt(*variable, place.offset), ctx->device());
  }

 private:
  // From the value, which is broadcast, to the slice.
  static absl::Status FindDims(const StridedSliceSpec& slice, const TensorShape& value,
                               const SlicePlace& place, absl::InlinedVector<CopyDim, 6>* dims) {
    absl::InlinedVector<int64_t, 6> value_steps(slice.ranges.size(), 0);
    OPGRAFT_RETURN_IF_ERROR(BroadcastSteps(slice, value, absl::MakeSpan(value_steps)));
    dims->resize(slice.ranges.size());
    for (size_t d = 0; d < dims->size(); ++d)
      (*dims)[d] = {slice.ranges[d].size, value_steps[d], place.steps[d]};
    return absl::OkStatus();
  }

  StridedSliceReader reader_;
};

REGISTER_KERNEL_BUILDER(Name("ResourceStridedSliceAssign").Device(DEVICE_CPU),
                        StridedSliceAssignOp);
REGISTER_KERNEL_BUILDER(Name("StridedSliceAssign").Device(DEVICE_CPU), StridedSliceAssignOp);

}  // namespace
}  // namespace opgraft_internal
