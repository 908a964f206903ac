// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/ragged/row_splits.h"

namespace opgraft_internal {
namespace {

// How a row partition is given.
enum class Partition { kFirstDimSize, kValueRowIds, kRowSplits };

// A dense tensor of the rows of a ragged one, cut or filled up to its sizes. For each row of a
// level the place in the output is found, from the outermost level on; -1 for what has been cut
// off.
class RaggedTensorToTensorOp : public OpKernel {
 public:
  explicit RaggedTensorToTensorOp(OpKernelConstruction* context) : OpKernel(context) {
    std::vector<std::string> names;
    OP_REQUIRES_OK(context, context->GetAttr("row_partition_types", &names));
    for (const std::string& name : names) {
      if (name == "FIRST_DIM_SIZE") {
        partitions_.push_back(Partition::kFirstDimSize);
      } else if (name == "VALUE_ROWIDS") {
        partitions_.push_back(Partition::kValueRowIds);
      } else if (name == "ROW_SPLITS") {
        partitions_.push_back(Partition::kRowSplits);
      } else {
        context->CtxFailure(absl::InvalidArgumentError(
            absl::StrCat("Unknown string for partition info type: ", name)));
        return;
      }
    }
    OP_REQUIRES(context, static_cast<int>(names.size()) == context->num_inputs() - 3,
                absl::InvalidArgumentError(absl::StrCat("row_partition_types has ", names.size(),
                                                        " elements for ", context->num_inputs() - 3,
                                                        " row partition tensors")));
    OP_REQUIRES(context, partitions_[0] != Partition::kValueRowIds,
                absl::InvalidArgumentError("Cannot handle VALUE_ROWIDS in first dimension."));
    for (size_t i = 1; i < partitions_.size(); ++i) {
      OP_REQUIRES(context, partitions_[i] != Partition::kFirstDimSize,
                  absl::InvalidArgumentError("FIRST_DIM_SIZE must come first"));
    }
    first_level_ = partitions_[0] == Partition::kFirstDimSize ? 1 : 0;
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(1);
    const Tensor& default_value = context->input(2);
    int64_t rows = 0;
    std::vector<RowSplits> levels;
    OP_REQUIRES_OK(context, ReadFirstSize(context, &rows));
    OP_REQUIRES_OK(context, ReadLevels(context, rows, &levels));
    TensorShape shape;
    OP_REQUIRES_OK(context, OutputShape(context->input(0), values.shape(), rows, levels, &shape));
    OP_REQUIRES_OK(context, CheckDefault(default_value.shape(), values.shape()));
    const std::vector<int64_t> places = PlacesOf(levels, rows, shape);
    OP_REQUIRES(
        context, static_cast<int64_t>(places.size()) <= values.dim_size(0),
        absl::InvalidArgumentError(absl::StrCat("The row partitions are of ", places.size(),
                                                " values, but there are ", values.dim_size(0))));
    OP_REQUIRES_OK(context, CheckTextLength(values, default_value, shape.num_elements()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Fill(default_value, values.shape(), output);
    Place(values, places, output);
  }

 private:
  static constexpr int kFirstPartition = 3;  // its input

  int levels() const { return static_cast<int>(partitions_.size()) - first_level_; }

  absl::Status ReadFirstSize(OpKernelContext* context, int64_t* rows) const {
    const Tensor& first = context->input(kFirstPartition);
    if (partitions_[0] == Partition::kRowSplits) {
      *rows = first.NumElements() - 1;
      return absl::OkStatus();
    }
    if (first.dims() != 0)
      return absl::InvalidArgumentError("the tensor of FIRST_DIM_SIZE must be a scalar");
    *rows = IndexAt(first, 0);
    if (*rows >= 0) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("FIRST_DIM_SIZE is negative: ", *rows));
  }

  // All levels as row splits.
  absl::Status ReadLevels(OpKernelContext* context, int64_t rows,
                          std::vector<RowSplits>* result) const {
    for (size_t i = static_cast<size_t>(first_level_); i < partitions_.size(); ++i) {
      const Tensor& tensor = context->input(kFirstPartition + static_cast<int>(i));
      RowSplits splits;
      if (partitions_[i] == Partition::kRowSplits) {
        OPGRAFT_RETURN_IF_ERROR(ReadRowSplits(tensor, -1, &splits));
        if (RowCount(splits) != rows) {
          return absl::InvalidArgumentError(absl::StrCat("Row splits of ", RowCount(splits),
                                                         " rows stand below ", rows, " rows"));
        }
      } else {
        OPGRAFT_RETURN_IF_ERROR(SplitsOfRowIds(tensor, rows, &splits));
      }
      rows = splits.back();
      result->push_back(std::move(splits));
    }
    return absl::OkStatus();
  }

  static absl::Status SplitsOfRowIds(const Tensor& ids, int64_t rows, RowSplits* splits) {
    if (ids.dims() != 1)
      return absl::InvalidArgumentError("the tensor of VALUE_ROWIDS must be a vector");
    int64_t before = 0;
    for (int64_t i = 0; i < ids.NumElements(); ++i) {
      const int64_t id = IndexAt(ids, i);
      if (id < before || id >= rows) {
        return absl::InvalidArgumentError(absl::StrCat("Row id ", id, " of value ", i,
                                                       " is not in [", before, ", ", rows,
                                                       "): row ids must not fall"));
      }
      splits->resize(static_cast<size_t>(id) + 1, i);
      before = id;
    }
    TensorShape valid;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape({rows}, &valid));
    splits->resize(static_cast<size_t>(rows) + 1, ids.NumElements());
    return absl::OkStatus();
  }

