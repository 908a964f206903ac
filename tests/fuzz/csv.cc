// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Records of comma-separated values. The first byte says the form.
#include "kernels/parsing/csv.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  if (size == 0) return 0;
  opgraft::CsvForm form;
  form.has_quotes = (data[0] & 1) != 0;
  form.delimiter = (data[0] & 2) != 0 ? ',' : ';';
  const absl::string_view record = opgraft::TextOf(data + 1, size - 1);
  std::vector<std::string> all;
  const absl::Status status = opgraft::ReadCsvRecord(record, form, &all);
  if (!status.ok()) {
    Demand(!status.message().empty(), "a refusal says why");
    return 0;
  }
  size_t characters = 0;
  for (const std::string& field : all) characters += field.size();
  Demand(characters <= record.size(), "fields have no more characters than the record");
  const auto delimiters = std::count(record.begin(), record.end(), form.delimiter);
  Demand(all.size() <= static_cast<size_t>(delimiters) + 1 + record.size(), "fields are few");
  form.columns = {0};
  std::vector<std::string> first;
  Demand(opgraft::ReadCsvRecord(record, form, &first).ok(), "what is read whole is read in part");
  Demand(first.size() == std::min<size_t>(all.size(), 1), "the first field is there if any is");
  if (!first.empty()) Demand(first[0] == all[0], "a field is the same, whatever others are wanted");
  return 0;
}
