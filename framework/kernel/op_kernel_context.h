// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_OP_KERNEL_CONTEXT_H_
#define FRAMEWORK_KERNEL_OP_KERNEL_CONTEXT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/allocator_attributes.h"
#include "framework/kernel/device.h"
#include "framework/kernel/kernel_binding.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft {

class DeviceContext;
class Env;
class FunctionLibraryRuntime;
class OpInputList;
class OpOutputList;
class RendezvousInterface;
class ScopedStepContainer;
class TensorCell;
namespace core {
class Mutex;
}

}  // namespace opgraft

namespace opgraft_internal {
struct ContextAccess;
}  // namespace opgraft_internal

namespace opgraft {

// One call of a kernel: its inputs, its outputs, its errors. TensorFlow's names and meanings; the
// additions say so. Made by the runtime (context_access.h); kernels only use it, and not after the
// call.
//
// Inputs are references into the plan: valid during the call; a copy of a Tensor keeps its contents
// for ever. A wrong use (an index out of range, an output set twice, a dtype that does not fit)
// never aborts: it becomes an INTERNAL status that names the node. Thread-compatible; Shard's
// workers may read inputs and write through maps.
//
// Example, in Compute:
//   const Tensor& x = context->input(0);
//   OP_REQUIRES(context, x.dims() == 2, errors::InvalidArgument("x must be a matrix"));
//   Tensor* y = nullptr;
//   OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, x.shape(), &y));
class OpKernelContext {
 public:
  OpKernelContext(const OpKernelContext&) = delete;
  OpKernelContext& operator=(const OpKernelContext&) = delete;

  // --- Inputs. By index, or by the name of an arg that is not a list. An index out of range fails
  // the run; a name that the op has not, or that is a list's, is INVALID_ARGUMENT ---
  int num_inputs() const { return binding_->num_inputs; }
  const Tensor& input(int index) const {
    if (ABSL_PREDICT_FALSE(static_cast<unsigned>(index) >=
                           static_cast<unsigned>(binding_->num_inputs)))
      return BadInput(index);
    return slots_[binding_->inputs[index]];
  }
  absl::Status input(absl::string_view name, const Tensor** tensor) const;
  absl::StatusOr<Tensor> get_input(int index) const;
  // The inputs of a list arg, none or more.
  absl::Status input_list(absl::string_view name, OpInputList* list) const;
  bool has_input(int index) const { return index >= 0 && index < num_inputs(); }
  DataType input_dtype(int index) const { return input(index).dtype(); }
  absl::Status input_dtype(absl::string_view name, DataType* dtype) const;
  // True if the op declares the input as Ref(T).
  bool input_is_ref(int index) const;
  // False, and a status is set, unless all inputs have one shape.
  bool ValidateInputsAreSameShape(OpKernel* op);
  // For inputs that are references: a copy of the Tensor, which shares the buffer. `lock_held` says
  // whether the kernel holds input_ref_mutex; it makes no difference here.
  Tensor mutable_input(int index, bool lock_held);
  absl::Status mutable_input(absl::string_view name, Tensor* tensor, bool lock_held);
  // Puts another tensor, or none, into the slot behind a reference.
  void replace_ref_input(int index, const Tensor& tensor, bool lock_held);
  absl::Status replace_ref_input(absl::string_view name, const Tensor& tensor, bool lock_held);
  void delete_ref_input(int index, bool lock_held);
  // Makes output `output_index` a reference to the same tensor.
  void forward_ref_input_to_ref_output(int input_index, int output_index);
  // The lock that TensorFlow's kernels take around a reference. One an input and call: a request's
  // variables are nobody else's.
  core::Mutex* input_ref_mutex(int index);
  absl::Status input_ref_mutex(absl::string_view name, core::Mutex** mutex);

