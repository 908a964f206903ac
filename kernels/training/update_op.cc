// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/training/update_op.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 512;  // elements that are widened at once
constexpr double kNsPerElement = 2;

DataType TypeOf(OpKernelConstruction* ctx) {
  DataType dtype = DT_FLOAT;
  ctx->GetAttr("T", &dtype).IgnoreError();  // it is of the op, so it is there
  return dtype;
}

}  // namespace

UpdateOpBase::UpdateOpBase(OpKernelConstruction* ctx, const UpdateInputs& inputs, UpdateForm form,
                           UpdateLoop (*find)(DataType dtype))
    : VariableUser(ctx),
      dtype_(TypeOf(ctx)),
      compute_type_(ComputeTypeOf(dtype_)),
      widen_(dtype_, compute_type_),
      narrow_(compute_type_, dtype_),
      loop_(find(compute_type_)),
      checks_signs_(inputs.sign_checks == SignChecks::kInBoth ||
                    (inputs.sign_checks == SignChecks::kInSparse && form == UpdateForm::kSparse)) {
  OP_REQUIRES(ctx, loop_ != nullptr,
              absl::InternalError(absl::StrCat("no loop of ", DataTypeString(compute_type_))));
  OP_REQUIRES_OK(ctx, FindInputs(inputs, form));
  if (inputs.flag != nullptr) OP_REQUIRES_OK(ctx, ctx->GetAttr(inputs.flag, &flag_));
}

absl::Status UpdateOpBase::FindInputs(const UpdateInputs& inputs, UpdateForm form) {
  names_.resize(static_cast<size_t>(num_inputs()));
  const auto find = [this](const char* name, int* at) {
    int end = 0;
    OPGRAFT_RETURN_IF_ERROR(InputRange(name, at, &end));
    names_[static_cast<size_t>(*at)] = name;
    return absl::OkStatus();
  };
  int at = 0;
  for (const char* name : inputs.slots) {
    OPGRAFT_RETURN_IF_ERROR(find(name, &at));
    slots_.push_back(at);
  }
  for (const char* name : inputs.scalars) {
    OPGRAFT_RETURN_IF_ERROR(find(name, &at));
    scalars_.push_back(at);
  }
  // The sparse form of ProximalGradientDescent calls it grad.
  if (!find(inputs.grad, &grad_).ok()) OPGRAFT_RETURN_IF_ERROR(find("grad", &grad_));
  return form == UpdateForm::kSparse ? find("indices", &indices_) : absl::OkStatus();
}

absl::Status UpdateOpBase::FindVariables(OpKernelContext* ctx, Call* call) const {
  for (int slot : slots_) {
    const absl::StatusOr<TensorCell*> cell = Find(ctx, slot, dtype_);
    if (absl::IsNotFound(cell.status())) {
      return absl::FailedPreconditionError(absl::StrCat(
          "Attempting to use uninitialized variables: ", NameOf(ctx, slot), " has no value"));
    }
    OPGRAFT_RETURN_IF_ERROR(cell.status());
    call->cells.push_back(*cell);
    const TensorShape& shape = (*cell)->value().shape();
    if (shape == call->cells[0]->value().shape()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(names_[slots_[0]], " and ", names_[slot], " do not have the same shape",
                     call->cells[0]->value().shape().DebugString(), " ", shape.DebugString()));
  }
  return absl::OkStatus();
}

absl::Status UpdateOpBase::ReadScalar(const Tensor& value, char* to) const {
  if (value.dtype() == dtype_) {
    widen_.Run(value.data(), to, 1);
  } else {  // global_step, an int64
    CastFunction(value.dtype(), compute_type_).Run(value.data(), to, 1);
  }
  return absl::OkStatus();
}

// lr_power must not be above 0, the other scalars not below; nor may lr be 0 where nothing else is
// multiplied by it.
absl::Status UpdateOpBase::CheckSign(int scalar, const Tensor& value) const {
  double number = 0;
  CastFunction(value.dtype(), DT_DOUBLE).Run(value.data(), &number, 1);
  const std::string& name = names_[static_cast<size_t>(scalar)];
  const char* demand = "0 or more";
  if (name == "lr_power") demand = "0 or less";
  if (name == "lr") demand = "above 0";
  const bool fits = name == "lr_power" ? number <= 0 : number >= 0;
  if (fits && (name != "lr" || number > 0 || flag_)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", number, ": it must be ", demand));
}

absl::Status UpdateOpBase::ReadScalars(OpKernelContext* ctx, Call* call) const {
  char* to = call->scalars;
  for (int scalar : scalars_) {
    const Tensor& value = ctx->input(scalar);
    if (value.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(names_[scalar], " is not a scalar: ", value.shape().DebugString()));
    }
    if (checks_signs_) OPGRAFT_RETURN_IF_ERROR(CheckSign(scalar, value));
    OPGRAFT_RETURN_IF_ERROR(ReadScalar(value, to));
    to += DataTypeSize(compute_type_);
  }
  return absl::OkStatus();
}

absl::Status UpdateOpBase::CheckGradient(OpKernelContext* ctx, const Call& call) const {
  const TensorShape& variable = call.cells[0]->value().shape();
  const TensorShape& grad = ctx->input(grad_).shape();
  if (variable == grad) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("var and ", names_[grad_],
                                                 " do not have the same shape",
                                                 variable.DebugString(), " ", grad.DebugString()));
}

