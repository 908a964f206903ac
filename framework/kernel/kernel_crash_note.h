// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_KERNEL_CRASH_NOTE_H_
#define FRAMEWORK_KERNEL_KERNEL_CRASH_NOTE_H_

#include "framework/kernel/kernel_spec.h"
#include "framework/op/node_properties.h"
#include "framework/types/crash_note.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Appends "Compute of {{node head/roi}} Roi (./roi.so, kernel of roi.cc:40, T=float)". What is not
// known is left out; `kernel` may be null. For signal handlers too.
void AppendKernel(FatalText* text, const char* what, const NodeProperties& node,
                  const KernelRegistration* kernel);

// The note of a kernel that is called, or made, by itself. Borrows the node and the registration.
//
// Example:
//   const KernelCrashNote note("Compute", kernel->properties(), registration);
//   const CrashNoteScope noted(&note);
//   kernel->Compute(&context);
class KernelCrashNote : public CrashNote {
 public:
  // `what`: "Compute", "the constructor".
  KernelCrashNote(const char* what, const NodeProperties& node, const KernelRegistration* kernel)
      : what_(what), node_(node), kernel_(kernel) {}
  void Describe(FatalText* text) const override { AppendKernel(text, what_, node_, kernel_); }

 private:
  const char* const what_;
  const NodeProperties& node_;
  const KernelRegistration* const kernel_;
};

// Where the kernel at an address came from, for those that no model has. Remembered only while
// CrashNote::IsWanted. FindKernelOrigin is null for a kernel that was not noted. Thread-safe.
void NoteKernelOrigin(const OpKernel* kernel, const KernelRegistration* registration);
const KernelRegistration* FindKernelOrigin(const OpKernel* kernel);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_CRASH_NOTE_H_
