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
// no value.
absl::Status MatchConstraint(const AttrConstraint& constraint, const NodeAttrs& attrs);

// The node's `_kernel` label; "" if it has none.
std::string KernelLabel(const NodeAttrs& attrs);

// "double", "[float, int32]", "'a'", "3", "true"; "?" for other kinds.
std::string AttrValueText(const AttrValue& value);

// The kernels of one op, with their constraints in a form that is compared in a few nanoseconds.
// Immutable once filled.
class KernelsOfOp {
 public:
  void Add(const KernelRegistration* kernel);
  absl::Span<const KernelRegistration* const> kernels() const { return kernels_; }

  // The fitting kernels of the highest priority, in order of registration; none if nothing fits.
  // Never judges a kernel to fit that MatchConstraint refuses.
  using Best = absl::InlinedVector<const KernelRegistration*, 2>;
  Best FindBest(const NodeAttrs& attrs, absl::string_view device) const;

 private:
  // Sets of types as bits; empty for a value that is no type.
  struct TypeBits {
    uint64_t bits = 0;
    bool known = false;  // false: compare with MatchConstraint
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
  std::vector<std::vector<Constraint>> constraints_;  // of each kernel
  std::vector<std::string> attrs_;                    // that some kernel constrains
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_MATCH_H_
