// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/kernels/op_call.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/kernel/standalone_kernel_call.h"

namespace opgraft {
namespace {

bool Has(const TestAttrs& attrs, const std::string& name) {
  return std::any_of(attrs.begin(), attrs.end(),
                     [&](const auto& attr) { return attr.first == name; });
}

// Adds the attrs that inputs say. An op has at most one list arg whose length is not given.
TestAttrs WithInferredAttrs(const OpDef& op, const std::vector<Tensor>& inputs, TestAttrs attrs) {
  const auto add = [&](const std::string& name, const AttrValue& value) {
    if (!name.empty() && !Has(attrs, name)) attrs.emplace_back(name, value);
  };
  const int list_length = static_cast<int>(inputs.size()) - op.input_arg_size() + 1;
  size_t next = 0;
  for (const auto& arg : op.input_arg()) {
    const bool is_list = !arg.number_attr().empty() || !arg.type_list_attr().empty();
    std::vector<DataType> types;
    for (int i = 0; i < (is_list ? list_length : 1) && next < inputs.size(); ++i)
      types.push_back(inputs[next++].dtype());
    add(arg.number_attr(), IntAttr(static_cast<int64_t>(types.size())));
    add(arg.type_list_attr(), TypeListAttr(types));
    if (!types.empty()) add(arg.type_attr(), TypeAttr(types[0]));
  }
  return attrs;
}

}  // namespace

absl::StatusOr<std::vector<Tensor>> CallOp(const std::string& op, const std::vector<Tensor>& inputs,
                                           const TestAttrs& attrs) {
  const auto registry = KernelRegistry::Global();
  const OpRegistrationData* data = registry->ops().Find(op);
  if (data == nullptr)
    return absl::NotFoundError(absl::StrCat("op '", op, "' is not in this program"));
  return RunKernel(*registry,
                   TestNode(registry->ops(), op, WithInferredAttrs(data->op_def, inputs, attrs)),
                   inputs);
}

std::string CallText(const std::string& op, const std::vector<Tensor>& inputs,
                     const TestAttrs& attrs) {
  const absl::StatusOr<std::vector<Tensor>> outputs = CallOp(op, inputs, attrs);
  if (outputs.ok()) {
    return absl::StrJoin(*outputs, "; ",
                         [](std::string* out, const Tensor& t) { out->append(TensorText(t)); });
  }
  absl::string_view message = outputs.status().message();
  absl::ConsumePrefix(&message, absl::StrCat("{{node n}} ", op, ": "));
  return absl::StrCat(absl::StatusCodeToString(outputs.status().code()), ": ", message);
}

std::string TensorText(const Tensor& tensor) {
  const std::string values = tensor.SummarizeValue(-1);
  return absl::StrCat(DataTypeString(tensor.dtype()), tensor.shape().DebugString(),
                      values.empty() ? "" : " ", values);
}

}  // namespace opgraft
