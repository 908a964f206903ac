// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_call.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <typeinfo>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/context_access.h"
#include "framework/state/state_scope.h"
#include "framework/tensor/access_error.h"

namespace opgraft_internal {
namespace {

std::string TypeName(const std::type_info* type) {
  if (type == nullptr) return "an exception";
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &failed), std::free);
  return failed == 0 && name != nullptr ? name.get() : type->name();
}

bool Holds(const Tensor& tensor, const void* data) {
  const char* start = static_cast<const char*>(tensor.data());
  const char* wanted = static_cast<const char*>(data);
  return wanted == start ||
         (start != nullptr && wanted > start && wanted < start + tensor.TotalBytes());
}

std::string Name(absl::string_view access, int index, const std::string& name,
                 const Tensor& tensor) {
  return absl::StrCat(access, index, " '", name, "' (", DataTypeString(tensor.dtype()), ")");
}

// "read input 0 'x' (float)": which tensor an access was about.
std::string Accessed(const OpKernelContext* context, const void* data) {
  if (context == nullptr) return "used a tensor of its own";
  const NodeProperties& node = context->op_kernel().properties();
  const KernelBinding& binding = ContextAccess::binding(*context);
  const Tensor* slots = ContextAccess::run(*context).slots;
  for (int i = 0; i < binding.num_inputs; ++i) {
    const Tensor& tensor = slots[binding.inputs[i]];
    if (Holds(tensor, data)) return Name("read input ", i, node.InputName(i), tensor);
  }
  for (int i = 0; i < binding.num_outputs; ++i) {
    const Tensor& tensor = slots[binding.outputs[i]];
    if (Holds(tensor, data)) return Name("used output ", i, node.OutputName(i), tensor);
  }
  return "used a tensor of its own";
}

std::string Describe(const OpKernelContext* context, const AccessError& error) {
  if (context != nullptr && error.data == context) return absl::StrCat("the kernel ", error.call);
  const std::string access =
      absl::StrCat("the kernel ", Accessed(context, error.data), " ", error.call, ". ");
  if (absl::StartsWith(error.call, "as ")) {
    return absl::StrCat(access, "Constrain it with .TypeConstraint<...> or fix the access.");
  }
  return absl::StrCat(access, "Check it with OP_REQUIRES first or fix the access.");
}

// Rethrows the exception being handled and puts it into words.
absl::Status Translate(const OpKernelContext* context) {
  try {
    throw;
  } catch (const AccessError& error) {
    return absl::InternalError(Describe(context, error));
  } catch (const AllocationError& error) {
    return absl::ResourceExhaustedError(error.what);
  } catch (const CheckError& error) {
    return absl::InternalError(absl::StrCat("the kernel stopped at ", error.what));
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("the kernel ran out of memory (std::bad_alloc)");
  } catch (const std::exception& error) {
    return absl::InternalError(
        absl::StrCat("the kernel threw ", TypeName(&typeid(error)), ": ", error.what()));
  } catch (...) {
    return absl::InternalError(absl::StrCat("the kernel threw ",
                                            TypeName(abi::__cxa_current_exception_type()),
                                            ", which is no std::exception"));
  }
}

}  // namespace

absl::Status WithNode(const NodeProperties& node, const absl::Status& status) {
  const std::string place = absl::StrCat("{{node ", node.name, "}}");
  if (status.ok() || absl::StartsWith(status.message(), place)) return status;
  absl::Status result(status.code(),
                      absl::StrCat(place, " ", node.op_name, ": ", status.message()));
  status.ForEachPayload(
      [&](absl::string_view url, const absl::Cord& payload) { result.SetPayload(url, payload); });
  return result;
}

absl::Status StatusFromKernelException(const OpKernelContext& context) {
  return WithNode(context.op_kernel().properties(), Translate(&context));
}

absl::Status StatusFromConstructorException(const NodeProperties& node) {
  return WithNode(node, Translate(nullptr));
}

absl::Status CheckOutputs(const OpKernelContext& context) {
  if (ABSL_PREDICT_TRUE(ContextAccess::all_outputs_set(context))) return absl::OkStatus();
  const NodeProperties& node = context.op_kernel().properties();
  const int missing = ContextAccess::first_missing_output(context);
  return WithNode(
      node, absl::InternalError(absl::StrCat("Compute returned OK but did not set output ", missing,
                                             " '", node.OutputName(missing), "'.")));
}

absl::Status CallKernel(OpKernel* kernel, OpKernelContext* context) {
  AccessScope scope;
  StateScope state(ContextAccess::run(*context).state);
  try {
    kernel->Compute(context);
  } catch (...) {
    return StatusFromKernelException(*context);
  }
  if (!context->status().ok()) return WithNode(kernel->properties(), context->status());
  return CheckOutputs(*context);
}

}  // namespace opgraft_internal
