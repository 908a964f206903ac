// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/numpy_api.h"

#include <nanobind/nanobind.h>

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

// Places in NumPy's table of functions.
enum { kArrayType = 2, kDescrFromType = 45, kNewFromDescr = 94, kSetBaseObject = 282 };

using DescrFromType = PyObject* (*)(int);
using NewFromDescr = PyObject* (*)(PyTypeObject*, PyObject*, int, const Py_ssize_t*,
                                   const Py_ssize_t*, void*, int, PyObject*);
using SetBaseObject = int (*)(PyObject*, PyObject*);

struct Numpy {
  PyTypeObject* array_type = nullptr;
  DescrFromType descr_from_type = nullptr;
  NewFromDescr new_from_descr = nullptr;
  SetBaseObject set_base_object = nullptr;
};
Numpy numpy;

}  // namespace

void LoadNumpy() {
  const nb::str version = nb::borrow<nb::str>(nb::module_::import_("numpy").attr("__version__"));
  // The old name is still there in NumPy 2, and warns.
  const bool is_old = version.c_str()[0] == '1' && version.c_str()[1] == '.';
  const nb::module_ core =
      nb::module_::import_(is_old ? "numpy.core.multiarray" : "numpy._core.multiarray");
  const nb::object capsule = core.attr("_ARRAY_API");
  void** const table = static_cast<void**>(PyCapsule_GetPointer(capsule.ptr(), nullptr));
  if (table == nullptr) nb::raise_python_error();
  numpy.array_type = static_cast<PyTypeObject*>(table[kArrayType]);
  numpy.descr_from_type = reinterpret_cast<DescrFromType>(table[kDescrFromType]);
  numpy.new_from_descr = reinterpret_cast<NewFromDescr>(table[kNewFromDescr]);
  numpy.set_base_object = reinterpret_cast<SetBaseObject>(table[kSetBaseObject]);
}

NumpyArray* AsNumpyArray(PyObject* object) {
  return PyObject_TypeCheck(object, numpy.array_type) ? reinterpret_cast<NumpyArray*>(object)
                                                      : nullptr;
}

bool HasMask(PyObject* array) {
  return Py_TYPE(array) != numpy.array_type && PyObject_HasAttrString(array, "_mask") != 0;
}

PyObject* NumpyDescrOf(int type_number) { return numpy.descr_from_type(type_number); }

PyObject* NewNumpyArray(PyObject* descr, int dims, const int64_t* sizes) {
  static_assert(sizeof(int64_t) == sizeof(Py_ssize_t));
  Py_INCREF(descr);  // the call takes it
  return numpy.new_from_descr(numpy.array_type, descr, dims,
                              reinterpret_cast<const Py_ssize_t*>(sizes), nullptr, nullptr, 0,
                              nullptr);
}

PyObject* NewNumpyView(PyObject* descr, int dims, const int64_t* sizes, void* data, bool writeable,
                       PyObject* base) {
  Py_INCREF(descr);
  PyObject* const array = numpy.new_from_descr(
      numpy.array_type, descr, dims, reinterpret_cast<const Py_ssize_t*>(sizes), nullptr, data,
      kNumpyContiguous | kNumpyAligned | (writeable ? kNumpyWriteable : 0), nullptr);
  if (array == nullptr) {
    Py_DECREF(base);
    return nullptr;
  }
  if (numpy.set_base_object(array, base) == 0) return array;
  Py_DECREF(array);
  return nullptr;
}

}  // namespace opgraft_internal
