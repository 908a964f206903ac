// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InitializeTableFromTextFile: a table out of the lines of a file, such as a vocabulary.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/files/input_file.h"
#include "framework/kernel/file_kernel.h"
#include "framework/kernel/lookup_util.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/strings/parse_number.h"

namespace opgraft_internal {
namespace {

// What key_index and value_index say besides the number of a column.
constexpr int64_t kLineNumber = -1;
constexpr int64_t kWholeLine = -2;
constexpr int64_t kMaxPipedBytes = int64_t{1} << 30;  // of what cannot be mapped

// The attrs of the op.
struct TextForm {
  int64_t key_index = kWholeLine;
  int64_t value_index = kLineNumber;
  int64_t num_lines = -1;  // -1: all
  int64_t offset = 0;      // the number of the first line
  char delimiter = '\t';

  bool has_columns() const { return std::max(key_index, value_index) >= 0; }
};

// The lines of a text, one after the other, without their ends: "\n", "\r\n".
class Lines {
 public:
  explicit Lines(absl::string_view text) : rest_(text) {}
  // False at the end. Behind the last "\n" no empty line begins.
  bool Next(absl::string_view* line) {
    const size_t end = rest_.find('\n');
    *line = rest_.substr(0, end);
    if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
    rest_.remove_prefix(end == absl::string_view::npos ? rest_.size() : end + 1);
    return end != absl::string_view::npos || !line->empty();
  }

 private:
  absl::string_view rest_;
};

template <typename T>
absl::Status PutNumber(absl::string_view field, int64_t i, Tensor* to) {
  if (ParseNumber(field, &to->flat<T>()(i))) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Field ", Printable(std::string(field)),
                                                 " in line ", i, " is not a valid ",
                                                 DataTypeString(to->dtype()), "."));
}

// Makes element `i` what a field says.
absl::Status PutField(absl::string_view field, int64_t i, Tensor* to) {
  switch (to->dtype()) {
    case DT_STRING:
      to->flat<tstring>()(i).assign(field.data(), field.size());
      return absl::OkStatus();
    case DT_INT32:
      return PutNumber<int32_t>(field, i, to);
    case DT_INT64:
      return PutNumber<int64_t>(field, i, to);
    case DT_FLOAT:
      return PutNumber<float>(field, i, to);
    case DT_DOUBLE:
      return PutNumber<double>(field, i, to);
    default:
      return absl::InvalidArgumentError(
          absl::StrCat("Data type ", DataTypeString(to->dtype()), " not supported."));
  }
}

// Fills keys and values, which have an element for each entry, from the first lines.
class EntryReader {
 public:
  EntryReader(const TextForm& form, Tensor* keys, Tensor* values)
      : form_(form), keys_(keys), values_(values) {}

  absl::Status Read(absl::string_view text) {
    Lines lines(text);
    absl::string_view line;
    for (int64_t i = 0; i < keys_->NumElements() && lines.Next(&line); ++i)
      OPGRAFT_RETURN_IF_ERROR(ReadLine(line, i));
    return absl::OkStatus();
  }

 private:
  absl::Status ReadLine(absl::string_view line, int64_t i) {
    if (line.empty())
      return absl::InvalidArgumentError(absl::StrCat("Invalid content: line ", i, " is empty"));
    if (form_.has_columns()) fields_ = absl::StrSplit(line, form_.delimiter);
    const auto wanted = static_cast<size_t>(std::max(form_.key_index, form_.value_index));
    if (form_.has_columns() && wanted >= fields_.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("Invalid number of columns in line ", i, " (", Printable(std::string(line)),
                       "): expected at least ", wanted + 1, " got ", fields_.size()));
    }
    OPGRAFT_RETURN_IF_ERROR(Put(form_.key_index, line, i, keys_));
    return Put(form_.value_index, line, i, values_);
  }
  absl::Status Put(int64_t index, absl::string_view line, int64_t i, Tensor* to) const {
    if (index >= 0) return PutField(fields_[static_cast<size_t>(index)], i, to);
    if (index == kWholeLine) return PutField(line, i, to);
    to->flat<int64_t>()(i) =
        static_cast<int64_t>(static_cast<uint64_t>(form_.offset) + static_cast<uint64_t>(i));
    return absl::OkStatus();
  }

  const TextForm& form_;
  Tensor* const keys_;
  Tensor* const values_;
  std::vector<absl::string_view> fields_;
};

