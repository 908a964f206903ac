// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The runtime's half of a kernel's call, out of authors' reach: what the plan and the run tell an
// OpKernelContext (op_kernel_context.h).
#ifndef FRAMEWORK_KERNEL_KERNEL_BINDING_H_
#define FRAMEWORK_KERNEL_KERNEL_BINDING_H_

#include <cstdint>

#include "framework/types/data_type.h"

namespace opgraft {
class BufferRegion;
class CancellationManager;
class DeviceBase;
class OpKernel;
class PartialTensorShape;
class ResourceMgr;
class Tensor;

// TensorFlow's loop frame of a call; Opgraft's loops have none.
struct FrameAndIter {
  uint64_t frame_id = 0;
  int64_t iter_id = 0;
};

}  // namespace opgraft

namespace opgraft_internal {

class StateStore;

// What every step of one run shares with its kernels. Owned by the runtime; pointers may be null
// where noted. Plain data, not changed while kernels run.
struct KernelRunState {
  // All values of the run.
  opgraft::Tensor* slots = nullptr;
  // Where outputs are put.
  opgraft::BufferRegion* regions = nullptr;
  // Region of each slot; -1: none (feeds, constants).
  const int32_t* slot_region = nullptr;
  opgraft::DeviceBase* device = nullptr;
  opgraft::CancellationManager* cancellation_manager = nullptr;  // may be null
  opgraft::ResourceMgr* resource_manager = nullptr;              // may be null
  StateStore* state = nullptr;                                   // may be null
  int64_t step_id = 0;
};

// Which input becomes an output, as the plan has it. Plain data, made when a model is compiled, so
// that a run decides with one comparison what TensorFlow finds out at each call by counting
// references.
//
// Example: in y = Relu(x), if x is not used again and lies in the same region as y, the plan is
// Share(0): the kernel writes y over x.
struct ForwardPlan {
  enum class Kind : int8_t {
    // Not planned: the run looks, at other inputs of the same slot too.
    kUnplanned,
    // An input may become it: the run looks which.
    kAsk,
    // No input can.
    kNever,
    // `input` dies in this step, has the output's type, and shares its region.
    kShare,
    // The same, but it has a region of its own: the two can exchange their buffers.
    kSwap,
  };
  // Inputs from this number on are not planned for: the run looks.
  static constexpr int kMaxInputs = 256;

  static constexpr ForwardPlan Share(int input) {
    return {Kind::kShare, static_cast<uint8_t>(input)};
  }
  static constexpr ForwardPlan Swap(int input) {
    return {Kind::kSwap, static_cast<uint8_t>(input)};
  }

  Kind kind = Kind::kUnplanned;
  uint8_t input = 0;  // of kShare and kSwap
};

// What is known of an output before the run. Plain data.
struct OutputSpec {
  OutputSpec() = default;
  explicit OutputSpec(opgraft::DataType type)
      : dtype(opgraft::BaseType(type)),
        element_size(static_cast<int8_t>(opgraft::DataTypeSize(dtype))) {}

  // What the shape function says of its shape; null: nothing.
  const opgraft::PartialTensorShape* promise = nullptr;
  // Never a reference.
  opgraft::DataType dtype = opgraft::DT_INVALID;
  // In bytes; 0 for strings, handles and variants.
  int8_t element_size = 0;
  // The rank of a promise that says nothing more: then every shape of this rank is as promised.
  // Else -1.
  int8_t promised_rank = -1;
  ForwardPlan forward;
};

// The slots of one step: input i of the kernel is slots[inputs[i]]. Made when a model is compiled,
// which owns the arrays; shared by all runs. Plain data.
//
// Example, z = Add(x, y) with x in slot 3, y in slot 0 and z in slot 5:
//
//     inputs      {3, 0}
//     outputs     {5}
//     input_dies  {true, false}    nothing after this step needs x
struct KernelBinding {
  opgraft::OpKernel* kernel = nullptr;
  const int32_t* inputs = nullptr;
  const int32_t* outputs = nullptr;
  // By input: true if this step is the last to need its slot, so that it may be forwarded; null:
  // none.
  const bool* input_dies = nullptr;
  const OutputSpec* output_specs = nullptr;
  // The lengths of the arrays above.
  int32_t num_inputs = 0;
  int32_t num_outputs = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_BINDING_H_
