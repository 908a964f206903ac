// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_KERNEL_REGISTRY_H_
#define FRAMEWORK_KERNEL_KERNEL_REGISTRY_H_

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/lazy_kernels.h"
#include "framework/op/node_properties.h"
#include "framework/types/made_once.h"

namespace opgraft {

class OpRegistry;

// Why one kernel does or does not fit a node. Borrows the registry's registration.
struct KernelCandidate {
  const KernelRegistration* kernel = nullptr;
  bool fits = false;
  // "T is double"; "node has no _kernel label"; "no such device"; "" if it fits.
  std::string reason;
};

// Every candidate for one node, and the choice. Borrows the registry's registrations.
struct KernelExplanation {
  // All kernels of the op, in order of registration.
  std::vector<KernelCandidate> candidates;
  const KernelRegistration* chosen = nullptr;
  // The lines `opgraft explain` prints: "  FloatOnly CPU T=float   no: T is double   roi.cc:40",
  // and what to do.
  std::string text;
};

// An immutable set of ops and their kernels: what a model is compiled against. Thread-safe; readers
// take no lock. The kernels of an op are checked against it when they are first looked up: unknown
// ops, impossible constraints, HostMemory names that do not exist and duplicates are errors with
// their places.
//
// Example:
//   const std::shared_ptr<const KernelRegistry> kernels = KernelRegistry::Global();
//   OPGRAFT_ASSIGN_OR_RETURN(const KernelRegistration* kernel, kernels->Find(node));
//   std::puts(kernels->Explain(node).text.c_str());  // why this one and no other
class KernelRegistry {
 public:
  // The newest published snapshot of the process: REGISTER_OP and REGISTER_KERNEL_BUILDER of the
  // program and of the libraries loaded. Invalid registrations are left out; errors() reports them.
  static std::shared_ptr<const KernelRegistry> Global();

  const OpRegistry& ops() const { return *ops_; }
  std::shared_ptr<const OpRegistry> shared_ops() const { return ops_; }

  // The kernel for the node on `device`, or else on DEVICE_DEFAULT, by the rules of TensorFlow's
  // FindKernelRegistration, order-independent (the best priority counts, a tie there is
  // INVALID_ARGUMENT). NOT_FOUND lists every candidate with the reason it was refused.
  absl::StatusOr<const KernelRegistration*> Find(const NodeProperties& node,
                                                 absl::string_view device = DEVICE_CPU) const;
  KernelExplanation Explain(const NodeProperties& node,
                            absl::string_view device = DEVICE_CPU) const;

  // All kernels of an op, in order of registration.
  absl::Span<const KernelRegistration* const> KernelsOf(absl::string_view op) const;
  // All kernels, sorted by op. Each lives as long as the registry.
  std::vector<const KernelRegistration*> List() const;
  // What is wrong with all ops and kernels, a line each. The first call checks them all.
  const absl::Status& errors() const;

 private:
  friend class KernelRegistryBuilder;
  absl::Status FindProblems() const;
  absl::Status NoKernel(const NodeProperties& node, absl::string_view device) const;
  std::vector<KernelCandidate> Judge(const NodeProperties& node, absl::string_view device) const;

  // While the builder fills this.
  void AddOwn(std::vector<std::shared_ptr<const KernelRegistration>> made,
              std::vector<UnmadeKernel> unmade);
  LazyKernels* OwnOf(absl::string_view op);

  std::shared_ptr<const OpRegistry> ops_;
  // May be null; owns what it added.
  std::shared_ptr<const KernelRegistry> base_;
  // What was added to the base, as it was given and by op.
  std::vector<std::shared_ptr<const KernelRegistration>> own_made_;
  std::vector<UnmadeKernel> own_unmade_;
  std::deque<LazyKernels> own_;
  // All, by names of ops that lie in the registrations.
  absl::flat_hash_map<absl::string_view, const LazyKernels*> kernels_;
  MadeOnce<absl::Status> own_errors_, errors_;
};

// Makes a KernelRegistry: from nothing or on top of `base`. Registering a kernel twice at one place
// (by a header, say) is harmless. Thread-compatible.
//
// Example:
//   KernelRegistryBuilder builder(ops);
//   builder.Add(KernelRegistration{spec, "MyOp", MakeMyOp, SourceLocation::Here()});
//   OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const KernelRegistry> kernels, builder.Build());
class KernelRegistryBuilder {
 public:
  explicit KernelRegistryBuilder(std::shared_ptr<const OpRegistry> ops,
                                 std::shared_ptr<const KernelRegistry> base = nullptr);
  KernelRegistryBuilder& Add(KernelRegistration kernel);
  // What REGISTER_KERNEL_BUILDER left; of all of them after what was added otherwise.
  KernelRegistryBuilder& Add(std::vector<UnmadeKernel> kernels);

  // Checks all kernels that were added. INVALID_ARGUMENT with all problems, a line each, sorted by
  // place; nothing is said of kernels whose op is refused by the ops' own errors().
  absl::StatusOr<std::shared_ptr<const KernelRegistry>> Build() const;
  // Checks nothing yet: kernels that turn out to be wrong are not found, and errors() reports them.
  // Of duplicates all stay: a node they fit is refused.
  std::shared_ptr<const KernelRegistry> BuildKeepingGood() const;

 private:
  std::shared_ptr<const OpRegistry> ops_;
  std::shared_ptr<const KernelRegistry> base_;
  std::vector<std::shared_ptr<const KernelRegistration>> made_;
  std::vector<UnmadeKernel> unmade_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_KERNEL_REGISTRY_H_
