// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/arrays.h"

#include <nanobind/nanobind.h>

#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor_access.h"
#include "python/extension/dtype_map.h"
#include "python/extension/python_error.h"
#include "python/extension/string_arrays.h"

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

// Any thread may be the last that holds a tensor over an array.
void ReleaseArray(void* array) {
  if (Py_IsInitialized() == 0) return;
  const PyGILState_STATE gil = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject*>(array));
  PyGILState_Release(gil);
}

bool OutOfMemory() {
  PyErr_NoMemory();
  return false;
}

// A tensor over the array's memory.
bool WrapArray(NumpyArray* array, DataType dtype, const TensorShape& shape, Tensor* tensor) {
  TensorBuffer* const buffer = TensorBuffer::Wrap(
      array->data, static_cast<size_t>(shape.num_elements()) * DataTypeSize(dtype), ReleaseArray,
      array);
  if (buffer == nullptr) return OutOfMemory();
  Py_INCREF(reinterpret_cast<PyObject*>(array));
  Tensor view;
  TensorAccess::BorrowBuffer(&view, buffer, dtype, shape);
  *tensor = view;   // counts
  buffer->Unref();  // what Wrap gave us
  return true;
}

// The slow way: NumPy makes an array of it, or Python code says what is wrong.
bool ObjectToTensor(PyObject* value, DataType wanted, absl::string_view name, Tensor* tensor) {
  PyObject* const helper = GetHelper("as_array");
  if (helper == nullptr) return false;
  PyObject* const text =
      PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), "backslashreplace");
  if (text == nullptr) return false;
  const nb::object made =
      nb::steal(PyObject_CallFunction(helper, "OiN", value, static_cast<int>(wanted), text));
  if (!made.is_valid()) return false;
  const PyTensor* held_tensor = nullptr;  // of a type that NumPy has not
  if (nb::try_cast(made, held_tensor) && held_tensor != nullptr &&
      (wanted == DT_INVALID || held_tensor->value.dtype() == wanted)) {
    *tensor = held_tensor->value;
    return true;
  }
  NumpyArray* const array = AsNumpyArray(made.ptr());
  const DataType held = array == nullptr ? DT_INVALID : DataTypeOf(array->descr);
  if (held == DT_INVALID || !IsInOrder(*array) ||
      (wanted != DT_INVALID && !Holds(array->descr, wanted))) {
    PyErr_Format(PyExc_TypeError, "'%s': cannot be converted to a tensor",
                 std::string(name).c_str());
    return false;
  }
  return ArrayToTensor(array, wanted == DT_INVALID ? held : wanted, name, tensor);
}

// What an array of objects of another type than strings holds.
PyObject* WrapTensor(const Tensor& tensor) { return nb::cast(PyTensor{tensor}).release().ptr(); }

bool IsOpaque(DataType dtype) { return dtype == DT_RESOURCE || dtype == DT_VARIANT; }

// What keeps an output array from being written, or null. `shape` may be known in part only.
const char* WhyNotInto(const NumpyArray& array, DataType dtype, const PartialTensorShape& shape) {
  if (!Holds(array.descr, dtype)) return "has another dtype";
  if (!shape.unknown_rank() && array.dims != shape.dims()) return "has another shape";
  for (int d = 0; d < shape.dims(); ++d) {
    if (shape.dim_size(d) >= 0 && array.sizes[d] != shape.dim_size(d)) return "has another shape";
  }
  if ((array.flags & kNumpyWriteable) == 0) return "is read-only";
  if (!IsInOrder(array)) return "is strided, unaligned or of another byte order";
  return nullptr;
}

// Copies a small array into the memory of one of the same type and shape, if that is not shared.
bool Renew(const NumpyArray& array, DataType dtype, Tensor* tensor) {
  if (tensor->dtype() != dtype || dtype == DT_STRING || tensor->dims() != array.dims ||
      !tensor->RefCountIsOne() || tensor->buffer()->is_wrapped())
    return false;
  for (int d = 0; d < array.dims; ++d) {
    if (array.sizes[d] != tensor->shape().dim_size(d)) return false;
  }
  const size_t bytes = tensor->TotalBytes();
  if (bytes > kSmallBytes) return false;
  std::memcpy(tensor->data(), array.data, bytes);
  return true;
}

}  // namespace

bool IsInOrder(const NumpyArray& array) {
  constexpr int kWanted = kNumpyContiguous | kNumpyAligned;
  return (array.flags & kWanted) == kWanted && array.descr->byte_order != '>';
}

