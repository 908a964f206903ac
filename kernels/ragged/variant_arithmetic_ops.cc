// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ZerosLike and AddN of variants: zeros and sums of the TensorLists, ragged tensors and optionals
// that they hold. Gradients of loops begin with the zeros and add up what each iteration gives.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/list/optional_value.h"
#include "kernels/list/ragged_value.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

absl::Status NotOfOneKind(absl::string_view what, absl::string_view one, absl::string_view other) {
  return absl::InvalidArgumentError(
      absl::StrCat(what, " One is ", one, " and the other is ", other));
}

// INTERNAL, as in TensorFlow.
absl::Status HasNone(absl::string_view what, const Variant& variant) {
  return absl::InternalError(
      absl::StrCat("No ", what, " of Variant type_name: ", variant.TypeName()));
}

// --- Zeros ---
//
// All of these are INVALID_ARGUMENT for elements that have no zeros, and give the error of an
// allocation. They go down as deep as the values lie in one another: list/nesting.h bounds that.

absl::Status ZerosOfVariant(OpKernelContext* context, const Variant& of, Variant* zeros);

absl::Status ZerosOfTensor(OpKernelContext* context, const Tensor& of, Tensor* zeros) {
  if (of.dtype() == DT_INVALID) {  // an element that is not set stays so
    *zeros = of;
    return absl::OkStatus();
  }
  if (of.dtype() == DT_VARIANT) {
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_VARIANT, of.shape(), zeros));
    for (int64_t i = 0; i < of.NumElements(); ++i) {
      OPGRAFT_RETURN_IF_ERROR(
          ZerosOfVariant(context, of.flat<Variant>()(i), &zeros->flat<Variant>()(i)));
    }
    return absl::OkStatus();
  }
  if (DataTypeSize(of.dtype()) == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Trying to compute zeros_like for unsupported dtype ", DataTypeString(of.dtype())));
  }
  return MakeZeros(context, of.dtype(), of.shape(), zeros);
}

absl::Status ZerosOfVariant(OpKernelContext* context, const Variant& of, Variant* zeros) {
  if (const auto* const given = of.get<TensorList>()) {
    TensorList list;
    list.element_shape = given->element_shape;
    list.element_dtype = given->element_dtype;
    list.nesting = given->nesting;
    OPGRAFT_RETURN_IF_ERROR(ResizeList(context, given->size(), &list));
    std::vector<Tensor>& elements = list.own_tensors();
    for (size_t i = 0; i < elements.size(); ++i)
      OPGRAFT_RETURN_IF_ERROR(ZerosOfTensor(context, given->tensors()[i], &elements[i]));
    *zeros = std::move(list);
    return absl::OkStatus();
  }
  if (const auto* const given = of.get<RaggedValue>()) {
    RaggedValue ragged;
    ragged.splits = given->splits;
    ragged.nesting = given->nesting;
    OPGRAFT_RETURN_IF_ERROR(ZerosOfTensor(context, given->values, &ragged.values));
    *zeros = std::move(ragged);
    return absl::OkStatus();
  }
  if (const auto* const given = of.get<OptionalValue>()) {
    OptionalValue optional = *given;
    for (Tensor& component : optional.components) {
      const Tensor value = component;
      OPGRAFT_RETURN_IF_ERROR(ZerosOfTensor(context, value, &component));
    }
    *zeros = std::move(optional);
    return absl::OkStatus();
  }
  return HasNone("zeros", of);
}

// --- Sums ---
//
// INVALID_ARGUMENT if the two cannot be added: they must be of one type and shape.

absl::Status AddVariants(OpKernelContext* context, const Variant& a, const Variant& b,
                         Variant* sum);

absl::Status AddNumbers(OpKernelContext* context, const Tensor& a, const Tensor& b, Tensor* sum) {
  const BinaryElementFunction add(loops::BinaryFunction::kAdd, a.dtype());
  if (!add || a.dtype() == DT_BOOL) {
    return absl::InvalidArgumentError(
        absl::StrCat("Trying to add unsupported dtype ", DataTypeString(a.dtype())));
  }
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(a.dtype(), a.shape(), sum));
  add.RunSharded(context, loops::kVectorVector, a.data(), b.data(), sum->data(), a.NumElements());
  return absl::OkStatus();
}