absl::Status UpdateOpBase::CheckSparse(OpKernelContext* ctx, const Call& call) const {
  const TensorShape& variable = call.cells[0]->value().shape();
  const Tensor& grad = ctx->input(grad_);
  const Tensor& indices = ctx->input(indices_);
  if (variable.dims() == 0) return absl::InvalidArgumentError("var must be at least 1 dimensional");
  if (indices.dims() != 1) return absl::InvalidArgumentError("indices must be one-dimensional");
  const bool fits = grad.dims() == variable.dims() && grad.dim_size(0) == indices.NumElements() &&
                    std::equal(variable.sizes().begin() + 1, variable.sizes().end(),
                               grad.shape().sizes().begin() + 1);
  if (!fits) {
    return absl::InvalidArgumentError(absl::StrCat(
        "grad has shape ", grad.shape().DebugString(), "; it must have a row of var, which is ",
        variable.DebugString(), ", for each of ", indices.NumElements(), " indices"));
  }
  for (int64_t i = 0; i < indices.NumElements(); ++i) {
    const int64_t row = IndexAt(indices, i);
    if (row >= 0 && row < variable.dim_size(0)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("Index ", row, " at offset ", i, " in indices is out of range"));
  }
  return absl::OkStatus();
}

// Nothing is read or changed before all are open: one variable may be given twice. `parts`: of the
// sparse form.
absl::Status UpdateOpBase::Open(absl::Span<const TensorCell::Part> parts, Call* call) const {
  for (TensorCell* cell : call->cells) {
    OPGRAFT_RETURN_IF_ERROR((indices_ >= 0 ? cell->WriteParts(parts) : cell->Write()).status());
  }
  for (TensorCell* cell : call->cells) call->slots.push_back(cell->value().data());
  return absl::OkStatus();
}

void UpdateOpBase::Compute(OpKernelContext* ctx) {
  Call call;
  OP_REQUIRES_OK(ctx, FindVariables(ctx, &call));
  OP_REQUIRES_OK(ctx, ReadScalars(ctx, &call));
  OP_REQUIRES_OK(ctx, indices_ >= 0 ? CheckSparse(ctx, call) : CheckGradient(ctx, call));
  if (ctx->input(grad_).NumElements() == 0) return;
  std::vector<TensorCell::Part> parts;
  if (indices_ >= 0) {
    const TensorShape& shape = call.cells[0]->value().shape();
    const int64_t length = ProductOf(shape.sizes(), 1, shape.dims());
    const Tensor& indices = ctx->input(indices_);
    for (int64_t i = 0; i < indices.NumElements(); ++i)
      parts.push_back({IndexAt(indices, i) * length, length});
  }
  OP_REQUIRES_OK(ctx, Open(parts, &call));
  indices_ >= 0 ? UpdateRows(ctx, parts, call) : UpdateAll(ctx, call);
}

void UpdateOpBase::UpdateAll(OpKernelContext* ctx, const Call& call) const {
  const Tensor& grad = ctx->input(grad_);
  const auto* const from = static_cast<const char*>(grad.data());
  const int64_t size = DataTypeSize(dtype_);
  ShardElements(ctx, grad.NumElements(), kNsPerElement, [&](int64_t begin, int64_t end) {
    Update(call, begin, from + begin * size, end - begin);
  });
}

// In order: an index may occur twice.
void UpdateOpBase::UpdateRows(OpKernelContext* ctx, absl::Span<const TensorCell::Part> parts,
                              const Call& call) const {
  const auto* from = static_cast<const char*>(ctx->input(grad_).data());
  for (const TensorCell::Part& part : parts) {
    Update(call, part.start, from, part.count);
    from += part.count * DataTypeSize(dtype_);
  }
}

void UpdateOpBase::Update(const Call& call, int64_t start, const void* grad, int64_t n) const {
  const int64_t size = DataTypeSize(dtype_);
  const size_t slots = call.slots.size();
  void* at[kMaxSlots] = {};
  for (size_t k = 0; k < slots; ++k) at[k] = static_cast<char*>(call.slots[k]) + start * size;
  if (compute_type_ == dtype_) return loop_(at, grad, call.scalars, flag_, n);
  // Smaller floats, which are computed as float.
  float wide[kMaxSlots + 1][kBlock];
  void* wide_at[kMaxSlots] = {wide[0], wide[1], wide[2], wide[3]};
  const auto* from = static_cast<const char*>(grad);
  for (int64_t done = 0; done < n; done += kBlock) {
    const int64_t count = std::min(kBlock, n - done);
    for (size_t k = 0; k < slots; ++k)
      widen_.Run(static_cast<char*>(at[k]) + done * size, wide[k], count);
    widen_.Run(from + done * size, wide[kMaxSlots], count);
    loop_(wide_at, wide[kMaxSlots], call.scalars, flag_, count);
    for (size_t k = 0; k < slots; ++k)
      narrow_.Run(wide[k], static_cast<char*>(at[k]) + done * size, count);
  }
}

}  // namespace opgraft_internal
