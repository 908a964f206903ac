// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ParseSequenceExample, ParseSequenceExampleV2, ParseSingleSequenceExample.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/parsing/example_op.h"
#include "kernels/parsing/example_parser.h"
#include "kernels/parsing/feature_list_parser.h"

namespace opgraft_internal {
namespace {

constexpr ExampleAttrs kContextAttrs = {"context_sparse_types", "Tcontext_dense",
                                        "context_dense_shapes"};

// The keys of one call. They lie in attrs or inputs.
struct SequenceKeys {
  ExampleKeys context_sparse;
  ExampleKeys context_dense;
  ExampleKeys context_ragged;
  ExampleKeys list_sparse;
  ExampleKeys list_dense;
  ExampleKeys list_ragged;
};

// The base class of the three.
class SequenceExampleOp : public ExampleOp {
 public:
  explicit SequenceExampleOp(OpKernelConstruction* context) : ExampleOp(context, kContextAttrs) {
    OP_REQUIRES_OK(context, CheckDenseShapes());
    OP_REQUIRES_OK(context, context->GetAttr("feature_list_sparse_types", &sparse_types_));
    OP_REQUIRES_OK(context, context->GetAttr("feature_list_dense_types", &dense_types_));
    OP_REQUIRES_OK(context, context->GetAttr("feature_list_dense_shapes", &dense_shapes_));
    OP_REQUIRES(context, dense_shapes_.size() == dense_types_.size(),
                absl::InvalidArgumentError(
                    "feature_list_dense_shapes and feature_list_dense_types differ in length"));
  }

 protected:
  // `may_be_missing`: one flag for each dense list.
  absl::Status Parse(OpKernelContext* context, const SequenceKeys& keys, const Tensor& names,
                     int first_default, const std::vector<bool>& may_be_missing) const {
    ExampleParser of_context;
    OPGRAFT_RETURN_IF_ERROR(AddSparse(keys.context_sparse, &of_context));
    OPGRAFT_RETURN_IF_ERROR(AddDense(keys.context_dense, context, first_default, &of_context));
    FeatureListParser of_lists;
    OPGRAFT_RETURN_IF_ERROR(CheckCount("sparse", keys.list_sparse.size(), sparse_types_.size()));
    for (size_t i = 0; i < sparse_types_.size(); ++i)
      of_lists.sparse.push_back({keys.list_sparse[i], sparse_types_[i]});
    OPGRAFT_RETURN_IF_ERROR(AddDenseLists(keys.list_dense, may_be_missing, &of_lists.dense));
    OPGRAFT_RETURN_IF_ERROR(AddRaggedOf(keys, &of_context.ragged, &of_lists.ragged));
    ExampleOutputs context_outputs = Outputs();
    const auto num_ragged = static_cast<int>(of_context.ragged.size());
    context_outputs.ragged_splits = context_outputs.ragged_values + num_ragged;
    OPGRAFT_RETURN_IF_ERROR(of_context.Parse(context, names, context_outputs));
    const int first = context_outputs.ragged_splits + num_ragged;
    return of_lists.Parse(context, names, ListOutputs(first, of_lists));
  }

 private:
  virtual bool HasLengths() const { return true; }
  virtual absl::Status AddRaggedOf(const SequenceKeys&, std::vector<RaggedFeature>*,
                                   std::vector<RaggedFeature>*) const {
    return absl::OkStatus();
  }

  absl::Status AddDenseLists(const ExampleKeys& keys, const std::vector<bool>& may_be_missing,
                             std::vector<DenseList>* lists) const {
    OPGRAFT_RETURN_IF_ERROR(CheckCount("dense", keys.size(), dense_types_.size()));
    OPGRAFT_RETURN_IF_ERROR(CheckCount("missing", may_be_missing.size(), dense_types_.size()));
    for (size_t i = 0; i < keys.size(); ++i) {
      DenseList list = {{keys[i], dense_types_[i]}, TensorShape(), may_be_missing[i]};
      if (!dense_shapes_[i].AsTensorShape(&list.row)) {
        return absl::InvalidArgumentError(absl::StrCat("feature_list_dense_shapes[", i,
                                                       "] must be fully defined, not ",
                                                       dense_shapes_[i].DebugString()));
      }
      lists->push_back(std::move(list));
    }
    return absl::OkStatus();
  }

