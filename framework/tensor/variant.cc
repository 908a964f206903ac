// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/variant.h"

#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/variant_tensor_data.h"

namespace opgraft {
namespace {

// The decoders by type name. Thread-safe.
class Decoders {
 public:
  static Decoders& Get() {
    static Decoders* decoders = new Decoders;
    return *decoders;
  }
  void Add(const char* type_name, VariantDecoder decoder) {
    absl::MutexLock lock(&mutex_);
    decoders_.emplace(type_name, decoder);
  }
  VariantDecoder Find(const std::string& type_name) {
    absl::MutexLock lock(&mutex_);
    const auto it = decoders_.find(type_name);
    return it == decoders_.end() ? nullptr : it->second;
  }

 private:
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, VariantDecoder> decoders_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

std::type_index Variant::TypeId() const {
  return value_ == nullptr ? std::type_index(typeid(void)) : value_->TypeId();
}

std::string Variant::DebugString() const {
  if (value_ == nullptr) return "Variant<empty>";
  const std::string text = value_->DebugString();
  return absl::StrCat("Variant<", text.empty() ? "?" : text, ">");
}

bool Variant::Encode(VariantTensorData* data) const {
  *data = VariantTensorData();
  if (value_ == nullptr) return true;
  data->set_type_name(value_->TypeName());
  return value_->Encode(data);
}

std::ostream& operator<<(std::ostream& out, const Variant& variant) {
  return out << variant.DebugString();
}

void RegisterVariantDecoder(const char* type_name, VariantDecoder decoder) {
  Decoders::Get().Add(type_name, decoder);
}

absl::StatusOr<Variant> DecodeVariant(const VariantTensorData& data) {
  if (data.type_name().empty()) return Variant();
  const VariantDecoder decoder = Decoders::Get().Find(data.type_name());
  if (decoder == nullptr) return Variant(data);
  return decoder(data);
}

const Tensor& VariantTensorData::tensors(int index) const {
  static const Tensor* none = new Tensor;
  return static_cast<size_t>(index) < tensors_.size() ? tensors_[static_cast<size_t>(index)]
                                                      : *none;
}

bool VariantTensorData::Identical(const VariantTensorData& other) const {
  if (type_name_ != other.type_name_ || metadata_ != other.metadata_ ||
      tensors_.size() != other.tensors_.size()) {
    return false;
  }
  for (size_t i = 0; i < tensors_.size(); ++i) {
    if (!tensors_[i].Identical(other.tensors_[i])) return false;
  }
  return true;
}

std::string VariantTensorData::DebugString() const {
  return absl::StrCat(type_name_, " Metadata: ", metadata_.size(),
                      " bytes Tensors: ", tensors_.size());
}

}  // namespace opgraft

namespace opgraft_internal {

void SetTensorOf(const opgraft::Tensor& tensor, opgraft::Variant* variant) { *variant = tensor; }
const opgraft::Tensor* TensorOf(const opgraft::Variant& variant) {
  return variant.get<opgraft::Tensor>();
}

}  // namespace opgraft_internal
