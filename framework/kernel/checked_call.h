// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Looks for the faults of a kernel that show nowhere by themselves: what `RunOptions::check` and
// the test kit's CheckKernel have in common.
#ifndef FRAMEWORK_KERNEL_CHECKED_CALL_H_
#define FRAMEWORK_KERNEL_CHECKED_CALL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/op/node_properties.h"
#include "framework/tensor/allocation_hook.h"
#include "framework/tensor/fenced_memory.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// While a kernel is called: its outputs and temporaries lie between fences and are full of poison,
// and a kernel that is asynchronous is waited for until nobody can call `done` once more. Belongs
// to the thread that makes it.
//
// Example:
//   CheckedCall call(CheckedCall::kPoisons[0]);
//   const absl::Status status = CallKernel(kernel, context);
//   call.End();
//   const std::string fault = call.FindFault(node, outputs);
class CheckedCall {
 public:
  // Of two calls that are compared. As floats one is huge, the other tiny, so that a sum shows
  // which of them it met.
  static constexpr uint8_t kPoisons[2] = {0x7F, 0x9D};

  explicit CheckedCall(uint8_t poison);
  ~CheckedCall() { End(); }
  CheckedCall(const CheckedCall&) = delete;
  CheckedCall& operator=(const CheckedCall&) = delete;

  // The call is over. Once more does nothing.
  void End();
  // What the kernel wrote beside its memory: "wrote behind the end of output 0 'y' (float [3]), as
  // far as 4 bytes (1 element)"; "" if nothing.
  std::string FindFault(const NodeProperties& node, absl::Span<const Tensor> outputs);

  // True on the thread of a call that is not over.
  static bool Active() { return active_ > 0; }

 private:
  static __thread int active_;

  FencedMemory memory_;
  AllocationHook* outer_ = nullptr;
  bool ended_ = false;
};

// How the outputs of two calls of a kernel on the same inputs differ. The first call was over
// kPoisons[0], the second over kPoisons[1]. Plain data.
struct CallDifference {
  // "output 0 'y' element [1]"; "": they do not differ.
  std::string where;
  // How many other elements of the output differ.
  int64_t more = 0;
  // True if neither call wrote the element: each shows its own poison there.
  bool is_unwritten = false;
};
CallDifference FindCallDifference(const NodeProperties& node, absl::Span<const Tensor> first,
                                  absl::Span<const Tensor> second);
// "output 0 'y' element [1] was never written, nor were 2 more".
std::string UnwrittenText(const CallDifference& difference);

// True if two calls of the node's kernel on the same inputs must give the same: the op is not
// stateful, and all that goes in and comes out are plain values.
bool IsRepeatable(const NodeProperties& node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_CHECKED_CALL_H_
