// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/parsing/example_parser.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/strings/text_map.h"

namespace opgraft_internal {
namespace {

// About the time of an Example with a few features.
constexpr double kExampleNs = 1000;

bool IsVariable(const PartialTensorShape& shape) {
  return shape.dims() > 0 && shape.dim_size(0) < 0;
}

// The dimensions behind the first one.
TensorShape InnerShape(const PartialTensorShape& shape) {
  TensorShape inner;
  for (int d = 1; d < shape.dims(); ++d) inner.AddDim(shape.dim_size(d));
  return inner;
}

}  // namespace

std::string NameOfExample(const Tensor& names, int64_t example) {
  if (names.NumElements() <= example) return "<unknown>";
  return static_cast<const tstring*>(names.data())[example];
}

const WantedFeature& ExampleParser::WantedIn(size_t slot) const {
  if (slot < sparse.size()) return sparse[slot];
  slot -= sparse.size();
  return slot < dense.size() ? dense[slot].wanted : ragged[slot - dense.size()].wanted;
}

absl::Status ExampleParser::CheckDefault(size_t d) const {
  const PartialTensorShape& shape = dense[d].shape;
  const Tensor& value = *dense[d].default_value;
  for (int i = 1; i < shape.dims(); ++i) {
    if (shape.dim_size(i) >= 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("dense_shapes[", d,
                     "] has unknown rank or unknown inner dimensions: ", shape.DebugString()));
  }
  if (shape.unknown_rank()) {
    return absl::InvalidArgumentError(
        absl::StrCat("dense_shapes[", d, "] has unknown rank or unknown inner dimensions"));
  }
  if (value.dtype() != dense[d].wanted.type) {
    return absl::InvalidArgumentError(
        absl::StrCat("dense_defaults[", d, "].dtype() == ", DataTypeString(value.dtype()),
                     " != Tdense[", d, "] == ", DataTypeString(dense[d].wanted.type)));
  }
  if (IsVariable(shape)) {
    if (value.NumElements() == 1) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "dense_shape[", d, "] is a variable length shape: ", shape.DebugString(),
        ", therefore def_value[", d, "] must contain a single element (the padding element). But ",
        "its shape is: ", value.shape().DebugString()));
  }
  if (value.NumElements() == 0 || shape.IsCompatibleWith(value.shape())) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("def_value[", d, "].shape() == ", value.shape().DebugString(),
                   " is not compatible with dense_shapes_[", d, "] == ", shape.DebugString()));
}

absl::Status ExampleParser::Parse(OpKernelContext* context, const Tensor& names,
                                  const ExampleOutputs& outputs) {
  const Tensor& serialized = context->input(0);
  context_ = context;
  names_ = &names;
  is_single_ = serialized.dims() == 0;
  num_examples_ = serialized.NumElements();
  for (size_t d = 0; d < dense.size(); ++d) OPGRAFT_RETURN_IF_ERROR(CheckDefault(d));
  OPGRAFT_RETURN_IF_ERROR(ReadAll(serialized));
  for (size_t s = 0; s < sparse.size(); ++s) OPGRAFT_RETURN_IF_ERROR(PutSparse(s, outputs));
  for (size_t d = 0; d < dense.size(); ++d) OPGRAFT_RETURN_IF_ERROR(PutDense(d, outputs));
  for (size_t r = 0; r < ragged.size(); ++r) OPGRAFT_RETURN_IF_ERROR(PutRagged(r, outputs));
  return absl::OkStatus();
}

