// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/result_printer.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "framework/types/printable.h"
#include "framework/types/utf8.h"
#include "nlohmann/json.hpp"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft_internal {
namespace {

// JSON is UTF-8; two names that are not must not become one.
std::string JsonName(const std::string& name) { return IsUtf8(name) ? name : Printable(name); }

}  // namespace

void ResultPrinter::Step(int number, const std::vector<NamedTensor>& inputs,
                         const StepResults& results) {
  if (options_.json) return Json(number, results);
  if (options_.table) return Row(number, inputs, results);
  for (const auto& [name, tensor] : results.outputs) Paragraph(Printable(name), tensor);
  for (const auto& [name, tensor] : results.states)
    Paragraph(absl::StrCat("state ", Printable(name)), tensor);
}

void ResultPrinter::Reset() {
  if (options_.table && !options_.json) out_ << "reset\n";
}

void ResultPrinter::Paragraph(const std::string& name, const Tensor& tensor) {
  const std::string title = absl::StrCat(name, " = ");
  out_ << title << TensorText(tensor, title.size(), part()) << "  ("
       << DataTypeString(tensor.dtype()) << " " << tensor.shape().DebugString() << ")\n";
}

void ResultPrinter::Row(int number, const std::vector<NamedTensor>& inputs,
                        const StepResults& results) {
  std::vector<std::pair<std::string, std::string>> cells = {{"step", absl::StrCat(number)}};
  for (const auto* tensors : {&inputs, &results.outputs, &results.states}) {
    for (const auto& [name, tensor] : *tensors) cells.emplace_back(Printable(name), Cell(tensor));
  }
  for (size_t i = 0; i < cells.size() && number == 1; ++i) {
    widths_.push_back(std::max(cells[i].first.size(), cells[i].second.size() + 2));
    out_ << absl::StreamFormat("%*s%s", static_cast<int>(widths_[i]), cells[i].first,
                               i + 1 < cells.size() ? "  " : "\n");
  }
  for (size_t i = 0; i < cells.size(); ++i) {
    out_ << absl::StreamFormat("%*s%s", static_cast<int>(widths_[i]), cells[i].second,
                               i + 1 < cells.size() ? "  " : "\n");
  }
}

// One element without brackets.
std::string ResultPrinter::Cell(const Tensor& tensor) const {
  const bool is_number = tensor.NumElements() == 1;
  return is_number ? tensor.SummarizeValue(1) : TensorLine(tensor, part());
}

void ResultPrinter::Json(int number, const StepResults& results) {
  nlohmann::json line = {{"step", number},
                         {"outputs", nlohmann::json::object()},
                         {"states", nlohmann::json::object()}};
  for (const auto& [name, tensor] : results.outputs)
    line["outputs"][JsonName(name)] = TensorToJson(tensor);
  for (const auto& [name, tensor] : results.states)
    line["states"][JsonName(name)] = TensorToJson(tensor);
  out_ << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace opgraft_internal
