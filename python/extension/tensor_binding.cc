// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor_proto.h"
#include "opgraft/proto/tensor.pb.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/python_error.h"
#include "tools/files/text_proto.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

nb::object Steal(PyObject* made) {
  if (made == nullptr) nb::raise_python_error();
  return nb::steal(made);
}

PyTensor Make(nb::handle value, int dtype, const std::string& name) {
  PyTensor made;
  if (!ToTensor(value.ptr(), static_cast<DataType>(dtype), name, &made.value))
    nb::raise_python_error();
  return made;
}

// Defaults are written by authors of ops.
constexpr int64_t kMaxParsedBytes = int64_t{1} << 30;

PyTensor Parse(const std::string& text, const std::string& name) {
  TensorProto proto;
  if (const absl::Status parsed = ParseTextProto(text, &proto); !parsed.ok()) {
    ThrowPythonError(absl::InvalidArgumentError(
        absl::StrCat("the default of '", name, "': ", parsed.message())));
  }
  PyTensor made;
  made.value = ValueOrThrow(TensorFromProto(proto, kMaxParsedBytes));
  return made;
}

}  // namespace

void BindTensor(nb::module_* module) {
  nb::class_<PyTensor>(*module, "Tensor", nb::dynamic_attr(), nb::is_weak_referenceable())
      .def_prop_ro("dtype_number",
                   [](const PyTensor& t) { return static_cast<int>(t.value.dtype()); })
      .def_prop_ro("shape", [](const PyTensor& t) { return Steal(ShapeTuple(t.value.shape())); })
      // One that others may share is not to be written.
      .def("numpy", [](const PyTensor& t) { return Steal(ShareAsArray(t.value, false)); })
      .def("summary", [](const PyTensor& t) { return t.value.SummarizeValue(6, true); });
  module->def("make_tensor", Make, nb::arg("value"), nb::arg("dtype") = 0,
              nb::arg("name") = "value");
  module->def("parse_tensor", Parse);
}

}  // namespace opgraft_internal
