// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What an author's variable is called in a message: "attr 'n' is int, the kernel reads it into a
// float".
#ifndef FRAMEWORK_KERNEL_ATTR_TARGET_NAME_H_
#define FRAMEWORK_KERNEL_ATTR_TARGET_NAME_H_

#include <cstdint>
#include <string>
#include <vector>

#include "framework/types/data_type.h"

namespace opgraft {

class NameAttrList;
class PartialTensorShape;
class Tensor;
class TensorProto;
class TensorShape;
class TensorShapeProto;

// The attr kind (the word of the spec language) that fits a variable of the type: "float",
// "list(int)". OpKernelConstruction::GetAttr says with it what the kernel asked for, where the op
// has an attr of another kind. One function for each type that GetNodeAttr fills; the pointer is
// not read. Nothing fails, and all is thread-safe.
//
// Example: GetAttr("axis", &axis_) with a float axis_ fails where the op declares `axis: int`:
// "attr 'axis' is int, Pad's kernel reads it into a float".
//
// Single values.
inline const char* AttrTargetName(const std::string*) { return "string"; }
inline const char* AttrTargetName(const int64_t*) { return "int"; }
inline const char* AttrTargetName(const int32_t*) { return "int"; }
inline const char* AttrTargetName(const float*) { return "float"; }
inline const char* AttrTargetName(const bool*) { return "bool"; }
inline const char* AttrTargetName(const DataType*) { return "type"; }
inline const char* AttrTargetName(const TensorShapeProto*) { return "shape"; }
inline const char* AttrTargetName(const TensorShape*) { return "shape"; }
inline const char* AttrTargetName(const PartialTensorShape*) { return "shape"; }
inline const char* AttrTargetName(const Tensor*) { return "tensor"; }
inline const char* AttrTargetName(const TensorProto*) { return "tensor"; }
inline const char* AttrTargetName(const TensorProto* const*) { return "tensor"; }
inline const char* AttrTargetName(const NameAttrList*) { return "func"; }
inline const char* AttrTargetName(const NameAttrList* const*) { return "func"; }
// Lists: DataTypeVector is TensorFlow's name for a list of types.
inline const char* AttrTargetName(const std::vector<std::string>*) { return "list(string)"; }
inline const char* AttrTargetName(const std::vector<int64_t>*) { return "list(int)"; }
inline const char* AttrTargetName(const std::vector<int32_t>*) { return "list(int)"; }
inline const char* AttrTargetName(const std::vector<float>*) { return "list(float)"; }
inline const char* AttrTargetName(const std::vector<bool>*) { return "list(bool)"; }
inline const char* AttrTargetName(const std::vector<DataType>*) { return "list(type)"; }
inline const char* AttrTargetName(const DataTypeVector*) { return "list(type)"; }
inline const char* AttrTargetName(const std::vector<TensorShape>*) { return "list(shape)"; }
inline const char* AttrTargetName(const std::vector<PartialTensorShape>*) { return "list(shape)"; }
inline const char* AttrTargetName(const std::vector<Tensor>*) { return "list(tensor)"; }
inline const char* AttrTargetName(const std::vector<NameAttrList>*) { return "list(func)"; }

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_ATTR_TARGET_NAME_H_
