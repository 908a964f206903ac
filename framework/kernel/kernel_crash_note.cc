// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_crash_note.h"

#include "absl/base/const_init.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/data_type_info.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

// Appends parts in parentheses, with commas between them.
class Parenthesis {
 public:
  explicit Parenthesis(FatalText* text) : text_(text) {}
  FatalText* Next() {
    text_->Append(empty_ ? " (" : ", ");
    empty_ = false;
    return text_;
  }
  void Close() {
    if (!empty_) text_->Append(")");
  }

 private:
  FatalText* const text_;
  bool empty_ = true;
};

absl::Mutex origins_mutex(absl::kConstInit);

absl::flat_hash_map<const OpKernel*, const KernelRegistration*>& Origins() {
  static auto* const origins =
      new absl::flat_hash_map<const OpKernel*, const KernelRegistration*>();
  return *origins;
}

}  // namespace

void AppendKernel(FatalText* text, const char* what, const NodeProperties& node,
                  const KernelRegistration* kernel) {
  NodeCrashNote(what, node.name, node.op_name).Describe(text);
  Parenthesis details(text);
  if (kernel != nullptr) {
    const absl::string_view library = LibraryOfCode(reinterpret_cast<const void*>(kernel->factory));
    if (!library.empty()) details.Next()->Append(library);
    details.Next()
        ->Append("kernel of ")
        .Append(kernel->location.file)
        .Append(":")
        .Append(int64_t{kernel->location.line});
  }
  for (const auto& [name, value] : node.attrs.entries()) {
    if (value->value_case() != AttrValue::kType) continue;
    const char* const type = InfoOf(value->type()).name;
    if (type != nullptr) details.Next()->Append(name).Append("=").Append(type);
  }
  details.Close();
}

void NoteKernelOrigin(const OpKernel* kernel, const KernelRegistration* registration) {
  if (!CrashNote::IsWanted()) return;
  absl::MutexLock lock(&origins_mutex);
  Origins()[kernel] = registration;
}

const KernelRegistration* FindKernelOrigin(const OpKernel* kernel) {
  if (!CrashNote::IsWanted()) return nullptr;
  absl::MutexLock lock(&origins_mutex);
  const auto it = Origins().find(kernel);
  return it == Origins().end() ? nullptr : it->second;
}

}  // namespace opgraft_internal
