// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ParseExample, ParseExampleV2, ParseSingleExample.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/parsing/example_parser.h"

namespace opgraft_internal {
namespace {

// The attrs that the three have in common.
class ExampleOp : public OpKernel {
 public:
  explicit ExampleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("sparse_types", &sparse_types_));
    OP_REQUIRES_OK(context, context->GetAttr("Tdense", &dense_types_));
    OP_REQUIRES_OK(context, context->GetAttr("dense_shapes", &dense_shapes_));
    OP_REQUIRES(
        context, dense_shapes_.size() == dense_types_.size(),
        absl::InvalidArgumentError(absl::StrCat("len(dense_shapes) = ", dense_shapes_.size(),
                                                " but len(Tdense) = ", dense_types_.size())));
  }

 protected:
  // INVALID_ARGUMENT unless there is a key for each type.
  static absl::Status CheckCount(absl::string_view what, size_t keys, size_t types) {
    if (keys == types) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", keys, " ", what, " keys and ", types, " types"));
  }

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

using Keys = absl::Span<const tstring>;

class ParseExampleOp : public ExampleOp {
 public:
  explicit ParseExampleOp(OpKernelConstruction* context) : ExampleOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("Nsparse", &num_sparse_));
    OP_REQUIRES_OK(context, context->GetAttr("Ndense", &num_dense_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    const Tensor& names = context->input(1);
    OP_REQUIRES(
        context, serialized.dims() == 1,
        absl::InvalidArgumentError(absl::StrCat("Expected serialized to be a vector, got shape: ",
                                                serialized.shape().DebugString())));
    OP_REQUIRES_OK(context, CheckNames(serialized, names));
    std::vector<absl::string_view> sparse_keys;
    std::vector<absl::string_view> dense_keys;
    OP_REQUIRES_OK(context, ReadKeys(context, 2, num_sparse_, &sparse_keys));
    OP_REQUIRES_OK(context, ReadKeys(context, 2 + num_sparse_, num_dense_, &dense_keys));
    ExampleParser parser;
    OP_REQUIRES_OK(context, AddSparse(sparse_keys, &parser));
    OP_REQUIRES_OK(context, AddDense(dense_keys, context, 2 + num_sparse_ + num_dense_, &parser));
    OP_REQUIRES_OK(context, parser.Parse(context, names, Outputs()));
  }

 private:
  // Keys are scalars, an input each.
  static absl::Status ReadKeys(OpKernelContext* context, int first, int count,
                               std::vector<absl::string_view>* keys) {
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

  int num_sparse_ = 0;
  int num_dense_ = 0;
};

class ParseExampleV2Op : public ExampleOp {
 public:
  explicit ParseExampleV2Op(OpKernelConstruction* context) : ExampleOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("ragged_value_types", &ragged_types_));
    OP_REQUIRES_OK(context, context->GetAttr("ragged_split_types", &split_types_));
    OP_REQUIRES(context, ragged_types_.size() == split_types_.size(),
                absl::InvalidArgumentError(
                    "ragged_value_types and ragged_split_types must have one length"));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    const Tensor& names = context->input(1);
    OP_REQUIRES(context, serialized.dims() <= 1,
                absl::InvalidArgumentError(
                    absl::StrCat("Expected serialized to be a scalar or vector, got shape: ",
                                 serialized.shape().DebugString())));
    OP_REQUIRES_OK(context, CheckNames(serialized, names));
    Keys keys[3];
    for (int i = 0; i < 3; ++i) {
      const Tensor& input = context->input(2 + i);
      OP_REQUIRES(context, input.dims() == 1,
                  absl::InvalidArgumentError(absl::StrCat(
                      "Expected keys to be vectors, got shape: ", input.shape().DebugString())));
      keys[i] =
          Keys(static_cast<const tstring*>(input.data()), static_cast<size_t>(input.NumElements()));
    }
    ExampleParser parser;
    OP_REQUIRES_OK(context, AddSparse(keys[0], &parser));
    OP_REQUIRES_OK(context, AddDense(keys[1], context, 5, &parser));
    OP_REQUIRES_OK(context, CheckCount("ragged", keys[2].size(), ragged_types_.size()));
    for (size_t i = 0; i < ragged_types_.size(); ++i)
      parser.ragged.push_back({{keys[2][i], ragged_types_[i]}, split_types_[i]});
    ExampleOutputs outputs = Outputs();
    outputs.ragged_splits = outputs.ragged_values + static_cast<int>(ragged_types_.size());
    OP_REQUIRES_OK(context, parser.Parse(context, names, outputs));
  }

 private:
  DataTypeVector ragged_types_;
  DataTypeVector split_types_;
};

class ParseSingleExampleOp : public ExampleOp {
 public:
  explicit ParseSingleExampleOp(OpKernelConstruction* context) : ExampleOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("sparse_keys", &sparse_keys_));
    OP_REQUIRES_OK(context, context->GetAttr("dense_keys", &dense_keys_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    OP_REQUIRES(
        context, serialized.dims() == 0,
        absl::InvalidArgumentError(absl::StrCat("Expected serialized to be a scalar, got shape: ",
                                                serialized.shape().DebugString())));
    ExampleParser parser;
    OP_REQUIRES_OK(context, AddSparse(sparse_keys_, &parser));
    OP_REQUIRES_OK(context, AddDense(dense_keys_, context, 1, &parser));
    OP_REQUIRES_OK(context, parser.Parse(context, Tensor(DT_STRING, TensorShape({0})), Outputs()));
  }

 private:
  std::vector<std::string> sparse_keys_;
  std::vector<std::string> dense_keys_;
};

REGISTER_KERNEL_BUILDER(Name("ParseExample").Device(DEVICE_CPU), ParseExampleOp);
REGISTER_KERNEL_BUILDER(Name("ParseExampleV2").Device(DEVICE_CPU), ParseExampleV2Op);
REGISTER_KERNEL_BUILDER(Name("ParseSingleExample").Device(DEVICE_CPU), ParseSingleExampleOp);

}  // namespace
}  // namespace opgraft_internal
