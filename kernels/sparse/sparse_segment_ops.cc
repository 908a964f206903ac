// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// SparseSegmentSum, ...Mean, ...SqrtN, with and without a number of segments.
#include <cstring>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/sparse/sparse_segment.h"

namespace opgraft_internal {
namespace {

// Sums rows of `data` by segment. Segments without rows are 0.
class SparseSegmentOp : public OpKernel {
 public:
  explicit SparseSegmentOp(OpKernelConstruction* context)
      : OpKernel(context),
        scale_(SegmentScaleOf(type_string())),
        compute_(ComputeTypeOf(input_type(0))),
        to_compute_(input_type(0), compute_),
        from_compute_(compute_, input_type(0)),
        to_scalar_(DT_DOUBLE, compute_),
        add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, compute_)[loops::kVectorVector]),
        divide_(
            loops::FindBinaryLoops(loops::BinaryFunction::kDiv, compute_)[loops::kVectorScalar]) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    const Tensor& indices = context->input(1);
    const Tensor& segment_ids = context->input(2);
    OP_REQUIRES_OK(context, CheckSegmentShapes(indices, segment_ids));
    OP_REQUIRES(context, data.dims() >= 1,
                absl::InvalidArgumentError("Shape must be at least rank 1"));
    int64_t segments = 0;
    std::vector<int64_t> starts;
    OP_REQUIRES_OK(context, CountSegments(context, &segments));
    OP_REQUIRES_OK(context, FindSegments(segment_ids, segments, &starts));
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int64_t row = IndexAt(indices, i);
      OP_REQUIRES(context, row >= 0 && row < data.dim_size(0),
                  absl::InvalidArgumentError(absl::StrCat(
                      "indices[", i, "] == ", row, " out of range [0, ", data.dim_size(0), ")")));
    }
    TensorShape shape = data.shape();
    OP_REQUIRES_OK(context, shape.SetDimWithStatus(0, segments));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    const int64_t size = output->NumElements() / segments;
    const double segment_ns =
        static_cast<double>(size) *
        (1 + static_cast<double>(indices.NumElements()) / static_cast<double>(segments));
    ShardElements(context, segments, segment_ns, [&](int64_t begin, int64_t end) {
      std::vector<char> sum(static_cast<size_t>(size * DataTypeSize(compute_)));
      std::vector<char> wide(sum.size());
      for (int64_t s = begin; s < end; ++s)
        SumSegment(data, indices, starts, s, size, &sum, &wide, output);
    });
  }

 private:
  // One more than the last id, or input 3.
  absl::Status CountSegments(OpKernelContext* context, int64_t* segments) const {
    const Tensor& ids = context->input(2);
    const int64_t count = ids.NumElements();
    const int64_t last = count == 0 ? -1 : IndexAt(ids, count - 1);
    if (last < std::numeric_limits<int64_t>::max()) *segments = last + 1;
    if (last < -1 || last == std::numeric_limits<int64_t>::max())
      return absl::InvalidArgumentError("segment ids must be >= 0");
    if (context->num_inputs() == 3) return absl::OkStatus();
    const Tensor& wanted = context->input(3);
    if (wanted.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat("num_segments should be a scalar, not shape ",
                                                     wanted.shape().DebugString()));
    }
    *segments = IndexAt(wanted, 0);
    if (*segments < 0) return absl::InvalidArgumentError("segment ids must be >= 0");
    if (last < *segments) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("segment ids must be < num_segments (", *segments, "), got ", last));
  }

  // Segment s has the rows [starts[s], starts[s + 1]).
  static absl::Status FindSegments(const Tensor& ids, int64_t segments,
                                   std::vector<int64_t>* starts) {
    int64_t before = -1;
    const int64_t count = ids.NumElements();
    for (int64_t i = 0; i < count; ++i) {
      const int64_t id = IndexAt(ids, i);
      if (id < 0) return absl::InvalidArgumentError("segment ids must be >= 0");
      if (id < before) return absl::InvalidArgumentError("segment ids are not increasing");
      if (id >= segments)
        return absl::InvalidArgumentError(
            absl::StrCat("Segment id ", id, " out of range [0, ", segments, ")"));
      starts->resize(static_cast<size_t>(id) + 1, i);
      before = id;
    }
    starts->resize(static_cast<size_t>(segments) + 1, count);
    return absl::OkStatus();
  }

  void SumSegment(const Tensor& data, const Tensor& indices, const std::vector<int64_t>& starts,
                  int64_t segment, int64_t size, std::vector<char>* sum, std::vector<char>* wide,
                  Tensor* output) const {
    const int64_t begin = starts[static_cast<size_t>(segment)];
    const int64_t end = starts[static_cast<size_t>(segment) + 1];
    const int64_t row_bytes = size * DataTypeSize(data.dtype());
    const char* const from = static_cast<const char*>(data.data());
    char* const to = static_cast<char*>(output->data()) + segment * row_bytes;
    if (begin == end) {
      std::memset(to, 0, static_cast<size_t>(row_bytes));
      return;
    }
    to_compute_.Run(from + IndexAt(indices, begin) * row_bytes, sum->data(), size);
    for (int64_t i = begin + 1; i < end; ++i) {
      const char* row = from + IndexAt(indices, i) * row_bytes;
      if (compute_ != data.dtype()) {
        to_compute_.Run(row, wide->data(), size);
        row = wide->data();
      }
      add_(sum->data(), row, sum->data(), size);
    }
    if (scale_ != SegmentScale::kSum) {
      const double divisor = SegmentDivisor(scale_, end - begin);
      alignas(16) char scalar[16];
      to_scalar_.Run(&divisor, scalar, 1);
      divide_(sum->data(), scalar, sum->data(), size);
    }
    from_compute_.Run(sum->data(), to, size);
  }

  const SegmentScale scale_;
  const DataType compute_;
  const CastFunction to_compute_;
  const CastFunction from_compute_;
  const CastFunction to_scalar_;
  const loops::BinaryLoop add_;
  const loops::BinaryLoop divide_;
};

#define REGISTER_OP_KERNEL(op, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), SparseSegmentOp)
#define REGISTER(T)                          \
  REGISTER_OP_KERNEL("SparseSegmentSum", T); \
  REGISTER_OP_KERNEL("SparseSegmentSumWithNumSegments", T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#define REGISTER(T)                                          \
  REGISTER_OP_KERNEL("SparseSegmentMean", T);                \
  REGISTER_OP_KERNEL("SparseSegmentMeanWithNumSegments", T); \
  REGISTER_OP_KERNEL("SparseSegmentSqrtN", T);               \
  REGISTER_OP_KERNEL("SparseSegmentSqrtNWithNumSegments", T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_OP_KERNEL

}  // namespace
}  // namespace opgraft_internal
