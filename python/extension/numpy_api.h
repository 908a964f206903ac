// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// NumPy's C interface, as far as it is needed, without its headers: an extension that is compiled
// against those of NumPy 1 does not work with NumPy 2, nor the reverse. What is declared here is
// the same in both: the beginnings of two structs and numbers of entries in its table of functions.
// All calls need the GIL.
#ifndef PYTHON_EXTENSION_NUMPY_API_H_
#define PYTHON_EXTENSION_NUMPY_API_H_

#include <Python.h>

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// PyArray_Descr, up to its first field that differs between versions.
struct NumpyDescr {
  PyObject_HEAD PyObject* type;
  char kind;
  char type_char;
  char byte_order;
  char flags;
  int type_number;
};

// PyArrayObject.
struct NumpyArray {
  PyObject_HEAD char* data;
  int dims;
  Py_ssize_t* sizes;
  Py_ssize_t* strides;
  PyObject* base;
  NumpyDescr* descr;
  int flags;
};

enum NumpyFlag { kNumpyContiguous = 0x1, kNumpyAligned = 0x100, kNumpyWriteable = 0x400 };

// NumPy's numbers of types.
enum NumpyType {
  kNumpyBool = 0,
  kNumpyInt8 = 1,
  kNumpyUint8 = 2,
  kNumpyInt16 = 3,
  kNumpyUint16 = 4,
  kNumpyInt32 = 5,
  kNumpyUint32 = 6,
  kNumpyInt64 = 7,
  kNumpyUint64 = 8,
  kNumpyLongLong = 9,
  kNumpyUnsignedLongLong = 10,
  kNumpyFloat = 11,
  kNumpyDouble = 12,
  kNumpyComplex64 = 14,
  kNumpyComplex128 = 15,
  kNumpyObject = 17,
  kNumpyHalf = 23,
  kNumpyBuiltinTypes = 24,  // those of other packages have greater numbers, from 256 on
};

// Imports NumPy. Throws what Python throws.
void LoadNumpy();

// Null if `object` is not an array.
NumpyArray* AsNumpyArray(PyObject* object);
// True of NumPy's masked arrays: some of their elements are not to be used.
bool HasMask(PyObject* array);
// New references; null with an exception set. `descr` is borrowed.
PyObject* NumpyDescrOf(int type_number);
PyObject* NewNumpyArray(PyObject* descr, int dims, const int64_t* sizes);
// An array over memory that `base` keeps, whose reference it takes.
PyObject* NewNumpyView(PyObject* descr, int dims, const int64_t* sizes, void* data, bool writeable,
                       PyObject* base);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_NUMPY_API_H_
