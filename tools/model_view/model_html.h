// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_MODEL_HTML_H_
#define TOOLS_MODEL_VIEW_MODEL_HTML_H_

#include <ostream>
#include <string>

#include "framework/types/internal_namespace.h"
#include "tools/model_view/model_view.h"

namespace opgraft_internal {

// Writes one page that needs no other file: the graph to pan, zoom and search, functions to open,
// and of a node its attrs, types and kernel. `title` names the model; `report` says what is wrong
// with it, "" if nothing. The contents of the model are data of the page, never markup or script.
void WriteHtml(const ModelView& view, const std::string& title, const std::string& report,
               std::ostream& out);

// Writes the data that the page's script reads, as JSON: {"graphs": [{"function", "path",
// "callers", "nodes", "results"}]}; of a node "n" is its name, "o" its op, "k" how a picture shows
// it, "i" its inputs as [node, port], "a" attrs, "t" types, "b" bodies as [label, function, graph],
// "p" its problem.
void WriteData(const ModelView& view, std::ostream& out);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_MODEL_HTML_H_