// Notes where each wanted feature of each example lies.
absl::Status ExampleParser::ReadAll(const Tensor& serialized) {
  const auto num_found = static_cast<int64_t>(num_slots());
  TensorShape shape({num_found, num_examples_, static_cast<int64_t>(sizeof(ExampleFeature))});
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_temp(DT_UINT8, shape, &memory_));
  found_ = static_cast<ExampleFeature*>(memory_.data());
  std::fill_n(found_, num_found * num_examples_, ExampleFeature{DT_INVALID, 0, nullptr, 0});
  for (size_t slot = 0; slot < num_slots(); ++slot) slots_[WantedIn(slot).key].push_back(slot);

  const auto* const texts = static_cast<const tstring*>(serialized.data());
  return ShardTexts(context_, num_examples_, kExampleNs, [&](int64_t i) {
    const bool is_example =
        ReadExample(texts[i], [&](absl::string_view name, const ExampleFeature& feature) {
          const auto wanted = slots_.find(name);
          if (wanted == slots_.end()) return;
          for (const size_t slot : wanted->second)
            found_[slot * static_cast<size_t>(num_examples_) + static_cast<size_t>(i)] = feature;
        });
    if (!is_example) {
      return absl::InvalidArgumentError(
          absl::StrCat("Name: ", NameOfExample(*names_, i), ", Could not parse example input ", i));
    }
    for (size_t slot = 0; slot < num_slots(); ++slot)
      OPGRAFT_RETURN_IF_ERROR(CheckType(WantedIn(slot), i, Found(slot, i)));
    return absl::OkStatus();
  });
}

absl::Status ExampleParser::CheckType(const WantedFeature& wanted, int64_t example,
                                      const ExampleFeature& feature) const {
  if (feature.type == DT_INVALID || feature.type == wanted.type) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "Name: ", NameOfExample(*names_, example), ", Key: ", wanted.key, ", Index: ", example,
      ".  Data types don't match. Data type: ", DataTypeString(feature.type),
      " but expected type: ", DataTypeString(wanted.type)));
}

absl::Status ExampleParser::PutValues(size_t slot, int64_t total, int output) const {
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(output, TensorShape({total}), &values));
  auto* to = static_cast<char*>(values->data());
  for (int64_t i = 0; i < num_examples_; ++i) {
    CopyValues(Found(slot, i), to);
    to += Found(slot, i).count * ElementSize(values->dtype());
  }
  return absl::OkStatus();
}

absl::Status ExampleParser::PutSparse(size_t s, const ExampleOutputs& outputs) const {
  const auto at = static_cast<int>(s);
  int64_t total = 0;
  int64_t most = 0;
  for (int64_t i = 0; i < num_examples_; ++i) {
    total += Found(s, i).count;
    most = std::max(most, Found(s, i).count);
  }
  const int64_t rank = is_single_ ? 1 : 2;
  Tensor* indices = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context_->allocate_output(outputs.sparse_indices + at, TensorShape({total, rank}), &indices));
  OPGRAFT_RETURN_IF_ERROR(PutValues(s, total, outputs.sparse_values + at));
  Tensor* shape = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context_->allocate_output(outputs.sparse_shapes + at, TensorShape({rank}), &shape));
  auto* index = static_cast<int64_t*>(indices->data());
  for (int64_t i = 0; i < num_examples_; ++i) {
    for (int64_t j = 0; j < Found(s, i).count; ++j) {
      if (!is_single_) *index++ = i;
      *index++ = j;
    }
  }
  auto* const sizes = static_cast<int64_t*>(shape->data());
  if (!is_single_) sizes[0] = num_examples_;
  sizes[rank - 1] = most;
  return absl::OkStatus();
}

