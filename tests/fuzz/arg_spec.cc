// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The specs of inputs, outputs and control outputs, and the doc language. The first byte says
// which.
#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_validation.h"
#include "framework/op/op_registry.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

void TryArgSpec(char kind, const std::string& spec) {
  OpDefBuilder builder("Fuzzed");
  builder.Attr("T: type").Attr("N: int >= 1").Attr("L: list(type)").Input("known: T");
  builder.SetShapeFn([](shape_inference::InferenceContext*) { return absl::OkStatus(); });
  if (kind == 'i') builder.Input(spec);
  if (kind == 'o') builder.Output(spec);
  if (kind == 'c') builder.ControlOutput(spec);
  if (kind == 'd') builder.Doc(spec);
  const auto registry = OpRegistryBuilder().Add(builder).Build();
  if (!registry.ok()) {
    Demand(!registry.status().message().empty(), "a refusal says why");
    return;
  }
  const OpRegistrationData* op = (*registry)->Find("Fuzzed");
  Demand(op != nullptr && ValidateOpDef(op->op_def).ok(), "a spec that is taken makes a valid op");
  Demand(op->op_def.input_arg_size() == (kind == 'i' ? 2 : 1), "one spec declares one input");
  Demand(op->op_def.output_arg_size() == (kind == 'o' ? 1 : 0), "one spec declares one output");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  opgraft::TryArgSpec(static_cast<char>(data[0]), std::string(opgraft::TextOf(data + 1, size - 1)));
  return 0;
}
