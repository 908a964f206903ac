// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_CHECK_KERNEL_H_
#define TESTING_CHECK_KERNEL_H_

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/attr.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

class ResourceMgr;

struct CheckKernelOptions {
  // Attrs of every node that is tried. Others have their default, or else a small value that is
  // allowed.
  std::vector<std::pair<std::string, Attr>> attrs;
  // Shapes of the inputs, e.g. "[?,3];[]": '?' is what may vary. Empty: anything may, and what the
  // op refuses is not counted.
  std::string input_shapes;
  // Makes what cannot be made up: the inputs that are resources or variants. `input` is the number
  // of one; what a resource's handle names is to be created in `resources`, whose names are free
  // before each random input. Results of kernels with such inputs may differ from run to run.
  //
  //   options.make_input = [](int input, ResourceMgr* resources) -> absl::StatusOr<Tensor> {
  //     TF_RETURN_IF_ERROR(resources->Create("", "counter", new Counter));
  //     return Tensor(MakeResourceHandle("", "counter", *DeviceBase::Cpu(),
  //     ResourceType::Of<Counter>()));
  //   };
  std::function<absl::StatusOr<Tensor>(int input, ResourceMgr* resources)> make_input;
  int calls_per_kernel = 60;
  uint64_t seed = 1;
  // The kernel guards its members by a mutex: do not report that they change.
  bool may_write_members = false;
  // The shape function tries calls that may fail: do not report that it succeeds all the same.
  bool may_ignore_shape_errors = false;
};

// The result of CheckKernel.
struct KernelCheckReport {
  int accepted = 0;  // inputs that the kernel took
  int refused = 0;   // inputs that it or the shape function refused
  // One sentence each, with the node: "ZeroOut[T=DT_FLOAT]([2,3]): ...". Each kind of fault once a
  // kernel.
  std::vector<std::string> findings;

  bool ok() const { return findings.empty(); }
  explicit operator bool() const { return ok(); }
  // The findings, a line each, and the counts.
  std::string ToString() const;
  friend std::ostream& operator<<(std::ostream& out, const KernelCheckReport& report) {
    return out << report.ToString();
  }
};

// Runs every CPU kernel of a registered op on random inputs and looks for faults that show only
// later: an output that is not set, or has elements that nobody wrote; a shape function and a
// kernel that disagree; a shape function that drops an error or sets no shape; an input that was
// written; a result that differs between two runs or two threads; members written in Compute; a
// reference to an input that is kept; reads and writes out of the bounds of inputs, writes out of
// those of outputs and temporaries; `done` called twice; INTERNAL errors, exceptions, and wrong
// accessors. The results of stateful ops may differ from run to run. A kernel that accepted hardly
// any inputs, or none, is a finding, too: give shapes or attrs. If a kernel crashes the process, a
// line on standard error says which.
//
//   const KernelCheckReport report = CheckKernel("ZeroOut");
//   EXPECT_TRUE(report) << report;
KernelCheckReport CheckKernel(absl::string_view op, const CheckKernelOptions& options = {});

}  // namespace opgraft

#endif  // TESTING_CHECK_KERNEL_H_
