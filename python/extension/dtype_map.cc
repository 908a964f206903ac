// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/dtype_map.h"

#include <map>

#include "python/extension/python_error.h"

namespace opgraft_internal {
namespace {

struct Row {
  DataType dtype;
  int numpy_type;
};

constexpr Row kRows[] = {
    {DT_FLOAT, kNumpyFloat},
    {DT_DOUBLE, kNumpyDouble},
    {DT_INT32, kNumpyInt32},
    {DT_UINT8, kNumpyUint8},
    {DT_INT16, kNumpyInt16},
    {DT_INT8, kNumpyInt8},
    {DT_STRING, kNumpyObject},
    {DT_COMPLEX64, kNumpyComplex64},
    {DT_INT64, kNumpyInt64},
    {DT_BOOL, kNumpyBool},
    {DT_UINT16, kNumpyUint16},
    {DT_COMPLEX128, kNumpyComplex128},
    {DT_HALF, kNumpyHalf},
    {DT_UINT32, kNumpyUint32},
    {DT_UINT64, kNumpyUint64},
    {DT_INT64, kNumpyLongLong},
    {DT_UINT64, kNumpyUnsignedLongLong},
};

int BuiltinTypeOf(DataType dtype) {
  for (const Row& row : kRows) {
    if (row.dtype == dtype) return row.numpy_type;
  }
  return -1;
}

// The dtype of another package, or its bits: asked of Python once.
PyObject* ForeignDescr(DataType dtype) {
  static auto* const known = new std::map<DataType, PyObject*>;
  PyObject*& descr = (*known)[dtype];
  if (descr != nullptr) return descr;
  PyObject* const helper = GetHelper("foreign_dtype");
  if (helper != nullptr) descr = PyObject_CallFunction(helper, "i", static_cast<int>(dtype));
  return descr;
}

DataType ForeignDataType(const NumpyDescr* descr) {
  static auto* const known = new std::map<int, DataType>;
  const auto found = known->find(descr->type_number);
  if (found != known->end()) return found->second;
  PyObject* const helper = GetHelper("number_of_foreign_dtype");
  PyObject* const number =
      helper == nullptr ? nullptr : PyObject_CallFunction(helper, "O", descr->type);
  const long value = number == nullptr ? 0 : PyLong_AsLong(number);
  Py_XDECREF(number);
  PyErr_Clear();
  return (*known)[descr->type_number] = static_cast<DataType>(value);
}

}  // namespace

PyObject* DescrOf(DataType dtype) {
  static PyObject* descrs[kDataTypeRefOffset] = {};
  if (dtype <= DT_INVALID || dtype >= kDataTypeRefOffset || dtype == DT_RESOURCE ||
      dtype == DT_VARIANT) {
    PyErr_Format(PyExc_TypeError, "no array holds elements of type %s",
                 DataTypeString(dtype).c_str());
    return nullptr;
  }
  PyObject*& descr = descrs[dtype];
  if (descr != nullptr) return descr;
  const int builtin = BuiltinTypeOf(dtype);
  descr = builtin >= 0 ? NumpyDescrOf(builtin) : ForeignDescr(dtype);
  return descr;
}

DataType DataTypeOf(const NumpyDescr* descr) {
  if (descr->type_number >= kNumpyBuiltinTypes) return ForeignDataType(descr);
  for (const Row& row : kRows) {
    if (row.numpy_type == descr->type_number) return row.dtype;
  }
  return DT_INVALID;
}

DataType BitsOf(DataType dtype) {
  if (BuiltinTypeOf(dtype) >= 0) return DT_INVALID;
  const bool is_signed = DataTypeIsSigned(dtype) || dtype == DT_QINT8 || dtype == DT_QINT16;
  if (dtype == DT_QINT32) return DT_INT32;
  if (DataTypeSize(dtype) == 2) return is_signed ? DT_INT16 : DT_UINT16;
  if (DataTypeSize(dtype) == 1) return is_signed ? DT_INT8 : DT_UINT8;
  return DT_INVALID;
}

bool Holds(const NumpyDescr* descr, DataType dtype) {
  const DataType held = DataTypeOf(descr);
  return held != DT_INVALID && (held == dtype || held == BitsOf(dtype));
}

}  // namespace opgraft_internal
