// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel_context.h"

#include <utility>

#include "absl/base/const_init.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/kernel_names.h"
#include "framework/kernel/op_kernel.h"
#include "framework/state/state_store.h"
#include "framework/tensor/access_error.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor_access.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// Authors report errors from several of Shard's threads; errors are rare, so one lock for all
// contexts will do.
absl::Mutex status_mutex(absl::kConstInit);

absl::Status SingleValued(absl::string_view kind, absl::string_view name, int start, int stop) {
  if (stop - start == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("OpKernel used list-valued ", kind, " name '",
                                                 name, "' when single-valued ", kind,
                                                 " was expected"));
}

// Where a kernel on this thread last reported an error.
struct FailurePlace {
  const OpKernelContext* context = nullptr;
  const char* file = nullptr;
  int line = 0;
};
thread_local FailurePlace failure_place;

// The status of a kernel that reported an error, say by OP_REQUIRES in a helper, and then went on:
// nothing can stop it there, but it can be told.
absl::Status KeptRunning(const absl::Status& status, const OpKernelContext* context) {
  constexpr absl::string_view kNote = " (the kernel kept running after it reported this";
  if (absl::StrContains(status.message(), kNote)) return status;
  std::string at;
  if (failure_place.context == context) {
    const absl::string_view file = failure_place.file;
    at = absl::StrCat(" at ", file.substr(file.rfind('/') + 1), ":", failure_place.line);
  }
  return absl::Status(
      status.code(),
      absl::StrCat(status.message(), kNote, at,
                   ": in a helper, return a Status and use OP_REQUIRES_OK at the call)"));
}

}  // namespace

// --- Inputs ---

const Tensor& OpKernelContext::BadInput(int index) const {
  // The context's address says that the call needs no tensor to be understood.
  ReportAccessError(this, absl::StrCat("asked for input(", index, "), but has inputs ",
                                       InputNames(op_kernel().properties())));
  static const Tensor* const none = new Tensor();
  return *none;
}

absl::Status OpKernelContext::FindInput(absl::string_view name, int* index) const {
  int stop = 0;
  OPGRAFT_RETURN_IF_ERROR(op_kernel().InputRange(name, index, &stop));
  return SingleValued("input", name, *index, stop);
}

absl::Status OpKernelContext::input(absl::string_view name, const Tensor** tensor) const {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindInput(name, &index));
  *tensor = &input(index);
  return absl::OkStatus();
}

absl::StatusOr<Tensor> OpKernelContext::get_input(int index) const {
  if (!has_input(index) || input_is_ref(index)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Given index was ", index,
        ", but index of input must be greater than 0, less than the number of inputs (",
        num_inputs(), "), and not a ref."));
  }
  return input(index);
}

absl::Status OpKernelContext::input_list(absl::string_view name, OpInputList* list) const {
  int start = 0, stop = 0;
  OPGRAFT_RETURN_IF_ERROR(op_kernel().InputRange(name, &start, &stop));
  *list = OpInputList(this, start, stop);
  return absl::OkStatus();
}

absl::Status OpKernelContext::input_dtype(absl::string_view name, DataType* dtype) const {
  const Tensor* tensor = nullptr;
  OPGRAFT_RETURN_IF_ERROR(input(name, &tensor));
  *dtype = tensor->dtype();
  return absl::OkStatus();
}

bool OpKernelContext::input_is_ref(int index) const {
  return has_input(index) && IsRefType(op_kernel().input_type(index));
}

bool OpKernelContext::ValidateInputsAreSameShape(OpKernel* op) {
  for (int i = 1; i < num_inputs(); ++i) {
    if (input(0).IsSameSize(input(i))) continue;
    SetStatus(absl::InvalidArgumentError(absl::StrCat(
        "Inputs to operation ", op->name(), " of type ", op->type_string(),
        " must have the same size and shape.  Input 0: ", input(0).shape().DebugString(),
        " != input ", i, ": ", input(i).shape().DebugString())));
    return false;
  }
  return true;
}

// --- References ---

Tensor OpKernelContext::mutable_input(int index, bool) { return input(index); }

absl::Status OpKernelContext::mutable_input(absl::string_view name, Tensor* tensor, bool) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindInput(name, &index));
  *tensor = input(index);
  return absl::OkStatus();
}

void OpKernelContext::replace_ref_input(int index, const Tensor& tensor, bool) {
  if (!input_is_ref(index)) {
    SetStatus(
        absl::InternalError(absl::StrCat("replace_ref_input(", index, "): no such reference")));
  } else {
    InputSlot(index) = tensor;
  }
}

absl::Status OpKernelContext::replace_ref_input(absl::string_view name, const Tensor& tensor,
                                                bool lock_held) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindInput(name, &index));
  replace_ref_input(index, tensor, lock_held);
  return status();
}

void OpKernelContext::delete_ref_input(int index, bool lock_held) {
  replace_ref_input(index, Tensor(), lock_held);
}

