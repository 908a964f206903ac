// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel_construction.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft {
namespace {

// The attrs of the node's op; without an op the names that the node has.
std::string ListAttrsOf(const NodeProperties& node) {
  if (node.op != nullptr) return ListAttrs(node.op->op_def);
  if (node.attrs.entries().empty()) return "none";
  const auto append_name = [](std::string* out, const auto& entry) { out->append(entry.first); };
  return absl::StrJoin(node.attrs.entries(), ", ", append_name);
}

std::string NearestHintOf(absl::string_view name, const NodeProperties& node) {
  NearestName nearest(name);
  if (node.op != nullptr) {
    for (const OpDef::AttrDef& attr : node.op->op_def.attr()) nearest.Offer(attr.name());
  } else {
    for (const auto& entry : node.attrs.entries()) nearest.Offer(entry.first);
  }
  return NearestHint(nearest.best());
}

}  // namespace

OpKernelConstruction::OpKernelConstruction(std::shared_ptr<const NodeProperties> properties,
                                           DeviceBase* device, ResourceMgr* resource_manager)
    : properties_(std::move(properties)),
      device_(device),
      device_type_(absl::string_view(device->device_type())),
      resource_manager_(resource_manager),
      state_id_(properties_->name),
      previous_(std::exchange(current_, this)) {}

__thread OpKernelConstruction* OpKernelConstruction::current_ = nullptr;

std::string OpKernelConstruction::NewStateId() {
  return absl::StrCat(state_id_, "/", next_state_id_++);
}

absl::Status OpKernelConstruction::ExplainAttrError(absl::string_view name,
                                                    absl::string_view wanted,
                                                    const absl::Status& status) const {
  const OpDef::AttrDef* attr =
      properties_->op == nullptr ? nullptr : FindAttr(name, properties_->op->op_def);
  const std::string kernel = absl::StrCat(properties_->op_name, "'s kernel");
  if (absl::IsNotFound(status) && attr == nullptr) {
    return absl::NotFoundError(absl::StrCat(kernel, " asks for attr '", name,
                                            "'; the op has: ", ListAttrsOf(*properties_),
                                            NearestHintOf(name, *properties_)));
  }
  if (absl::IsInvalidArgument(status) && attr != nullptr && attr->type() != wanted) {
    return absl::InvalidArgumentError(absl::StrCat("attr '", name, "' is ", attr->type(), ", ",
                                                   kernel, " reads it into a ", wanted));
  }
  return absl::Status(status.code(),
                      absl::StrCat(kernel, " reads attr '", name, "': ", status.message()));
}

absl::Status CheckSignature(DataTypeSlice expected_inputs, DataTypeSlice expected_outputs,
                            DataTypeSlice inputs, DataTypeSlice outputs) {
  const auto fit = [](DataTypeSlice expected, DataTypeSlice actual) {
    return std::equal(expected.begin(), expected.end(), actual.begin(), actual.end(),
                      TypesCompatible);
  };
  if (fit(expected_inputs, inputs) && fit(expected_outputs, outputs)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "Signature mismatch, have: ", DataTypeSliceString(inputs), "->", DataTypeSliceString(outputs),
      " expected: ", DataTypeSliceString(expected_inputs), "->",
      DataTypeSliceString(expected_outputs)));
}

absl::Status OpKernelConstruction::MatchSignature(DataTypeSlice expected_inputs,
                                                  DataTypeSlice expected_outputs) const {
  return CheckSignature(expected_inputs, expected_outputs, input_types(), output_types());
}

absl::Status OpKernelConstruction::allocate_temp(DataType type, const TensorShape& shape,
                                                 Tensor* tensor) const {
  OPGRAFT_ASSIGN_OR_RETURN(*tensor, Tensor::Create(type, shape));
  return absl::OkStatus();
}

}  // namespace opgraft
