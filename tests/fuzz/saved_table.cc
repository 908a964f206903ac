// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The bytes that a lookup table is saved as.
#include "kernels/lookup/tables.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  opgraft::lookup::LookupInterface* table = nullptr;
  const absl::Status status = opgraft::RestoreTable(opgraft::TextOf(data, size), &table);
  if (!status.ok()) {
    Demand(table == nullptr, "a refusal gives no table");
    return 0;
  }
  const opgraft::core::RefCountPtr<opgraft::lookup::LookupInterface> owner(table);
  std::string bytes;
  Demand(table->Serialize(&bytes).ok(), "what was read can be written");
  opgraft::lookup::LookupInterface* again = nullptr;
  Demand(opgraft::RestoreTable(bytes, &again).ok(), "what was written can be read");
  Demand(again->size() == table->size(), "all entries come back");
  again->Unref();
  return 0;
}
