// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ParseExample, ParseExampleV2, ParseSingleExample.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/parsing/example_op.h"
#include "kernels/parsing/example_parser.h"

namespace opgraft_internal {
namespace {

constexpr ExampleAttrs kExampleAttrs = {"sparse_types", "Tdense", "dense_shapes"};

class ParseExampleOp : public ExampleOp {
 public:
  explicit ParseExampleOp(OpKernelConstruction* context) : ExampleOp(context, kExampleAttrs) {
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
  int num_sparse_ = 0;
  int num_dense_ = 0;
};

class ParseExampleV2Op : public ExampleOp {
 public:
  explicit ParseExampleV2Op(OpKernelConstruction* context) : ExampleOp(context, kExampleAttrs) {
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
    ExampleKeys keys[3];
    for (int i = 0; i < 3; ++i)
      OP_REQUIRES_OK(context, ReadKeyVector(context->input(2 + i), &keys[i]));
    ExampleParser parser;
    OP_REQUIRES_OK(context, AddSparse(keys[0], &parser));
    OP_REQUIRES_OK(context, AddDense(keys[1], context, 5, &parser));
    OP_REQUIRES_OK(context, AddRagged(keys[2], ragged_types_, split_types_, &parser.ragged));
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
  explicit ParseSingleExampleOp(OpKernelConstruction* context) : ExampleOp(context, kExampleAttrs) {
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
