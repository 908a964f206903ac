// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// State files: taken as a whole, or refused without a trace.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/state_seal.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

// Variables of several types and shapes, static and not.
CompiledModel MakeModel() {
  GraphBuilder b;
  const PartialTensorShape any = {-1, 2};
  b.ReadValue("static", DT_FLOAT, {3});
  b.ReadValue("dynamic", DT_INT64, any);
  b.ReadValue("text", DT_STRING, {2});
  b.ReadValue("init", b.Const({true, false}));
  b.ReadValue("packed", DT_INT4, {3});
  CompileOptions options;
  options.limits.max_tensor_bytes = 1 << 20;
  return *CompiledModel::Compile(*b.Build(), options);
}

std::vector<Tensor> ValuesOf(InferRequest* request) {
  std::vector<Tensor> values;
  for (const VariableState& state : request->query_state()) {
    values.push_back(state.get());
    values.emplace_back(state.is_set());
  }
  return values;
}

bool AreIdentical(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (!a[i].Identical(b[i])) return false;
  }
  return a.size() == b.size();
}

void TryStateFile(absl::string_view bytes) {
  static const CompiledModel* const model = new CompiledModel(MakeModel());
  InferRequest request = model->CreateRequest();
  Demand(request.state("static")->set(Tensor::Of({1.0f, 2.0f, 3.0f})).ok(),
         "a variable can be set");
  const std::vector<Tensor> before = ValuesOf(&request);
  std::string warning;
  const absl::Status status = request.ParseState(bytes, &warning);
  if (!status.ok()) {
    Demand(!status.message().empty(), "a refusal says why");
    Demand(AreIdentical(ValuesOf(&request), before), "a file that is refused changes nothing");
    return;
  }
  const absl::StatusOr<std::string> written = request.SerializeState();
  Demand(written.ok(),
         absl::StrCat("a state that was read can be written: ", written.status().ToString()));
  InferRequest other = model->CreateRequest();
  Demand(other.ParseState(*written).ok(), "a state that was written can be read");
  Demand(AreIdentical(ValuesOf(&other), ValuesOf(&request)), "what is read is what was written");
}

}  // namespace
}  // namespace opgraft

// As a file, and as the message of one: no mutation finds a checksum.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes = opgraft::TextOf(data, size);
  opgraft::TryStateFile(bytes);
  std::string sealed(opgraft::kStateHeaderBytes, '\0');
  sealed.append(bytes.data(), bytes.size());
  opgraft::SealState(&sealed);
  opgraft::TryStateFile(sealed);
  return 0;
}
