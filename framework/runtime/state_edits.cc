// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_edits.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

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
