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
  SparseSegmentOp(OpKernelConstruction* context, SegmentScale scale)
      : OpKernel(context),
        scale_(scale),
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
    OP_REQUIRES_OK(context, CheckIndices(indices, data.dim_size(0)));
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
      Scratch scratch(static_cast<size_t>(size * DataTypeSize(compute_)));
      const int64_t row_bytes = size * DataTypeSize(data.dtype());
      for (int64_t s = begin; s < end; ++s) {
        const size_t k = static_cast<size_t>(s);
        SumSegment(data, indices, {starts[k], starts[k + 1]}, size, &scratch,
                   static_cast<char*>(output->data()) + s * row_bytes);
      }
    });
  }

 private:
  // One row each, of the type that is computed in.
  struct Scratch {
    explicit Scratch(size_t bytes) : sum(bytes), wide(bytes) {}
    std::vector<char> sum;
    std::vector<char> wide;
  };
  // The places [begin, end) among the indices that one segment has.
  struct Segment {
    int64_t begin;
    int64_t end;
  };

  static absl::Status CheckIndices(const Tensor& indices, int64_t rows) {
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int64_t row = IndexAt(indices, i);
      if (row >= 0 && row < rows) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("indices[", i, "] == ", row, " out of range [0, ", rows, ")"));
    }
    return absl::OkStatus();
  }

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

  // Rows of `size` elements; `to` gets one.
  void SumSegment(const Tensor& data, const Tensor& indices, Segment segment, int64_t size,
                  Scratch* scratch, char* to) const {
    const int64_t row_bytes = size * DataTypeSize(data.dtype());
    const char* const from = static_cast<const char*>(data.data());
    if (segment.begin == segment.end) {
      std::memset(to, 0, static_cast<size_t>(row_bytes));
      return;
    }
    char* const sum = scratch->sum.data();
    to_compute_.Run(from + IndexAt(indices, segment.begin) * row_bytes, sum, size);
    for (int64_t i = segment.begin + 1; i < segment.end; ++i) {
      const char* row = from + IndexAt(indices, i) * row_bytes;
      if (compute_ != data.dtype()) {
        to_compute_.Run(row, scratch->wide.data(), size);
        row = scratch->wide.data();
      }
      add_(sum, row, sum, size);
    }
    if (scale_ != SegmentScale::kSum) Divide(segment.end - segment.begin, size, sum);
    from_compute_.Run(sum, to, size);
  }

  void Divide(int64_t rows, int64_t size, char* sum) const {
    const double divisor = SegmentDivisor(scale_, rows);
    alignas(16) char scalar[16];
    to_scalar_.Run(&divisor, scalar, 1);
    divide_(sum, scalar, sum, size);
  }

  const SegmentScale scale_;
  const DataType compute_;
  const CastFunction to_compute_;
  const CastFunction from_compute_;
  const CastFunction to_scalar_;
  const loops::BinaryLoop add_;
  const loops::BinaryLoop divide_;
};

template <SegmentScale kScale>
class ScaledSegmentOp : public SparseSegmentOp {
 public:
  explicit ScaledSegmentOp(OpKernelConstruction* context) : SparseSegmentOp(context, kScale) {}
};

#define REGISTER_OP_KERNEL(op, T, kScale)                                     \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ScaledSegmentOp<SegmentScale::kScale>)
#define REGISTER(T)                                \
  REGISTER_OP_KERNEL("SparseSegmentSum", T, kSum); \
  REGISTER_OP_KERNEL("SparseSegmentSumWithNumSegments", T, kSum)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#define REGISTER(T)                                                 \
  REGISTER_OP_KERNEL("SparseSegmentMean", T, kMean);                \
  REGISTER_OP_KERNEL("SparseSegmentMeanWithNumSegments", T, kMean); \
  REGISTER_OP_KERNEL("SparseSegmentSqrtN", T, kSqrtN);              \
  REGISTER_OP_KERNEL("SparseSegmentSqrtNWithNumSegments", T, kSqrtN)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_OP_KERNEL

}  // namespace
}  // namespace opgraft_internal
