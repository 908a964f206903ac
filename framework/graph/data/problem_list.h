// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_PROBLEM_LIST_H_
#define FRAMEWORK_GRAPH_DATA_PROBLEM_LIST_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {

// The problems of one file, a line each. Keeps the first hundred found and counts the others; of a
// line that quotes a great deal of the file it keeps the begin. Thread-compatible.
//
// Example:
//   ProblemList problems;
//   for (int i = 0; i < def.node_size(); ++i) problems.Add(i, NodeTag(...), Check(def.node(i)));
//   return problems.ToStatus();
class ProblemList {
 public:
  static constexpr size_t kMaxLines = 100;
  static constexpr size_t kMaxLineBytes = 16'384;

  // `position` is where in the file the problem is: lines are sorted by it.
  void Add(int position, absl::StatusCode code, absl::string_view line);
  // The status's own text as the line, with `where` and a colon before it.
  void Add(int position, absl::string_view where, const absl::Status& status);

  bool empty() const { return count_ == 0; }
  size_t count() const { return count_; }
  // OK if empty; else the code of the first problem, and all lines. A line break inside of a
  // problem is indented.
  absl::Status ToStatus() const;

 private:
  struct Line {
    int position;
    absl::StatusCode code;
    std::string text;
  };
  std::vector<Line> lines_;
  size_t count_ = 0;
};

// "node 'x' (Op)", as each line of a report begins; "node 'x'" without an op. Bytes that are not
// printable are escaped and very long names cut.
std::string NodeTag(absl::string_view name, absl::string_view op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_PROBLEM_LIST_H_
