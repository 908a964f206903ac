// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_PARSING_FEATURE_LIST_PARSER_H_
#define KERNELS_PARSING_FEATURE_LIST_PARSER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/parsing/example_parser.h"

namespace opgraft_internal {

// A feature list that is asked for as rows of one shape. Plain data.
struct DenseList {
  WantedFeature wanted;
  TensorShape row;
  bool may_be_missing = false;  // it has no rows then
};

// Where the outputs of each kind begin among those of the kernel. -1: there are none.
struct FeatureListOutputs {
  int sparse_indices = 0;
  int sparse_values = 0;
  int sparse_shapes = 0;
  int dense_values = 0;
  int dense_lengths = -1;
  int ragged_values = -1;
  int ragged_outer_splits = -1;
  int ragged_inner_splits = -1;
};

// Parses the feature lists of the SequenceExamples of one call of a kernel; their context is what
// an ExampleParser reads. Borrows all that it is given. Thread-compatible.
//
// Works as ExampleParser does: finds the lists first, measures each, and writes the outputs.
class FeatureListParser {
 public:
  std::vector<WantedFeature> sparse;
  std::vector<DenseList> dense;
  std::vector<RaggedFeature> ragged;

  // Puts what the SequenceExamples in input 0, a vector or a scalar, hold of these lists into the
  // outputs. `names`, if there are any, stand for them in messages. INVALID_ARGUMENT for bytes that
  // are no SequenceExample, for a feature of another type or size, and for a list that is missing.
  absl::Status Parse(OpKernelContext* context, const Tensor& names,
                     const FeatureListOutputs& outputs);

 private:
  // A list where it lies in the bytes.
  struct Found {
    const char* data;
    // -1: the example has none.
    int64_t size;
  };
  // What all examples have of one list.
  struct Sizes {
    int64_t values = 0;
    int64_t rows = 0;
    int64_t most_values = 0;  // in a row
    int64_t most_rows = 0;    // in an example
  };
  using Visit =
      absl::FunctionRef<void(int64_t example, int64_t row, const ExampleFeature& feature)>;

  // Fills `found_`.
  absl::Status FindLists(const Tensor& serialized);
  // Calls visit for each feature of a list, in the order of examples and rows.
  absl::Status ForEachRow(size_t slot, Visit visit) const;
  // INVALID_ARGUMENT if a row is of another type or size than is asked for.
  absl::Status CheckRow(size_t slot, int64_t example, int64_t row,
                        const ExampleFeature& feature) const;
  // Counts values and rows, so that outputs can be allocated.
  absl::Status Measure(size_t slot, Sizes* sizes) const;
  absl::Status PutValues(size_t slot, int64_t total, int output) const;
  absl::Status PutSparse(size_t s, const FeatureListOutputs& outputs) const;
  absl::Status PutDense(size_t d, const FeatureListOutputs& outputs) const;
  // How many rows each example has.
  absl::Status PutLengths(size_t slot, int output) const;
  absl::Status PutRagged(size_t r, const FeatureListOutputs& outputs) const;
  template <typename Split>
  absl::Status PutSplits(size_t slot, int64_t rows, int outer_output, int inner_output) const;

  // What an example has of the list in a slot.
  const Found& FoundOf(size_t slot, int64_t example) const {
    return found_[slot * static_cast<size_t>(num_examples_) + static_cast<size_t>(example)];
  }
  size_t num_slots() const { return sparse.size() + dense.size() + ragged.size(); }
  const WantedFeature& WantedIn(size_t slot) const;
  // Null of a list that is not dense.
  const DenseList* DenseIn(size_t slot) const;

  OpKernelContext* context_ = nullptr;
  const Tensor* names_ = nullptr;
  bool is_single_ = false;
  int64_t num_examples_ = 0;
  Tensor memory_;
  Found* found_ = nullptr;
};

}  // namespace opgraft_internal

#endif  // KERNELS_PARSING_FEATURE_LIST_PARSER_H_
