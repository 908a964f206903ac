// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "checkpoint/bundle_reader.h"
#include "checkpoint/bundle_writer.h"
#include "checkpoint/tensor_slice.h"
#include "framework/kernel/file_kernel.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

const tstring& TextAt(const Tensor& texts, int64_t i) {
  return static_cast<const tstring*>(texts.data())[i];
}

// The prefix of a checkpoint, and what is asked of it. INVALID_ARGUMENT.
absl::Status CheckArgs(const Tensor& prefix, const Tensor& names, const Tensor& slices, int count) {
  if (prefix.NumElements() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("prefix must have one element, it has shape ", prefix.shape().DebugString()));
  }
  if (names.dims() != 1 || names.NumElements() != count || slices.shape() != names.shape()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "tensor_names and shape_and_slices must be vectors of ", count, ", they have shapes ",
        names.shape().DebugString(), " and ", slices.shape().DebugString()));
  }
  return absl::OkStatus();
}

class RestoreV2Op : public FileKernel {
 public:
  using FileKernel::FileKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& names = ctx->input(1);
    OP_REQUIRES_OK(ctx, CheckArgs(ctx->input(0), names, ctx->input(2), num_outputs()));
    const std::string prefix(TextAt(ctx->input(0), 0));
    OP_REQUIRES_OK(ctx, CheckMayRead(absl::StrCat(prefix, ".index")));
    absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
    OP_REQUIRES_OK(ctx, bundle.status());
    for (int s = 0; s < bundle->num_shards(); ++s)
      OP_REQUIRES_OK(ctx, CheckMayRead(ShardFile(prefix, s, bundle->num_shards())));
    for (int i = 0; i < num_outputs(); ++i) {
      const absl::StatusOr<Tensor> tensor =
          Read(std::string(TextAt(names, i)), TextAt(ctx->input(2), i), &*bundle);
      OP_REQUIRES_OK(ctx, tensor.status());
      OP_REQUIRES(ctx, tensor->dtype() == output_type(i),
                  absl::InvalidArgumentError(absl::StrCat(
                      "tensor_name = ", std::string(TextAt(names, i)), "; expected dtype ",
                      DataTypeString(output_type(i)), " does not equal original dtype ",
                      DataTypeString(tensor->dtype()))));
      ctx->set_output(i, *tensor);
    }
  }

 private:
  static absl::StatusOr<Tensor> Read(const std::string& name, const tstring& slice,
                                     BundleReader* bundle) {
    if (slice.empty()) return bundle->Read(name);
    OPGRAFT_ASSIGN_OR_RETURN(const TensorSlice part, ParseShapeAndSlice(slice));
    return bundle->ReadSlice(name, part);
  }
};

class SaveV2Op : public FileKernel {
 public:
  using FileKernel::FileKernel;
  void Compute(OpKernelContext* ctx) override {
    constexpr int kFirstTensor = 3;
    const int count = num_inputs() - kFirstTensor;
    const Tensor& names = ctx->input(1);
    OP_REQUIRES_OK(ctx, CheckArgs(ctx->input(0), names, ctx->input(2), count));
    const std::string prefix(TextAt(ctx->input(0), 0));
    OP_REQUIRES_OK(ctx, CheckMayWrite(absl::StrCat(prefix, ".index")));
    OP_REQUIRES_OK(ctx, CheckMayWrite(ShardFile(prefix, 0, 1)));
    BundleWriter writer;
    for (int i = 0; i < count; ++i) {
      OP_REQUIRES_OK(ctx, Add(std::string(TextAt(names, i)), TextAt(ctx->input(2), i),
                              ctx->input(kFirstTensor + i), &writer));
    }
    OP_REQUIRES_OK(ctx, writer.Write(prefix));
  }

 private:
  static absl::Status Add(const std::string& name, const tstring& slice, const Tensor& tensor,
                          BundleWriter* writer) {
    if (slice.empty()) return writer->Add(name, tensor);
    OPGRAFT_ASSIGN_OR_RETURN(const TensorSlice part, ParseShapeAndSlice(slice));
    return writer->AddSlice(name, part, tensor);
  }
};

class MergeV2CheckpointsOp : public FileKernel {
 public:
  explicit MergeV2CheckpointsOp(OpKernelConstruction* ctx) : FileKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("allow_missing_files", &allows_missing_));
  }
  void Compute(OpKernelContext* ctx) override {
    const Tensor& from = ctx->input(0);
    const Tensor& to = ctx->input(1);
    OP_REQUIRES(ctx, from.dims() == 1 && to.NumElements() == 1,
                absl::InvalidArgumentError(
                    "checkpoint_prefixes must be a vector, destination_prefix a scalar"));
    const std::string merged(TextAt(to, 0));
    OP_REQUIRES_OK(ctx, CheckMayWrite(absl::StrCat(merged, ".index")));
    std::vector<std::string> prefixes;
    for (int64_t i = 0; i < from.NumElements(); ++i) {
      prefixes.emplace_back(TextAt(from, i));
      // Its files are moved.
      OP_REQUIRES_OK(ctx, CheckMayWrite(absl::StrCat(prefixes.back(), ".index")));
    }
    OP_REQUIRES_OK(ctx, MergeBundles(prefixes, merged, allows_missing_));
  }

 private:
  bool allows_missing_ = false;
};

// "NAME-00001-of-00003", and the pattern of all: "NAME-?????-of-00003".
class ShardedNameOp : public OpKernel {
 public:
  explicit ShardedNameOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), is_of_all_(num_inputs() == 2) {}
  void Compute(OpKernelContext* ctx) override {
    for (int i = 0; i < num_inputs(); ++i) {
      OP_REQUIRES(
          ctx, ctx->input(i).dims() == 0,
          absl::InvalidArgumentError(absl::StrCat("input ", i, " must be a scalar, it has shape ",
                                                  ctx->input(i).shape().DebugString())));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &output));
    const std::string name(TextAt(ctx->input(0), 0));
    const int32_t num_shards = ctx->input(num_inputs() - 1).scalar<int32_t>()();
    output->scalar<tstring>()() =
        is_of_all_ ? absl::StrFormat("%s-\?\?\?\?\?-of-%05d", name, num_shards)
                   : absl::StrFormat("%s-%05d-of-%05d", name, ctx->input(1).scalar<int32_t>()(),
                                     num_shards);
  }

 private:
  const bool is_of_all_;
};

REGISTER_KERNEL_BUILDER(Name("RestoreV2").Device(DEVICE_CPU), RestoreV2Op);
REGISTER_KERNEL_BUILDER(Name("SaveV2").Device(DEVICE_CPU), SaveV2Op);
REGISTER_KERNEL_BUILDER(Name("MergeV2Checkpoints").Device(DEVICE_CPU), MergeV2CheckpointsOp);
REGISTER_KERNEL_BUILDER(Name("ShardedFilename").Device(DEVICE_CPU), ShardedNameOp);
REGISTER_KERNEL_BUILDER(Name("ShardedFilespec").Device(DEVICE_CPU), ShardedNameOp);

}  // namespace
}  // namespace opgraft_internal
