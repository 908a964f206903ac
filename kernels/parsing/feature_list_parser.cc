// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/parsing/feature_list_parser.h"

#include <algorithm>
#include <limits>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "kernels/data_movement/element_move.h"

namespace opgraft_internal {

const WantedFeature& FeatureListParser::WantedIn(size_t slot) const {
  if (slot < sparse.size()) return sparse[slot];
  const DenseList* const list = DenseIn(slot);
  return list != nullptr ? list->wanted : ragged[slot - sparse.size() - dense.size()].wanted;
}

const DenseList* FeatureListParser::DenseIn(size_t slot) const {
  if (slot < sparse.size() || slot >= sparse.size() + dense.size()) return nullptr;
  return &dense[slot - sparse.size()];
}

absl::Status FeatureListParser::Parse(OpKernelContext* context, const Tensor& names,
                                      const FeatureListOutputs& outputs) {
  const Tensor& serialized = context->input(0);
  context_ = context;
  names_ = &names;
  is_single_ = serialized.dims() == 0;
  num_examples_ = serialized.NumElements();
  OPGRAFT_RETURN_IF_ERROR(FindLists(serialized));
  for (size_t s = 0; s < sparse.size(); ++s) OPGRAFT_RETURN_IF_ERROR(PutSparse(s, outputs));
  for (size_t d = 0; d < dense.size(); ++d) OPGRAFT_RETURN_IF_ERROR(PutDense(d, outputs));
  for (size_t r = 0; r < ragged.size(); ++r) OPGRAFT_RETURN_IF_ERROR(PutRagged(r, outputs));
  return absl::OkStatus();
}

// Notes where each wanted list of each example lies.
absl::Status FeatureListParser::FindLists(const Tensor& serialized) {
  const TensorShape shape(
      {static_cast<int64_t>(num_slots()), num_examples_, static_cast<int64_t>(sizeof(Found))});
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_temp(DT_UINT8, shape, &memory_));
  found_ = static_cast<Found*>(memory_.data());
  std::fill_n(found_, static_cast<int64_t>(num_slots()) * num_examples_, Found{nullptr, -1});
  absl::flat_hash_map<absl::string_view, std::vector<size_t>> slots;
  for (size_t slot = 0; slot < num_slots(); ++slot) slots[WantedIn(slot).key].push_back(slot);

  const auto* const texts = static_cast<const tstring*>(serialized.data());
  for (int64_t i = 0; i < num_examples_; ++i) {
    const bool is_example =
        ReadFeatureLists(texts[i], [&](absl::string_view name, absl::string_view list) {
          const auto wanted = slots.find(name);
          if (wanted == slots.end()) return;
          for (const size_t slot : wanted->second) {
            found_[slot * static_cast<size_t>(num_examples_) + static_cast<size_t>(i)] = {
                list.data(), static_cast<int64_t>(list.size())};
          }
        });
    if (is_example) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid protocol message input, example id: ", NameOfExample(*names_, i)));
  }
  return absl::OkStatus();
}

absl::Status FeatureListParser::CheckRow(size_t slot, int64_t example, int64_t row,
                                         const ExampleFeature& feature) const {
  const WantedFeature& wanted = WantedIn(slot);
  if (feature.type != DT_INVALID && feature.type != wanted.type) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Name: ", NameOfExample(*names_, example), ", Feature list: ", wanted.key, ", Index: ", row,
        ".  Data types don't match. Expected type: ", DataTypeString(wanted.type)));
  }
  const DenseList* const list = DenseIn(slot);
  if (list == nullptr || feature.count == list->row.num_elements()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "Name: ", NameOfExample(*names_, example), ", Key: ", wanted.key, ", Index: ", row,
      ".  Number of values != expected.  values size: ", feature.count,
      " but output shape: ", list->row.DebugString()));
}

absl::Status FeatureListParser::ForEachRow(size_t slot, Visit visit) const {
  const DenseList* const list = DenseIn(slot);
  for (int64_t i = 0; i < num_examples_; ++i) {
    const Found& found = FoundOf(slot, i);
    if (found.size < 0 && list != nullptr && !list->may_be_missing) {
      return absl::InvalidArgumentError(
          absl::StrCat("Name: ", NameOfExample(*names_, i), ", Feature list '", list->wanted.key,
                       "' is required but could not be found.  Did you mean to include it in "
                       "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"));
    }
    if (found.size < 0) continue;
    int64_t row = 0;
    absl::Status status;
    const absl::string_view bytes(found.data, static_cast<size_t>(found.size));
    const bool is_list = ReadFeatureList(bytes, [&](const ExampleFeature& feature) {
      status = CheckRow(slot, i, row, feature);
      if (status.ok()) visit(i, row++, feature);
      return status.ok();
    });
    OPGRAFT_RETURN_IF_ERROR(status);
    if (!is_list) {
      return absl::InvalidArgumentError(absl::StrCat("Error in sequence feature ",
                                                     WantedIn(slot).key, " in example ",
                                                     NameOfExample(*names_, i)));
    }
  }
  return absl::OkStatus();
}

absl::Status FeatureListParser::Measure(size_t slot, Sizes* sizes) const {
  return ForEachRow(slot, [&](int64_t, int64_t row, const ExampleFeature& feature) {
    sizes->values += feature.count;
    sizes->rows += 1;
    sizes->most_values = std::max(sizes->most_values, feature.count);
    sizes->most_rows = std::max(sizes->most_rows, row + 1);
  });
}