  // Input `shape` with what it leaves open: the sizes of the widest rows.
  absl::Status OutputShape(const Tensor& wanted, const TensorShape& values, int64_t rows,
                           const std::vector<RowSplits>& splits, TensorShape* shape) const {
    if (values.dims() == 0) return absl::InvalidArgumentError("values must not be a scalar");
    const size_t rank = splits.size() + static_cast<size_t>(values.dims());
    IndexValues sizes(rank, -1);
    if (wanted.dims() == 1) {
      sizes = ReadIndices(wanted);
    } else if (wanted.dims() != 0 || IndexAt(wanted, 0) != -1) {
      return absl::InvalidArgumentError(
          "The only valid scalar shape tensor is the fully unknown shape specified as -1.");
    }
    if (sizes.size() != rank) {
      return absl::InvalidArgumentError(absl::StrCat(
          "The ragged tensor has rank ", rank, ", but shape has ", sizes.size(), " elements"));
    }
    for (size_t d = 0; d < rank; ++d) {
      const size_t value_dim = d - std::min(d, splits.size());
      const bool is_inner = d > splits.size();
      const int64_t own = is_inner ? values.dim_size(static_cast<int>(value_dim)) : 0;
      if (sizes[d] < -1 || (is_inner && sizes[d] >= 0 && sizes[d] != own)) {
        return absl::InvalidArgumentError(absl::StrCat("size ", sizes[d], " of dimension ", d,
                                                       " of shape does not fit the ragged tensor"));
      }
      if (sizes[d] >= 0) continue;
      if (is_inner) {
        sizes[d] = own;
      } else {
        sizes[d] = d == 0 ? rows : Widest(splits[d - 1]);
      }
    }
    return TensorShape::BuildTensorShape(sizes, shape);
  }

  static int64_t Widest(const RowSplits& splits) {
    int64_t widest = 0;
    for (size_t i = 1; i < splits.size(); ++i) widest = std::max(widest, splits[i] - splits[i - 1]);
    return widest;
  }

