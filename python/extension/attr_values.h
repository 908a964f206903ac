// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_ATTR_VALUES_H_
#define PYTHON_EXTENSION_ATTR_VALUES_H_

#include <nanobind/nanobind.h>

#include <string>

#include "framework/op/attr.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// An attr of the type that an op's spec gives ("int", "list(shape)") of what Python has in its
// place: dtypes as their numbers, shapes as tuples or None, tensors as Tensor, functions as names.
// Throws if it is none.
Attr AttrFromPython(const std::string& type, nanobind::handle value);

// The other way round: strings as str where they are UTF-8, dtypes as opgraft.DType.
nanobind::object AttrToPython(const AttrValue& value);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_ATTR_VALUES_H_
