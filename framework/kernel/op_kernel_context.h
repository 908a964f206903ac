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
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft {

class CancellationManager;
class DeviceContext;
class Env;
class FunctionLibraryRuntime;
class OpInputList;
class OpKernel;
class OpOutputList;
class RendezvousInterface;
class ResourceMgr;
class ScopedStepContainer;
class TensorCell;

namespace core {
class Mutex;
}

}  // namespace opgraft

// The runtime's half of a call, out of authors' reach.
namespace opgraft_internal {

class StateStore;
struct ContextAccess;

// What every step of one run shares with its kernels. Owned by the runtime; pointers may be null
// where noted.
struct KernelRunState {
  opgraft::Tensor* slots = nullptr;          // all values of the run
  opgraft::BufferRegion* regions = nullptr;  // where outputs are put
  const int32_t* slot_region = nullptr;      // region of each slot; -1: none (feeds, constants)
  opgraft::DeviceBase* device = nullptr;
  opgraft::CancellationManager* cancellation_manager = nullptr;  // may be null
  opgraft::ResourceMgr* resource_manager = nullptr;              // may be null
  StateStore* state = nullptr;                                   // may be null
  int64_t step_id = 0;
};

// Which input becomes an output, as the plan has it.
struct ForwardPlan {
  enum class Kind : int8_t {
    kUnplanned,  // nobody planned: the run looks, at other inputs of the same slot too
    kAsk,        // the run has to look which
    kNever,      // none can
    kShare,      // `input` dies in this step, has the output's type, and shares its region
    kSwap,       // the same, but it has a region of its own: the two can exchange their buffers
  };
  // Inputs beyond are not planned for: the run looks.
  static constexpr int kMostInputs = 256;

  static constexpr ForwardPlan Share(int input) {
    return {Kind::kShare, static_cast<uint8_t>(input)};
  }
  static constexpr ForwardPlan Swap(int input) {
    return {Kind::kSwap, static_cast<uint8_t>(input)};
  }

  Kind kind = Kind::kUnplanned;
  uint8_t input = 0;  // of kShare and kSwap
};

// What is known of an output before the run.
struct OutputSpec {
  OutputSpec() = default;
  explicit OutputSpec(opgraft::DataType type)
      : dtype(opgraft::BaseType(type)),
        element_size(static_cast<int8_t>(opgraft::DataTypeSize(dtype))) {}

  const opgraft::PartialTensorShape* promise = nullptr;  // of the shape function; null: none
  opgraft::DataType dtype = opgraft::DT_INVALID;         // never a reference
  int8_t element_size = 0;  // in bytes; 0 for strings, handles and variants
  int8_t promised_rank =
      -1;  // of a promise that says no more, so that every shape of this rank is as promised
  ForwardPlan forward;
};

// The slots of one step: input i of the kernel is slots[inputs[i]]. Made when a model is compiled.
struct KernelBinding {
  opgraft::OpKernel* kernel = nullptr;
  const int32_t* inputs = nullptr;
  const int32_t* outputs = nullptr;
  // This step is the last to need the input's slot, so it may be forwarded; null: none.
  const bool* input_dies = nullptr;
  const OutputSpec* output_specs = nullptr;
  int32_t num_inputs = 0;
  int32_t num_outputs = 0;
};

}  // namespace opgraft_internal

namespace opgraft {

// TensorFlow's loop frame of a call; Opgraft's loops have none.
struct FrameAndIter {
  uint64_t frame_id = 0;
  int64_t iter_id = 0;
};

// One call of a kernel: its inputs, its outputs, its errors. TensorFlow's names and meanings; the
// additions say so.
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

