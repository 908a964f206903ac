// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Files are written by the library, not by Python's open(): whole, beside the old one and renamed
// over it, so that a model or a state that is read at the same time stays what it was.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "checkpoint/crc32c.h"
#include "framework/files/write_file.h"
#include "python/extension/bindings.h"
#include "python/extension/python_error.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

void Write(const std::string& path, const nb::bytes& contents) {
  absl::Status status;
  {
    const nb::gil_scoped_release released;
    status = WriteFile(path, {contents.c_str(), contents.size()});
  }
  ThrowIfError(status);
}

}  // namespace

void BindFiles(nb::module_* module) {
  module->def("write_file", Write, nb::arg("path"), nb::arg("contents"));
  module->def("masked_crc32c", [](const nb::bytes& contents) {
    return MaskedCrc32c(Crc32c({contents.c_str(), contents.size()}));
  });
}

}  // namespace opgraft_internal
