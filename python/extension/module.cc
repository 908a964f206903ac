// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// opgraft._core: what the Python package asks of the library. People import opgraft.
#include <nanobind/stl/string.h>

#include "framework/types/version.h"
#include "python/extension/bindings.h"
#include "python/extension/forked.h"
#include "python/extension/numpy_api.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  using namespace opgraft_internal;  // NOLINT(google-build-using-namespace)
  LoadNumpy();
  WatchForks();
  // An interpreter that ends leaves objects behind as it likes.
  nb::set_leak_warnings(false);
  module.attr("VERSION") = OPGRAFT_VERSION;
  module.def("set_helper", [](const std::string& name, nb::object helper) {
    SetHelper(name, std::move(helper));
  });
  BindTensor(&module);
  BindModel(&module);
  BindFiles(&module);
  BindRequest(&module);
  BindState(&module);
  BindProfile(&module);
  BindDraft(&module);
  BindEager(&module);
  BindOps(&module);
  BindRegistration(&module);
  BindView(&module);
}
