// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "python/extension/arrays.h"
#include "python/extension/attr_values.h"
#include "python/extension/bindings.h"
#include "python/extension/py_draft.h"
#include "python/extension/py_model.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

// Graphs under construction, which opgraft.Graph wraps.
namespace opgraft_internal {
namespace {

using End = std::pair<int, int>;  // node, port
using Ends = std::vector<End>;

Endpoint ToEndpoint(const End& end) { return {end.first, end.second}; }

std::vector<Endpoint> ToEndpoints(const Ends& ends) {
  std::vector<Endpoint> points;
  for (const End& end : ends) points.push_back(ToEndpoint(end));
  return points;
}

// A list is an input of several values, a pair one.
std::vector<PyDraft::InputEnds> InputsOf(const nb::list& inputs) {
  std::vector<PyDraft::InputEnds> ends;
  for (const nb::handle input : inputs) {
    if (nb::isinstance<nb::list>(input)) {
      ends.push_back({ToEndpoints(nb::cast<Ends>(input)), true});
    } else {
      ends.push_back({{ToEndpoint(nb::cast<End>(input))}, false});
    }
  }
  return ends;
}

// (name, type, value).
GraphDraft::Attrs AttrsOf(const nb::list& attrs) {
  GraphDraft::Attrs made;
  for (const nb::handle entry : attrs) {
    const nb::tuple attr = nb::cast<nb::tuple>(entry);
    made.emplace_back(nb::cast<std::string>(attr[0]),
                      AttrFromPython(nb::cast<std::string>(attr[1]), attr[2]));
  }
  return made;
}

int Add(PyDraft* draft, const std::string& where, const std::string& op, const std::string& name,
        const nb::list& inputs, const nb::list& attrs) {
  return ValueOrThrow(draft->AddNode({where, op, name}, InputsOf(inputs), AttrsOf(attrs)));
}

int AddConst(PyDraft* draft, const std::string& where, const std::string& name,
             const PyTensor& value) {
  return ValueOrThrow(draft->AddConst({where, "Const", name}, value.value));
}

PyDraft::Branch ToBranch(nb::handle branch) {
  const nb::tuple t = nb::cast<nb::tuple>(branch);
  return {nb::cast<std::shared_ptr<PyDraft>>(t[0]), nb::cast<std::vector<std::string>>(t[1]),
          ToEndpoints(nb::cast<Ends>(t[2]))};
}

int AddIf(PyDraft* draft, const std::string& where, const std::string& name, const End& condition,
          const nb::tuple& then_branch, const nb::tuple& else_branch, const Ends& inputs) {
  return ValueOrThrow(draft->AddIf({where, "If", name}, ToEndpoint(condition),
                                   {ToBranch(then_branch), ToBranch(else_branch)},
                                   ToEndpoints(inputs)));
}

int AddWhile(PyDraft* draft, const std::string& where, const std::string& name,
             const nb::tuple& condition, const nb::tuple& body, const Ends& inputs) {
  return ValueOrThrow(draft->AddWhile({where, "While", name}, ToBranch(condition), ToBranch(body),
                                      ToEndpoints(inputs)));
}

// (type, shape) of each output.
nb::list OutputsOf(const PyDraft& draft, int node) {
  nb::list outputs;
  for (int port = 0; port < draft.NumOutputs(node); ++port) {
    outputs.append(nb::make_tuple(static_cast<int>(draft.TypeOf({node, port})),
                                  PyShape(draft.ShapeOf({node, port}))));
  }
  return outputs;
}

}  // namespace

void BindDraft(nb::module_* module) {
  nb::class_<PyDraft>(*module, "Draft")
      .def(nb::init<>())
      .def("add", Add)
      .def("add_const", AddConst)
      .def("add_arg",
           [](PyDraft* draft, const std::string& name, int dtype) {
             return ValueOrThrow(
                 draft->AddArg({"an argument", "Arg", name}, static_cast<DataType>(dtype)));
           })
      .def("add_if", AddIf)
      .def("add_while", AddWhile)
      .def("add_control",
           [](PyDraft* draft, int node, int runs_before) {
             ThrowIfError(draft->AddControl({node, 0}, {runs_before, 0}));
           })
      .def("outputs", OutputsOf)
      .def("name", &PyDraft::NameOf)
      .def("num_nodes", &PyDraft::NumNodes)
      .def("build", [](const PyDraft& draft) {
        return std::shared_ptr<const PyGraph>(
            new PyGraph{ValueOrThrow(draft.Build()), CompileOptions(), {}});
      });
}

}  // namespace opgraft_internal
