// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "python/extension/bindings.h"
#include "python/extension/forked.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

using ModelPtr = std::shared_ptr<const PyModel>;

absl::Status CheckModel(const PyModel& model) {
  if (model.generation == ForkGeneration() || model.num_threads == 1) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "the model has threads, and they stayed in the process that was forked: load it in this one, "
      "or start processes by multiprocessing.get_context('spawn')");
}

void Construct(PyRequest* self, const ModelPtr& model) {
  ThrowIfError(CheckModel(*model));
  new (self) PyRequest(model, model->model.CreateRequest());
}

// A request that has the state of another.
void ConstructFork(PyRequest* self, PyRequest* other) {
  InferRequest fork = ValueOrThrow(other->Open().Fork());
  new (self) PyRequest(other->model, std::move(fork));
}

// Each becomes what the other was, state and memory. What refers to the requests stays right.
void Swap(PyRequest* self, PyRequest* other) { std::swap(self->Open(), other->Open()); }

void Warn(const std::string& warning) {
  if (!warning.empty() && PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 2) != 0)
    nb::raise_python_error();
}

void Load(PyRequest* self, const nb::bytes& bytes) {
  std::string warning;
  ThrowIfError(self->Open().ParseState({bytes.c_str(), bytes.size()}, &warning));
  Warn(warning);
}

void LoadFile(PyRequest* self, const std::string& path) {
  std::string warning;
  ThrowIfError(self->Open().LoadState(path, &warning));
  Warn(warning);
}

nb::bytes Save(PyRequest* self) {
  const std::string bytes = ValueOrThrow(self->Open().SerializeState());
  return nb::bytes(bytes.data(), bytes.size());
}

void Close(PyRequest* self) {
  if (self->is_busy) ThrowIfError(self->Check());
  self->request.reset();
}

PyMethodDef run_method = {
    "run", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(RunRequest)),
    METH_FASTCALL | METH_KEYWORDS,
    "run(feeds=None, *, fetch=None, signature=None, out=None, timeout=None, max_steps=None,\n"
    "    max_bytes=None, allow_files=None, check=False, **named_feeds)\n--\n\n"
    "Runs the model once: run(x=array), or run({'x': array}) for any name.\n\n"
    "Returns a dict {name of output: array} in the model's order; the arrays are yours. fetch is\n"
    "a list of names of outputs, out a dict of arrays to write into, timeout is in seconds.\n"
    "A run that fails, is cancelled or out of time leaves every variable as it was."};

}  // namespace

PyRequest::PyRequest(ModelPtr of_model, InferRequest of_request)
    : model(std::move(of_model)), request(std::move(of_request)), generation(ForkGeneration()) {}

absl::Status PyRequest::Check() const {
  if (!request) {
    return absl::FailedPreconditionError(
        "the request is closed; make another one: model.request()");
  }
  if (is_busy) {
    return absl::FailedPreconditionError(
        "the request is busy: one run at a time. Make a request for each sequence or thread: "
        "model.request()");
  }
  if (generation == ForkGeneration()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      "the request is of the process that was forked, where a run may have been in it: make one in "
      "this process, model.request(); its state comes along by save() before and load() after");
}

InferRequest& PyRequest::Open() {
  ThrowIfError(Check());
  return *request;
}

void BindRequest(nb::module_* module) {
  nb::class_<PyRequest> request(*module, "Request", nb::dynamic_attr(),
                                nb::is_weak_referenceable());
  request.def("__init__", Construct, nb::arg("model"))
      .def("__init__", ConstructFork, nb::arg("other"))
      .def("_save", Save)
      .def("_load", Load)
      .def("_load_file", LoadFile)
      .def("_swap", Swap)
      .def(
          "reset", [](PyRequest* r) { ThrowIfError(r->Open().reset_state()); },
          "Unsets all variables; the next run starts from their inits.")
      .def(
          "trim", [](PyRequest* r) { ThrowIfError(r->Open().Trim()); },
          "Frees the memory of past runs; the state stays.")
      .def(
          "cancel",
          [](PyRequest* r) {
            if (r->request) r->request->Cancel();
          },
          "Ends a run in progress soon, from any thread; it raises CancelledError.")
      .def("close", Close, "Frees everything; later calls raise FailedPreconditionError.")
      .def_prop_ro("closed", [](const PyRequest& r) { return !r.request.has_value(); })
      .def_prop_ro(
          "memory_used", [](PyRequest* r) { return r->Open().memory_used(); },
          "Bytes that the request holds.")
      .def_prop_ro(
          "steps_run", [](PyRequest* r) { return r->Open().steps_run(); },
          "Steps that the last run passed through.");
  PyObject* const method =
      PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(request.ptr()), &run_method);
  if (method == nullptr) nb::raise_python_error();
  request.attr("run") = nb::steal(method);
}

}  // namespace opgraft_internal
