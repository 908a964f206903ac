// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>

#include <vector>

#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/forked.h"
#include "python/extension/interrupt.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

// Runs a request on Tensors, in the order of its inputs: what an op in eager mode is. A list of
// Tensors, the caller's own.
nb::list RunTensors(PyRequest* request, const nb::list& inputs) {
  InferRequest& run = request->Open();
  if (!HandleEarlierInterrupt()) nb::raise_python_error();
  std::vector<Tensor> feeds;
  for (const nb::handle input : inputs) feeds.push_back(nb::cast<const PyTensor&>(input).value);
  const absl::StatusOr<Outputs> outputs = [&] {
    const BusyRequest busy(request);
    const nb::gil_scoped_release no_gil;
    const InterruptScope interrupt(&run);
    return run.RunInOrder(feeds);
  }();
  if (!outputs.ok()) {
    SetRunError(outputs.status());
    nb::raise_python_error();
  }
  nb::list made;
  for (int i = 0; i < outputs->size(); ++i) made.append(nb::cast(PyTensor{(*outputs)[i]}));
  return made;
}

}  // namespace

void BindEager(nb::module_* module) {
  module->def("run_tensors", RunTensors);
  module->def("generation", ForkGeneration);
}

}  // namespace opgraft_internal
