// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's EmbeddingBag ops, EmbeddingSegmentsSum and SegmentMax: rows that are joined.
#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/array/join_rows.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/openvino/array/long_indices.h"

namespace opgraft_internal {
namespace {

template <typename T>
constexpr bool kIsSmallFloat = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;
template <typename T>
constexpr bool kHasSum = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || kIsSmallFloat<T>;

// What sums are computed in: small floats in float, whole numbers without a sign, so that they
// wrap.
template <typename T>
struct SumOf {
  using Type = std::conditional_t<kIsSmallFloat<T>, float, T>;
};
template <typename T>
using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, typename SumOf<T>::Type>;

// The rows that make up one bag: `count` of a table with rows of `length`.
struct Bag {
  const void* table = nullptr;
  const int64_t* rows = nullptr;
  const void* weights = nullptr;  // of each of them; null: 1
  int64_t count = 0;
  int64_t length = 0;
};

// Adds the rows of a bag; with `mean` the sum is divided by their number.
template <typename T>
void AddBag(const Bag& bag, bool mean, std::vector<Sum<T>>* sums, T* to) {
  sums->assign(static_cast<size_t>(bag.length), Sum<T>{0});
  Sum<T>* const sum = sums->data();
  for (int64_t r = 0; r < bag.count; ++r) {
    const T* const row = static_cast<const T*>(bag.table) + bag.rows[r] * bag.length;
    if (bag.weights == nullptr) {
      for (int64_t i = 0; i < bag.length; ++i) sum[i] += static_cast<Sum<T>>(row[i]);
    } else {
      const auto weight = static_cast<Sum<T>>(static_cast<const T*>(bag.weights)[r]);
      for (int64_t i = 0; i < bag.length; ++i) sum[i] += static_cast<Sum<T>>(row[i]) * weight;
    }
  }
  for (int64_t i = 0; i < bag.length; ++i) {
    if constexpr (std::is_integral_v<T>) {
      to[i] = static_cast<T>(sum[i]);
    } else {
      to[i] = static_cast<T>(mean ? sum[i] / static_cast<Sum<T>>(bag.count) : sum[i]);
    }
  }
  if (mean && std::is_integral_v<T>) DivideRow(DataTypeToEnum<T>::value, to, bag.length, bag.count);
}

// What the ops with a table share: each finds which rows its bags have.
class BagOpBase : public OpKernel {
 public:
  // `rest` is the number of the first optional input: a default row, if the op has one, then
  // weights.
  BagOpBase(OpKernelConstruction* ctx, int rest, bool has_default)
      : OpKernel(ctx),
        default_input_(has_default && num_inputs() > rest ? rest : -1),
        weights_input_(num_inputs() > rest + has_default ? rest + has_default : -1) {
    std::string reduction = "sum";
    if (ctx->HasAttr("reduction")) OP_REQUIRES_OK(ctx, ctx->GetAttr("reduction", &reduction));
    mean_ = reduction == "mean";
    OP_REQUIRES(ctx, !mean_ || weights_input_ < 0,
                absl::InvalidArgumentError("per_sample_weights need the reduction 'sum'"));
    OP_REQUIRES(ctx, weights_input_ < 0 || input_type(weights_input_) == input_type(0),
                absl::InvalidArgumentError("per_sample_weights must be of the type of emb_table"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& table = ctx->input(0);
    OP_REQUIRES(ctx, table.dims() >= 1,
                absl::InvalidArgumentError("emb_table must have rows, but is a scalar"));
    OP_REQUIRES(ctx,
                weights_input_ < 0 || ctx->input(weights_input_).shape() == ctx->input(1).shape(),
                absl::InvalidArgumentError("per_sample_weights must have the shape of indices"));
    Tensor rows, begins;
    OP_REQUIRES_OK(ctx, ResolveIndices(ctx, ctx->input(1), table.dim_size(0), false, &rows));
    OP_REQUIRES_OK(ctx, FindBags(ctx, &begins));
    int64_t default_row = -1;
    OP_REQUIRES_OK(ctx, ReadDefault(ctx, &default_row));
    TensorShape shape = table.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(0, begins.NumElements() - 1));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() > 0) AddAll(ctx, rows, begins, default_row, output);
  }

 protected:
  // Puts into `*begins`, of int64, where each bag begins among the indices, and behind them where
  // the last one ends. INVALID_ARGUMENT.
  virtual absl::Status FindBags(OpKernelContext* ctx, Tensor* begins) const = 0;

