// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What optimisers written as ops do with the variables that they update: resources (Var), or Ref
// inputs. A Var is a view of a cell of the request, so what a run writes is undone if it fails.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OP_HELPERS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OP_HELPERS_H_

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/resource_var.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// Locks and references of some variables, for as long as it lives. Movable.
class VariableInputLockHolder {
 public:
  VariableInputLockHolder(std::vector<core::RefCountPtr<Var>> variables,
                          std::vector<std::unique_ptr<mutex_lock>> locks)
      : variables_(std::move(variables)), locks_(std::move(locks)) {}
  VariableInputLockHolder(VariableInputLockHolder&&) noexcept = default;

 private:
  std::vector<core::RefCountPtr<Var>> variables_;  // outlive the locks
  std::vector<std::unique_ptr<mutex_lock>> locks_;
};

// The lock of the variable in input `input`; `*variable` gets a reference if it is a resource. Null
// if there is none; then the context has the error.
template <typename Device, typename T>
mutex* GetTrainingVariableMutex(OpKernelContext* context, int input, Var** variable) {
  *variable = nullptr;
  if (context->input_dtype(input) != DT_RESOURCE) return context->input_ref_mutex(input);
  const absl::Status found = LookupResource(context, HandleFromInput(context, input), variable);
  if (found.ok()) return (*variable)->mu();
  context->CtxFailure(found);
  return nullptr;
}

// Locks the variables of these inputs if `do_lock`, each once and in an order of their own, so that
// two kernels never wait for each other.
template <typename Device, typename T>
VariableInputLockHolder MaybeLockVariableInputMutexesInOrder(OpKernelContext* context, bool do_lock,
                                                             bool sparse,
                                                             const std::vector<int>& input_ids) {
  (void)sparse;
  std::vector<core::RefCountPtr<Var>> variables;
  std::vector<mutex*> mutexes;
  for (const int input : input_ids) {
    Var* variable = nullptr;
    mutex* const mu = GetTrainingVariableMutex<Device, T>(context, input, &variable);
    if (variable != nullptr) variables.emplace_back(variable);
    if (mu != nullptr) mutexes.push_back(mu);
  }
  std::sort(mutexes.begin(), mutexes.end());
  mutexes.erase(std::unique(mutexes.begin(), mutexes.end()), mutexes.end());
  std::vector<std::unique_ptr<mutex_lock>> locks;
  if (do_lock) {
    for (mutex* mu : mutexes) locks.push_back(std::make_unique<mutex_lock>(*mu));
  }
  return VariableInputLockHolder(std::move(variables), std::move(locks));
}

inline void MaybeForwardRefInputToRefOutput(OpKernelContext* context, int input, int output) {
  if (context->input_dtype(input) != DT_RESOURCE)
    context->forward_ref_input_to_ref_output(input, output);
}

// Writing through a Var is seen by it: nothing needs to be copied before.
template <typename Device, typename T>
absl::Status PrepareToUpdateVariable(OpKernelContext*, Tensor*, bool) {
  return absl::OkStatus();
}
template <typename Device, typename T>
absl::Status EnsureSparseVariableAccess(OpKernelContext*, Var*, bool = false) {
  return absl::OkStatus();
}

// The tensor of the variable in input `input`, to be written in place. FAILED_PRECONDITION if it
// has no value.
template <typename Device, typename T>
absl::Status GetInputTensorFromVariable(OpKernelContext* context, int input, bool lock_held,
                                        bool sparse, Tensor* out) {
  (void)sparse;
  if (context->input_dtype(input) != DT_RESOURCE) {
    *out = context->mutable_input(input, lock_held);
    return absl::OkStatus();
  }
  core::RefCountPtr<Var> variable;
  TF_RETURN_IF_ERROR(LookupResource(context, HandleFromInput(context, input), &variable));
  if (!variable->is_initialized)
    return errors::FailedPrecondition("Attempting to use uninitialized variables: ", input);
  *out = *variable->tensor();
  return absl::OkStatus();
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_TRAINING_OP_HELPERS_H_