  // --- Inputs ---
  int num_inputs() const { return binding_->num_inputs; }
  const Tensor& input(int index) const {
    if (ABSL_PREDICT_FALSE(static_cast<unsigned>(index) >=
                           static_cast<unsigned>(binding_->num_inputs)))
      return BadInput(index);
    return slots_[binding_->inputs[index]];
  }
  absl::Status input(absl::string_view name, const Tensor** tensor) const;
  absl::StatusOr<Tensor> get_input(int index) const;
  absl::Status input_list(absl::string_view name, OpInputList* list) const;
  bool has_input(int index) const { return index >= 0 && index < num_inputs(); }
  DataType input_dtype(int index) const { return input(index).dtype(); }
  absl::Status input_dtype(absl::string_view name, DataType* dtype) const;
  bool input_is_ref(int index) const;
  // False, and a status is set, unless all inputs have one shape.
  bool ValidateInputsAreSameShape(OpKernel* op);
  // For inputs that are references: a copy of the Tensor, which shares the buffer.
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
  // RESOURCE_EXHAUSTED beyond memory or its limits.
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
  absl::Status allocate_output(int index, const TensorShape& shape, Tensor** tensor,
                               AllocatorAttributes) {
    return allocate_output(index, shape, tensor);
  }
  absl::Status allocate_output(absl::string_view name, const TensorShape& shape, Tensor** tensor);
  absl::Status allocate_output(absl::string_view name, const TensorShape& shape, Tensor** tensor,
                               AllocatorAttributes) {
    return allocate_output(name, shape, tensor);
  }
  // Makes output `index` share `tensor`'s buffer (counts).
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
  absl::Status set_output_alias(int index, int input_index, const TensorShape& shape);
  Tensor* mutable_output(int index);
  // Not TensorFlow's: the same for who only looks; null if the output is not set.
  const Tensor* output(int index) const {
    return index >= 0 && index < num_outputs() && IsOutputSet(index)
               ? &slots_[binding_->outputs[index]]
               : nullptr;
  }
  absl::Status mutable_output(absl::string_view name, Tensor** tensor);
  absl::Status output_list(absl::string_view name, OpOutputList* list);

  // --- Temporaries ---
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor);
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor,
                             AllocatorAttributes) {
    return allocate_temp(type, shape, tensor);
  }
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
  absl::Status forward_input_or_allocate_temp(absl::Span<const int> candidates, DataType type,
                                              const TensorShape& shape, AllocatorAttributes,
                                              Tensor* temp);
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
  // NOT_FOUND. INTERNAL if the run has no state.
  absl::StatusOr<TensorCell*> OpenCell(absl::string_view id, DataType type,
                                       const TensorShape& shape);
  absl::StatusOr<TensorCell*> OpenCell(const ResourceHandle& handle);
  Env* env() const;
  FrameAndIter frame_iter() const { return {}; }
  // Runs a closure soon, on the process's CPU.
  std::function<void(std::function<void()>)>* runner() const;
  // What TensorFlow may have beside a call and Opgraft has not: null.
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
  // No other field than these is written on the fast path.
  void Bind(const opgraft_internal::KernelBinding* binding) {
    binding_ = binding;
    needs_look_ = false;
    missing_ = (uint64_t{1} << (binding->num_outputs & 63)) - 1;
    if (ABSL_PREDICT_FALSE(binding->num_outputs >= 64)) ExpectManyOutputs();
  }
  int first_missing_output() const;  // -1 if all are set

  const Tensor& BadInput(int index) const;  // throws AccessError in a kernel

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
  absl::Status ForwardOrAllocateSlow(absl::Span<const int> candidates, int output_index,
                                     const TensorShape& shape, Tensor** output,
                                     int* forwarded_input);
  absl::Status BadOutputShape(int index, const absl::Status& why) const;
  absl::Status NoMemoryForOutput(int index, const TensorShape& shape) const;
  absl::Status AllocateOutputSlow(int index, const TensorShape& shape, Tensor** tensor);
  absl::Status CheckNewOutput(absl::string_view call, int index) const;
  void ExpectManyOutputs();
  void NoteShape(int index, const TensorShape& shape);
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
  Tensor& InputSlot(int index) { return slots_[binding_->inputs[index]]; }
  Tensor& OutputSlot(int index) { return slots_[binding_->outputs[index]]; }
  int32_t InputRegion(int index) const { return slot_region_[binding_->inputs[index]]; }
  int32_t OutputRegion(int index) const { return slot_region_[binding_->outputs[index]]; }
  DataType OutputType(int index) const { return binding_->output_specs[index].dtype; }
  bool MayForward(int input_index, int output_index, const TensorShape& shape);
  bool Forward(int input_index, int output_index, const TensorShape& shape, Tensor** output);
  static void GiveBuffer(Tensor* in, const TensorShape& shape, Tensor* out);
  void KeepInputsOutOf(int32_t region_index);

  const opgraft_internal::KernelBinding* binding_ = nullptr;
  uint64_t missing_ = 0;  // a bit for each of the first 64 outputs that is not set
  // Of `run_`.
  Tensor* const slots_;
  BufferRegion* const regions_;
  const int32_t* const slot_region_;
  bool needs_look_ = false;
  int missing_of_many_ = 0;             // outputs 64 and up that are not set
  std::vector<bool> many_outputs_set_;  // by output, if there are so many
  const opgraft_internal::KernelRunState* run_;
  absl::Status status_;
  std::vector<std::shared_ptr<core::Mutex>> ref_mutexes_;  // of inputs, made when asked for
};