absl::Status ExampleParser::PutDense(size_t d, const ExampleOutputs& outputs) const {
  const DenseFeature& feature = dense[d];
  const size_t slot = sparse.size() + d;
  TensorShape row_shape;
  if (IsVariable(feature.shape)) {
    int64_t most = 0;
    for (int64_t i = 0; i < num_examples_; ++i) most = std::max(most, Found(slot, i).count);
    const TensorShape inner = InnerShape(feature.shape);
    const int64_t stride = inner.num_elements();
    row_shape.AddDim(stride > 0 ? most / stride : 0);
    row_shape.AppendShape(inner);
  } else if (!feature.shape.AsTensorShape(&row_shape)) {
    return absl::InvalidArgumentError("dense_shapes must be known");
  }
  TensorShape shape;
  if (!is_single_) shape.AddDim(num_examples_);
  shape.AppendShape(row_shape);
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context_->allocate_output(outputs.dense_values + static_cast<int>(d), shape, &values));
  const int64_t size = row_shape.num_elements();
  auto* row = static_cast<char*>(values->data());
  for (int64_t i = 0; i < num_examples_; ++i, row += size * ElementSize(values->dtype()))
    OPGRAFT_RETURN_IF_ERROR(PutDenseRow(feature, i, Found(slot, i), size, row));
  return absl::OkStatus();
}

// The `size` elements of one example: its own, then padding; or the default.
absl::Status ExampleParser::PutDenseRow(const DenseFeature& feature, int64_t example,
                                        const ExampleFeature& found, int64_t size,
                                        char* row) const {
  const Tensor& value = *feature.default_value;
  const bool is_variable = IsVariable(feature.shape);
  const int64_t stride = is_variable ? InnerShape(feature.shape).num_elements() : size;
  const bool is_missing = found.type == DT_INVALID;
  if (is_missing && !is_variable && value.NumElements() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Name: ", NameOfExample(*names_, example), ", Feature: ", feature.wanted.key,
                     " (data type: ", DataTypeString(feature.wanted.type),
                     ") is required but could not be found."));
  }
  const bool fits = is_variable ? found.count == 0 || (stride > 0 && found.count % stride == 0)
                                : is_missing || found.count == size;
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat("Name: ", NameOfExample(*names_, example), ", Key: ", feature.wanted.key,
                     ", Index: ", example, ".  Number of ", DataTypeString(feature.wanted.type),
                     " values != expected.  Values size: ", found.count,
                     " but output shape: ", feature.shape.DebugString()));
  }
  CopyValues(found, row);
  if (size == found.count) return absl::OkStatus();
  WithElements(value.dtype(), [&](auto of) {
    using Elements = decltype(of);
    const auto* const from = static_cast<const char*>(value.data());
    char* const rest = row + found.count * Elements::kSize;
    if (is_variable) {
      Elements::FillRun(from, rest, size - found.count);
    } else {
      Elements::CopyRun(from, rest, size);
    }
  });
  return absl::OkStatus();
}

template <typename Split>
absl::Status ExampleParser::PutSplits(size_t slot, int output) const {
  // As TensorFlow's, the splits of a single example are none.
  Tensor* splits = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(
      output, TensorShape({is_single_ ? 0 : num_examples_ + 1}), &splits));
  if (is_single_) return absl::OkStatus();
  auto* const ends = static_cast<Split*>(splits->data());
  int64_t total = 0;
  ends[0] = 0;
  for (int64_t i = 0; i < num_examples_; ++i) {
    total += Found(slot, i).count;
    if (total > std::numeric_limits<Split>::max()) {
      return absl::InvalidArgumentError(
          "there are more values of a ragged feature than its row splits can count");
    }
    ends[i + 1] = static_cast<Split>(total);
  }
  return absl::OkStatus();
}

absl::Status ExampleParser::PutRagged(size_t r, const ExampleOutputs& outputs) const {
  const size_t slot = sparse.size() + dense.size() + r;
  const int splits = outputs.ragged_splits + static_cast<int>(r);
  int64_t total = 0;
  for (int64_t i = 0; i < num_examples_; ++i) total += Found(slot, i).count;
  OPGRAFT_RETURN_IF_ERROR(PutValues(slot, total, outputs.ragged_values + static_cast<int>(r)));
  return ragged[r].split_type == DT_INT32 ? PutSplits<int32_t>(slot, splits)
                                          : PutSplits<int64_t>(slot, splits);
}

}  // namespace opgraft_internal
