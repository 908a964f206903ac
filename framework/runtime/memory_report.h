// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_MEMORY_REPORT_H_
#define FRAMEWORK_RUNTIME_MEMORY_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace opgraft_internal {
struct Model;
}  // namespace opgraft_internal

namespace opgraft {

// The memory plan of one program, in the words of its graph. Plain data; thread-compatible.
//
// Example: what takes the most memory at once.
//
//   const ProgramMemory memory = model.memory().programs[0];
//   for (const auto& tenant : memory.regions[0].tenants) std::cout << tenant.tensor << "\n";
struct ProgramMemory {
  // A tensor that a region holds. Steps count from 0; `last_step` is INT32_MAX for what is fetched.
  struct Tenant {
    // "node", "node:1"; inside functions behind the nodes that call: "call/node".
    std::string tensor;
    int32_t first_step = 0;
    int32_t last_step = 0;
    int64_t bytes = 0;
    // false: a dimension is not known; SlotSize::kAssumedDimension stands for it.
    bool is_known = true;
  };
  struct Region {
    int64_t bytes = 0;            // of its largest tenant
    std::vector<Tenant> tenants;  // in the order of their first steps
  };

  std::string function;  // "" for the signature itself
  int num_steps = 0;
  int64_t region_bytes = 0;     // the peak
  int64_t tensor_bytes = 0;     // of all tenants
  int64_t alive_bytes = 0;      // the most at one step
  std::vector<Region> regions;  // the largest first
};

// What a run of one signature takes besides its feeds and variables. A value; thread-compatible.
//
// Example: `std::cout << model.memory().constant_bytes << "\n";`
struct MemoryReport {
  // The signature, then the functions that are called, not inlined: each call in progress takes
  // that much again.
  std::vector<ProgramMemory> programs;
  // Of all signatures; shared by all requests.
  int num_constants = 0;
  int64_t constant_bytes = 0;
  // Of these, what stays in the graph's file (ImportOptions::map_constants).
  int64_t mapped_bytes = 0;
  // Nodes that follow from constants, which Compile computed (CompileOptions::fold_constants).
  int num_folded = 0;
};

// REQUIRES: the model has this signature.
MemoryReport ReportMemory(const opgraft_internal::Model& model, int signature);

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_MEMORY_REPORT_H_
