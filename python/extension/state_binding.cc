// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "framework/runtime/state_edits.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

// The variables of a request, by name, which opgraft.State wraps.
namespace opgraft_internal {
namespace {

VariableState Find(PyRequest* request, const std::string& name) {
  return ValueOrThrow(request->Open().state(name));
}

std::vector<std::string> Names(PyRequest* request) {
  std::vector<std::string> names;
  for (const VariableState& state : request->Open().query_state()) names.push_back(state.name());
  return names;
}

nb::object Get(PyRequest* request, const std::string& name) {
  PyObject* const array = CopyToArray(Find(request, name).get());
  if (array == nullptr) nb::raise_python_error();
  return nb::steal(array);
}

void Set(PyRequest* request, const std::string& name, nb::handle value) {
  VariableState state = Find(request, name);
  Tensor tensor;
  if (!ToTensor(value.ptr(), state.get().dtype(), name, &tensor)) nb::raise_python_error();
  ThrowIfError(state.set(tensor));
}

}  // namespace

void BindState(nb::module_* module) {
  module->def("state_names", Names);
  module->def("get_state", Get);
  module->def("set_state", Set, nb::arg("request"), nb::arg("name"), nb::arg("value").none());
  module->def("is_state_set",
              [](PyRequest* r, const std::string& name) { return Find(r, name).is_set(); });
  module->def("reset_state",
              [](PyRequest* r, const std::string& name) { ThrowIfError(Find(r, name).reset()); });
  module->def("trim_state", [](PyRequest* r, const std::string& name, int axis, int64_t length) {
    ThrowIfError(TrimState(Find(r, name), axis, length));
  });
  module->def("reorder_state", [](PyRequest* r, const std::string& name, int axis,
                                  const std::vector<int64_t>& indices) {
    ThrowIfError(ReorderState(Find(r, name), axis, indices));
  });
  // Type and shape of the value.
  module->def("state_spec", [](PyRequest* r, const std::string& name) {
    const Tensor value = Find(r, name).get();
    return nb::make_tuple(static_cast<int>(value.dtype()),
                          PyShape(PartialTensorShape(value.shape())));
  });
}

}  // namespace opgraft_internal
