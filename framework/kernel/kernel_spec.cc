// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_spec.h"

#include <deque>
#include <string>

#include "absl/base/const_init.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/synchronization/mutex.h"
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

KernelDefBuilder::KernelDefBuilder(const char* op_name) { spec_.op = op_name; }
KernelDefBuilder::KernelDefBuilder(const KernelDefBuilder& other) = default;
KernelDefBuilder& KernelDefBuilder::operator=(const KernelDefBuilder& other) = default;
KernelDefBuilder::~KernelDefBuilder() = default;

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

const char* kernel_op_name::Name::KeptText(SpecText text) {
  static auto* const kept = new std::deque<std::string>;
  static absl::Mutex mutex(absl::kConstInit);
  absl::MutexLock lock(&mutex);
  return kept->emplace_back(text.text()).c_str();
}

void KernelDescription::SetClass(const char* class_name, KernelFactory factory,
                                 SourceLocation where) {
  made_.class_name = class_name;
  made_.factory = factory;
  made_.location = where;
}

KernelRegistration KernelDescription::Take() {
  made_.spec = builder_.Take();
  return std::move(made_);
}

KernelRegistration UnmadeKernel::Make() const {
  KernelDescription kernel(op);
  describe(kernel);
  return kernel.Take();
}

RegisteredKernel::RegisteredKernel(const char* op, void (*describe)(KernelDescription& kernel),
                                   void* library)
    : item_{op, describe}, library_(library) {
  RegistrationList<RegisteredKernel>::OfProcess().Add(this);
}

// Not inline: an op library that defines a part of this class is taken for a copy of Opgraft.
RegisteredKernel::RegisteredKernel(kernel_op_name::Name name,
                                   void (*describe)(KernelDescription& kernel), void* library)
    : RegisteredKernel(name.op(), describe, library) {}

std::vector<UnmadeKernel> RegisteredKernelsSince(const void* position, const void** end) {
  return RegistrationList<RegisteredKernel>::OfProcess().Since(position, end);
}

}  // namespace opgraft
