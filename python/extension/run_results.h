// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_RUN_RESULTS_H_
#define PYTHON_EXTENSION_RUN_RESULTS_H_

#include <Python.h>

#include <vector>

#include "framework/runtime/infer_request.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/run_arguments.h"

namespace opgraft_internal {

// What a run gives back: a dict of arrays by name of output, in the model's order, each the
// caller's own. Functions that fail set an exception.
class RunResults {
 public:
  // Borrows both. `arguments` are parsed.
  RunResults(const RunArguments& arguments, InferRequest* request);

  // Before the run, whose state would stay: checks `fetch` and `out` as far as that can be.
  bool Prepare();
  // After it. A new reference.
  PyObject* Make(const Outputs& outputs);

 private:
  bool SelectOutputs();
  bool CheckOut() const;
  int FindOutput(PyObject* name) const;
  bool NoSuchOutput(PyObject* name) const;
  PyObject* Given(const PyPort& port) const;
  PyObject* Deliver(const Tensor& output, const PyPort& port) const;

  const PySignature& signature_;
  PyObject* const fetch_;
  PyObject* const out_;
  InferRequest* const request_;
  std::vector<bool> wanted_;  // empty: all
};

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_RUN_RESULTS_H_
