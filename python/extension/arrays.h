// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_ARRAYS_H_
#define PYTHON_EXTENSION_ARRAYS_H_

#include <Python.h>

#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "python/extension/numpy_api.h"

// Tensors and what Python holds of them. The GIL is held. A function that fails sets an exception.
namespace opgraft_internal {

// opgraft.Tensor: a tensor in Python's hands.
struct PyTensor {
  Tensor value;
};

// Up to here a copy costs less than an object that keeps the memory.
constexpr size_t kSmallBytes = 4096;

// Makes a tensor of an array, a Tensor, or whatever NumPy makes an array of. The memory of a large
// array is shared if it lies in order, and kept until the last tensor over it is gone; that of a
// small one is copied, into the memory of `*tensor` if that has room and is not shared.
// `wanted`: DT_INVALID for any. `name` is used in messages.
bool ToTensor(PyObject* value, DataType wanted, absl::string_view name, Tensor* tensor);
// The same of an array that lies in order and holds elements of `dtype`.
bool ArrayToTensor(NumpyArray* array, DataType dtype, absl::string_view name, Tensor* tensor);
// True if ArrayToTensor takes it as it is.
bool IsInOrder(const NumpyArray& array);

// New references; null with an exception set. Strings become an array of bytes objects, a resource
// or variant an opgraft.Tensor.
PyObject* CopyToArray(const Tensor& tensor);
// An array over the tensor's memory, where there is one.
PyObject* ShareAsArray(const Tensor& tensor, bool writeable);
// May outputs of this type and shape, as far as it is known, be written into the object?
bool CheckOutArray(PyObject* object, DataType dtype, const PartialTensorShape& shape,
                   absl::string_view name);
// Writes the elements into an array of the same dtype and shape.
bool CopyIntoArray(const Tensor& tensor, PyObject* array, absl::string_view name);

// "(3, 2)".
PyObject* ShapeTuple(const TensorShape& shape);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_ARRAYS_H_