// INVALID_ARGUMENT if keys or values (`what`) of this type cannot be what `index` says.
absl::Status CheckIndex(const char* what, int64_t index, DataType dtype) {
  const bool is_whole = dtype == DT_STRING || DataTypeIsInteger(dtype);
  if (index == kLineNumber && dtype != DT_INT64) {
    return absl::InvalidArgumentError(absl::StrCat(
        what, " index for line number requires int64, the table has ", DataTypeString(dtype)));
  }
  if (index == kWholeLine && !is_whole) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, " index for whole line requires string or integer, the table has ",
                     DataTypeString(dtype)));
  }
  return absl::OkStatus();
}

// The bytes of a file: mapped, or read into `read` where that cannot be.
absl::StatusOr<absl::string_view> BytesOf(const std::string& path,
                                          std::shared_ptr<const MappedFile>* mapped,
                                          std::string* read) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
  *mapped = file.Map(1, INT64_MAX);
  if (*mapped != nullptr) return (*mapped)->bytes();
  OPGRAFT_ASSIGN_OR_RETURN(*read, file.ReadAll({kMaxPipedBytes, ""}));
  return absl::string_view(*read);
}

class InitializeFromTextOp : public FileKernel {
 public:
  explicit InitializeFromTextOp(OpKernelConstruction* ctx) : FileKernel(ctx) {
    std::string delimiter;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("key_index", &form_.key_index));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("value_index", &form_.value_index));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("vocab_size", &form_.num_lines));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("offset", &form_.offset));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("delimiter", &delimiter));
    OP_REQUIRES(ctx, delimiter.size() == 1,
                absl::InvalidArgumentError("delimiter should be only 1 char"));
    form_.delimiter = delimiter[0];
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& file = ctx->input(1);
    OP_REQUIRES(ctx, file.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "filename should be a single string, but got ", file.shape().DebugString())));
    const std::string path(file.scalar<tstring>()());
    OP_REQUIRES(ctx, !path.empty(), absl::InvalidArgumentError("filename cannot be empty."));
    lookup::InitializableLookupTable* table = nullptr;
    OP_REQUIRES_OK(ctx, lookup::GetInitializableLookupTable("table_handle", ctx, &table));
    const core::ScopedUnref unref(table);
    OP_REQUIRES_OK(ctx, CheckIndex("Key", form_.key_index, table->key_dtype()));
    OP_REQUIRES_OK(ctx, CheckIndex("Value", form_.value_index, table->value_dtype()));
    OP_REQUIRES_OK(ctx, CheckMayRead(path));
    const absl::Status status = Initialize(ctx, path, table);
    OP_REQUIRES(ctx, status.ok(),
                absl::Status(status.code(), absl::StrCat(Printable(path), ": ", status.message())));
  }

 private:
  // How many lines become entries. INVALID_ARGUMENT if there are less than there have to be,
  // OUT_OF_RANGE if it is none.
  absl::StatusOr<int64_t> CountEntries(absl::string_view text) const {
    Lines lines(text);
    absl::string_view line;
    int64_t count = 0;
    while (count != form_.num_lines && lines.Next(&line)) ++count;
    if (form_.num_lines >= 0 && count < form_.num_lines) {
      return absl::InvalidArgumentError(
          absl::StrCat("Invalid vocab_size: expected ", form_.num_lines, " but got ", count));
    }
    if (count == 0) return absl::OutOfRangeError("there are no lines to fill a table with");
    return count;
  }

  absl::Status Initialize(OpKernelContext* ctx, const std::string& path,
                          lookup::InitializableLookupTable* table) const {
    std::shared_ptr<const MappedFile> mapped;
    std::string read;
    OPGRAFT_ASSIGN_OR_RETURN(const absl::string_view text, BytesOf(path, &mapped, &read));
    OPGRAFT_ASSIGN_OR_RETURN(const int64_t count, CountEntries(text));
    Tensor keys;
    Tensor values;
    TextBudget budget;
    budget.Add(static_cast<int64_t>(text.size()));
    OPGRAFT_RETURN_IF_ERROR(budget.Check());
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(table->key_dtype(), TensorShape({count}), &keys));
    OPGRAFT_RETURN_IF_ERROR(
        ctx->allocate_temp(table->value_dtype(), TensorShape({count}), &values));
    OPGRAFT_RETURN_IF_ERROR(EntryReader(form_, &keys, &values).Read(text));
    // One that was filled before stays as it is.
    if (table->is_initialized()) return absl::OkStatus();
    lookup::KeyValueTensorIterator entries(&keys, &values);
    return table->Initialize(entries);
  }

  TextForm form_;
};

REGISTER_KERNEL_BUILDER(Name("InitializeTableFromTextFile").Device(DEVICE_CPU),
                        InitializeFromTextOp);
REGISTER_KERNEL_BUILDER(Name("InitializeTableFromTextFileV2").Device(DEVICE_CPU),
                        InitializeFromTextOp);

}  // namespace
}  // namespace opgraft_internal
