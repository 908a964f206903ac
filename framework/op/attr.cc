// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr.h"

#include "framework/op/attr_value_util.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

template <typename T>
std::shared_ptr<const AttrValue> Make(const T& value) {
  auto attr = std::make_shared<AttrValue>();
  SetAttrValue(value, attr.get());
  return attr;
}

std::shared_ptr<const AttrValue> MakeFunction(const std::string& name) {
  auto attr = std::make_shared<AttrValue>();
  attr->mutable_func()->set_name(name);
  return attr;
}

}  // namespace

Attr::Attr() : value_(Make(std::vector<int64_t>())) {}
Attr::Attr(Int value) : value_(Make(value.value)) {}
Attr::Attr(Float value) : value_(Make(value.value)) {}
Attr::Attr(Bool value) : value_(Make(value.value)) {}
Attr::Attr(const char* value) : value_(Make(value)) {}
Attr::Attr(const std::string& value) : value_(Make(value)) {}
Attr::Attr(absl::string_view value) : value_(Make(value)) {}
Attr::Attr(DataType value) : value_(Make(value)) {}
Attr::Attr(const TensorShape& value) : value_(Make(value)) {}
Attr::Attr(const PartialTensorShape& value) : value_(Make(value)) {}
Attr::Attr(const Tensor& value) : value_(Make(value)) {}
Attr::Attr(const FunctionName& value) : value_(MakeFunction(value.name)) {}
Attr::Attr(const NameAttrList& value) : value_(Make(value)) {}
Attr::Attr(const AttrValue& value) : value_(Make(value)) {}

Attr::Attr(std::initializer_list<int> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<int64_t> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<float> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<bool> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<DataType> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<const char*> values) : value_(Make(values)) {}
Attr::Attr(std::initializer_list<PartialTensorShape> values) : value_(Make(values)) {}
Attr::Attr(const std::vector<int>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<int64_t>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<float>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<double>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<bool>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<DataType>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<std::string>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<TensorShape>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<PartialTensorShape>& values) : value_(Make(values)) {}
Attr::Attr(const std::vector<Tensor>& values) : value_(Make(values)) {}
Attr::Attr(const DataTypeVector& values) : value_(Make(absl::Span<const DataType>(values))) {}

}  // namespace opgraft
