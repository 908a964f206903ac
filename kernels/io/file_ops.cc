// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ReadFile and WriteFile.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "framework/kernel/file_kernel.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxBytes = int64_t{1} << 30;

absl::StatusOr<std::string> TextOf(const Tensor& scalar, absl::string_view what) {
  if (scalar.dims() == 0) return std::string(*static_cast<const tstring*>(scalar.data()));
  return absl::InvalidArgumentError(
      absl::StrCat(what, " must be a scalar, it has shape ", scalar.shape().DebugString()));
}

class ReadFileOp : public FileKernel {
 public:
  using FileKernel::FileKernel;
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const std::string path, context, TextOf(context->input(0), "filename"));
    OP_REQUIRES_OK(context, CheckMayRead(path));
    OP_REQUIRES_VALUE(const std::string bytes, context, ReadFile(path, {kMaxBytes, ""}));
    TextBudget budget;
    budget.Add(static_cast<int64_t>(bytes.size()));
    OP_REQUIRES_OK(context, budget.Check());
    Tensor* contents = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &contents));
    contents->scalar<tstring>()() = bytes;
  }
};

class WriteFileOp : public FileKernel {
 public:
  using FileKernel::FileKernel;
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const std::string path, context, TextOf(context->input(0), "filename"));
    OP_REQUIRES_VALUE(const std::string bytes, context, TextOf(context->input(1), "contents"));
    OP_REQUIRES_OK(context, CheckMayWrite(path));
    OP_REQUIRES_OK(context, WriteFile(path, bytes));
  }
};

REGISTER_KERNEL_BUILDER(Name("ReadFile").Device(DEVICE_CPU), ReadFileOp);
REGISTER_KERNEL_BUILDER(Name("WriteFile").Device(DEVICE_CPU), WriteFileOp);

}  // namespace
}  // namespace opgraft_internal