// An element that is not set counts as zeros.
absl::Status AddTensors(OpKernelContext* context, const Tensor& a, const Tensor& b, Tensor* sum) {
  if (a.dtype() == DT_INVALID || b.dtype() == DT_INVALID) {
    *sum = a.dtype() == DT_INVALID ? b : a;
    return absl::OkStatus();
  }
  if (a.dtype() != b.dtype()) {
    return NotOfOneKind("Trying to add two tensors with incompatible element types.",
                        DataTypeString(a.dtype()), DataTypeString(b.dtype()));
  }
  if (a.shape() != b.shape()) {
    return NotOfOneKind("Trying to add two tensors with incompatible element shapes.",
                        a.shape().DebugString(), b.shape().DebugString());
  }
  if (a.dtype() != DT_VARIANT) return AddNumbers(context, a, b, sum);
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_VARIANT, a.shape(), sum));
  for (int64_t i = 0; i < a.NumElements(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(
        AddVariants(context, a.flat<Variant>()(i), b.flat<Variant>()(i), &sum->flat<Variant>()(i)));
  }
  return absl::OkStatus();
}

absl::Status AddLists(OpKernelContext* context, const TensorList& a, const TensorList& b,
                      TensorList* sum) {
  if (a.element_dtype != b.element_dtype) {
    return NotOfOneKind("Trying to add two lists of tensors of different dtypes.",
                        DataTypeString(a.element_dtype), DataTypeString(b.element_dtype));
  }
  if (!a.element_shape.MergeWith(b.element_shape, &sum->element_shape).ok()) {
    return NotOfOneKind("Trying to add two lists of tensors with incompatible element shapes.",
                        a.element_shape.DebugString(), b.element_shape.DebugString());
  }
  if (a.size() != b.size()) {
    return NotOfOneKind("Trying to add two lists of tensors with different lengths.",
                        absl::StrCat(a.size()), absl::StrCat(b.size()));
  }
  sum->element_dtype = a.element_dtype;
  sum->nesting = std::max(a.nesting, b.nesting);
  OPGRAFT_RETURN_IF_ERROR(ResizeList(context, a.size(), sum));
  std::vector<Tensor>& elements = sum->own_tensors();
  for (size_t i = 0; i < elements.size(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(AddTensors(context, a.tensors()[i], b.tensors()[i], &elements[i]));
  }
  return absl::OkStatus();
}

absl::Status AddRagged(OpKernelContext* context, const RaggedValue& a, const RaggedValue& b,
                       RaggedValue* sum) {
  if (a.values.dtype() != b.values.dtype()) {
    return NotOfOneKind("Can't add RaggedTensorVariants of different dtypes.",
                        DataTypeString(a.values.dtype()), DataTypeString(b.values.dtype()));
  }
  if (a.splits.size() != b.splits.size()) {
    return NotOfOneKind("Can't add RaggedTensorVariants of different ragged rank.",
                        absl::StrCat(a.splits.size()), absl::StrCat(b.splits.size()));
  }
  for (size_t i = 0; i < a.splits.size(); ++i) {
    if (a.splits[i].Identical(b.splits[i])) continue;
    return absl::InvalidArgumentError("Can't add RaggedTensorVariants with different row_splits.");
  }
  sum->splits = a.splits;
  sum->nesting = std::max(a.nesting, b.nesting);
  return AddTensors(context, a.values, b.values, &sum->values);
}

absl::Status AddOptionals(OpKernelContext* context, const OptionalValue& a, const OptionalValue& b,
                          OptionalValue* sum) {
  if (a.has_value != b.has_value) {
    return absl::InvalidArgumentError(
        "Cannot add optionals because one has a value and the other doesn't.");
  }
  if (a.components.size() != b.components.size()) {
    return NotOfOneKind("Cannot add optionals because they have different numbers of components.",
                        absl::StrCat(a.components.size()), absl::StrCat(b.components.size()));
  }
  *sum = a;
  sum->nesting = std::max(a.nesting, b.nesting);
  for (size_t i = 0; i < sum->components.size(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(
        AddTensors(context, a.components[i], b.components[i], &sum->components[i]));
  }
  return absl::OkStatus();
}

absl::Status AddVariants(OpKernelContext* context, const Variant& a, const Variant& b,
                         Variant* sum) {
  if (a.TypeId() != b.TypeId()) {
    return absl::InternalError(
        absl::StrCat("Variants a and b have different type ids.  Type names: '", a.TypeName(),
                     "' vs. '", b.TypeName(), "'"));
  }
  if (const auto* const list = a.get<TensorList>()) {
    TensorList added;
    OPGRAFT_RETURN_IF_ERROR(AddLists(context, *list, *b.get<TensorList>(), &added));
    *sum = std::move(added);
    return absl::OkStatus();
  }
  if (const auto* const ragged = a.get<RaggedValue>()) {
    RaggedValue added;
    OPGRAFT_RETURN_IF_ERROR(AddRagged(context, *ragged, *b.get<RaggedValue>(), &added));
    *sum = std::move(added);
    return absl::OkStatus();
  }
  if (const auto* const optional = a.get<OptionalValue>()) {
    OptionalValue added;
    OPGRAFT_RETURN_IF_ERROR(AddOptionals(context, *optional, *b.get<OptionalValue>(), &added));
    *sum = std::move(added);
    return absl::OkStatus();
  }
  return HasNone("sum", a);
}

// --- Kernels ---

class ZerosLikeVariantOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, TensorShapeUtils::IsScalar(x.shape()),
                absl::InvalidArgumentError(
                    "ZerosLike non-scalar Tensor with dtype=DT_VARIANT is not supported."));
    Variant zeros;
    OP_REQUIRES_OK(context, ZerosOfVariant(context, x.scalar<Variant>()(), &zeros));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &y));
    y->scalar<Variant>()() = std::move(zeros);
  }
};

class AddNVariantOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    for (int i = 1; i < context->num_inputs(); ++i) {
      OP_REQUIRES(context, context->input(i).shape() == shape,
                  absl::InvalidArgumentError(absl::StrCat(
                      "Inputs to operation ", name(), " of type ", type_string(),
                      " must have the same size and shape.  Input 0: ", shape.DebugString(),
                      " != input ", i, ": ", context->input(i).shape().DebugString())));
    }
    if (context->num_inputs() == 1) return context->set_output(0, context->input(0));
    OP_REQUIRES(context, TensorShapeUtils::IsScalar(shape),
                absl::InvalidArgumentError(absl::StrCat(
                    "AddN of non-scalar Tensor with dtype=DT_VARIANT is not supported; inputs[0] "
                    "has shape: ",
                    shape.DebugString(), ".")));
    Variant sum;
    OP_REQUIRES_OK(context, AddAll(context, &sum));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &out));
    out->scalar<Variant>()() = std::move(sum);
  }

 private:
  // Adds neighbours, then neighbours of these sums, and so on: in TensorFlow's order, on which the
  // rounding depends. One that has no neighbour is added to the first.
  static absl::Status AddAll(OpKernelContext* context, Variant* sum) {
    std::vector<Variant> sums;
    for (int i = 0; i < context->num_inputs(); ++i)
      sums.push_back(context->input(i).scalar<Variant>()());
    const auto add = [&](size_t to, size_t from) {
      Variant both;
      OPGRAFT_RETURN_IF_ERROR(AddVariants(context, sums[to], sums[from], &both));
      sums[to] = std::move(both);
      sums[from].clear();
      return absl::OkStatus();
    };
    size_t count = sums.size();
    for (size_t step = 1; step < count; step *= 2) {
      size_t i = step;
      for (; i < count; i += 2 * step) OPGRAFT_RETURN_IF_ERROR(add(i - step, i));
      if (i != count) continue;
      OPGRAFT_RETURN_IF_ERROR(add(0, i - step));
      count -= step;
    }
    *sum = std::move(sums[0]);
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("ZerosLike").Device(DEVICE_CPU).TypeConstraint<Variant>("T"),
                        ZerosLikeVariantOp);
REGISTER_KERNEL_BUILDER(Name("AddN").Device(DEVICE_CPU).TypeConstraint<Variant>("T"),
                        AddNVariantOp);

}  // namespace
}  // namespace opgraft_internal
