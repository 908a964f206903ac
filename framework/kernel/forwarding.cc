// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How an input that nobody needs afterwards becomes an output.
#include "absl/base/attributes.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/tensor/tensor_access.h"

namespace opgraft {

// Only a buffer that nobody else can see may be written over: the plan says that the slot dies
// here, no other input of this call is the same slot, and nobody outside holds the buffer.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool OpKernelContext::MayForward(int input_index,
                                                                     int output_index,
                                                                     const TensorShape& shape) {
  if (!has_input(input_index) || binding_->input_dies == nullptr ||
      !binding_->input_dies[input_index])
    return false;
  const int32_t slot = binding_->inputs[input_index];
  const Tensor& in = slots_[slot];
  if (in.dtype() != OutputType(output_index) || in.NumElements() != shape.num_elements())
    return false;
  const bool is_planned =
      binding_->output_specs[output_index].forward.kind != ForwardPlan::Kind::kUnplanned;
  for (int i = is_planned ? num_inputs() : 0; i < num_inputs(); ++i) {
    if (i != input_index && binding_->inputs[i] == slot) return false;
  }
  if (!TensorAccess::is_borrowed(in)) return in.RefCountIsOne();
  const int32_t region = slot_region_[slot];
  return region >= 0 && OutputRegion(output_index) >= 0 && regions_[region].Owns(in);
}

// REQUIRES: the output exists and is not set.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool OpKernelContext::Forward(int input_index, int output_index,
                                                                  const TensorShape& shape,
                                                                  Tensor** output) {
  if (!MayForward(input_index, output_index, shape)) return false;
  Tensor& in = InputSlot(input_index);
  Tensor& out = OutputSlot(output_index);
  const bool is_known =
      out.buffer() != nullptr && out.dtype() == in.dtype() && out.shape() == shape;
  if (!is_known) NoteShape(output_index, shape);
  if (ABSL_PREDICT_FALSE(!TensorAccess::is_borrowed(in))) {
    GiveBuffer(&in, shape, &out);
  } else {
    BufferRegion& from = regions_[InputRegion(input_index)];
    BufferRegion& to = regions_[OutputRegion(output_index)];
    if (&from != &to) from.SwapBuffers(&to);
    if (is_known && TensorAccess::is_borrowed(out)) {
      TensorAccess::Retarget(&out, in);
    } else if (TensorAccess::is_borrowed(out) && out.dtype() == in.dtype()) {
      TensorAccess::Retarget(&out, in, shape);
    } else if (&in != &out) {
      TensorAccess::BorrowAs(&out, in, shape);
    }
  }
  MarkOutputSet(output_index);
  *output = &out;
  return true;
}

bool OpKernelContext::forward_input_to_output_with_shape(int input_index, int output_index,
                                                         const TensorShape& shape,
                                                         Tensor** output) {
  if (output_index < 0 || output_index >= num_outputs() || IsOutputSet(output_index)) return false;
  return Forward(input_index, output_index, shape, output);
}

// The output takes the input's reference; the input stays readable through it.
void OpKernelContext::GiveBuffer(Tensor* in, const TensorShape& shape, Tensor* out) {
  Tensor view, before;
  TensorAccess::BorrowAs(&view, *in, shape);
  TensorAccess::Borrow(&before, *in);
  TensorAccess::AdoptAs(out, TensorAccess::ReleaseBuffer(in), view);
  TensorAccess::Borrow(in, before);
}

// A region may be shared by the output and an input that was to be forwarded. If it could not be,
// the output must not be put over the input: the input's slot takes the buffer, and the region
// another one.
void OpKernelContext::KeepInputsOutOf(int32_t region_index) {
  if (region_index < 0) return;
  BufferRegion& region = regions_[region_index];
  for (int i = 0; i < num_inputs(); ++i) {
    Tensor& in = InputSlot(i);
    if (!TensorAccess::is_borrowed(in) || in.buffer() == nullptr || in.buffer() != region.buffer())
      continue;
    Tensor view;
    TensorAccess::Borrow(&view, in);
    TensorAccess::AdoptAs(&in, region.Take(), view);
  }
}

bool OpKernelContext::SwapWithInput(absl::Span<const int> candidates, int output,
                                    const TensorShape& shape) {
  const int input = binding_->output_specs[output].forward.input;
  const Tensor& in = InputSlot(input);
  Tensor& out = OutputSlot(output);
  BufferRegion& from = regions_[InputRegion(input)];
  if (!from.Owns(in) || in.NumElements() != shape.num_elements() ||
      !TensorAccess::is_borrowed(out) || in.dtype() != out.dtype() || !IsOneOf(candidates, input)) {
    return false;
  }
  from.SwapBuffers(&regions_[OutputRegion(output)]);
  // To copy a shape is cheaper than to see whether it is another.
  if (binding_->output_specs[output].promised_rank != shape.dims() && out.shape() != shape)
    NoteShape(output, shape);
  TensorAccess::Retarget(&out, in, shape);
  return true;
}

absl::Status OpKernelContext::ForwardOrAllocateSlow(absl::Span<const int> candidates,
                                                    int output_index, const TensorShape& shape,
                                                    Tensor** output, int* forwarded_input) {
  if (forwarded_input != nullptr) *forwarded_input = -1;
  const bool is_fresh =
      output_index >= 0 && output_index < num_outputs() && !IsOutputSet(output_index);
  if (!is_fresh || binding_->output_specs[output_index].forward.kind == ForwardPlan::Kind::kNever) {
    return AllocateOutputSlow(output_index, shape, output);
  }
  for (int candidate : candidates) {
    if (!Forward(candidate, output_index, shape, output)) continue;
    if (forwarded_input != nullptr) *forwarded_input = candidate;
    return absl::OkStatus();
  }
  KeepInputsOutOf(OutputRegion(output_index));
  return allocate_output(output_index, shape, output);
}

absl::Status OpKernelContext::forward_input_or_allocate_temp(absl::Span<const int>, DataType type,
                                                             const TensorShape& shape,
                                                             AllocatorAttributes, Tensor* temp) {
  return allocate_temp(type, shape, temp);  // a region's buffer stays with its region
}

}  // namespace opgraft