 private:
  // -1: zeros.
  absl::Status ReadDefault(OpKernelContext* ctx, int64_t* row) const {
    if (default_input_ < 0) return absl::OkStatus();
    const Tensor& tensor = ctx->input(default_input_);
    if (!IsIntegerTensor(tensor) || tensor.NumElements() != 1)
      return absl::InvalidArgumentError("default_index must be one whole number");
    *row = IntegerAt(tensor, 0);
    if (*row >= -1 && *row < ctx->input(0).dim_size(0)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("default_index ", *row,
                                                   " is out of range: the table has ",
                                                   ctx->input(0).dim_size(0), " rows"));
  }

  void AddAll(OpKernelContext* ctx, const Tensor& rows, const Tensor& begins, int64_t default_row,
              Tensor* output) const {
    const Tensor& table = ctx->input(0);
    const int64_t* const begin = static_cast<const int64_t*>(begins.data());
    const int64_t bags = begins.NumElements() - 1;
    const int64_t length = output->NumElements() / bags;
    const double bag_ns = static_cast<double>((rows.NumElements() / bags + 1) * length);
    VisitType(table.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (kHasSum<T>) {
        ShardElements(ctx, bags, bag_ns, [&](int64_t first, int64_t limit) {
          std::vector<Sum<T>> sums;
          for (int64_t b = first; b < limit; ++b) {
            Bag bag;
            bag.table = table.data();
            bag.rows = static_cast<const int64_t*>(rows.data()) + begin[b];
            bag.count = begin[b + 1] - begin[b];
            bag.length = length;
            if (weights_input_ >= 0) bag.weights = ElementAt(ctx->input(weights_input_), begin[b]);
            if (bag.count == 0 && default_row >= 0) {
              bag.rows = &default_row;
              bag.count = 1;
              bag.weights = nullptr;
            }
            AddBag<T>(bag, mean_ && bag.count > 0, &sums,
                      static_cast<T*>(output->data()) + b * length);
          }
        });
      }
    });
  }

  const int default_input_;
  const int weights_input_;
  bool mean_ = false;
};

class BagOffsetsOp : public BagOpBase {
 public:
  explicit BagOffsetsOp(OpKernelConstruction* ctx) : BagOpBase(ctx, 3, /*has_default=*/true) {}

 protected:
  absl::Status FindBags(OpKernelContext* ctx, Tensor* begins) const override {
    const Tensor& offsets = ctx->input(2);
    const int64_t indices = ctx->input(1).NumElements();
    if (ctx->input(1).dims() != 1 || offsets.dims() != 1)
      return absl::InvalidArgumentError("indices and offsets must be vectors");
    const int64_t bags = offsets.NumElements();
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({bags + 1}), begins));
    auto begin = begins->vec<int64_t>();
    begin(bags) = indices;
    for (int64_t b = bags; b-- > 0;) {
      begin(b) = IntegerAt(offsets, b);
      if (begin(b) >= 0 && begin(b) <= begin(b + 1)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("offsets must ascend up to the number of indices, but offsets[", b, "] is ",
                       begin(b), " and what follows ", begin(b + 1)));
    }
    return absl::OkStatus();
  }
};

class BagPackedOp : public BagOpBase {
 public:
  explicit BagPackedOp(OpKernelConstruction* ctx) : BagOpBase(ctx, 2, /*has_default=*/false) {}

 protected:
  absl::Status FindBags(OpKernelContext* ctx, Tensor* begins) const override {
    const Tensor& indices = ctx->input(1);
    if (indices.dims() != 2)
      return absl::InvalidArgumentError("indices must be [bags, rows of a bag]");
    const int64_t bags = indices.dim_size(0);
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({bags + 1}), begins));
    auto begin = begins->vec<int64_t>();
    for (int64_t b = 0; b <= bags; ++b) begin(b) = b * indices.dim_size(1);
    return absl::OkStatus();
  }
};

class SegmentsSumOp : public BagOpBase {
 public:
  explicit SegmentsSumOp(OpKernelConstruction* ctx) : BagOpBase(ctx, 4, /*has_default=*/true) {}

 protected:
  absl::Status FindBags(OpKernelContext* ctx, Tensor* begins) const override {
    const Tensor& ids = ctx->input(2);
    if (ctx->input(1).dims() != 1 || ids.shape() != ctx->input(1).shape())
      return absl::InvalidArgumentError("indices and segment_ids must be vectors of one length");
    const Tensor& number = ctx->input(3);
    if (number.NumElements() != 1 || IntegerAt(number, 0) < 0)
      return absl::InvalidArgumentError("num_segments must be one number, not negative");
    const int64_t segments = IntegerAt(number, 0);
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(std::min(segments, segments - 1) + 2));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, shape, begins));
    auto begin = begins->vec<int64_t>();
    int64_t before = 0, next = 0;  // segments whose begin is known
    for (int64_t i = 0; i < ids.NumElements(); ++i) {
      const int64_t id = IntegerAt(ids, i);
      if (id < before) {
        return absl::InvalidArgumentError(
            absl::StrCat("segment_ids must ascend from 0, but segment_ids[", i, "] is ", id));
      }
      before = id;
      // Those of later segments than there are stay out.
      for (; next <= std::min(id, segments); ++next) begin(next) = i;
    }
    for (; next <= segments; ++next) begin(next) = ids.NumElements();
    return absl::OkStatus();
  }
};