void OpKernelContext::forward_ref_input_to_ref_output(int input_index, int output_index) {
  const bool has_output = output_index >= 0 && output_index < num_outputs();
  if (!input_is_ref(input_index) || !has_output ||
      !IsRefType(op_kernel().output_type(output_index))) {
    SetStatus(
        absl::InternalError(absl::StrCat("forward_ref_input_to_ref_output(", input_index, ", ",
                                         output_index, "): input and output must be references")));
    return;
  }
  set_output(output_index, input(input_index));
}

// --- Outputs ---

absl::Status OpKernelContext::FindOutput(absl::string_view name, int* index) const {
  int stop = 0;
  OPGRAFT_RETURN_IF_ERROR(op_kernel().OutputRange(name, index, &stop));
  return SingleValued("output", name, *index, stop);
}

DataType OpKernelContext::expected_output_dtype(int index) const {
  return index >= 0 && index < num_outputs() ? OutputType(index) : DT_INVALID;
}

void OpKernelContext::ExpectManyOutputs() {
  missing_ = ~uint64_t{0};
  needs_look_ = true;
  missing_of_many_ = num_outputs() - 64;
  many_outputs_set_.assign(static_cast<size_t>(num_outputs()), false);
}

// An output has another shape than in the call before: is it one that was promised?
void OpKernelContext::NoteShape(int index, const TensorShape& shape) {
  const OutputSpec& spec = binding_->output_specs[index];
  if (spec.promised_rank == shape.dims()) return;
  const bool is_fine =
      spec.promise != nullptr && spec.element_size != 0 && spec.promise->Admits(shape);
  if (!is_fine) needs_look_ = true;
}

int OpKernelContext::first_missing_output() const {
  for (int i = 0; i < num_outputs(); ++i) {
    if (!IsOutputSet(i)) return i;
  }
  return -1;
}

absl::Status OpKernelContext::CheckNewOutput(absl::string_view call, int index) const {
  const NodeProperties& node = op_kernel().properties();
  if (index < 0 || index >= num_outputs()) {
    return absl::InternalError(
        absl::StrCat(call, " with bad index=", index, "; outputs: ", OutputNames(node)));
  }
  if (IsOutputSet(index)) {
    return absl::InternalError(absl::StrCat(call, " on same index multiple times: output ", index,
                                            " '", node.OutputName(index), "' is set already"));
  }
  return absl::OkStatus();
}

absl::Status OpKernelContext::AllocateOutputSlow(int index, const TensorShape& shape,
                                                 Tensor** tensor) {
  if (ABSL_PREDICT_FALSE(!status_.ok())) return status_ = KeptRunning(status_, this);
  OPGRAFT_RETURN_IF_ERROR(CheckNewOutput("allocate_output", index));
  if (!shape.IsValid()) return BadOutputShape(index, shape.Validate());
  const DataType dtype = OutputType(index);
  const int32_t region = OutputRegion(index);
  Tensor* out = &OutputSlot(index);
  // A slot that holds something was looked at when it got its shape. Strings and the like are
  // looked at each time.
  const bool is_known = binding_->output_specs[index].element_size != 0 &&
                        out->buffer() != nullptr && out->dtype() == dtype;
  if (!is_known || out->shape() != shape) NoteShape(index, shape);
  if (region < 0) {
    OPGRAFT_ASSIGN_OR_RETURN(*out, Tensor::Create(dtype, shape));
  } else if (!regions_[region].Allocate(dtype, shape, out)) {
    return NoMemoryForOutput(index, shape);
  }
  MarkOutputSet(index);
  *tensor = out;
  return absl::OkStatus();
}

absl::Status OpKernelContext::BadOutputShape(int index, const absl::Status& why) const {
  return absl::InvalidArgumentError(absl::StrCat(
      "allocate_output(", index, ") '", op_kernel().properties().OutputName(index), "': ",
      why.message(), ": an output shape must be known; did you copy it from a shape function?"));
}

absl::Status OpKernelContext::NoMemoryForOutput(int index, const TensorShape& shape) const {
  const DataType dtype = OutputType(index);
  const absl::Status why = Tensor::Create(dtype, shape).status();
  return absl::ResourceExhaustedError(absl::StrCat(
      "OOM when allocating output ", index, " '", op_kernel().properties().OutputName(index),
      "' with shape", shape.DebugString(), " and type ", DataTypeString(dtype),
      why.ok() ? "" : absl::StrCat(": ", why.message())));
}

absl::Status OpKernelContext::allocate_output(absl::string_view name, const TensorShape& shape,
                                              Tensor** tensor) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindOutput(name, &index));
  return allocate_output(index, shape, tensor);
}

void OpKernelContext::set_output(int index, const Tensor& tensor) {
  set_output(index, Tensor(tensor));
}

