// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_DTYPE_MAP_H_
#define PYTHON_EXTENSION_DTYPE_MAP_H_

#include <Python.h>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/numpy_api.h"

// Which dtype of NumPy's a DataType is. Those that NumPy has not are ml_dtypes' where that package
// is installed, else the bits: uint16 of a bfloat16. The GIL is held.
namespace opgraft_internal {

// Borrowed; null with an exception set for what no array holds: resources, variants.
PyObject* DescrOf(DataType dtype);
// DT_INVALID if none is; DT_STRING of arrays of objects.
DataType DataTypeOf(const NumpyDescr* descr);
// The DataType whose arrays hold the bits of `dtype` where ml_dtypes is missing; DT_INVALID of a
// type that NumPy has itself.
DataType BitsOf(DataType dtype);
// Does an array of this dtype hold elements of `dtype`, as they are or as bits?
bool Holds(const NumpyDescr* descr, DataType dtype);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_DTYPE_MAP_H_
