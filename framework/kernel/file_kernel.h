// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_FILE_KERNEL_H_
#define FRAMEWORK_KERNEL_FILE_KERNEL_H_

#include <string>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A kernel that opens files which its inputs or attrs name. It tells a model that its runs must say
// what they let their graph open; the runs of other models spend nothing on that. Without members
// of its own, so thread-safe.
//
// Example:
//   class ReadFileOp : public FileKernel { ... };
//   OP_REQUIRES_OK(ctx, CheckMayRead(path));  // in Compute, before the file is opened
class FileKernel : public OpKernel {
 public:
  using OpKernel::OpKernel;
  KernelFacets Facets() override;

 protected:
  // PERMISSION_DENIED unless the run lets its graph read, or write, the file. To be called on the
  // thread that Compute runs on.
  static absl::Status CheckMayRead(const std::string& path);
  static absl::Status CheckMayWrite(const std::string& path);
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_FILE_KERNEL_H_
