// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_PARSING_EXAMPLE_PARSER_H_
#define KERNELS_PARSING_EXAMPLE_PARSER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "kernels/parsing/example_reader.h"

namespace opgraft_internal {

// What messages call an example: its name, if the examples have names.
std::string NameOfExample(const Tensor& names, int64_t example);

// A feature that is asked for. Plain data.
struct WantedFeature {
  absl::string_view key;
  DataType type = DT_INVALID;
};
// A feature of one shape in all examples: its own values, or the default.
struct DenseFeature {
  WantedFeature wanted;
  // Only the first dimension may be unknown.
  PartialTensorShape shape;
  // Empty: the feature must be there.
  const Tensor* default_value = nullptr;
};
// A feature whose values come as one ragged tensor, with splits of this type.
struct RaggedFeature {
  WantedFeature wanted;
  DataType split_type = DT_INT64;
};

// Where the outputs of each kind begin among those of the kernel.
struct ExampleOutputs {
  int sparse_indices = 0;
  int sparse_values = 0;
  int sparse_shapes = 0;
  int dense_values = 0;
  int ragged_values = 0;
  int ragged_splits = 0;
};

// Parses the Examples of one call of a kernel. Borrows all that it is given. Thread-compatible.
//
// Features are numbered by slots: the sparse ones first, then the dense ones, then the ragged ones.
// Parse first notes where in the bytes each example has the feature of each slot, and then writes
// the outputs slot by slot, once sizes are known.
//
// Example: parser.sparse.push_back({"words", DT_STRING}), and then Parse.
class ExampleParser {
 public:
  std::vector<WantedFeature> sparse;
  std::vector<DenseFeature> dense;
  std::vector<RaggedFeature> ragged;

  // Puts what the Examples in input 0, a vector or a scalar, hold of these features into the
  // outputs. `names`, if there are any, stand for the Examples in messages. INVALID_ARGUMENT for
  // bytes that are no Example, for a feature of another type or size, and for one that is missing.
  absl::Status Parse(OpKernelContext* context, const Tensor& names, const ExampleOutputs& outputs);

 private:
  absl::Status CheckDefault(size_t d) const;
  // Fills `found_`.
  absl::Status ReadAll(const Tensor& serialized);
  // INVALID_ARGUMENT if a feature that was found is of another type.
  absl::Status CheckType(const WantedFeature& wanted, int64_t example,
                         const ExampleFeature& feature) const;
  // Write the outputs of one feature; PutDenseRow what one example has of a dense one.
  absl::Status PutSparse(size_t s, const ExampleOutputs& outputs) const;
  absl::Status PutDense(size_t d, const ExampleOutputs& outputs) const;
  absl::Status PutDenseRow(const DenseFeature& feature, int64_t example,
                           const ExampleFeature& found, int64_t size, char* row) const;
  absl::Status PutRagged(size_t r, const ExampleOutputs& outputs) const;
  // Where the values of each example begin, and the end of the last.
  template <typename Split>
  absl::Status PutSplits(size_t slot, int output) const;
  // Copies the values of a slot one behind another.
  absl::Status PutValues(size_t slot, int64_t total, int output) const;

  // What example `i` has of the feature in a slot.
  const ExampleFeature& Found(size_t slot, int64_t i) const {
    return found_[slot * static_cast<size_t>(num_examples_) + static_cast<size_t>(i)];
  }
  // All features that are asked for, and the one in a slot.
  size_t num_slots() const { return sparse.size() + dense.size() + ragged.size(); }
  const WantedFeature& WantedIn(size_t slot) const;

  OpKernelContext* context_ = nullptr;
  const Tensor* names_ = nullptr;
  bool is_single_ = false;
  int64_t num_examples_ = 0;
  Tensor memory_;
  ExampleFeature* found_ = nullptr;
  absl::flat_hash_map<absl::string_view, std::vector<size_t>> slots_;  // by key
};

}  // namespace opgraft_internal

#endif  // KERNELS_PARSING_EXAMPLE_PARSER_H_
