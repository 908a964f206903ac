// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/sparse/feature_cross.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/fingerprint.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kLongestInt = 20;  // as text

// The combination of two fingerprints that FarmHash's authors gave TensorFlow.
uint64_t CombineFingerprints(uint64_t a, uint64_t b) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995;
  const auto shift_mix = [](uint64_t value) { return value ^ (value >> 47); };
  uint64_t result = a ^ kFactor;
  result ^= shift_mix(b * kFactor) * kFactor;
  result *= kFactor;
  result = shift_mix(result) * kFactor;
  return shift_mix(result);
}

absl::string_view TextAt(const Tensor& values, int64_t i) {
  const tstring& text = static_cast<const tstring*>(values.data())[i];
  return absl::string_view(text.data(), text.size());
}

int64_t IntAt(const Tensor& values, int64_t i) {
  return static_cast<const int64_t*>(values.data())[i];
}

// An int of a sparse column is hashed by its lower four bytes, as TensorFlow has it.
absl::string_view LowerBytes(const Tensor& values, int64_t i) {
  return absl::string_view(reinterpret_cast<const char*>(values.data()) + i * 8, 4);
}

uint64_t HashOf(const CrossRule& rule, const CrossColumn& column, int64_t i) {
  const Tensor& values = *column.values;
  const bool is_text = values.dtype() == DT_STRING;
  const bool is_salted = rule.kind == CrossRule::Kind::kSaltedHash;
  if (!is_text && !(is_salted && (column.is_sparse || rule.is_strong)))
    return static_cast<uint64_t>(IntAt(values, i));
  const absl::string_view text = is_text ? TextAt(values, i) : LowerBytes(values, i);
  return rule.is_strong ? SipHash(rule.salt, text) : Fingerprint64(text);
}

// `places` are the features, one a column.
int64_t HashCross(const CrossRule& rule, const std::vector<CrossColumn>& columns,
                  const std::vector<int64_t>& places) {
  const bool is_salted = rule.kind == CrossRule::Kind::kSaltedHash;
  uint64_t hash = rule.hash_key;
  for (size_t c = 0; c < columns.size(); ++c) {
    const uint64_t next = HashOf(rule, columns[c], places[c]);
    hash = c == 0 && is_salted ? next : CombineFingerprints(hash, next);
  }
  const uint64_t limit = rule.buckets > 0
                             ? static_cast<uint64_t>(rule.buckets)
                             : static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  return static_cast<int64_t>(hash % limit);
}

std::string TextCross(const CrossRule& rule, const std::vector<CrossColumn>& columns,
                      const std::vector<int64_t>& places) {
  std::string text;
  for (size_t c = 0; c < columns.size(); ++c) {
    if (c > 0) text += rule.separator;
    const Tensor& values = *columns[c].values;
    if (values.dtype() == DT_STRING) {
      absl::StrAppend(&text, TextAt(values, places[c]));
    } else {
      absl::StrAppend(&text, IntAt(values, places[c]));
    }
  }
  return text;
}

absl::Status CheckTextLength(const CrossRule& rule, const std::vector<CrossColumn>& columns,
                             const std::vector<int64_t>& splits) {
  TextBudget budget;
  budget.Add(static_cast<int64_t>(rule.separator.size() * columns.size()), splits.back());
  for (const CrossColumn& column : columns) {
    const bool is_text = column.values->dtype() == DT_STRING;
    for (int64_t row = 0; row < column.rows(); ++row) {
      const size_t k = static_cast<size_t>(row);
      const int64_t crosses = splits[k + 1] - splits[k];
      if (crosses == 0) continue;
      for (int64_t i = column.starts[k]; i < column.starts[k + 1]; ++i) {
        budget.Add(is_text ? static_cast<int64_t>(TextAt(*column.values, i).size()) : kLongestInt,
                   crosses / column.Count(row));
      }
    }
  }
  return budget.Check();
}

// Calls fn(places) for each choice of a feature of each column; the last column changes fastest.
template <typename Fn>
void ForCrosses(const std::vector<CrossColumn>& columns, size_t row, int64_t count, const Fn& fn) {
  std::vector<int64_t> places(columns.size());
  for (size_t c = 0; c < columns.size(); ++c) places[c] = columns[c].starts[row];
  for (int64_t i = 0; i < count; ++i) {
    fn(places);
    for (size_t c = columns.size(); c-- > 0;) {
      if (++places[c] < columns[c].starts[row + 1]) break;
      places[c] = columns[c].starts[row];
    }
  }
}

}  // namespace

absl::Status MakeDenseColumn(const Tensor& matrix, CrossColumn* column) {
  if (matrix.dims() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Dense inputs should be a matrix but received shape ", matrix.shape().DebugString()));
  }
  column->values = &matrix;
  for (int64_t row = 0; row <= matrix.dim_size(0); ++row)
    column->starts.push_back(row * matrix.dim_size(1));
  return absl::OkStatus();
}

absl::Status MakeSparseColumn(const Tensor& indices, const Tensor& values, const Tensor& shape,
                              CrossColumn* column) {
  SparseView view;
  OPGRAFT_RETURN_IF_ERROR(ReadSparse(indices, values, shape, "of features", &view));
  if (view.rank != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expected a sparse matrix, got one of rank ", view.rank));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckSparseBounds(view));
  column->is_sparse = true;
  column->values = &values;
  for (int64_t i = 0; i < view.count; ++i) {
    const int64_t row = view.At(i)[0];
    if (i > 0 && row < view.At(i - 1)[0]) {
      return absl::InvalidArgumentError(absl::StrCat("indices[", i, "] is of row ", row,
                                                     ", behind one of row ", view.At(i - 1)[0],
                                                     "; SparseReorder puts them in order"));
    }
    column->starts.resize(static_cast<size_t>(row) + 1, i);
  }
  column->starts.resize(static_cast<size_t>(view.sizes[0]) + 1, view.count);
  return absl::OkStatus();
}

absl::Status CountCrosses(const std::vector<CrossColumn>& columns, std::vector<int64_t>* splits) {
  splits->assign(1, 0);
  if (columns.empty()) return absl::OkStatus();
  for (const CrossColumn& column : columns) {
    if (column.rows() == columns[0].rows()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("Expected batch size ", columns[0].rows(), " got ", column.rows()));
  }
  for (int64_t row = 0; row < columns[0].rows(); ++row) {
    int64_t count = 1;
    for (const CrossColumn& column : columns) {
      if (__builtin_mul_overflow(count, column.Count(row), &count))
        return absl::InvalidArgumentError("there are more crosses than int64 can count");
    }
    if (__builtin_add_overflow(count, splits->back(), &count))
      return absl::InvalidArgumentError("there are more crosses than int64 can count");
    splits->push_back(count);
  }
  return absl::OkStatus();
}

absl::Status MakeCrosses(const CrossRule& rule, const std::vector<CrossColumn>& columns,
                         const std::vector<int64_t>& splits, Tensor* out) {
  const bool is_text = rule.kind == CrossRule::Kind::kText;
  if (is_text) OPGRAFT_RETURN_IF_ERROR(CheckTextLength(rule, columns, splits));
  tstring* text = static_cast<tstring*>(out->data());
  int64_t* number = static_cast<int64_t*>(out->data());
  for (size_t row = 0; row + 1 < splits.size(); ++row) {
    ForCrosses(columns, row, splits[row + 1] - splits[row],
               [&](const std::vector<int64_t>& places) {
                 if (is_text) {
                   *text++ = TextCross(rule, columns, places);
                 } else {
                   *number++ = HashCross(rule, columns, places);
                 }
               });
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
