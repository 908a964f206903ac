// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_edits.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/runtime/request_core.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// Edits values that lie with room to grow where they lie.
class StateEditor {
 public:
  using Edit = absl::FunctionRef<absl::StatusOr<absl::optional<GrowingTensor>>(
      const GrowingTensor& value, int axis)>;

  // Makes what `edit` gives the value of the variable; `axis` counts from the first then. False,
  // and nothing changes, if the value is a plain one, the request is busy, the variable does not
  // admit the new shape, or there is nothing: to edit a copy does, or says what is wrong.
  static absl::StatusOr<bool> TryEdit(opgraft::VariableState* state, int axis, Edit edit) {
    RequestCore* const core = state->core_;
    const BusyScope busy(core->busy());
    if (!busy.entered()) return false;
    const MemoryScope memory(core->budget());
    return GuardMemory([&] { return EditValue(core, state->variable_, axis, edit); });
  }

 private:
  static absl::StatusOr<bool> EditValue(RequestCore* core, int v, int axis, Edit edit) {
    const GrowingTensor* const value = core->GrowingValue(v);
    if (value == nullptr) return false;
    if (axis < 0) axis += value->shape().dims();
    OPGRAFT_ASSIGN_OR_RETURN(absl::optional<GrowingTensor> edited, edit(*value, axis));
    if (!edited.has_value() || !core->Admits(v, edited->shape())) return false;
    OPGRAFT_RETURN_IF_ERROR(core->SetGrowingValue(v, *std::move(edited)));
    return true;
  }
};

}  // namespace opgraft_internal

namespace opgraft {
namespace {

using opgraft_internal::GrowingTensor;
using opgraft_internal::StateEditor;

// A value as outer x axis x inner elements.
struct Folded {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;
};

absl::StatusOr<int> AxisOf(const VariableState& state, const Tensor& value, int axis) {
  const int from_begin = axis < 0 ? axis + value.dims() : axis;
  if (from_begin >= 0 && from_begin < value.dims()) return from_begin;
  return absl::InvalidArgumentError(absl::StrCat("variable ", Quoted(state.name()), " has shape ",
                                                 value.shape().DebugString(), "; there is no axis ",
                                                 axis));
}

Folded Fold(const TensorShape& shape, int axis) {
  Folded folded;
  for (int d = 0; d < shape.dims(); ++d) {
    int64_t& part = d < axis ? folded.outer : folded.inner;
    (d == axis ? folded.size : part) *= shape.dim_size(d);
  }
  return folded;
}

// Elements that lie together.
void CopyElements(const Tensor& from, int64_t begin, Tensor* to, int64_t at, int64_t count) {
  if (from.dtype() == DT_STRING) {
    const auto* const source = static_cast<const tstring*>(from.data()) + begin;
    std::copy_n(source, count, static_cast<tstring*>(to->data()) + at);
    return;
  }
  const int64_t size = DataTypeSize(from.dtype());
  std::memcpy(static_cast<char*>(to->data()) + at * size,
              static_cast<const char*>(from.data()) + begin * size,
              static_cast<size_t>(count * size));
}

// Sets the state to a value whose axis has `size` elements; `copy` fills one outer part of it,
// which begins at an element of the old value and one of the new.
absl::Status Rebuild(VariableState* state, const Tensor& value, int axis, int64_t size,
                     const std::function<void(int64_t, int64_t, Tensor*)>& copy) {
  TensorShape shape = value.shape();
  shape.set_dim(axis, size);
  OPGRAFT_ASSIGN_OR_RETURN(Tensor changed, Tensor::Create(value.dtype(), shape));
  const Folded folded = Fold(value.shape(), axis);
  for (int64_t o = 0; o < folded.outer && changed.NumElements() > 0; ++o)
    copy(o * folded.size * folded.inner, o * size * folded.inner, &changed);
  return state->set(changed);
}

}  // namespace

absl::Status TrimState(VariableState state, int given_axis, int64_t length) {
  const auto cut = [&](const GrowingTensor& value,
                       int axis) -> absl::StatusOr<absl::optional<GrowingTensor>> {
    if (axis != value.axis() || length < 0 || length > value.shape().dim_size(axis))
      return absl::nullopt;
    return value.FirstRows(length);
  };
  OPGRAFT_ASSIGN_OR_RETURN(const bool is_cut, StateEditor::TryEdit(&state, given_axis, cut));
  if (is_cut) return absl::OkStatus();
  const Tensor value = state.get();
  OPGRAFT_ASSIGN_OR_RETURN(const int axis, AxisOf(state, value, given_axis));
  const Folded folded = Fold(value.shape(), axis);
  if (length < 0 || length > folded.size) {
    return absl::OutOfRangeError(absl::StrCat("variable ", Quoted(state.name()), " has ",
                                              folded.size, " along axis ", axis,
                                              "; it cannot keep ", length));
  }
  return Rebuild(&state, value, axis, length, [&](int64_t from, int64_t to, Tensor* changed) {
    CopyElements(value, from, changed, to, length * folded.inner);
  });
}

absl::Status ReorderState(VariableState state, int given_axis, absl::Span<const int64_t> indices) {
  const auto pick = [&](const GrowingTensor& value,
                        int axis) -> absl::StatusOr<absl::optional<GrowingTensor>> {
    const auto is_there = [&](int64_t index) {
      return index >= 0 && index < value.shape().dim_size(0);
    };
    if (axis != 0 || value.axis() == 0 || !absl::c_all_of(indices, is_there)) return absl::nullopt;
    OPGRAFT_ASSIGN_OR_RETURN(GrowingTensor picked, value.Pick(indices));
    return picked;
  };
  OPGRAFT_ASSIGN_OR_RETURN(const bool is_picked, StateEditor::TryEdit(&state, given_axis, pick));
  if (is_picked) return absl::OkStatus();
  const Tensor value = state.get();
  OPGRAFT_ASSIGN_OR_RETURN(const int axis, AxisOf(state, value, given_axis));
  const Folded folded = Fold(value.shape(), axis);
  for (const int64_t index : indices) {
    if (index >= 0 && index < folded.size) continue;
    return absl::OutOfRangeError(absl::StrCat("variable ", Quoted(state.name()), " has ",
                                              folded.size, " along axis ", axis, "; there is no ",
                                              index));
  }
  const auto count = static_cast<int64_t>(indices.size());
  return Rebuild(&state, value, axis, count, [&](int64_t from, int64_t to, Tensor* changed) {
    for (const int64_t index : indices) {
      CopyElements(value, from + index * folded.inner, changed, to, folded.inner);
      to += folded.inner;
    }
  });
}

}  // namespace opgraft
