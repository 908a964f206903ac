// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// .npz files.
#include "tools/tensor_io/npz.h"

#include "absl/strings/str_cat.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const auto arrays = opgraft_internal::ParseNpz(opgraft::TextOf(data, size));
  if (!arrays.ok()) {
    Demand(!arrays.status().message().empty(), "a refusal says why");
    return 0;
  }
  const auto bytes = opgraft_internal::FormatNpz(*arrays);
  Demand(bytes.ok(), absl::StrCat("what was read can be written: ", bytes.status().ToString()));
  const auto again = opgraft_internal::ParseNpz(*bytes);
  Demand(again.ok() && again->size() == arrays->size(), "what was written can be read");
  for (size_t i = 0; i < arrays->size(); ++i) {
    Demand((*again)[i].first == (*arrays)[i].first, "names stay");
    Demand((*again)[i].second.Identical((*arrays)[i].second), "arrays stay");
  }
  return 0;
}
