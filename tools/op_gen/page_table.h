// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PAGE_TABLE_H_
#define TOOLS_OP_GEN_PAGE_TABLE_H_

#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A table of a page: a row has a cell for each column. The cells are in the language of the page,
// HTML or Markdown, already.
struct PageTable {
  // The titles of the columns.
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;

  // Removes the columns, but the first, that are empty in all rows.
  void DropEmptyColumns();
};

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PAGE_TABLE_H_