bool ArrayToTensor(NumpyArray* array, DataType dtype, absl::string_view name, Tensor* tensor) {
  if (Renew(*array, dtype, tensor)) return true;
  static_assert(sizeof(int64_t) == sizeof(Py_ssize_t));
  const auto* const sizes = reinterpret_cast<const int64_t*>(array->sizes);
  const auto built =
      TensorShape::BuildTensorShape(absl::MakeConstSpan(sizes, static_cast<size_t>(array->dims)));
  if (!built.ok()) {
    SetPythonError(built.status());
    return false;
  }
  const TensorShape& shape = *built;
  const int64_t bytes = shape.num_elements() * DataTypeSize(dtype);
  if (static_cast<size_t>(bytes) > kSmallBytes) return WrapArray(array, dtype, shape, tensor);
  *tensor = Tensor(dtype, shape);
  if (!tensor->IsInitialized()) return OutOfMemory();
  if (dtype == DT_STRING) return StringsToTensor(*array, name, tensor);
  if (bytes > 0) std::memcpy(tensor->data(), array->data, static_cast<size_t>(bytes));
  return true;
}

bool ToTensor(PyObject* value, DataType wanted, absl::string_view name, Tensor* tensor) {
  NumpyArray* const array = AsNumpyArray(value);
  if (array != nullptr && IsInOrder(*array) && !HasMask(value)) {
    if (wanted == DT_INVALID) wanted = DataTypeOf(array->descr);
    if (Holds(array->descr, wanted)) return ArrayToTensor(array, wanted, name, tensor);
  }
  const PyTensor* held = nullptr;
  if (array == nullptr && nb::try_cast(nb::handle(value), held) && held != nullptr &&
      (wanted == DT_INVALID || held->value.dtype() == wanted)) {
    *tensor = held->value;
    return true;
  }
  return ObjectToTensor(value, wanted, name, tensor);
}

PyObject* CopyToArray(const Tensor& tensor) {
  if (IsOpaque(tensor.dtype())) return WrapTensor(tensor);
  PyObject* const descr = DescrOf(tensor.dtype());
  if (descr == nullptr) return nullptr;
  const auto sizes = tensor.shape().dim_sizes();
  PyObject* const array = NewNumpyArray(descr, tensor.dims(), sizes.data());
  if (array == nullptr) return nullptr;
  if (tensor.dtype() == DT_STRING) {
    if (StringsIntoArray(tensor, AsNumpyArray(array))) return array;
    Py_DECREF(array);
    return nullptr;
  }
  if (const size_t bytes = tensor.TotalBytes(); bytes > 0)
    std::memcpy(AsNumpyArray(array)->data, tensor.data(), bytes);
  return array;
}

PyObject* ShareAsArray(const Tensor& tensor, bool writeable) {
  if (!DataTypeCanUseMemcpy(tensor.dtype()) || tensor.NumElements() == 0)
    return CopyToArray(tensor);
  PyObject* const descr = DescrOf(tensor.dtype());
  if (descr == nullptr) return nullptr;
  const auto sizes = tensor.shape().dim_sizes();
  return NewNumpyView(descr, tensor.dims(), sizes.data(), tensor.data(), writeable,
                      WrapTensor(tensor));
}

bool CheckOutArray(PyObject* object, DataType dtype, const PartialTensorShape& shape,
                   absl::string_view name) {
  const NumpyArray* const array = AsNumpyArray(object);
  const char* why = array == nullptr ? "is not a NumPy array" : WhyNotInto(*array, dtype, shape);
  if (IsOpaque(dtype)) why = "cannot be: a resource or variant has no array";
  if (why == nullptr) return true;
  SetPythonError(absl::InvalidArgumentError(
      absl::StrCat("out['", name, "'] ", why, "; it must be a writable array in C order of type ",
                   DataTypeString(dtype), " and shape ", shape.DebugString())));
  return false;
}

bool CopyIntoArray(const Tensor& tensor, PyObject* object, absl::string_view name) {
  if (!CheckOutArray(object, tensor.dtype(), tensor.shape(), name)) return false;
  NumpyArray* const array = AsNumpyArray(object);
  if (tensor.dtype() == DT_STRING) return StringsIntoArray(tensor, array);
  if (const size_t bytes = tensor.TotalBytes(); bytes > 0)
    std::memcpy(array->data, tensor.data(), bytes);
  return true;
}

PyObject* ShapeTuple(const TensorShape& shape) {
  PyObject* const tuple = PyTuple_New(shape.dims());
  for (int d = 0; tuple != nullptr && d < shape.dims(); ++d)
    PyTuple_SET_ITEM(tuple, d, PyLong_FromLongLong(shape.dim_size(d)));
  return tuple;
}

}  // namespace opgraft_internal
