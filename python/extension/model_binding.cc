// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/cancellation.h"
#include "framework/runtime/request_state.h"
#include "framework/state/state_store.h"
#include "opgraft/proto/graph.pb.h"
#include "python/extension/bindings.h"
#include "python/extension/forked.h"
#include "python/extension/interrupt.h"
#include "python/extension/load_graph.h"
#include "python/extension/py_model.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

using GraphPtr = std::shared_ptr<const PyGraph>;
using ModelPtr = std::shared_ptr<const PyModel>;
using Strings = std::vector<std::string>;

// How far a load is: it writes, a thread of Python's that shows it reads.
class Progress {
 public:
  using State = std::pair<std::string, double>;

  State state() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return state_;
  }
  void set_state(State state) {
    const std::lock_guard<std::mutex> lock(mutex_);
    state_ = std::move(state);
  }

 private:
  mutable std::mutex mutex_;
  State state_;
};

// What import warns of; told when the GIL is back.
class Warnings {
 public:
  ImportOptions Options(Progress* progress) {
    ImportOptions options;
    options.warning = [this](absl::string_view text) { texts_.emplace_back(text); };
    if (progress == nullptr) return options;
    options.progress = [progress](absl::string_view phase, double done) {
      progress->set_state({std::string(phase), done});
    };
    return options;
  }
  void Tell() const {
    for (const std::string& text : texts_) {
      if (PyErr_WarnEx(PyExc_UserWarning, text.c_str(), 3) != 0) nb::raise_python_error();
    }
  }

 private:
  Strings texts_;
};

template <typename Load>
GraphPtr LoadWithoutGil(Progress* progress, const Load& load) {
  if (!HandleEarlierInterrupt()) nb::raise_python_error();
  Warnings warnings;
  CancellationManager cancellation;
  absl::StatusOr<PyGraph> graph = [&] {
    const nb::gil_scoped_release no_gil;
    const InterruptScope interrupt(&cancellation);
    ImportOptions options = warnings.Options(progress);
    options.cancellation_manager = &cancellation;
    return load(options);
  }();
  if (!graph.ok()) {
    SetRunError(graph.status());
    nb::raise_python_error();
  }
  // The options in the graph are not those of the load: they do not refer to the warnings.
  warnings.Tell();
  return std::make_shared<const PyGraph>(*std::move(graph));
}

GraphPtr Load(const std::string& path, const std::string& weights, const Strings& tags,
              const Strings& signatures, Progress* progress) {
  return LoadWithoutGil(progress, [&](const ImportOptions& options) {
    return LoadFile({path, weights, tags, signatures, options});
  });
}

GraphPtr Parse(const nb::bytes& contents, const nb::bytes& weights, Progress* progress) {
  return LoadWithoutGil(progress, [&](const ImportOptions& options) {
    return LoadBytes({contents.c_str(), contents.size()}, {weights.c_str(), weights.size()},
                     options);
  });
}

nb::bytes Serialize(const PyGraph& graph) {
  std::string bytes;
  if (!graph.graph.ToGraphDef().SerializeToString(&bytes)) {
    ThrowPythonError(
        absl::ResourceExhaustedError("the graph is larger than the 2 GiB that a GraphDef can be"));
  }
  return nb::bytes(bytes.data(), bytes.size());
}

struct CompileArguments {
  std::vector<Signature> signatures;  // none: the graph's own
  int num_threads = 1;
  absl::optional<int64_t> max_bytes;
  Strings read_folders;
};

std::vector<PyPort> PortsOf(const CompiledModel& model, int signature, bool is_input) {
  std::vector<PyPort> ports;
  const int count = is_input ? model.num_inputs(signature) : model.num_outputs(signature);
  for (int i = 0; i < count; ++i) {
    const std::string& name =
        is_input ? model.input_name(i, signature) : model.output_name(i, signature);
    PyObject* interned =
        PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), "backslashreplace");
    if (interned == nullptr) nb::raise_python_error();
    PyUnicode_InternInPlace(&interned);
    ports.push_back(
        {nb::steal<nb::str>(interned), name,
         is_input ? model.input_type(i, signature) : model.output_type(i, signature),
         is_input ? model.input_shape(i, signature) : model.output_shape(i, signature)});
  }
  return ports;
}

