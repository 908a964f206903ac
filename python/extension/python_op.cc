// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <deque>
#include <memory>
#include <set>

#include "framework/kernel/global_registry.h"
#include "framework/op/op_def_builder.h"
#include "python/extension/python_kernel.h"

namespace opgraft_internal {
namespace {

// A place in a source: names of files are kept for ever.
SourceLocation PlaceOf(const PythonOpSpec& spec) {
  static auto* const files = new std::set<std::string>;
  return {files->insert(spec.file).first->c_str(), spec.line};
}

}  // namespace

absl::Status RegisterPythonOp(const PythonOpSpec& spec) {
  RegistryGrowth growth;
  return GrowGlobalRegistry(
      "Python",
      [&] {
        const SourceLocation where = PlaceOf(spec);
        OpDefBuilder builder(spec.name, where);
        for (const std::string& attr : spec.attrs) builder.Attr(attr, where);
        for (const std::string& input : spec.inputs) builder.Input(input, where);
        for (const std::string& output : spec.outputs) builder.Output(output, where);
        if (!spec.doc.empty()) builder.Doc(spec.doc, where);
        if (spec.is_stateful) builder.SetIsStateful();
        // On the process's list for ever, also when it is refused.
        static auto* const registered = new std::deque<std::unique_ptr<RegisteredOp>>;
        registered->push_back(std::make_unique<RegisteredOp>(std::move(builder)));
        return absl::OkStatus();
      },
      &growth);
}

}  // namespace opgraft_internal
