// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/array/block_copy.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

int64_t DivideUp(int64_t a, int64_t b) { return a <= 0 ? -(-a / b) : (a - 1) / b + 1; }

// Copies the elements at one place of all blocks: `place` counts the places of a block, `at` is its
// index. `space` is the tensor of blocks, `batches` that where each place is a batch of its own.
class PlaceCopy {
 public:
  PlaceCopy(const Blocks& blocks, const TensorShape& space, const TensorShape& batches)
      : blocks_(blocks),
        space_(space),
        batches_(batches),
        space_steps_(RowMajorSteps(space.sizes())),
        batch_steps_(RowMajorSteps(batches.sizes())) {}

  void Run(int64_t place, const IndexValues& at, bool to_batches, const Tensor& from, Tensor* to,
           DeviceBase* device) const {
    CopyDims dims;
    int64_t in_space = 0, in_batches = place * space_.dim_size(0) * batch_steps_[0];
    dims.push_back({space_.dim_size(0), space_steps_[0], batch_steps_[0]});
    for (size_t i = 0; i < blocks_.dims(); ++i) {
      const int64_t block = blocks_.sizes[i], shift = at[i] - blocks_.before[i];
      const int64_t size = space_.sizes()[i + 1];
      // Of the blocks those whose place lies in space: 0 <= b * block + shift < size.
      const int64_t first = std::max<int64_t>(DivideUp(-shift, block), 0);
      const int64_t last = std::min(DivideUp(size - shift, block), batches_.sizes()[i + 1]);
      if (first >= last) return;
      dims.push_back({last - first, block * space_steps_[i + 1], batch_steps_[i + 1]});
      in_space += (first * block + shift) * space_steps_[i + 1];
      in_batches += first * batch_steps_[i + 1];
    }
    dims.push_back(
        {ProductOf(space_.sizes(), static_cast<int>(blocks_.dims()) + 1, space_.dims()), 1, 1});
    if (!to_batches) {
      for (CopyDim& dim : dims) std::swap(dim.from_step, dim.to_step);
    }
    StridedCopy(dims).Run(from.dtype(), ElementAt(from, to_batches ? in_space : in_batches),
                          ElementAt(to, to_batches ? in_batches : in_space), device);
  }

 private:
  const Blocks& blocks_;
  const TensorShape& space_;
  const TensorShape& batches_;
  const absl::InlinedVector<int64_t, 6> space_steps_;
  const absl::InlinedVector<int64_t, 6> batch_steps_;
};

// There are no more places than batches of a tensor, so their number is bounded.
void CopyPlaces(const Blocks& blocks, const TensorShape& space, const TensorShape& batches,
                bool to_batches, const Tensor& from, Tensor* to, DeviceBase* device) {
  if (from.NumElements() == 0 || to->NumElements() == 0) return;
  const PlaceCopy copy(blocks, space, batches);
  IndexValues at(blocks.dims(), 0);
  for (int64_t place = 0;; ++place) {
    copy.Run(place, at, to_batches, from, to, device);
    size_t d = blocks.dims();
    while (d > 0 && ++at[d - 1] == blocks.sizes[d - 1]) at[--d] = 0;
    if (d == 0) return;
  }
}

absl::Status BatchShape(const TensorShape& input, const Blocks& blocks, TensorShape* shape) {
  int64_t batch = 0;
  OPGRAFT_RETURN_IF_ERROR(blocks.Product(&batch));
  if (__builtin_mul_overflow(batch, input.dim_size(0), &batch))
    return absl::InvalidArgumentError("the output has too many batches");
  *shape = input;
  OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(0, batch));
  for (size_t i = 0; i < blocks.dims(); ++i) {
    const int d = static_cast<int>(i) + 1;
    int64_t size = 0;
    if (__builtin_add_overflow(blocks.before[i], blocks.after[i], &size) ||
        __builtin_add_overflow(size, input.dim_size(d), &size))
      return absl::InvalidArgumentError(absl::StrCat("dimension ", d, " is too large"));
    if (size % blocks.sizes[i] != 0) {
      return absl::InvalidArgumentError(absl::StrCat("padded_shape[", i, "]=", size,
                                                     " is not divisible by block_shape[", i,
                                                     "]=", blocks.sizes[i]));
    }
    OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(d, size / blocks.sizes[i]));
  }
  return absl::OkStatus();
}

absl::Status SpaceShape(const TensorShape& input, const Blocks& blocks, TensorShape* shape) {
  int64_t places = 0;
  OPGRAFT_RETURN_IF_ERROR(blocks.Product(&places));
  if (input.dim_size(0) % places != 0) {
    return absl::InvalidArgumentError(absl::StrCat("Input batch dimension (", input.dim_size(0),
                                                   ") is not divisible by product of block sizes (",
                                                   places, ")"));
  }
  *shape = input;
  OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(0, input.dim_size(0) / places));
  for (size_t i = 0; i < blocks.dims(); ++i) {
    const int d = static_cast<int>(i) + 1;
    int64_t size = 0;
    if (__builtin_mul_overflow(input.dim_size(d), blocks.sizes[i], &size))
      return absl::InvalidArgumentError(absl::StrCat("dimension ", d, " is too large"));
    if (blocks.before[i] > size || blocks.after[i] > size - blocks.before[i]) {
      return absl::InvalidArgumentError(
          absl::StrCat("cropped_shape[", i, "] must be non-negative, but crops of ",
                       blocks.before[i], " and ", blocks.after[i], " are taken of ", size));
    }
    OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(d, size - blocks.before[i] - blocks.after[i]));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Blocks::Product(int64_t* product) const {
  *product = 1;
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(*product, size, product))
      return absl::InvalidArgumentError("Product of block sizes is too large");
  }
  return absl::OkStatus();
}

absl::Status CheckBlocks(const TensorShape& input, const Blocks& blocks) {
  for (size_t i = 0; i < blocks.dims(); ++i) {
    if (blocks.sizes[i] < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("All values in block_shape must be positive, got value, ", blocks.sizes[i],
                       " at index ", i, "."));
    }
    if (blocks.before[i] < 0 || blocks.after[i] < 0)
      return absl::InvalidArgumentError("Paddings and crops must be non-negative");
  }
  if (input.dims() >= static_cast<int>(blocks.dims()) + 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("input rank should be >= ", 1 + blocks.dims(), " instead of ", input.dims()));
}

absl::Status SpaceToBatchInto(OpKernelContext* ctx, const Tensor& input, const Blocks& blocks) {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(BatchShape(input.shape(), blocks, &shape));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  // Where there is padding not all is copied.
  if (shape.num_elements() != input.NumElements())
    ClearElements(output->dtype(), output->data(), output->NumElements());
  CopyPlaces(blocks, input.shape(), shape, /*to_batches=*/true, input, output, ctx->device());
  return absl::OkStatus();
}

absl::Status BatchToSpaceInto(OpKernelContext* ctx, const Tensor& input, const Blocks& blocks) {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(SpaceShape(input.shape(), blocks, &shape));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  CopyPlaces(blocks, shape, input.shape(), /*to_batches=*/false, input, output, ctx->device());
  return absl::OkStatus();
}

}  // namespace opgraft_internal
