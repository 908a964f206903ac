// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <functional>
#include <memory>
#include <ostream>
#include <sstream>

#include "opgraft/proto/graph.pb.h"
#include "python/extension/bindings.h"
#include "python/extension/py_model.h"
#include "python/extension/python_error.h"
#include "tools/model_view/model_dot.h"
#include "tools/model_view/model_html.h"
#include "tools/model_view/model_text.h"
#include "tools/model_view/model_view.h"
#include "tools/model_view/node_path.h"
#include "tools/model_view/sound_graph.h"

namespace nb = nanobind;

// What `opgraft show` and `explain` tell, of a graph in memory.
namespace opgraft_internal {
namespace {

using Writer = std::function<void(const ModelView&, std::ostream&)>;

std::string Write(const PyGraph& graph, bool with_kernels, const Writer& write) {
  const nb::gil_scoped_release no_gil;
  const GraphDef def = graph.graph.ToGraphDef();
  SoundGraph sound;
  sound.graph = graph.graph;
  sound.problems.resize(static_cast<size_t>(graph.graph.num_nodes()));
  std::ostringstream out;
  write(ViewModel(def, sound, {with_kernels}), out);
  return out.str();
}

std::string Explain(const PyGraph& graph, const std::string& node) {
  return KernelText(ValueOrThrow(FindNodeAt(graph.graph, node)).node());
}

}  // namespace

void BindView(nb::module_* module) {
  module->def("view_text", [](const PyGraph& graph) { return Write(graph, false, WriteText); });
  module->def("view_dot", [](const PyGraph& graph) { return Write(graph, false, WriteDot); });
  module->def("view_data", [](const PyGraph& graph) { return Write(graph, false, WriteData); });
  module->def("view_html", [](const PyGraph& graph, const std::string& title) {
    return Write(graph, true, [&](const ModelView& view, std::ostream& out) {
      WriteHtml(view, title, "", out);
    });
  });
  module->def("explain", Explain);
}

}  // namespace opgraft_internal
