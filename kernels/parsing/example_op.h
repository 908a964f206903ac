// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the kernels share that parse Examples.
#ifndef KERNELS_PARSING_EXAMPLE_OP_H_
#define KERNELS_PARSING_EXAMPLE_OP_H_

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/parsing/example_parser.h"

namespace opgraft_internal {

// What an op calls the attrs that all have in common.
struct ExampleAttrs {
  const char* sparse_types;
  const char* dense_types;
  const char* dense_shapes;
};

// Views of the keys in the inputs of one call.
using ExampleKeys = std::vector<absl::string_view>;

// The base class of ops that read features of Examples, or of the context of SequenceExamples.
//
// Subclasses read keys and defaults from their inputs, hand them to an ExampleParser by AddSparse,
// AddDense and AddRagged, and let it parse. Thread-safe: immutable once it is made.
//
// Example: ParseExample reads a key for each of its sparse_types and dense_types; its outputs are
// the indices of all sparse features, then their values, then their shapes, then the dense tensors.
class ExampleOp : public OpKernel {
 public:
  // Reads the attrs. INVALID_ARGUMENT unless there is a shape for each dense type.
  ExampleOp(OpKernelConstruction* context, const ExampleAttrs& attrs) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr(attrs.sparse_types, &sparse_types_));
    OP_REQUIRES_OK(context, context->GetAttr(attrs.dense_types, &dense_types_));
    OP_REQUIRES_OK(context, context->GetAttr(attrs.dense_shapes, &dense_shapes_));
    OP_REQUIRES(
        context, dense_shapes_.size() == dense_types_.size(),
        absl::InvalidArgumentError(absl::StrCat("len(dense_shapes) = ", dense_shapes_.size(),
                                                " but len(types) = ", dense_types_.size())));
  }

 protected:
  // INVALID_ARGUMENT unless there is a key for each type.
  static absl::Status CheckCount(absl::string_view what, size_t keys, size_t types) {
    if (keys == types) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", keys, " ", what, " keys and ", types, " types"));
  }

  // Keys are scalars, an input each.
  static absl::Status ReadKeys(OpKernelContext* context, int first, int count, ExampleKeys* keys) {
    for (int i = first; i < first + count; ++i) {
      const Tensor& key = context->input(i);
      if (key.NumElements() != 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("Expected a key to be a scalar, got shape: ", key.shape().DebugString()));
      }
      keys->push_back(*static_cast<const tstring*>(key.data()));
    }
    return absl::OkStatus();
  }

  // Keys are a vector.
  static absl::Status ReadKeyVector(const Tensor& input, ExampleKeys* keys) {
    if (input.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected keys to be vectors, got shape: ", input.shape().DebugString()));
    }
    const auto* const texts = static_cast<const tstring*>(input.data());
    keys->assign(texts, texts + input.NumElements());
    return absl::OkStatus();
  }

  // Asks the parser for the features with these keys. INVALID_ARGUMENT unless there are as many as
  // the attrs list types.
  template <typename Keys>
  absl::Status AddSparse(const Keys& keys, ExampleParser* parser) const {
    OPGRAFT_RETURN_IF_ERROR(CheckCount("sparse", keys.size(), sparse_types_.size()));
    for (size_t i = 0; i < keys.size(); ++i) parser->sparse.push_back({keys[i], sparse_types_[i]});
    return absl::OkStatus();
  }

  // The defaults are the inputs from `first_default` on.
  template <typename Keys>
  absl::Status AddDense(const Keys& keys, OpKernelContext* context, int first_default,
                        ExampleParser* parser) const {
    OPGRAFT_RETURN_IF_ERROR(CheckCount("dense", keys.size(), dense_types_.size()));
    for (size_t i = 0; i < keys.size(); ++i) {
      const Tensor& value = context->input(first_default + static_cast<int>(i));
      parser->dense.push_back({{keys[i], dense_types_[i]}, dense_shapes_[i], &value});
    }
    return absl::OkStatus();
  }

  // Ragged features have a type of their splits as well.
  static absl::Status AddRagged(const ExampleKeys& keys, const DataTypeVector& types,
                                const DataTypeVector& split_types,
                                std::vector<RaggedFeature>* ragged) {
    OPGRAFT_RETURN_IF_ERROR(CheckCount("ragged", keys.size(), types.size()));
    for (size_t i = 0; i < keys.size(); ++i)
      ragged->push_back({{keys[i], types[i]}, split_types[i]});
    return absl::OkStatus();
  }

  // Sparse and dense outputs begin so.
  ExampleOutputs Outputs() const {
    ExampleOutputs outputs;
    const auto num_sparse = static_cast<int>(sparse_types_.size());
    outputs.sparse_values = num_sparse;
    outputs.sparse_shapes = 2 * num_sparse;
    outputs.dense_values = 3 * num_sparse;
    outputs.ragged_values = outputs.dense_values + static_cast<int>(dense_types_.size());
    return outputs;
  }

  // INVALID_ARGUMENT unless nothing of the dense shapes is open.
  absl::Status CheckDenseShapes() const {
    for (size_t i = 0; i < dense_shapes_.size(); ++i) {
      if (dense_shapes_[i].IsFullyDefined()) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "dense shape ", i, " must be fully defined, not ", dense_shapes_[i].DebugString()));
    }
    return absl::OkStatus();
  }

  // A vector, with a name for each of its strings or none.
  static absl::Status CheckNames(const Tensor& serialized, const Tensor& names) {
    const bool fits = names.NumElements() == 0 || names.NumElements() == serialized.NumElements();
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Expected names have the same shape as serialized: name.shape=",
        names.shape().DebugString(), ", serialized.shape=", serialized.shape().DebugString()));
  }

 private:
  DataTypeVector sparse_types_;
  DataTypeVector dense_types_;
  std::vector<PartialTensorShape> dense_shapes_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_PARSING_EXAMPLE_OP_H_
