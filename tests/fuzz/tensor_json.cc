// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors as JSON.
#include "tools/tensor_io/tensor_json.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  using opgraft_internal::TensorFromJson;
  using opgraft_internal::TensorToJson;
  const nlohmann::json json =
      nlohmann::json::parse(data, data + size, nullptr, /*allow_exceptions=*/false);
  // A "file" may be any file of this machine.
  if (json.is_discarded() || (json.is_object() && json.contains("file"))) return 0;
  const auto tensor = TensorFromJson(json);
  if (!tensor.ok()) {
    Demand(!tensor.status().message().empty(), "a refusal says why");
    return 0;
  }
  const auto again = TensorFromJson(TensorToJson(*tensor));
  Demand(again.ok(), absl::StrCat("what was written can be read: ", again.status().ToString()));
  Demand(TensorToJson(*again) == TensorToJson(*tensor), "tensors stay");
  return 0;
}