void OpKernelContext::set_output(int index, Tensor&& tensor) {
  const absl::Status fresh = CheckNewOutput("set_output", index);
  if (!fresh.ok()) return SetStatus(fresh);
  if (tensor.dtype() != OutputType(index)) {
    return SetStatus(absl::InternalError(absl::StrCat(
        "set_output(", index, "): output '", op_kernel().properties().OutputName(index), "' is ",
        DataTypeString(OutputType(index)), ", the kernel gave ", DataTypeString(tensor.dtype()))));
  }
  needs_look_ = true;
  OutputSlot(index) = TensorAccess::is_borrowed(tensor) ? Tensor(static_cast<const Tensor&>(tensor))
                                                        : std::move(tensor);
  MarkOutputSet(index);
}

absl::Status OpKernelContext::set_output(absl::string_view name, const Tensor& tensor) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindOutput(name, &index));
  set_output(index, tensor);
  return status();
}

absl::Status OpKernelContext::set_output_alias(int index, int input_index,
                                               const TensorShape& shape) {
  OPGRAFT_RETURN_IF_ERROR(CheckNewOutput("set_output_alias", index));
  const Tensor& in = input(input_index);
  if (in.dtype() != OutputType(index) || in.NumElements() != shape.num_elements()) {
    return absl::InternalError(absl::StrCat(
        "set_output_alias(", index, ", ", input_index, "): input is ", DataTypeString(in.dtype()),
        in.shape().DebugString(), ", output '", op_kernel().properties().OutputName(index), "' is ",
        DataTypeString(OutputType(index)), shape.DebugString()));
  }
  Tensor& out = OutputSlot(index);
  if (out.shape() != shape || out.dtype() != in.dtype()) NoteShape(index, shape);
  // In one region, or in none, the plan keeps the buffer as long as the output needs it.
  if (TensorAccess::is_borrowed(in) && InputRegion(input_index) == OutputRegion(index)) {
    TensorAccess::BorrowAs(&out, in, shape);
  } else if (!out.CopyFrom(in, shape)) {
    return absl::InternalError("set_output_alias: the shapes differ in their number of elements");
  }
  MarkOutputSet(index);
  return absl::OkStatus();
}

Tensor* OpKernelContext::mutable_output(int index) {
  return index >= 0 && index < num_outputs() && IsOutputSet(index) ? &OutputSlot(index) : nullptr;
}

absl::Status OpKernelContext::mutable_output(absl::string_view name, Tensor** tensor) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindOutput(name, &index));
  *tensor = mutable_output(index);
  return absl::OkStatus();
}

absl::Status OpKernelContext::output_list(absl::string_view name, OpOutputList* list) {
  int start = 0, stop = 0;
  OPGRAFT_RETURN_IF_ERROR(op_kernel().OutputRange(name, &start, &stop));
  *list = OpOutputList(this, start, stop);
  return absl::OkStatus();
}

absl::Status OpKernelContext::allocate_temp(DataType type, const TensorShape& shape,
                                            Tensor* tensor) {
  OPGRAFT_ASSIGN_OR_RETURN(*tensor, Tensor::Create(type, shape));
  return absl::OkStatus();
}

// --- Errors and the rest ---

void OpKernelContext::SetStatus(const absl::Status& status) {
  absl::MutexLock lock(&status_mutex);
  status_.Update(status);
  needs_look_ = true;
  // So that the next allocate_output takes the slow path, which tells that the kernel went on.
  if (!status_.ok()) missing_ = 0;
}

void OpKernelContext::CtxFailure(const char* file, int line, const absl::Status& status) {
  if (status_.ok()) failure_place = {this, file, line};
  SetStatus(status);
}

absl::Status OpKernelContext::MatchSignature(DataTypeSlice expected_inputs,
                                             DataTypeSlice expected_outputs) {
  return CheckSignature(expected_inputs, expected_outputs, op_kernel().input_types(),
                        op_kernel().output_types());
}

// --- Around the call ---

namespace {

absl::Status NoState() {
  return absl::InternalError("this run has no state; kernels with state need a request");
}

}  // namespace

absl::StatusOr<TensorCell*> OpKernelContext::OpenCell(absl::string_view id, DataType type,
                                                      const TensorShape& shape) {
  if (run_->state == nullptr) return NoState();
  return run_->state->OpenTensor(id, type, shape);
}

absl::StatusOr<TensorCell*> OpKernelContext::OpenCell(const ResourceHandle& handle) {
  if (run_->state == nullptr) return NoState();
  TensorCell* const cell = run_->state->opened()->FindTensor(
      {handle.container(), handle.maybe_type_name(), handle.name()});
  if (cell != nullptr) return cell;
  return absl::NotFoundError(absl::StrCat("there is no variable ", handle.container(), "/",
                                          handle.name(), "/", handle.maybe_type_name()));
}

const Eigen::GpuDevice& OpKernelContext::eigen_gpu_device() const {
  throw AccessError{this, "asked for a GPU; Opgraft runs on the CPU"};
}

}  // namespace opgraft
