// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_spec.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/registration_list.h"

namespace opgraft {
namespace {

// "a=1" or "a in {1, 2}".
std::string OneOf(absl::string_view attr, const std::vector<std::string>& values) {
  if (values.size() == 1) return absl::StrCat(attr, "=", values[0]);
  return absl::StrCat(attr, " in {", absl::StrJoin(values, ", "), "}");
}

}  // namespace

std::string AttrConstraint::DebugString() const {
  std::vector<std::string> values;
  for (DataType type : types) values.push_back(DataTypeString(type));
  for (const std::string& s : strings) values.push_back(absl::StrCat("'", s, "'"));
  for (int64_t i : ints) values.push_back(absl::StrCat(i));
  for (bool b : bools) values.push_back(b ? "true" : "false");
  return OneOf(attr, values);
}

std::string KernelSpec::DebugString() const {
  std::string text = absl::StrCat(op, " ", device);
  for (const AttrConstraint& constraint : constraints)
    absl::StrAppend(&text, " ", constraint.DebugString());
  if (!label.empty()) absl::StrAppend(&text, " label=", label);
  if (priority != 0) absl::StrAppend(&text, " priority=", priority);
  return text;
}

KernelDefBuilder& KernelDefBuilder::Device(const char* device_type) {
  if (!spec_.device.empty() && spec_.device != device_type) {
    spec_.problems.push_back(
        absl::StrCat("Device is called twice: '", spec_.device, "' and '", device_type, "'"));
  }
  spec_.device = device_type;
  return *this;
}

KernelDefBuilder& KernelDefBuilder::TypeConstraint(const char* attr_name,
                                                   absl::Span<const DataType> allowed) {
  spec_.constraints.emplace_back();
  spec_.constraints.back().attr = attr_name;
  spec_.constraints.back().types.assign(allowed.begin(), allowed.end());
  return *this;
}

KernelDefBuilder& KernelDefBuilder::TypeConstraint(const char* attr_name, DataType allowed) {
  return TypeConstraint(attr_name, absl::MakeConstSpan(&allowed, 1));
}

KernelDefBuilder& KernelDefBuilder::AddConstraint(opgraft::AttrConstraint constraint) {
  spec_.constraints.push_back(std::move(constraint));
  return *this;
}

KernelDefBuilder& KernelDefBuilder::HostMemory(const char* arg_name) {
  spec_.host_memory_args.emplace_back(arg_name);
  return *this;
}

KernelDefBuilder& KernelDefBuilder::Label(const char* label) {
  if (!spec_.label.empty()) {
    spec_.problems.push_back(
        absl::StrCat("Label is called twice: '", spec_.label, "' and '", label, "'"));
  }
  spec_.label = label;
  return *this;
}

KernelDefBuilder& KernelDefBuilder::Priority(int32_t priority) {
  spec_.priority = priority;
  return *this;
}

KernelDefBuilder& KernelDefBuilder::Forwards(int input, int output) {
  spec_.forwards.emplace_back(input, output);
  return *this;
}

KernelDefBuilder& KernelDefBuilder::Aliases(int input, int output) {
  spec_.aliases.emplace_back(input, output);
  return *this;
}

RegisteredKernel::RegisteredKernel(KernelDefBuilder& builder, const char* class_name,
                                   KernelFactory factory, SourceLocation where)
    : RegisteredKernel(std::move(builder), class_name, factory, where) {}

RegisteredKernel::RegisteredKernel(KernelDefBuilder&& builder, const char* class_name,
                                   KernelFactory factory, SourceLocation where)
    : item_(std::make_shared<const KernelRegistration>(
          KernelRegistration{builder.Take(), class_name, factory, where})) {
  RegistrationList<RegisteredKernel>::OfProcess().Add(this);
}

RegisteredKernel::~RegisteredKernel() {
  RegistrationList<RegisteredKernel>::OfProcess().Remove(this);
}

std::vector<std::shared_ptr<const KernelRegistration>> RegisteredKernelsSince(const void* position,
                                                                              const void** end) {
  return RegistrationList<RegisteredKernel>::OfProcess().Since(position, end);
}

}  // namespace opgraft