// The values of all rows, one behind another.
absl::Status FeatureListParser::PutValues(size_t slot, int64_t total, int output) const {
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(output, TensorShape({total}), &values));
  auto* to = static_cast<char*>(values->data());
  const int64_t size = ElementSize(values->dtype());
  return ForEachRow(slot, [&](int64_t, int64_t, const ExampleFeature& feature) {
    CopyValues(feature, to);
    to += feature.count * size;
  });
}

absl::Status FeatureListParser::PutSparse(size_t s, const FeatureListOutputs& outputs) const {
  const auto at = static_cast<int>(s);
  Sizes sizes;
  OPGRAFT_RETURN_IF_ERROR(Measure(s, &sizes));
  OPGRAFT_RETURN_IF_ERROR(PutValues(s, sizes.values, outputs.sparse_values + at));
  const int64_t rank = is_single_ ? 2 : 3;
  Tensor* indices = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(outputs.sparse_indices + at,
                                                    TensorShape({sizes.values, rank}), &indices));
  auto* index = static_cast<int64_t*>(indices->data());
  const auto put = [&](int64_t example, int64_t row, const ExampleFeature& feature) {
    for (int64_t i = 0; i < feature.count; ++i) {
      if (!is_single_) *index++ = example;
      *index++ = row;
      *index++ = i;
    }
  };
  OPGRAFT_RETURN_IF_ERROR(ForEachRow(s, put));
  Tensor* shape = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context_->allocate_output(outputs.sparse_shapes + at, TensorShape({rank}), &shape));
  auto* const dims = static_cast<int64_t*>(shape->data());
  if (!is_single_) dims[0] = num_examples_;
  dims[rank - 2] = sizes.most_rows;
  dims[rank - 1] = sizes.most_values;
  return absl::OkStatus();
}

// Examples with fewer rows than another are filled up with zeros or empty strings.
absl::Status FeatureListParser::PutDense(size_t d, const FeatureListOutputs& outputs) const {
  const size_t slot = sparse.size() + d;
  const auto at = static_cast<int>(d);
  Sizes sizes;
  OPGRAFT_RETURN_IF_ERROR(Measure(slot, &sizes));
  TensorShape shape;
  if (!is_single_) shape.AddDim(num_examples_);
  OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(sizes.most_rows));
  OPGRAFT_RETURN_IF_ERROR(shape.AppendShapeWithStatus(dense[d].row));
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(outputs.dense_values + at, shape, &values));
  ClearElements(values->dtype(), values->data(), values->NumElements());
  auto* const to = static_cast<char*>(values->data());
  const int64_t row_bytes = dense[d].row.num_elements() * ElementSize(values->dtype());
  const auto put = [&](int64_t example, int64_t row, const ExampleFeature& feature) {
    CopyValues(feature, to + (example * sizes.most_rows + row) * row_bytes);
  };
  OPGRAFT_RETURN_IF_ERROR(ForEachRow(slot, put));
  return outputs.dense_lengths < 0 ? absl::OkStatus()
                                   : PutLengths(slot, outputs.dense_lengths + at);
}

// How many rows each example has.
absl::Status FeatureListParser::PutLengths(size_t slot, int output) const {
  Tensor* lengths = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(
      output, is_single_ ? TensorShape() : TensorShape({num_examples_}), &lengths));
  auto* const length = static_cast<int64_t*>(lengths->data());
  std::fill_n(length, num_examples_, 0);
  return ForEachRow(slot, [&](int64_t example, int64_t row, const ExampleFeature&) {
    length[example] = row + 1;
  });
}

template <typename Split>
absl::Status FeatureListParser::PutSplits(size_t slot, int64_t rows, int outer_output,
                                          int inner_output) const {
  Tensor* outer = nullptr;
  Tensor* inner = nullptr;
  // As those of a single Example, the splits of a single SequenceExample are none.
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(
      outer_output, TensorShape({is_single_ ? 0 : num_examples_ + 1}), &outer));
  OPGRAFT_RETURN_IF_ERROR(context_->allocate_output(inner_output, TensorShape({rows + 1}), &inner));
  auto* const row_ends = static_cast<Split*>(inner->data());
  auto* const example_ends = static_cast<Split*>(outer->data());
  if (!is_single_) std::fill_n(example_ends, num_examples_ + 1, Split{0});
  int64_t total = 0, row_count = 0;
  row_ends[0] = 0;
  const auto put = [&](int64_t example, int64_t, const ExampleFeature& feature) {
    total += feature.count;
    row_ends[++row_count] = static_cast<Split>(total);
    if (!is_single_) ++example_ends[example + 1];
  };
  OPGRAFT_RETURN_IF_ERROR(ForEachRow(slot, put));
  for (int64_t i = 0; !is_single_ && i < num_examples_; ++i) example_ends[i + 1] += example_ends[i];
  if (std::max(total, row_count) <= std::numeric_limits<Split>::max()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "there are more values of a ragged feature than its row splits can count");
}

absl::Status FeatureListParser::PutRagged(size_t r, const FeatureListOutputs& outputs) const {
  const size_t slot = sparse.size() + dense.size() + r;
  const auto at = static_cast<int>(r);
  const int outer = outputs.ragged_outer_splits + at, inner = outputs.ragged_inner_splits + at;
  Sizes sizes;
  OPGRAFT_RETURN_IF_ERROR(Measure(slot, &sizes));
  OPGRAFT_RETURN_IF_ERROR(PutValues(slot, sizes.values, outputs.ragged_values + at));
  return ragged[r].split_type == DT_INT32 ? PutSplits<int32_t>(slot, sizes.rows, outer, inner)
                                          : PutSplits<int64_t>(slot, sizes.rows, outer, inner);
}

}  // namespace opgraft_internal