ModelPtr Compile(const GraphPtr& graph, const CompileArguments& arguments) {
  CompileOptions options = graph->options;
  if (!arguments.signatures.empty()) options.signatures = arguments.signatures;
  options.num_threads = arguments.num_threads;
  if (arguments.max_bytes) options.limits.max_total_bytes = *arguments.max_bytes;
  options.read_folders.insert(options.read_folders.end(), arguments.read_folders.begin(),
                              arguments.read_folders.end());
  options.environment = OwnEnvironment();
  if (!HandleEarlierInterrupt()) nb::raise_python_error();
  CancellationManager cancellation;
  options.cancellation_manager = &cancellation;
  const absl::StatusOr<CompiledModel> model = [&] {
    const nb::gil_scoped_release no_gil;
    const InterruptScope interrupt(&cancellation);
    return CompiledModel::Compile(graph->graph, options);
  }();
  if (!model.ok()) {
    SetRunError(model.status());
    nb::raise_python_error();
  }
  auto made = std::make_shared<PyModel>(
      PyModel{graph, *model, {}, arguments.num_threads, ForkGeneration()});
  for (int s = 0; s < model->num_signatures(); ++s) {
    made->signatures.push_back(
        {model->signature_name(s), PortsOf(*model, s, true), PortsOf(*model, s, false)});
  }
  return made;
}

nb::list PortTuples(const std::vector<PyPort>& ports) {
  nb::list tuples;
  for (const PyPort& port : ports)
    tuples.append(nb::make_tuple(port.name, static_cast<int>(port.dtype), PyShape(port.shape)));
  return tuples;
}

nb::list Signatures(const PyModel& model) {
  nb::list list;
  for (const PySignature& signature : model.signatures) {
    list.append(nb::make_tuple(signature.name, PortTuples(signature.inputs),
                               PortTuples(signature.outputs)));
  }
  return list;
}

std::map<std::string, int> CountOps(const PyGraph& graph) {
  std::map<std::string, int> counts;
  for (int i = 0; i < graph.graph.num_nodes(); ++i) ++counts[graph.graph.node(i).op()];
  return counts;
}

// (name, op, inputs, (type, shape) of each output).
nb::list Nodes(const PyGraph& graph) {
  nb::list list;
  for (int i = 0; i < graph.graph.num_nodes(); ++i) {
    const Node node = graph.graph.node(i);
    nb::list inputs, outputs;
    for (const Endpoint& input : node.inputs())
      inputs.append(graph.graph.node(input.node).OutputName(input.port));
    for (const int32_t control : node.control_inputs())
      inputs.append(absl::StrCat("^", graph.graph.node(control).name()));
    for (int port = 0; port < node.num_outputs(); ++port) {
      outputs.append(nb::make_tuple(static_cast<int>(node.output_type(port)),
                                    PyShape(node.output_shape(port))));
    }
    list.append(nb::make_tuple(node.name(), node.op(), inputs, outputs));
  }
  return list;
}

// (name, feeds, fetches, names of feeds, names of fetches, targets, sinks or None), as Signature
// takes them.
nb::list SignaturesOf(const PyGraph& graph) {
  nb::list list;
  for (const Signature& s : graph.options.signatures) {
    list.append(nb::make_tuple(s.name, s.feeds, s.fetches, s.feed_names, s.fetch_names, s.targets,
                               s.sinks));
  }
  return list;
}

std::vector<Signature> SignaturesFrom(const nb::list& rows) {
  std::vector<Signature> signatures;
  for (const nb::handle entry : rows) {
    const nb::tuple t = nb::cast<nb::tuple>(entry);
    Signature s;
    s.name = nb::cast<std::string>(t[0]);
    s.feeds = nb::cast<Strings>(t[1]);
    s.fetches = nb::cast<Strings>(t[2]);
    s.feed_names = nb::cast<Strings>(t[3]);
    s.fetch_names = nb::cast<Strings>(t[4]);
    s.targets = nb::cast<Strings>(t[5]);
    if (!t[6].is_none()) s.sinks = nb::cast<Strings>(t[6]);
    signatures.push_back(std::move(s));
  }
  return signatures;
}