  // The default is one value of the ragged tensor, or is stretched to one.
  static absl::Status CheckDefault(const TensorShape& shape, const TensorShape& values) {
    bool fits = shape.dims() < values.dims() || shape.dims() == 0;
    for (int d = 1; fits && d <= shape.dims(); ++d) {
      const int64_t size = shape.dim_size(shape.dims() - d);
      fits = size == 1 || size == values.dim_size(values.dims() - d);
    }
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("default_value of shape ", shape.DebugString(),
                     " cannot stand for a value of a tensor of shape ", values.DebugString()));
  }

  // Where each value goes, counted in values.
  static std::vector<int64_t> PlacesOf(const std::vector<RowSplits>& splits, int64_t rows,
                                       const TensorShape& shape) {
    std::vector<int64_t> places(static_cast<size_t>(rows), -1);
    for (int64_t i = 0; i < std::min(rows, shape.dim_size(0)); ++i)
      places[static_cast<size_t>(i)] = i;
    for (size_t level = 0; level < splits.size(); ++level) {
      const int64_t width = shape.dim_size(static_cast<int>(level) + 1);
      std::vector<int64_t> next(static_cast<size_t>(splits[level].back()), -1);
      for (size_t row = 0; row < places.size(); ++row) {
        const int64_t begin = splits[level][row];
        const int64_t end = std::min(splits[level][row + 1], begin + width);
        if (places[row] < 0) continue;
        for (int64_t i = begin; i < end; ++i)
          next[static_cast<size_t>(i)] = places[row] * width + i - begin;
      }
      places = std::move(next);
    }
    return places;
  }

  static absl::Status CheckTextLength(const Tensor& values, const Tensor& default_value,
                                      int64_t elements) {
    if (values.dtype() != DT_STRING || default_value.NumElements() == 0) return absl::OkStatus();
    TextBudget budget;
    const tstring* const texts = static_cast<const tstring*>(values.data());
    const tstring* const defaults = static_cast<const tstring*>(default_value.data());
    size_t longest = 0;
    for (int64_t i = 0; i < default_value.NumElements(); ++i)
      longest = std::max(longest, defaults[i].size());
    budget.Add(static_cast<int64_t>(longest), elements);
    for (int64_t i = 0; i < values.NumElements(); ++i)
      budget.Add(static_cast<int64_t>(texts[i].size()));
    return budget.Check();
  }

  static void Fill(const Tensor& default_value, const TensorShape& values, Tensor* output) {
    const int64_t inner = ProductOf(values.sizes(), 1, values.dims());
    absl::InlinedVector<CopyDim, 6> dims = {{output->NumElements() / inner, 0, inner}};
    const auto steps = RowMajorSteps(values.sizes());
    const auto own_steps = RowMajorSteps(default_value.shape().sizes());
    const int missing = values.dims() - default_value.dims();
    for (int d = 1; d < values.dims(); ++d) {
      const int own = d - missing;
      const bool repeats = own < 0 || default_value.dim_size(own) == 1;
      dims.push_back({values.dim_size(d), repeats ? 0 : own_steps[static_cast<size_t>(own)],
                      steps[static_cast<size_t>(d)]});
    }
    StridedCopy(dims).Run(output->dtype(), default_value.data(), output->data());
  }

  static void Place(const Tensor& values, const std::vector<int64_t>& places, Tensor* output) {
    const int64_t inner = ProductOf(values.shape().sizes(), 1, values.dims());
    WithRuns(values.dtype(), inner, [&](auto elements, int64_t length) {
      using E = decltype(elements);
      const int64_t bytes = length * E::kSize;
      const char* from = static_cast<const char*>(values.data());
      for (const int64_t place : places) {
        if (place >= 0)
          E::CopyRun(from, static_cast<char*>(output->data()) + place * bytes, length);
        from += bytes;
      }
    });
  }

  std::vector<Partition> partitions_;
  int first_level_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("RaggedTensorToTensor").Device(DEVICE_CPU), RaggedTensorToTensorOp);

}  // namespace
}  // namespace opgraft_internal
