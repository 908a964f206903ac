// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Rows that belong together, reduced to one: Segment* and UnsortedSegment*.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/join_rows.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// The ids as int64 in a temporary.
absl::Status ReadIds(OpKernelContext* ctx, const Tensor& ids, Tensor* as_longs) {
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({ids.NumElements()}), as_longs));
  int64_t* const id = static_cast<int64_t*>(as_longs->data());
  for (int64_t i = 0; i < ids.NumElements(); ++i) id[i] = IndexAt(ids, i);
  return absl::OkStatus();
}

// Each segment is a run of rows.
class SegmentOpBase : public OpKernel {
 public:
  SegmentOpBase(OpKernelConstruction* ctx, Join join, bool mean)
      : OpKernel(ctx), join_(join), mean_(mean), loop_(FindJoinLoop(join, input_type(0))) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    Tensor ids;
    int64_t segments = 0;
    OP_REQUIRES_OK(ctx, CheckShapes(data, ctx->input(1)));
    OP_REQUIRES_OK(ctx, ReadIds(ctx, ctx->input(1), &ids));
    OP_REQUIRES_OK(ctx, CheckIds(ids, &segments));
    TensorShape shape = data.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(0, segments));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    const int64_t rows = ids.NumElements(), row = data.NumElements() / rows;
    const int64_t* const id = static_cast<const int64_t*>(ids.data());
    // A thread takes the segments that begin among its rows.
    ShardElements(ctx, rows, 1 + static_cast<double>(row), [&](int64_t begin, int64_t end) {
      while (begin < end && begin > 0 && id[begin] == id[begin - 1]) ++begin;
      for (int64_t r = begin; r < end;) {
        int64_t next = r + 1;
        while (next < rows && id[next] == id[r]) ++next;
        FillGap(r == 0 ? 0 : id[r - 1] + 1, id[r], row, output);
        Reduce(data, ids, r, next, row, output);
        r = next;
      }
    });
  }

 private:
  static absl::Status CheckShapes(const Tensor& data, const Tensor& ids) {
    if (ids.dims() != 1) return absl::InvalidArgumentError("segment_ids should be a vector.");
    if (data.dims() < 1) return absl::InvalidArgumentError("input must be at least rank 1");
    if (data.dim_size(0) == ids.NumElements()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        "segment_ids should be the same size as dimension 0 of input.");
  }

  static absl::Status CheckIds(const Tensor& ids, int64_t* segments) {
    const int64_t rows = ids.NumElements();
    const int64_t* const id = static_cast<const int64_t*>(ids.data());
    for (int64_t i = 0; i < rows; ++i) {
      if (id[i] < 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("segment ids must be >= 0; segment_ids[", i, "] = ", id[i]));
      }
      if (i > 0 && id[i] < id[i - 1])
        return absl::InvalidArgumentError("segment ids are not increasing");
    }
    if (rows > 0 && __builtin_add_overflow(id[rows - 1], 1, segments))
      return absl::InvalidArgumentError("segment ids are too large");
    return absl::OkStatus();
  }

  // Rows [begin, end) of the output have no rows of data.
  void FillGap(int64_t begin, int64_t end, int64_t row, Tensor* output) const {
    void* const to = ElementAt(output, begin * row);
    if (join_ == Join::kMul) {
      FillNeutral(join_, output->dtype(), to, (end - begin) * row);
    } else {
      ClearElements(output->dtype(), to, (end - begin) * row);
    }
  }

  // Rows [begin, end) of data are one segment.
  void Reduce(const Tensor& data, const Tensor& ids, int64_t begin, int64_t end, int64_t row,
              Tensor* output) const {
    RowJob job;
    job.to = output->data();
    job.targets = static_cast<const int64_t*>(ids.data()) + begin;
    job.length = row;
    job.end = row;
    void* const to = ElementAt(output, *job.targets * row);
    StridedCopy({{row, 1, 1}}).Run(data.dtype(), ElementAt(data, begin * row), to);
    if (end - begin > 1) {
      job.rows = ElementAt(data, (begin + 1) * row);
      job.count = end - begin - 1;
      loop_(job, data.dtype());
    }
    if (mean_) DivideRow(data.dtype(), to, row, end - begin);
  }

  const Join join_;
  const bool mean_;
  const JoinLoop loop_;
};

template <Join kJoin, bool kMean = false>
class SegmentOp : public SegmentOpBase {
 public:
  explicit SegmentOp(OpKernelConstruction* ctx) : SegmentOpBase(ctx, kJoin, kMean) {}
};