  // --- Outputs ---
  int num_outputs() const { return binding_->num_outputs; }
  DataType expected_output_dtype(int index) const;
  bool output_required(int) const { return true; }
  // An uninitialised tensor for output `index`; `*tensor` lives as long as the call. INTERNAL for a
  // bad index or an output allocated twice, INVALID_ARGUMENT for a shape that cannot be,
  // RESOURCE_EXHAUSTED beyond memory or its limits. In most runs this gives out the region's buffer
  // again and allocates nothing.
  absl::Status allocate_output(int index, const TensorShape& shape, Tensor** tensor) {
    if (ABSL_PREDICT_TRUE(IsFreshOutput(index))) {
      Tensor& out = OutputSlot(index);
      if (ABSL_PREDICT_TRUE(Renew(index, shape, &out))) {
        MarkFirstOutputSet(index);
        *tensor = &out;
        return absl::OkStatus();
      }
    }
    return AllocateOutputSlow(index, shape, tensor);
  }
  // The same with TensorFlow's attributes, which have no effect, and by name.
  absl::Status allocate_output(int index, const TensorShape& shape, Tensor** tensor,
                               AllocatorAttributes) {
    return allocate_output(index, shape, tensor);
  }
  absl::Status allocate_output(absl::string_view name, const TensorShape& shape, Tensor** tensor);
  absl::Status allocate_output(absl::string_view name, const TensorShape& shape, Tensor** tensor,
                               AllocatorAttributes) {
    return allocate_output(name, shape, tensor);
  }
  // Makes output `index` share `tensor`'s buffer (counts). INTERNAL for an index out of range, an
  // output that is set already, or another dtype than the op declares.
  void set_output(int index, const Tensor& tensor);
  void set_output(int index, Tensor&& tensor);
  absl::Status set_output(absl::string_view name, const Tensor& tensor);
  // For outputs that are references: to a tensor that the kernel keeps.
  void set_output_ref(int index, core::Mutex*, Tensor* tensor) { set_output(index, *tensor); }
  absl::Status set_output_ref(absl::string_view name, core::Mutex*, Tensor* tensor) {
    return set_output(name, *tensor);
  }
  // Not TensorFlow's: output `index` is input `input_index` in another shape (as many elements),
  // without counting. Only for kernels registered with Aliases(input_index, index); others count.
  //
  // Example, Reshape: `OP_REQUIRES_OK(context, context->set_output_alias(0, 0, new_shape));`
  absl::Status set_output_alias(int index, int input_index, const TensorShape& shape);
  // Output `index`, if it is set: valid during the call. Null if not.
  Tensor* mutable_output(int index);
  // Not TensorFlow's: read-only access; null if the output is not set.
  const Tensor* output(int index) const {
    return index >= 0 && index < num_outputs() && IsOutputSet(index)
               ? &slots_[binding_->outputs[index]]
               : nullptr;
  }
  absl::Status mutable_output(absl::string_view name, Tensor** tensor);
  // The outputs of a list arg, none or more.
  absl::Status output_list(absl::string_view name, OpOutputList* list);

