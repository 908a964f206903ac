// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_RESULT_PRINTER_H_
#define TOOLS_CLI_RESULT_PRINTER_H_

#include <iosfwd>
#include <string>
#include <vector>

#include "framework/runtime/infer_request.h"
#include "framework/types/internal_namespace.h"
#include "tools/tensor_io/tensor_text.h"

namespace opgraft_internal {

// The results of one step: the fetched tensors, in the order of --fetch, and the other variables of
// the model, which a table and JSON show too.
struct StepResults {
  std::vector<NamedTensor> outputs;
  std::vector<NamedTensor> states;
};

// How a run is printed. Without `json` and `table` each tensor has a paragraph.
struct PrintOptions {
  // A line of JSON for each step.
  bool json = false;
  // A row for each step.
  bool table = false;
  // Large tensors whole, without an ellipsis.
  bool full = false;
};

// Prints the steps of a run. The columns of a table are as wide as the first row needs. Borrows the
// stream. Not for several threads.
//
// Example:
//   ResultPrinter printer(options, std::cout);
//   printer.Step(1, {{"x", x}}, {{{"y", y}}, {}});
class ResultPrinter {
 public:
  // `out` must outlive it.
  ResultPrinter(const PrintOptions& options, std::ostream& out) : options_(options), out_(out) {}

  // `inputs` are those that change from step to step; the first `number` is 1.
  void Step(int number, const std::vector<NamedTensor>& inputs, const StepResults& results);
  // Prints that the state is reset before the next step.
  void Reset();

 private:
  TensorPart part() const { return options_.full ? TensorPart::kAll : TensorPart::kSome; }
  void Paragraph(const std::string& name, const Tensor& tensor);
  void Row(int number, const std::vector<NamedTensor>& inputs, const StepResults& results);
  std::string Cell(const Tensor& tensor) const;
  void Json(int number, const StepResults& results);

  const PrintOptions options_;
  std::ostream& out_;
  // Of the columns of a table; empty before the first row.
  std::vector<size_t> widths_;
};

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_RESULT_PRINTER_H_
