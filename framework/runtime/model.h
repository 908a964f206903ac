// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_MODEL_H_
#define FRAMEWORK_RUNTIME_MODEL_H_

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "framework/files/file_access.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/device.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/variable_kernel.h"
#include "framework/runtime/compile_options.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor that crosses the border of a signature.
struct PortInfo {
  // As the signature names it, ":0" left out.
  std::string name;
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
};

// One signature with its program.
struct CompiledSignature {
  std::string name;
  std::vector<PortInfo> inputs;
  std::vector<PortInfo> outputs;
  absl::flat_hash_map<std::string, int> input_index;
  absl::flat_hash_map<std::string, int> output_index;
  std::unique_ptr<Program> program;
};

// What CompiledModel shares between its copies, its requests and all threads. Immutable once
// compiled.
struct Model {
  Graph graph;
  CompileOptions options;
  std::shared_ptr<MemoryBudget> constant_budget;
  // What its kernels may open.
  FileAccess files;
  // Some kernel is a FileKernel.
  bool opens_files = false;
  // Of the environment.
  DeviceBase* device = nullptr;
  // In the order of query_state.
  std::vector<VariableInfo> variables;
  // Of the variables, by their index.
  std::vector<CellSpec> cells;
  absl::flat_hash_map<std::string, int> variable_index;
  // TensorFlow's variables that some program names, which kernels open; numbered behind the others.
  std::vector<VariablePlace> opened_variables;
  absl::flat_hash_map<std::string, int> opened_variable_index;
  // Of the graph's nodes: tells a state file of another graph.
  uint64_t fingerprint = 0;
  std::vector<std::unique_ptr<OpKernel>> kernels;
  // Of each; for crash reports.
  std::vector<const KernelRegistration*> kernel_origins;
  // A list: programs hold the addresses.
  std::list<Tensor> constants;
  // Nodes whose outputs are among them.
  int num_folded = 0;
  // Not inlined.
  std::vector<std::unique_ptr<Program>> functions;
  std::vector<CompiledSignature> signatures;
  absl::flat_hash_map<std::string, int> signature_index;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_MODEL_H_
