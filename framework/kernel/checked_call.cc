// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/checked_call.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/op_registry.h"

namespace opgraft_internal {
namespace {

std::string Describe(const NodeProperties& node, int index, const Tensor& output) {
  return absl::StrCat("output ", index, " '", node.OutputName(index), "' (",
                      DataTypeString(output.dtype()), " ", output.shape().DebugString(), ")");
}

// "as far as 8 bytes (2 elements)"; the count of elements only if there is a size of one.
std::string Distance(size_t bytes, size_t seen, size_t element_size) {
  std::string text = absl::StrCat("as far as ", bytes, " bytes");
  if (element_size > 0) {
    const size_t elements = (bytes + element_size - 1) / element_size;
    absl::StrAppend(&text, " (", elements, elements == 1 ? " element" : " elements", ")");
  }
  return bytes < seen ? text : absl::StrCat(text, " or more");
}

// "[1,2]" of the flat index 5 in a [?,3]; "" in a scalar.
std::string IndexText(int64_t flat, const TensorShape& shape) {
  std::vector<int64_t> indices(static_cast<size_t>(shape.dims()));
  for (int d = shape.dims() - 1; d >= 0; --d) {
    indices[static_cast<size_t>(d)] = flat % shape.dim_size(d);
    flat /= shape.dim_size(d);
  }
  return indices.empty() ? "" : absl::StrCat(" element [", absl::StrJoin(indices, ","), "]");
}

// Two outputs of one type and shape, of plain elements, byte by byte.
class ElementPair {
 public:
  ElementPair(const Tensor& first, const Tensor& second)
      : size_(static_cast<size_t>(DataTypeSize(first.dtype()))),
        first_(static_cast<const uint8_t*>(first.data())),
        second_(static_cast<const uint8_t*>(second.data())) {}

  bool Differs(int64_t i) const { return std::memcmp(First(i), Second(i), size_) != 0; }
  // True if a byte of the element is what each call found there.
  bool IsUnwritten(int64_t i) const {
    for (size_t b = 0; b < size_; ++b) {
      if (First(i)[b] == CheckedCall::kPoisons[0] && Second(i)[b] == CheckedCall::kPoisons[1])
        return true;
    }
    return false;
  }

 private:
  const uint8_t* First(int64_t i) const { return first_ + static_cast<size_t>(i) * size_; }
  const uint8_t* Second(int64_t i) const { return second_ + static_cast<size_t>(i) * size_; }

  const size_t size_;
  const uint8_t* const first_;
  const uint8_t* const second_;
};

// What is unwritten comes before what only differs.
CallDifference CompareElements(const std::string& name, const Tensor& first, const Tensor& second) {
  CallDifference difference;
  const ElementPair elements(first, second);
  int64_t at = -1;
  int64_t count = 0;
  for (int64_t i = 0; i < first.NumElements(); ++i) {
    if (!elements.Differs(i)) continue;
    const bool is_unwritten = elements.IsUnwritten(i);
    if (is_unwritten && !difference.is_unwritten) count = 0;
    if (is_unwritten < difference.is_unwritten) continue;
    if (count++ == 0) at = i;
    difference.is_unwritten = is_unwritten;
  }
  if (at < 0) return difference;
  difference.where = absl::StrCat(name, IndexText(at, first.shape()));
  difference.more = count - 1;
  return difference;
}

CallDifference CompareOutput(const std::string& name, const Tensor& first, const Tensor& second) {
  CallDifference difference;
  if (first.dtype() != second.dtype() || first.shape() != second.shape()) {
    difference.where = name;
  } else if (DataTypeCanUseMemcpy(first.dtype())) {
    return CompareElements(name, first, second);
  } else if (first.dtype() == DT_STRING && !first.Identical(second)) {
    difference.where = name;
  }
  return difference;
}

}  // namespace

__thread int CheckedCall::active_ = 0;

CheckedCall::CheckedCall(uint8_t poison)
    : memory_(poison), outer_(AllocationHook::Exchange(&memory_)) {
  ++active_;
}

void CheckedCall::End() {
  if (ended_) return;
  ended_ = true;
  --active_;
  AllocationHook::Exchange(outer_);
}

std::string CheckedCall::FindFault(const NodeProperties& node, absl::Span<const Tensor> outputs) {
  const std::vector<FencedMemory::Fault> faults = memory_.TakeFaults();
  if (faults.empty()) return "";
  const FencedMemory::Fault& fault = faults.front();
  std::string block = absl::StrCat("a temporary of ", fault.bytes, " bytes");
  size_t element_size = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].data() != fault.data) continue;
    block = Describe(node, static_cast<int>(i), outputs[i]);
    element_size = static_cast<size_t>(DataTypeSize(outputs[i].dtype()));
  }
  const bool is_behind = fault.damage.behind > 0;
  return absl::StrCat("wrote ", is_behind ? "behind the end of " : "before the start of ", block,
                      ", ",
                      Distance(is_behind ? fault.damage.behind : fault.damage.before,
                               fault.fence_bytes, element_size));
}

CallDifference FindCallDifference(const NodeProperties& node, absl::Span<const Tensor> first,
                                  absl::Span<const Tensor> second) {
  CallDifference found;
  for (size_t i = 0; i < first.size() && i < second.size() && !found.is_unwritten; ++i) {
    const int index = static_cast<int>(i);
    CallDifference difference = CompareOutput(
        absl::StrCat("output ", index, " '", node.OutputName(index), "'"), first[i], second[i]);
    if (found.where.empty() || difference.is_unwritten) found = std::move(difference);
  }
  return found;
}

std::string UnwrittenText(const CallDifference& difference) {
  std::string text = absl::StrCat(difference.where, " was never written");
  if (difference.more > 0) absl::StrAppend(&text, ", nor were ", difference.more, " more");
  return text;
}

bool IsRepeatable(const NodeProperties& node) {
  if (node.op == nullptr || node.op->op_def.is_stateful()) return false;
  const auto is_plain = [](DataType dtype) {
    return !IsRefType(dtype) && dtype != DT_RESOURCE && dtype != DT_VARIANT;
  };
  return std::all_of(node.input_types.begin(), node.input_types.end(), is_plain) &&
         std::all_of(node.output_types.begin(), node.output_types.end(), is_plain);
}

}  // namespace opgraft_internal
