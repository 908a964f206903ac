// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SHAPE_HANDLE_H_
#define FRAMEWORK_OP_SHAPE_HANDLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/types/data_type.h"

namespace opgraft {
namespace shape_inference {

class InferenceContext;
class Shape;
class Dimension;

// Names a dimension of an InferenceContext: a size, an interval of sizes, or wholly unknown. Two
// unknown dimensions are known to be equal only if they are one handle. Only the context that made
// a handle may read it. Copy freely. Thread-compatible, as its context.
//
// Example: `DimensionHandle rows = c->Dim(c->input(0), 0);`
class DimensionHandle {
 public:
  DimensionHandle() = default;
  // True if both name the same dimension; two that are not the same may still have equal sizes.
  bool SameHandle(DimensionHandle other) const { return ptr_ == other.ptr_; }
  size_t Handle() const { return reinterpret_cast<size_t>(ptr_); }
  bool IsSet() const { return ptr_ != nullptr; }

 private:
  friend class InferenceContext;
  explicit DimensionHandle(const Dimension* dim) : ptr_(dim) {}
  const Dimension* ptr_ = nullptr;
};

// Names a shape of an InferenceContext, as DimensionHandle names a dimension: a rank, known or not,
// and a dimension for each. Copy freely. Thread-compatible, as its context.
//
// Example: `ShapeHandle x; OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));`
class ShapeHandle {
 public:
  ShapeHandle() = default;
  bool SameHandle(ShapeHandle other) const { return ptr_ == other.ptr_; }
  size_t Handle() const { return reinterpret_cast<size_t>(ptr_); }
  bool IsSet() const { return ptr_ != nullptr; }

 private:
  friend class InferenceContext;
  explicit ShapeHandle(const Shape* shape) : ptr_(shape) {}
  const Shape* ptr_ = nullptr;
};

// An argument that is either: a handle, or a size. A negative size is unknown. A value, of use in
// the call it is given to.
//
// Example: `c->Matrix(c->Dim(x, 0), 3)`: a handle and a size.
struct DimensionOrConstant {
 public:
  DimensionOrConstant(DimensionHandle handle) : dim(handle) {}  // NOLINT: implicit
  DimensionOrConstant(int64_t size) : val(size) {}              // NOLINT: implicit
  DimensionHandle dim;
  int64_t val = -1;
};

// Shape and type of what a resource or variant handle refers to. Plain data, of a context's
// handles.
struct ShapeAndType {
  ShapeAndType() = default;
  ShapeAndType(ShapeHandle s, DataType t) : shape(s), dtype(t) {}
  ShapeHandle shape;
  DataType dtype = DT_INVALID;
};

}  // namespace shape_inference
}  // namespace opgraft

#endif  // FRAMEWORK_OP_SHAPE_HANDLE_H_
