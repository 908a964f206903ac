// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>

#include <exception>
#include <new>

#include "python/extension/forked.h"
#include "python/extension/interrupt.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"
#include "python/extension/run_arguments.h"
#include "python/extension/run_results.h"

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

absl::StatusOr<Outputs> RunWithoutGil(PyRequest* request, const RunArguments& arguments) {
  const nb::gil_scoped_release no_gil;
  const InterruptScope interrupt(&*request->request);
  return request->request->Run(arguments.signature().name, request->feeds, arguments.options());
}

PyObject* Run(PyRequest* request, RunArguments* arguments) {
  if (!HandleEarlierInterrupt()) return nullptr;
  const BusyRequest busy(request);
  RunResults results(*arguments, &*request->request);
  if (!results.Prepare() || !arguments->MakeFeeds(&request->feeds)) return nullptr;
  arguments->mutable_options()->observer = request->profile;
  const absl::StatusOr<Outputs> outputs = RunWithoutGil(request, *arguments);
  if (!outputs.ok()) {
    SetRunError(outputs.status());
    return nullptr;
  }
  return results.Make(*outputs);
}

PyObject* RunGuarded(PyRequest* request, PyObject* const* given, Py_ssize_t num_positional,
                     PyObject* keywords) {
  if (const absl::Status status = request->Check(); !status.ok()) {
    SetPythonError(status);
    return nullptr;
  }
  RunArguments arguments(*request->model);
  if (!arguments.Parse(given, num_positional, keywords)) return nullptr;
  return Run(request, &arguments);
}

}  // namespace

void SetRunError(const absl::Status& status) {
  if (absl::IsCancelled(status) && PyErr_CheckSignals() != 0) {
    DropCause();
  } else {
    SetPythonError(status);
  }
}

PyObject* RunRequest(PyObject* self, PyObject* const* arguments, Py_ssize_t num_positional,
                     PyObject* keywords) {
  if (!nb::inst_ready(self)) {
    PyErr_SetString(PyExc_RuntimeError, "the request was not made: call super().__init__(model)");
    return nullptr;
  }
  try {
    return RunGuarded(nb::inst_ptr<PyRequest>(self), arguments, num_positional, keywords);
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

}  // namespace opgraft_internal
