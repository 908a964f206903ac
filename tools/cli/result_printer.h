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

// What a step gave: what was fetched, in the order asked for, and the variables that were not.
struct StepResults {
  std::vector<NamedTensor> outputs;
  std::vector<NamedTensor> states;
};

struct PrintOptions {
  bool json = false;   // a line of JSON for each step
  bool table = false;  // a row for each step; else a paragraph for each tensor
  bool full = false;   // tensors whole
};

// Prints the steps of a run. The columns of a table are as wide as the first row needs.
class ResultPrinter {
 public:
  // `out` must outlive it.
  ResultPrinter(const PrintOptions& options, std::ostream& out) : options_(options), out_(out) {}

  // `inputs` are those that change from step to step; the first `number` is 1.
  void Step(int number, const std::vector<NamedTensor>& inputs, const StepResults& results);
  // Says that the state is reset.
  void Reset();

 private:
  TensorPart part() const { return options_.full ? TensorPart::kAll : TensorPart::kSome; }
  void Paragraph(const std::string& name, const Tensor& tensor);
  void Row(int number, const std::vector<NamedTensor>& inputs, const StepResults& results);
  std::string Cell(const Tensor& tensor) const;
  void Json(int number, const StepResults& results);

  const PrintOptions options_;
  std::ostream& out_;
  std::vector<size_t> widths_;
};

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_RESULT_PRINTER_H_
