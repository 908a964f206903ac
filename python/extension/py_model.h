// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_PY_MODEL_H_
#define PYTHON_EXTENSION_PY_MODEL_H_

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir.h"

namespace opgraft_internal {

// A graph with what to compile it with, as the loaders of each format give them. Immutable.
struct PyGraph {
  Graph graph;
  CompileOptions options;
  std::vector<IrPort> ports;  // of an IR: all names of its inputs and outputs
};

// An input or an output of a signature, with its name as Python's keyword arguments have it.
struct PyPort {
  nanobind::str name;
  std::string tensor_name;
  DataType dtype;
  PartialTensorShape shape;
};

struct PySignature {
  std::string name;
  std::vector<PyPort> inputs;
  std::vector<PyPort> outputs;
};

// A compiled model, shared by its requests. Immutable but for the GIL that its names need.
struct PyModel {
  std::shared_ptr<const PyGraph> graph;  // keeps the constants' owners: outputs may show them
  CompiledModel model;
  std::vector<PySignature> signatures;
  int num_threads = 1;
  int generation = 0;  // ForkGeneration() when it was made
};

// A shape as Python has it: a tuple of sizes, None for an unknown one; None if the rank is unknown.
nanobind::object PyShape(const PartialTensorShape& shape);
// Of such an object; throws if it is none.
PartialTensorShape ShapeFromPython(nanobind::handle shape);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_PY_MODEL_H_