  // --- Temporaries ---
  // A tensor of the call's own, not initialised; kept if it is copied. RESOURCE_EXHAUSTED,
  // INVALID_ARGUMENT for a shape that cannot be. What TensorFlow passes beside has no effect.
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor);
  template <typename... Ignored>
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor,
                             AllocatorAttributes, Ignored&&...) {
    return allocate_temp(type, shape, tensor);
  }

  // TensorFlow's name before 2.6 for a temporary that the kernel keeps; Handle is its
  // PersistentTensor.
  template <typename Handle>
  absl::Status allocate_persistent(DataType type, const TensorShape& shape, Handle* handle,
                                   Tensor** tensor, AllocatorAttributes = {}) {
    Tensor made;
    absl::Status status = allocate_temp(type, shape, &made);
    if (!status.ok()) return status;
    *handle = Handle(made);
    if (tensor != nullptr) *tensor = handle->AccessTensor(this);
    return status;
  }

  // --- Forwarding: an input that nobody needs afterwards becomes the output ---
  //
  // Makes `*output` one of the inputs `candidates` if the step is the last to need it and its type
  // and size fit; else as allocate_output. `*forwarded_input` (may be null) is the input or -1. The
  // kernel must be right when both are one buffer.
  absl::Status forward_input_or_allocate_output(absl::Span<const int> candidates, int output_index,
                                                const TensorShape& shape, Tensor** output,
                                                int* forwarded_input = nullptr) {
    if (ABSL_PREDICT_TRUE(IsFreshOutput(output_index))) {
      Tensor& out = OutputSlot(output_index);
      const opgraft_internal::ForwardPlan plan = binding_->output_specs[output_index].forward;
      const bool shares = plan.kind == opgraft_internal::ForwardPlan::Kind::kShare;
      const bool swaps = plan.kind == opgraft_internal::ForwardPlan::Kind::kSwap &&
                         shape.num_elements() >= kWorthSwapping;
      if (swaps ? SwapWithInput(candidates, output_index, shape)
                : plan.kind > opgraft_internal::ForwardPlan::Kind::kAsk &&
                      Renew(output_index, shape, &out) &&
                      (!shares || StandsOver(candidates, plan.input, shape, out))) {
        MarkFirstOutputSet(output_index);
        if (forwarded_input != nullptr) *forwarded_input = shares || swaps ? plan.input : -1;
        *output = &out;
        return absl::OkStatus();
      }
    }
    return ForwardOrAllocateSlow(candidates, output_index, shape, output, forwarded_input);
  }
  absl::Status forward_input_or_allocate_output(std::initializer_list<int> candidates,
                                                int output_index, const TensorShape& shape,
                                                Tensor** output, int* forwarded_input = nullptr) {
    return forward_input_or_allocate_output(
        absl::MakeConstSpan(candidates.begin(), candidates.size()), output_index, shape, output,
        forwarded_input);
  }
  // TensorFlow's. Always allocates: memory of the plan does not become a temporary's.
  absl::Status forward_input_or_allocate_temp(absl::Span<const int> candidates, DataType type,
                                              const TensorShape& shape, AllocatorAttributes,
                                              Tensor* temp);
  // Does nothing, and is false, if the input cannot be forwarded.
  bool forward_input_to_output_with_shape(int input_index, int output_index,
                                          const TensorShape& shape, Tensor** output);

  // --- Errors ---
  const absl::Status& status() const { return status_; }
  // The first error counts.
  void SetStatus(const absl::Status& status);
  void CtxFailure(const absl::Status& status) { SetStatus(status); }
  void CtxFailure(const char* file, int line, const absl::Status& status);
  void CtxFailureWithWarning(const absl::Status& status) { SetStatus(status); }
  void CtxFailureWithWarning(const char* file, int line, const absl::Status& status) {
    CtxFailure(file, line, status);
  }

  // --- Around the call ---
  // The kernel, the device and what the run shares; the pointers may be null where KernelRunState
  // says so. They outlive the call.
  const OpKernel& op_kernel() const { return *binding_->kernel; }
  DeviceBase* device() const { return run_->device; }
  template <typename EigenDevice>
  const EigenDevice& eigen_device() const;
  const Eigen::ThreadPoolDevice& eigen_cpu_device() const {
    return *run_->device->eigen_cpu_device();
  }
  CancellationManager* cancellation_manager() const { return run_->cancellation_manager; }
  ResourceMgr* resource_manager() const { return run_->resource_manager; }
  int64_t step_id() const { return run_->step_id; }
  // Not TensorFlow's: a tensor of the request's state (state/tensor_cell.h). By its id: zeros at
  // first; INVALID_ARGUMENT if it is there with another type or shape. By the handle of a variable:
  // NOT_FOUND. INTERNAL if the run has no state. What is written is rolled back if the run fails.
  // The cell is the request's; do not keep it beyond the call.
  absl::StatusOr<TensorCell*> OpenCell(absl::string_view id, DataType type,
                                       const TensorShape& shape);
  absl::StatusOr<TensorCell*> OpenCell(const ResourceHandle& handle);
  // The process's environment: clock, files, threads.
  Env* env() const;
  FrameAndIter frame_iter() const { return {}; }
  // Runs a closure soon, on the process's CPU.
  std::function<void(std::function<void()>)>* runner() const;
  // What TensorFlow may have beside a call and Opgraft has not: null. Kernels that need one of
  // these are not ported; those that only test for null work.
  FunctionLibraryRuntime* function_library() const { return nullptr; }
  RendezvousInterface* rendezvous() const { return nullptr; }
  ScopedStepContainer* step_container() const { return nullptr; }
  DeviceContext* op_device_context() const { return nullptr; }
  template <typename T>
  T* op_device_context() const {
    return nullptr;
  }
  // There is no GPU: in a kernel the run fails.
  const Eigen::GpuDevice& eigen_gpu_device() const;
  // TensorFlow's bookkeeping, without effect: no tensor is dead, all memory is the host's, and
  // nothing is recorded.
  bool is_input_dead() const { return false; }
  AllocatorAttributes input_alloc_attr(int) const { return {}; }
  AllocatorAttributes output_alloc_attr(int) const { return {}; }
  MemoryType input_memory_type(int) const { return HOST_MEMORY; }
  MemoryType output_memory_type(int) const { return HOST_MEMORY; }
  bool track_allocations() const { return false; }
  void record_persistent_memory_allocation(int64_t, int64_t = -1) {}
  void record_temp_memory_allocation(int64_t, const Tensor&) {}
  absl::Status MatchSignature(DataTypeSlice expected_inputs, DataTypeSlice expected_outputs);

 private:
  // What makes a context and points it at steps: the runtime's, not a kernel's.
  friend struct opgraft_internal::ContextAccess;
  explicit OpKernelContext(const opgraft_internal::KernelRunState* run)
      : slots_(run->slots), regions_(run->regions), slot_region_(run->slot_region), run_(run) {}
  // Points this at a step. No other field than these is written on the fast path.
  void Bind(const opgraft_internal::KernelBinding* binding) {
    binding_ = binding;
    needs_look_ = false;
    missing_ = (uint64_t{1} << (binding->num_outputs & 63)) - 1;
    if (ABSL_PREDICT_FALSE(binding->num_outputs >= 64)) ExpectManyOutputs();
  }
  int first_missing_output() const;  // -1 if all are set
  // Throws AccessError in a kernel.
  const Tensor& BadInput(int index) const;

  // --- The fast paths ---
  // From so many elements on two buffers exchange places as the plan has it: below, it is as good
  // to write beside what is read.
  static constexpr int64_t kWorthSwapping = 256;
  // True if `index` is one of the first 64 outputs and not set yet.
  bool IsFreshOutput(int index) const {
    return static_cast<unsigned>(index) < 64 && (missing_ & (uint64_t{1} << index)) != 0;
  }
  void MarkFirstOutputSet(int index) { missing_ &= ~(uint64_t{1} << index); }
  // Makes the output's slot what it was in the run before, or what is promised to be as good. False
  // if `shape` is to be looked at or the region has to look for a buffer. REQUIRES: IsFreshOutput.
  bool Renew(int index, const TensorShape& shape, Tensor* out) {
    const int32_t region = slot_region_[binding_->outputs[index]];
    const opgraft_internal::OutputSpec& spec = binding_->output_specs[index];
    return region >= 0 && regions_[region].Reuse(spec.element_size, shape,
                                                 spec.promised_rank == shape.dims(), out);
  }
  // True if an output of `shape` that was renewed lies over the input: as nobody counts on its
  // memory but the region, the input does not either. False if the kernel did not offer the input.
  bool StandsOver(absl::Span<const int> candidates, int input, const TensorShape& shape,
                  const Tensor& out) {
    const Tensor& in = InputSlot(input);
    return IsOneOf(candidates, input) && in.data() == out.data() &&
           in.NumElements() == shape.num_elements();
  }
  // Gives the output the buffer of an input as the plan has it (kSwap). False, and
  // nothing has changed, if the run has it otherwise. REQUIRES: IsFreshOutput.
  bool SwapWithInput(absl::Span<const int> candidates, int output, const TensorShape& shape);
  static bool IsOneOf(absl::Span<const int> candidates, int input) {
    for (int candidate : candidates) {
      if (candidate == input) return true;
    }
    return false;
  }

  // --- The others ---
  // What the fast paths leave: looking for an input that can be forwarded, memory that must be got,
  // and errors.
  absl::Status ForwardOrAllocateSlow(absl::Span<const int> candidates, int output_index,
                                     const TensorShape& shape, Tensor** output,
                                     int* forwarded_input);
  absl::Status BadOutputShape(int index, const absl::Status& why) const;
  absl::Status NoMemoryForOutput(int index, const TensorShape& shape) const;
  absl::Status AllocateOutputSlow(int index, const TensorShape& shape, Tensor** tensor);
  absl::Status CheckNewOutput(absl::string_view call, int index) const;
  void ExpectManyOutputs();
  void NoteShape(int index, const TensorShape& shape);
  // Which outputs are set: the first 64 as bits of missing_, the others in many_outputs_set_.
  bool IsOutputSet(int index) const {
    return index < 64 ? (missing_ >> index & 1) == 0
                      : many_outputs_set_[static_cast<size_t>(index)];
  }
  void MarkOutputSet(int index) {
    if (ABSL_PREDICT_TRUE(index < 64)) return MarkFirstOutputSet(index);
    missing_of_many_ -= many_outputs_set_[static_cast<size_t>(index)] ? 0 : 1;
    many_outputs_set_[static_cast<size_t>(index)] = true;
  }
  absl::Status FindInput(absl::string_view name, int* index) const;
  absl::Status FindOutput(absl::string_view name, int* index) const;
  // Where the values of the call are. REQUIRES: the index exists.
  Tensor& InputSlot(int index) { return slots_[binding_->inputs[index]]; }
  Tensor& OutputSlot(int index) { return slots_[binding_->outputs[index]]; }
  int32_t InputRegion(int index) const { return slot_region_[binding_->inputs[index]]; }
  int32_t OutputRegion(int index) const { return slot_region_[binding_->outputs[index]]; }
  DataType OutputType(int index) const { return binding_->output_specs[index].dtype; }
  // What the slow path of forwarding asks and does: whether the input's buffer may become the
  // output's; making it so; moving the buffer from slot to slot; giving inputs of a region memory
  // of their own before it is written.
  bool MayForward(int input_index, int output_index, const TensorShape& shape);
  bool Forward(int input_index, int output_index, const TensorShape& shape, Tensor** output);
  static void GiveBuffer(Tensor* in, const TensorShape& shape, Tensor* out);
  void KeepInputsOutOf(int32_t region_index);

  const opgraft_internal::KernelBinding* binding_ = nullptr;
  // A bit for each of the first 64 outputs that is not set.
  uint64_t missing_ = 0;
  // Of `run_`.
  Tensor* const slots_;
  BufferRegion* const regions_;
  const int32_t* const slot_region_;
  bool needs_look_ = false;
  // Outputs 64 and up that are not set.
  int missing_of_many_ = 0;
  // By output, if there are 64 or more.
  std::vector<bool> many_outputs_set_;
  const opgraft_internal::KernelRunState* run_;
  absl::Status status_;
  // By input; made when they are asked for.
  std::vector<std::shared_ptr<core::Mutex>> ref_mutexes_;
};

template <>
inline const Eigen::ThreadPoolDevice& OpKernelContext::eigen_device<Eigen::ThreadPoolDevice>()
    const {
  return eigen_cpu_device();
}
template <>
inline const Eigen::GpuDevice& OpKernelContext::eigen_device<Eigen::GpuDevice>() const {
  return eigen_gpu_device();
}

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_OP_KERNEL_CONTEXT_H_
