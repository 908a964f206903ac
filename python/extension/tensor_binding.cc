// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <new>
#include <utility>
#include <vector>

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

// Types that DLPack has and NumPy has not, with DLPack's codes (DLDataTypeCode).
struct DlpackType {
  DataType dtype;
  uint8_t code;
};
constexpr DlpackType kDlpackTypes[] = {{DT_BFLOAT16, 4},       {DT_FLOAT8_E4M3B11FNUZ, 9},
                                       {DT_FLOAT8_E4M3FN, 10}, {DT_FLOAT8_E4M3FNUZ, 11},
                                       {DT_FLOAT8_E5M2, 12},   {DT_FLOAT8_E5M2FNUZ, 13}};

// A capsule with a copy of a tensor, which may be written; None if NumPy's arrays can be given in
// its place, or nothing can.
nb::object ToDlpack(const PyTensor& tensor) {
  for (const DlpackType& type : kDlpackTypes) {
    if (type.dtype != tensor.value.dtype()) continue;
    PyTensor copy{ValueOrThrow(tensor.value.DeepCopy())};
    std::vector<size_t> sizes;
    for (const int64_t size : copy.value.shape().dim_sizes())
      sizes.push_back(static_cast<size_t>(size));
    const nb::dlpack::dtype as_dlpack{type.code, static_cast<uint8_t>(8 * DataTypeSize(type.dtype)),
                                      1};
    void* const data = copy.value.data();
    return nb::cast(nb::ndarray<>(data, sizes.size(), sizes.data(), nb::cast(std::move(copy)),
                                  nullptr, as_dlpack, nb::device::cpu::value));
  }
  return nb::none();
}

// A copy of another library's tensor of such a type; None if it is none.
nb::object FromDlpack(nb::handle value) {
  nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(value, array)) return nb::none();
  for (const DlpackType& type : kDlpackTypes) {
    const size_t bits = 8 * static_cast<size_t>(DataTypeSize(type.dtype));
    if (array.dtype().code != type.code || array.dtype().bits != bits || array.dtype().lanes != 1)
      continue;
    TensorShape shape;
    for (size_t i = 0; i < array.ndim(); ++i)
      ThrowIfError(shape.AddDimWithStatus(static_cast<int64_t>(array.shape(i))));
    PyTensor made{Tensor(type.dtype, shape)};
    if (!made.value.IsInitialized()) throw std::bad_alloc();
    if (array.nbytes() > 0) std::memcpy(made.value.data(), array.data(), array.nbytes());
    return nb::cast(std::move(made));
  }
  return nb::none();
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
  module->def("make_tensor", Make, nb::arg("value").none(), nb::arg("dtype") = 0,
              nb::arg("name") = "value");
  module->def("parse_tensor", Parse);
  module->def("to_dlpack", ToDlpack);
  module->def("from_dlpack", FromDlpack);
}

}  // namespace opgraft_internal