  FeatureListOutputs ListOutputs(int first, const FeatureListParser& lists) const {
    const auto sparse = static_cast<int>(lists.sparse.size());
    const auto dense = static_cast<int>(lists.dense.size());
    const auto ragged = static_cast<int>(lists.ragged.size());
    FeatureListOutputs outputs;
    outputs.sparse_indices = first;
    outputs.sparse_values = first + sparse;
    outputs.sparse_shapes = first + 2 * sparse;
    outputs.dense_values = first + 3 * sparse;
    if (!HasLengths()) return outputs;
    outputs.dense_lengths = outputs.dense_values + dense;
    outputs.ragged_values = outputs.dense_lengths + dense;
    outputs.ragged_outer_splits = outputs.ragged_values + ragged;
    outputs.ragged_inner_splits = outputs.ragged_outer_splits + ragged;
    return outputs;
  }

  DataTypeVector sparse_types_;
  DataTypeVector dense_types_;
  std::vector<PartialTensorShape> dense_shapes_;
};

template <typename Missing>
std::vector<bool> AreAmong(const ExampleKeys& keys, const Missing& missing) {
  std::vector<bool> are;
  for (const absl::string_view key : keys)
    are.push_back(std::find(missing.begin(), missing.end(), key) != missing.end());
  return are;
}

ExampleKeys ViewsOf(const std::vector<std::string>& keys) { return {keys.begin(), keys.end()}; }

// Its keys are attrs.
class ParseSequenceExampleOp : public SequenceExampleOp {
 public:
  explicit ParseSequenceExampleOp(OpKernelConstruction* context) : SequenceExampleOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("context_sparse_keys", &context_sparse_));
    OP_REQUIRES_OK(context, context->GetAttr("context_dense_keys", &context_dense_));
    OP_REQUIRES_OK(context, context->GetAttr("feature_list_sparse_keys", &list_sparse_));
    OP_REQUIRES_OK(context, context->GetAttr("feature_list_dense_keys", &list_dense_));
    OP_REQUIRES_OK(context,
                   context->GetAttr("feature_list_dense_missing_assumed_empty", &missing_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    OP_REQUIRES(
        context, serialized.dims() == 1,
        absl::InvalidArgumentError(absl::StrCat("Expected serialized to be a vector, got shape: ",
                                                serialized.shape().DebugString())));
    OP_REQUIRES_OK(context, CheckNames(serialized, context->input(1)));
    SequenceKeys keys;
    keys.context_sparse = ViewsOf(context_sparse_);
    keys.context_dense = ViewsOf(context_dense_);
    keys.list_sparse = ViewsOf(list_sparse_);
    keys.list_dense = ViewsOf(list_dense_);
    OP_REQUIRES_OK(context,
                   Parse(context, keys, context->input(1), 2, AreAmong(keys.list_dense, missing_)));
  }

 private:
  std::vector<std::string> context_sparse_;
  std::vector<std::string> context_dense_;
  std::vector<std::string> list_sparse_;
  std::vector<std::string> list_dense_;
  std::vector<std::string> missing_;
};

// Its keys are inputs, a vector a kind.
class ParseSequenceExampleV2Op : public SequenceExampleOp {
 public:
  explicit ParseSequenceExampleV2Op(OpKernelConstruction* context) : SequenceExampleOp(context) {
    OP_REQUIRES_OK(context, ReadRagged(context, "context", &context_ragged_));
    OP_REQUIRES_OK(context, ReadRagged(context, "feature_list", &list_ragged_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    OP_REQUIRES(context, serialized.dims() <= 1,
                absl::InvalidArgumentError(
                    absl::StrCat("Expected serialized to be a scalar or vector, got shape: ",
                                 serialized.shape().DebugString())));
    OP_REQUIRES_OK(context, CheckNames(serialized, context->input(1)));
    SequenceKeys keys;
    int input = 2;
    for (ExampleKeys* kind : {&keys.context_sparse, &keys.context_dense, &keys.context_ragged,
                              &keys.list_sparse, &keys.list_dense, &keys.list_ragged})
      OP_REQUIRES_OK(context, ReadKeyVector(context->input(input++), kind));
    const Tensor& missing = context->input(input++);
    const auto* const flags = static_cast<const bool*>(missing.data());
    const std::vector<bool> may_be_missing(flags, flags + missing.NumElements());
    OP_REQUIRES_OK(context, Parse(context, keys, context->input(1), input, may_be_missing));
  }

 private:
  struct RaggedTypes {
    DataTypeVector values;
    DataTypeVector splits;
  };

  static absl::Status ReadRagged(OpKernelConstruction* context, absl::string_view what,
                                 RaggedTypes* types) {
    OPGRAFT_RETURN_IF_ERROR(
        context->GetAttr(absl::StrCat(what, "_ragged_value_types"), &types->values));
    OPGRAFT_RETURN_IF_ERROR(
        context->GetAttr(absl::StrCat(what, "_ragged_split_types"), &types->splits));
    if (types->values.size() == types->splits.size()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(what, "_ragged_value_types and ", what,
                                                   "_ragged_split_types must have one length"));
  }

  absl::Status AddRaggedOf(const SequenceKeys& keys, std::vector<RaggedFeature>* of_context,
                           std::vector<RaggedFeature>* of_lists) const override {
    OPGRAFT_RETURN_IF_ERROR(
        AddRagged(keys.context_ragged, context_ragged_.values, context_ragged_.splits, of_context));
    return AddRagged(keys.list_ragged, list_ragged_.values, list_ragged_.splits, of_lists);
  }

  RaggedTypes context_ragged_;
  RaggedTypes list_ragged_;
};

// Its keys are inputs, a scalar each.
class ParseSingleSequenceExampleOp : public SequenceExampleOp {
 public:
  explicit ParseSingleSequenceExampleOp(OpKernelConstruction* context)
      : SequenceExampleOp(context) {
    const char* const attrs[] = {"Ncontext_sparse", "Ncontext_dense", "Nfeature_list_sparse",
                                 "Nfeature_list_dense"};
    for (int i = 0; i < 4; ++i) OP_REQUIRES_OK(context, context->GetAttr(attrs[i], &counts_[i]));
  }

  void Compute(OpKernelContext* context) override {
    for (const int input : {0, num_inputs() - 1}) {
      OP_REQUIRES(context, context->input(input).dims() == 0,
                  absl::InvalidArgumentError(
                      absl::StrCat("Expected serialized and debug_name to be scalars, got shape: ",
                                   context->input(input).shape().DebugString())));
    }
    ExampleKeys missing;
    OP_REQUIRES_OK(context, ReadKeyVector(context->input(1), &missing));
    SequenceKeys keys;
    int input = 2;
    ExampleKeys* const kinds[] = {&keys.context_sparse, &keys.context_dense, &keys.list_sparse,
                                  &keys.list_dense};
    for (int i = 0; i < 4; input += counts_[i++])
      OP_REQUIRES_OK(context, ReadKeys(context, input, counts_[i], kinds[i]));
    OP_REQUIRES_OK(context, Parse(context, keys, context->input(num_inputs() - 1), input,
                                  AreAmong(keys.list_dense, missing)));
  }

 private:
  bool HasLengths() const override { return false; }

  int counts_[4] = {};  // of keys, by their kinds
};

REGISTER_KERNEL_BUILDER(Name("ParseSequenceExample").Device(DEVICE_CPU), ParseSequenceExampleOp);
REGISTER_KERNEL_BUILDER(Name("ParseSequenceExampleV2").Device(DEVICE_CPU),
                        ParseSequenceExampleV2Op);
REGISTER_KERNEL_BUILDER(Name("ParseSingleSequenceExample").Device(DEVICE_CPU),
                        ParseSingleSequenceExampleOp);

}  // namespace
}  // namespace opgraft_internal
