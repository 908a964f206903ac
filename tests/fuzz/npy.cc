// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// .npy files.
#include "tools/tensor_io/npy.h"

#include "absl/strings/str_cat.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const absl::StatusOr<opgraft::Tensor> tensor = opgraft::ParseNpy(opgraft::TextOf(data, size));
  if (!tensor.ok()) {
    Demand(!tensor.status().message().empty(), "a refusal says why");
    return 0;
  }
  Demand(tensor->IsInitialized(), "a tensor has memory");
  const absl::StatusOr<std::string> bytes = opgraft::FormatNpy(*tensor);
  Demand(bytes.ok(), absl::StrCat("what was read can be written: ", bytes.status().ToString()));
  const absl::StatusOr<opgraft::Tensor> again = opgraft::ParseNpy(*bytes);
  Demand(again.ok() && again->Identical(*tensor), "what is read is what was written");
  return 0;
}