// (name of the tensor, its names in the IR).
using Ports = std::vector<std::pair<std::string, Strings>>;

Ports PortsOfIr(const PyGraph& graph) {
  Ports ports;
  for (const IrPort& port : graph.ports) ports.emplace_back(port.tensor, port.names);
  return ports;
}

// The graph with what a GraphDef does not say: a pickle has it besides. `start`: a request with the
// state that each request starts from; null if there is none.
GraphPtr WithOptions(const GraphPtr& graph, const nb::list& signatures, const Ports& ports,
                     const Strings& read_folders, PyRequest* start) {
  auto made = std::make_shared<PyGraph>(*graph);
  made->options.signatures = SignaturesFrom(signatures);
  made->options.read_folders = read_folders;
  for (const auto& [tensor, names] : ports) made->ports.push_back({tensor, names});
  if (start != nullptr) {
    auto state = std::make_shared<StateStore>();
    ThrowIfError(state->opened()->CopyFrom(*RequestState(&start->Open())->opened()));
    made->options.initial_state = std::move(state);
  }
  return made;
}

// (name, type, shape) of each ReadValue's variable, as declared.
nb::list DeclaredVariables(const PyGraph& graph) {
  nb::list list;
  for (const VariableInfo& variable : ValueOrThrow(CollectVariables(graph.graph))) {
    list.append(
        nb::make_tuple(variable.id, static_cast<int>(variable.type), PyShape(variable.shape)));
  }
  return list;
}

}  // namespace

void BindModel(nb::module_* module) {
  nb::class_<PyGraph>(*module, "GraphData")
      .def("serialize", Serialize)
      .def_prop_ro("signatures", SignaturesOf)
      .def_prop_ro("ports", PortsOfIr)
      .def_prop_ro("read_folders", [](const PyGraph& g) { return g.options.read_folders; })
      .def_prop_ro("declared_variables", DeclaredVariables)
      .def_prop_ro("op_counts", CountOps)
      .def_prop_ro("nodes", Nodes)
      .def_prop_ro("has_initial_state",
                   [](const PyGraph& g) { return g.options.initial_state != nullptr; })
      .def("find_tensor", [](const PyGraph& g, const std::string& name) {
        const IrPort* const port = FindPort(g.ports, name);
        if (port != nullptr) return port->tensor;
        const Endpoint found = ValueOrThrow(g.graph.FindTensor(name));
        return g.graph.node(found.node).OutputName(found.port);
      });
  nb::class_<PyModel>(*module, "Model")
      .def_prop_ro("signatures", Signatures)
      .def_prop_ro("variables", [](const PyModel& m) { return m.model.variables(); })
      .def_prop_ro("num_steps", [](const PyModel& m) { return m.model.num_steps(); });
  nb::class_<Progress>(*module, "Progress")
      .def(nb::init<>())
      .def_prop_rw("state", &Progress::state, &Progress::set_state);
  module->def("load", Load, nb::arg("path"), nb::arg("weights"), nb::arg("tags"),
              nb::arg("signatures"), nb::arg("progress") = nb::none());
  module->def("parse", Parse, nb::arg("contents"), nb::arg("weights"),
              nb::arg("progress") = nb::none());
  module->def("with_options", WithOptions, nb::arg(), nb::arg(), nb::arg(), nb::arg(),
              nb::arg().none());
  module->def(
      "compile",
      [](const GraphPtr& graph, const nb::list& signatures, int num_threads,
         absl::optional<int64_t> max_bytes, const Strings& read_folders) {
        return Compile(graph, {SignaturesFrom(signatures), num_threads, max_bytes, read_folders});
      },
      nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
}

}  // namespace opgraft_internal
