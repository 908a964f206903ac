// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How a kernel's constraints judge a node: quickly for look-up, with reasons for messages.
#ifndef FRAMEWORK_KERNEL_KERNEL_MATCH_H_
#define FRAMEWORK_KERNEL_KERNEL_MATCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/op/node_properties.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class AttrValue;
}  // namespace opgraft

namespace opgraft_internal {

// OK if the node satisfies the constraint. NOT_FOUND with the reason ("T is double") if not.
// INVALID_ARGUMENT if the attr is absent or of another kind, UNIMPLEMENTED if the constraint allows
// no value. Slower than KernelsOfOp: for what that cannot decide, and for messages. Thread-safe.
absl::Status MatchConstraint(const AttrConstraint& constraint, const NodeAttrs& attrs);

// The node's `_kernel` label; "" if it has none.
std::string KernelLabel(const NodeAttrs& attrs);

// A value in the words of kernel registrations: "double", "[float, int32]", "'a'", "3", "true"; "?"
// of kinds that no constraint can compare. Messages about kernels stand beside
// TypeConstraint<double> in the source, so they do not say "DT_DOUBLE" as SummarizeAttrValue does.
std::string AttrValueText(const AttrValue& value);

// The kernels of one op, with their constraints in a form that is compared in a few nanoseconds.
// Immutable once filled, so thread-safe then. Borrows the registrations.
//
// Example:
//   KernelsOfOp kernels;
//   kernels.Add(&float_kernel);
//   const KernelsOfOp::Best best = kernels.FindBest(node.attrs, DEVICE_CPU);
class KernelsOfOp {
 public:
  void Add(const KernelRegistration* kernel);
  absl::Span<const KernelRegistration* const> kernels() const { return kernels_; }

  // The fitting kernels of the highest priority, in order of registration; none if nothing fits.
  // Never judges a kernel to fit that MatchConstraint refuses.
  using Best = absl::InlinedVector<const KernelRegistration*, 2>;
  Best FindBest(const NodeAttrs& attrs, absl::string_view device) const;

 private:
  // A set of types as bits: DT_FLOAT, whose number is 1, is bit 1. One comparison then tells
  // whether a node's type is among those that a kernel allows.
  struct TypeBits {
    uint64_t bits = 0;
    // False if the value is not a type, or a type has no bit: compare with MatchConstraint.
    bool known = false;
  };
  struct Constraint {
    size_t attr;  // index into attrs_
    TypeBits allowed;
    const AttrConstraint* spec;
  };
  static TypeBits BitsOf(absl::Span<const DataType> types);
  static TypeBits BitsOf(const AttrValue* value);
  bool Fits(size_t kernel, absl::Span<const TypeBits> values, const NodeAttrs& attrs) const;

  std::vector<const KernelRegistration*> kernels_;
  // By kernel, in the order of kernels_.
  std::vector<std::vector<Constraint>> constraints_;
  // The attrs that some kernel constrains: a node's values of them are looked up once.
  std::vector<std::string> attrs_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_MATCH_H_
