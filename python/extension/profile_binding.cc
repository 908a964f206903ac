// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <sstream>

#include "absl/time/time.h"
#include "framework/runtime/profile.h"
#include "python/extension/bindings.h"
#include "python/extension/py_request.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

// (node, op, calls, seconds in all, longest, bytes), the slowest first.
nb::list Nodes(const Profile& profile) {
  nb::list rows;
  for (const NodeProfile& node : profile.Nodes()) {
    rows.append(nb::make_tuple(node.node, node.op, node.calls, absl::ToDoubleSeconds(node.total),
                               absl::ToDoubleSeconds(node.longest), node.bytes));
  }
  return rows;
}

std::string Trace(const Profile& profile, const std::string& title) {
  std::ostringstream out;
  profile.WriteTrace(title, out);
  return out.str();
}

}  // namespace

void BindProfile(nb::module_* module) {
  nb::class_<Profile>(*module, "Profile")
      .def(nb::init<>())
      .def_prop_ro("nodes", Nodes)
      .def_prop_ro("num_calls", &Profile::num_calls)
      .def("trace", Trace);
  module->def(
      "set_profile",
      [](PyRequest* request, Profile* profile) {
        request->Open();
        request->profile = profile;
      },
      nb::arg("request"), nb::arg("profile").none());
}

}  // namespace opgraft_internal