class UnsortedSegmentOpBase : public OpKernel {
 public:
  UnsortedSegmentOpBase(OpKernelConstruction* ctx, Join join)
      : OpKernel(ctx), join_(join), loop_(FindJoinLoop(join, input_type(0))) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, FindShape(data.shape(), ctx->input(1).shape(), ctx->input(2), &shape));
    Tensor ids;
    OP_REQUIRES_OK(ctx, ReadIds(ctx, ctx->input(1), &ids));
    OP_REQUIRES_OK(ctx, CheckIds(ids, shape.dim_size(0)));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    FillNeutral(join_, output->dtype(), output->data(), output->NumElements());
    if (shape.num_elements() == 0 || data.NumElements() == 0) return;
    RowJob job;
    job.rows = data.data();
    job.to = output->data();
    job.targets = static_cast<const int64_t*>(ids.data());
    job.count = ids.NumElements();
    job.length = data.NumElements() / job.count;
    // Threads share the elements of rows: any row may belong to any segment.
    const auto work = [&](int64_t begin, int64_t end) {
      RowJob part = job;
      part.begin = begin;
      part.end = end;
      loop_(part, data.dtype());
    };
    if (job.length < kWorthSharing) return work(0, job.length);
    ShardElements(ctx, job.length, static_cast<double>(job.count), work);
  }

 private:
  static constexpr int64_t kWorthSharing = 256;

  static absl::Status FindShape(const TensorShape& data, const TensorShape& ids,
                                const Tensor& num_segments, TensorShape* shape) {
    if (num_segments.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat("num_segments should be a scalar, not shape ",
                                                     num_segments.shape().DebugString()));
    }
    bool starts = ids.dims() <= data.dims();
    for (int d = 0; starts && d < ids.dims(); ++d) starts = ids.dim_size(d) == data.dim_size(d);
    if (!starts) {
      return absl::InvalidArgumentError(
          absl::StrCat("data.shape = ", data.DebugString(),
                       " does not start with segment_ids.shape = ", ids.DebugString()));
    }
    const int64_t segments = IndexAt(num_segments, 0);
    if (segments < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input num_segments == ", segments, " must not be negative."));
    }
    OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(segments));
    return shape->AppendShapeWithStatus(
        TensorShape(data.sizes().subspan(static_cast<size_t>(ids.dims()))));
  }

  static absl::Status CheckIds(const Tensor& ids, int64_t segments) {
    const int64_t* const id = static_cast<const int64_t*>(ids.data());
    for (int64_t i = 0; i < ids.NumElements(); ++i) {
      if (id[i] < segments) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("segment_ids[", i, "] = ", id[i], " is out of range [0, ", segments, ")"));
    }
    return absl::OkStatus();
  }

  const Join join_;
  const JoinLoop loop_;
};

template <Join kJoin>
class UnsortedSegmentOp : public UnsortedSegmentOpBase {
 public:
  explicit UnsortedSegmentOp(OpKernelConstruction* ctx) : UnsortedSegmentOpBase(ctx, kJoin) {}
};

#define REGISTER_SEGMENT(op, T, ...)                                                    \
  REGISTER_KERNEL_BUILDER(Name("Segment" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SegmentOp<__VA_ARGS__>)
#define REGISTER_UNSORTED(op, T, kind)                                                          \
  REGISTER_KERNEL_BUILDER(Name("UnsortedSegment" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          UnsortedSegmentOp<kind>)
#define REGISTER_SUMS(T)                         \
  REGISTER_SEGMENT("Sum", T, Join::kAdd);        \
  REGISTER_SEGMENT("Mean", T, Join::kAdd, true); \
  REGISTER_SEGMENT("Prod", T, Join::kMul);       \
  REGISTER_UNSORTED("Sum", T, Join::kAdd);       \
  REGISTER_UNSORTED("Prod", T, Join::kMul);
#define REGISTER_EXTREMES(T)                    \
  REGISTER_SEGMENT("Max", T, Join::kLaterMax);  \
  REGISTER_SEGMENT("Min", T, Join::kLaterMin);  \
  REGISTER_UNSORTED("Max", T, Join::kLaterMax); \
  REGISTER_UNSORTED("Min", T, Join::kLaterMin);
TF_CALL_NUMBER_TYPES(REGISTER_SUMS);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_EXTREMES);

}  // namespace
}  // namespace opgraft_internal
