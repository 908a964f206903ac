#include "framework/graph/graph_builder_attr.h"

#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

void Put(int64_t value, AttrValue::ListValue* list) { list->add_i(value); }
void Put(int value, AttrValue::ListValue* list) { list->add_i(value); }
void Put(float value, AttrValue::ListValue* list) { list->add_f(value); }
void Put(bool value, AttrValue::ListValue* list) { list->add_b(value); }
void Put(DataType value, AttrValue::ListValue* list) { list->add_type(value); }
void Put(const char* value, AttrValue::ListValue* list) { list->add_s(value); }
void Put(const std::string& value, AttrValue::ListValue* list) { list->add_s(value); }
void Put(const PartialTensorShape& value, AttrValue::ListValue* list) { ToProto(value, list->add_shape()); }

template <typename Range>
std::shared_ptr<const AttrValue> MakeList(const Range& values) {
  auto attr = std::make_shared<AttrValue>();
  attr->mutable_list();  // an empty list is set, too
  for (auto&& value : values) Put(value, attr->mutable_list());
  return attr;
}

// A value that `set` puts into an AttrValue.
template <typename Set>
std::shared_ptr<const AttrValue> Make(Set set) {
  auto attr = std::make_shared<AttrValue>();
  set(attr.get());
  return attr;
}

// As tensor_content where the type allows it.
void PutTensor(const Tensor& tensor, TensorProto* proto) {
  const TensorEncoding encoding = tensor.tensor_data().empty() ? TensorEncoding::kFields : TensorEncoding::kContent;
  // A Variant that cannot be written leaves the type alone; the import then tells what is missing.
  if (!TensorToProto(tensor, encoding, proto).ok()) proto->set_dtype(tensor.dtype());
}

}  // namespace

Attr::Attr() : value_(MakeList(std::vector<int64_t>())) {}
Attr::Attr(Int value) : value_(Make([&](AttrValue* attr) { attr->set_i(value.value); })) {}
Attr::Attr(Float value) : value_(Make([&](AttrValue* attr) { attr->set_f(value.value); })) {}
Attr::Attr(Bool value) : value_(Make([&](AttrValue* attr) { attr->set_b(value.value); })) {}
Attr::Attr(const char* value) : Attr(absl::string_view(value)) {}
Attr::Attr(const std::string& value) : Attr(absl::string_view(value)) {}
Attr::Attr(absl::string_view value) : value_(Make([&](AttrValue* attr) { attr->set_s(std::string(value)); })) {}
Attr::Attr(DataType value) : value_(Make([&](AttrValue* attr) { attr->set_type(value); })) {}
Attr::Attr(const TensorShape& value) : Attr(PartialTensorShape(value)) {}
Attr::Attr(const PartialTensorShape& value)
    : value_(Make([&](AttrValue* attr) { ToProto(value, attr->mutable_shape()); })) {}
Attr::Attr(const Tensor& value) : value_(Make([&](AttrValue* attr) { PutTensor(value, attr->mutable_tensor()); })) {}
Attr::Attr(const FunctionName& value)
    : value_(Make([&](AttrValue* attr) { attr->mutable_func()->set_name(value.name); })) {}
Attr::Attr(const AttrValue& value) : value_(std::make_shared<const AttrValue>(value)) {}

Attr::Attr(std::initializer_list<int> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<int64_t> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<float> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<bool> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<DataType> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<const char*> values) : value_(MakeList(values)) {}
Attr::Attr(std::initializer_list<PartialTensorShape> values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<int>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<int64_t>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<float>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<bool>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<DataType>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<std::string>& values) : value_(MakeList(values)) {}
Attr::Attr(const std::vector<PartialTensorShape>& values) : value_(MakeList(values)) {}

}  // namespace opgraft
