// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_STRING_ARRAYS_H_
#define PYTHON_EXTENSION_STRING_ARRAYS_H_

#include <Python.h>

#include <string>

#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/numpy_api.h"

namespace opgraft_internal {

// The text of a str, in UTF-8, or of a bytes object. False, without an exception, for another
// object.
bool TextOf(PyObject* object, std::string* text);
// Of an array of str and bytes objects that lies in order.
bool StringsToTensor(const NumpyArray& array, absl::string_view name, Tensor* tensor);
// Puts bytes objects into an array of objects that lies in order and has as many elements.
bool StringsIntoArray(const Tensor& tensor, NumpyArray* array);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_STRING_ARRAYS_H_
