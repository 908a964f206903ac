// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_PARSING_CSV_H_
#define KERNELS_PARSING_CSV_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How the fields of a record stand in it: RFC 4180, but with any character as the delimiter. Plain
// data.
struct CsvForm {
  char delimiter = ',';
  // A field may be quoted; a quote in it is written twice.
  bool has_quotes = true;
  std::vector<int64_t> columns;  // which fields are wanted, in growing order; empty: all
};

// Appends the wanted fields of one record. INVALID_ARGUMENT for quotes that do not fit and for line
// breaks inside of a field without quotes; those between fields are passed over, as TensorFlow
// does.
absl::Status ReadCsvRecord(absl::string_view record, const CsvForm& form,
                           std::vector<std::string>* fields);

}  // namespace opgraft_internal

#endif  // KERNELS_PARSING_CSV_H_