// The inputs of one list arg. Borrows the context. Thread-compatible, as the context.
//
// Example:
//   OpInputList values;
//   OP_REQUIRES_OK(context, context->input_list("values", &values));
//   for (const Tensor& value : values) Add(value);
class OpInputList {
 public:
  OpInputList() = default;
  OpInputList(const OpKernelContext* context, int start, int stop)
      : context_(context), start_(start), stop_(stop) {}
  const Tensor& operator[](int i) const { return context_->input(start_ + i); }
  int size() const { return stop_ - start_; }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = const Tensor;
    using difference_type = std::ptrdiff_t;
    using pointer = const Tensor*;
    using reference = const Tensor&;
    Iterator(const OpInputList* list, int i) : list_(list), i_(i) {}
    reference operator*() const { return (*list_)[i_]; }
    pointer operator->() const { return &(*list_)[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return i_ == other.i_; }
    bool operator!=(const Iterator& other) const { return i_ != other.i_; }

   private:
    const OpInputList* list_;
    int i_;
  };
  Iterator begin() const { return Iterator(this, 0); }
  Iterator end() const { return Iterator(this, size()); }

 private:
  const OpKernelContext* context_ = nullptr;
  int start_ = 0;
  int stop_ = 0;
};

// The outputs of one list arg. Borrows the context. Thread-compatible, as the context.
//
// Example:
//   OpOutputList parts;
//   OP_REQUIRES_OK(context, context->output_list("parts", &parts));
//   Tensor* first = nullptr;
//   OP_REQUIRES_OK(context, parts.allocate(0, TensorShape({3}), &first));
class OpOutputList {
 public:
  OpOutputList() = default;
  OpOutputList(OpKernelContext* context, int start, int stop)
      : context_(context), start_(start), stop_(stop) {}
  Tensor* operator[](int i) { return context_->mutable_output(start_ + i); }
  bool required(int) const { return true; }
  DataType expected_output_dtype(int i) const {
    return context_->expected_output_dtype(start_ + i);
  }
  absl::Status allocate(int i, const TensorShape& shape, Tensor** output) {
    return context_->allocate_output(start_ + i, shape, output);
  }
  void set(int i, const Tensor& tensor) { context_->set_output(start_ + i, tensor); }
  void set(int i, Tensor&& tensor) { context_->set_output(start_ + i, std::move(tensor)); }
  int size() const { return stop_ - start_; }

 private:
  OpKernelContext* context_ = nullptr;
  int start_ = 0;
  int stop_ = 0;
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
