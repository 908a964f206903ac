// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What TensorFlow's kernels ask their contexts for and Opgraft's own do without.
#include <functional>
#include <memory>
#include <utility>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "tensorflow_compat/platform/env.h"
#include "tensorflow_compat/platform/mutex.h"

namespace opgraft {

Env* OpKernelConstruction::env() const { return Env::Default(); }

Env* OpKernelContext::env() const { return Env::Default(); }

std::function<void(std::function<void()>)>* OpKernelContext::runner() const {
  static auto* const run_soon = new std::function<void(std::function<void()>)>(
      [](std::function<void()> closure) { Env::Default()->SchedClosure(std::move(closure)); });
  return run_soon;
}

core::Mutex* OpKernelContext::input_ref_mutex(int index) {
  input(index);  // reports an index that is none
  const size_t i = has_input(index) ? static_cast<size_t>(index) : 0;
  if (ref_mutexes_.size() <= i) ref_mutexes_.resize(i + 1);
  if (ref_mutexes_[i] == nullptr) ref_mutexes_[i] = std::make_shared<core::Mutex>();
  return ref_mutexes_[i].get();
}

absl::Status OpKernelContext::input_ref_mutex(absl::string_view name, core::Mutex** mutex) {
  int index = 0;
  OPGRAFT_RETURN_IF_ERROR(FindInput(name, &index));
  *mutex = input_ref_mutex(index);
  return absl::OkStatus();
}

}  // namespace opgraft
