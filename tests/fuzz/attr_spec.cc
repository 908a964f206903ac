// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The attr-spec language: any text is parsed, or refused with a message.
#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_validation.h"
#include "framework/op/op_registry.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

void TryAttrSpec(const std::string& spec) {
  OpDefBuilder builder("Fuzzed");
  builder.Attr(spec).SetShapeFn(
      [](shape_inference::InferenceContext*) { return absl::OkStatus(); });
  const auto registry = OpRegistryBuilder().Add(builder).Build();
  if (!registry.ok()) {
    Demand(registry.status().code() == absl::StatusCode::kInvalidArgument,
           "a wrong spec is an invalid argument");
    Demand(!registry.status().message().empty(), "a refusal says why");
    return;
  }
  const OpRegistrationData* op = (*registry)->Find("Fuzzed");
  Demand(op != nullptr && op->op_def.attr_size() == 1, "a spec that is taken declares one attr");
  Demand(ValidateOpDef(op->op_def).ok(), "a spec that is taken makes a valid op");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryAttrSpec(std::string(opgraft::TextOf(data, size)));
  return 0;
}
