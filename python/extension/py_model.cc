// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/py_model.h"

#include <utility>

#include "python/extension/python_error.h"

namespace opgraft_internal {

namespace nb = nanobind;

nb::object PyShape(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return nb::none();
  nb::list sizes;
  for (int d = 0; d < shape.dims(); ++d) {
    if (shape.dim_size(d) < 0) {
      sizes.append(nb::none());
    } else {
      sizes.append(shape.dim_size(d));
    }
  }
  return nb::tuple(sizes);
}

PartialTensorShape ShapeFromPython(nb::handle shape) {
  if (shape.is_none()) return PartialTensorShape();
  std::vector<int64_t> sizes;
  for (const nb::handle size : shape)
    sizes.push_back(size.is_none() ? -1 : nb::cast<int64_t>(size));
  return ValueOrThrow(PartialTensorShape::BuildPartialTensorShape(sizes));
}

}  // namespace opgraft_internal