class SegmentMaxOp : public OpKernel {
 public:
  explicit SegmentMaxOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), join_(FindJoinLoop(Join::kMax, input_type(0))) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("fill_mode", &mode));
    zero_ = mode == "zero";
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& ids = ctx->input(1);
    OP_REQUIRES(ctx, data.dims() >= 1 && ids.shape() == TensorShape({data.dim_size(0)}),
                absl::InvalidArgumentError("segment_ids must have a number for each row of data"));
    Tensor first, rest;
    int64_t segments = 0;
    OP_REQUIRES_OK(ctx, ReadSegments(ctx, &segments, &first, &rest));
    TensorShape shape = data.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(0, segments));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    if (zero_) {
      ClearElements(output->dtype(), output->data(), output->NumElements());
    } else {
      FillNeutral(Join::kMax, output->dtype(), output->data(), output->NumElements());
    }
    RowJob job;
    job.rows = data.data();
    job.to = output->data();
    job.count = ids.NumElements();
    job.length = job.end = output->NumElements() / segments;
    job.targets = static_cast<const int64_t*>(first.data());
    FindJoinLoop(Join::kReplace, output->dtype())(job, output->dtype());
    job.targets = static_cast<const int64_t*>(rest.data());
    join_(job, output->dtype());
  }

 private:
  // How many segments there are, and for each row its segment: in `*first` if it is the first one
  // of it, in `*rest` if it is not; -1 elsewhere.
  static absl::Status ReadSegments(OpKernelContext* ctx, int64_t* segments, Tensor* first,
                                   Tensor* rest) {
    Tensor id;
    OPGRAFT_RETURN_IF_ERROR(AsLongs(ctx, ctx->input(1), &id));
    const int64_t rows = id.NumElements();
    const int64_t* const of_row = static_cast<const int64_t*>(id.data());
    OPGRAFT_RETURN_IF_ERROR(CountSegments(ctx, of_row, rows, segments));
    for (Tensor* const tensor : {first, rest})
      OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, id.shape(), tensor));
    for (int64_t r = 0; r < rows; ++r) {
      const bool begins = r == 0 || of_row[r] != of_row[r - 1];
      const int64_t target = of_row[r] < *segments ? of_row[r] : -1;
      first->vec<int64_t>()(r) = begins ? target : -1;
      rest->vec<int64_t>()(r) = begins ? -1 : target;
    }
    return absl::OkStatus();
  }

  // One more than the last segment of a row, or input 2.
  static absl::Status CountSegments(OpKernelContext* ctx, const int64_t* of_row, int64_t rows,
                                    int64_t* segments) {
    for (int64_t r = 0; r < rows; ++r) {
      if (of_row[r] >= (r == 0 ? 0 : of_row[r - 1])) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("segment_ids must ascend from 0, but segment_ids[", r, "] is ", of_row[r]));
    }
    *segments = rows == 0 ? 0 : of_row[rows - 1];
    if (rows > 0 && __builtin_add_overflow(*segments, 1, segments))
      return absl::InvalidArgumentError("segment_ids are too large");
    if (ctx->num_inputs() < 3) return absl::OkStatus();
    const Tensor& number = ctx->input(2);
    if (number.NumElements() != 1 || IntegerAt(number, 0) < 0)
      return absl::InvalidArgumentError("num_segments must be one number, not negative");
    *segments = IntegerAt(number, 0);
    return absl::OkStatus();
  }

  const JoinLoop join_;
  bool zero_ = true;
};

#define REGISTER(op, Class) REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), Class)
REGISTER("OpenVINO>EmbeddingBagOffsetsSum", BagOffsetsOp);
REGISTER("OpenVINO>EmbeddingBagOffsets", BagOffsetsOp);
REGISTER("OpenVINO>EmbeddingBagPackedSum", BagPackedOp);
REGISTER("OpenVINO>EmbeddingBagPacked", BagPackedOp);
REGISTER("OpenVINO>EmbeddingSegmentsSum", SegmentsSumOp);
REGISTER("OpenVINO>SegmentMax", SegmentMaxOp);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
