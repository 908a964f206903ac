// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_call.h"

#include <new>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_crash_note.h"
#include "framework/op/summarize_node.h"
#include "framework/state/state_scope.h"
#include "framework/tensor/access_error.h"
#include "framework/types/crash_note_listing.h"
#include "framework/types/exception_text.h"

namespace opgraft_internal {
namespace {

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
  } catch (...) {
    return absl::InternalError(absl::StrCat("the kernel threw ", TextOfCurrentException()));
  }
}

}  // namespace

absl::Status WithNode(const NodeProperties& node, const absl::Status& status) {
  const std::string place = FormatNodeNameForError(node.name);
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
  const KernelCrashNote note("Compute", kernel->properties(), FindKernelOrigin(kernel));
  const CrashNoteScope noted(&note);
  const CrashNoteListing listed(&note);
  try {
    kernel->Compute(context);
  } catch (...) {
    return StatusFromKernelException(*context);
  }
  if (!context->status().ok()) return WithNode(kernel->properties(), context->status());
  return CheckOutputs(*context);
}

}  // namespace opgraft_internal
