// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/parsing/csv.h"

#include <utility>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Reads the fields of one record one by one.
class CsvReader {
 public:
  CsvReader(absl::string_view record, const CsvForm& form) : rest_(record), form_(form) {}

  bool at_end() const { return rest_.empty(); }
  // Behind the delimiter, or the end. REQUIRES: not at_end().
  absl::Status ReadField(std::string* field) {
    if (!form_.has_quotes || rest_[0] != '"') return ReadPlain(field);
    rest_.remove_prefix(1);
    return ReadQuoted(field);
  }
  void PassLineBreaks() {
    while (!rest_.empty() && (rest_[0] == '\n' || rest_[0] == '\r')) rest_.remove_prefix(1);
  }

 private:
  absl::Status ReadPlain(std::string* field) {
    const size_t length = rest_.find(form_.delimiter);
    const absl::string_view text = rest_.substr(0, length);
    const absl::string_view wrong = form_.has_quotes ? "\"\n\r" : "\n\r";
    if (text.find_first_of(wrong) != absl::string_view::npos)
      return absl::InvalidArgumentError("Unquoted fields cannot have quotes/CRLFs inside");
    field->assign(text.data(), text.size());
    Pass(text.size() + 1);
    return absl::OkStatus();
  }

  absl::Status ReadQuoted(std::string* field) {
    while (true) {
      const size_t quote = rest_.find('"');
      if (quote == absl::string_view::npos) {
        return absl::InvalidArgumentError(
            "Quoted field has to end with quote followed by delim or end");
      }
      field->append(rest_.data(), quote);
      rest_.remove_prefix(quote + 1);
      if (rest_.empty() || rest_[0] == form_.delimiter) {
        Pass(1);
        return absl::OkStatus();
      }
      if (rest_[0] != '"') {
        return absl::InvalidArgumentError(
            "Quote inside a string has to be escaped by another quote");
      }
      field->push_back('"');
      rest_.remove_prefix(1);
    }
  }

  void Pass(size_t count) { rest_.remove_prefix(count < rest_.size() ? count : rest_.size()); }

  absl::string_view rest_;
  const CsvForm& form_;
};

}  // namespace

absl::Status ReadCsvRecord(absl::string_view record, const CsvForm& form,
                           std::vector<std::string>* fields) {
  if (record.empty()) return absl::OkStatus();
  CsvReader reader(record, form);
  size_t next = 0;  // of form.columns
  const auto is_wanted = [&](int64_t column) {
    return form.columns.empty() || form.columns[next] == column;
  };
  int64_t column = 0;
  for (reader.PassLineBreaks(); !reader.at_end(); reader.PassLineBreaks()) {
    std::string field;
    OPGRAFT_RETURN_IF_ERROR(reader.ReadField(&field));
    if (!is_wanted(column++)) continue;
    fields->push_back(std::move(field));
    if (!form.columns.empty() && ++next == form.columns.size()) return absl::OkStatus();
  }
  // Behind the last delimiter there is an empty field.
  if (record.back() == form.delimiter && is_wanted(column)) fields->emplace_back();
  return absl::OkStatus();
}

}  // namespace opgraft_internal
