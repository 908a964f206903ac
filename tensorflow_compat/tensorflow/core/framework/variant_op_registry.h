// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What TensorFlow does with the values of Variants by their type: decoding is Opgraft's own; copies
// to other devices there are none; zeros and sums are looked up by who asks for them here.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_OP_REGISTRY_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_OP_REGISTRY_H_

#include <functional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <utility>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/type_index.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/framework/variant_encode_decode.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

enum VariantUnaryOp {
  INVALID_VARIANT_UNARY_OP = 0,
  ZEROS_LIKE_VARIANT_UNARY_OP = 1,
  CONJ_VARIANT_UNARY_OP = 2,
};

enum VariantBinaryOp {
  INVALID_VARIANT_BINARY_OP = 0,
  ADD_VARIANT_BINARY_OP = 1,
};

enum VariantDeviceCopyDirection {
  INVALID_DEVICE_COPY_DIRECTION = 0,
  HOST_TO_DEVICE = 1,
  DEVICE_TO_HOST = 2,
  DEVICE_TO_DEVICE = 3,
};

// The functions that the sources of one op library registered. Filled by static initialisers, then
// only read: thread-safe.
class UnaryVariantOpRegistry {
 public:
  using AsyncTensorDeviceCopyFn = std::function<absl::Status(const Tensor& from, Tensor* to)>;
  using VariantUnaryOpFn = std::function<absl::Status(OpKernelContext*, const Variant&, Variant*)>;
  using VariantBinaryOpFn =
      std::function<absl::Status(OpKernelContext*, const Variant&, const Variant&, Variant*)>;

  static UnaryVariantOpRegistry* Global() {
    static auto* const registry = new UnaryVariantOpRegistry();
    return registry;
  }
  void RegisterUnaryOpFn(VariantUnaryOp op, const TypeIndex& type, VariantUnaryOpFn fn) {
    unary_.emplace(Key(op, type), std::move(fn));
  }
  void RegisterBinaryOpFn(VariantBinaryOp op, const TypeIndex& type, VariantBinaryOpFn fn) {
    binary_.emplace(Key(op, type), std::move(fn));
  }
  // Null if there is none.
  const VariantUnaryOpFn* GetUnaryOpFn(VariantUnaryOp op, std::type_index type) const {
    const auto found = unary_.find(Key(op, type));
    return found == unary_.end() ? nullptr : &found->second;
  }
  const VariantBinaryOpFn* GetBinaryOpFn(VariantBinaryOp op, std::type_index type) const {
    const auto found = binary_.find(Key(op, type));
    return found == binary_.end() ? nullptr : &found->second;
  }

 private:
  static std::string Key(int op, std::type_index type) {
    return absl::StrCat(op, " ", type.name());
  }
  std::unordered_map<std::string, VariantUnaryOpFn> unary_;
  std::unordered_map<std::string, VariantBinaryOpFn> binary_;
};

// Zeros like `v`, the conjugate of it; INTERNAL if nobody registered how.
template <typename Device>
absl::Status UnaryOpVariant(OpKernelContext* context, VariantUnaryOp op, const Variant& v,
                            Variant* out) {
  const auto* fn = UnaryVariantOpRegistry::Global()->GetUnaryOpFn(op, v.TypeId());
  if (fn != nullptr) return (*fn)(context, v, out);
  return errors::Internal("No unary variant function ", static_cast<int>(op),
                          " is registered for the type ", v.TypeName());
}

// The sum of `a` and `b`; INTERNAL if they differ in type or nobody registered how.
template <typename Device>
absl::Status BinaryOpVariants(OpKernelContext* context, VariantBinaryOp op, const Variant& a,
                              const Variant& b, Variant* out) {
  if (a.TypeId() != b.TypeId()) {
    return errors::Internal("BinaryOpVariants: the types differ: ", a.TypeName(), " and ",
                            b.TypeName());
  }
  const auto* fn = UnaryVariantOpRegistry::Global()->GetBinaryOpFn(op, a.TypeId());
  if (fn != nullptr) return (*fn)(context, a, b, out);
  return errors::Internal("No binary variant function ", static_cast<int>(op),
                          " is registered for the type ", a.TypeName());
}

// Replaces what was read from a file by what it means; false if it cannot be.
inline bool DecodeUnaryVariant(Variant* variant) {
  const VariantTensorData* data = variant->get<VariantTensorData>();
  if (data == nullptr) return false;
  absl::StatusOr<Variant> decoded = DecodeVariant(*data);
  if (!decoded.ok()) return false;
  *variant = *std::move(decoded);
  return true;
}

namespace variant_op_registry_fn_registration {

template <typename T>
absl::StatusOr<Variant> DecodeAs(const VariantTensorData& data) {
  T value;
  if (value.Decode(data)) return Variant(std::move(value));
  return absl::InvalidArgumentError(absl::StrCat("no ", data.type_name()));
}

struct RegisterDecoder {
  RegisterDecoder(const char* name, VariantDecoder decoder) {
    RegisterVariantDecoder(name, decoder);
  }
};

template <typename T>
struct RegisterUnary {
  template <typename Fn>
  RegisterUnary(VariantUnaryOp op, const Fn& fn) {
    UnaryVariantOpRegistry::Global()->RegisterUnaryOpFn(
        op, TypeIndex::Make<T>(), [fn](OpKernelContext* context, const Variant& v, Variant* out) {
          *out = T();
          return fn(context, *v.get<T>(), out->get<T>());
        });
  }
};

template <typename T>
struct RegisterBinary {
  template <typename Fn>
  RegisterBinary(VariantBinaryOp op, const Fn& fn) {
    UnaryVariantOpRegistry::Global()->RegisterBinaryOpFn(
        op, TypeIndex::Make<T>(),
        [fn](OpKernelContext* context, const Variant& a, const Variant& b, Variant* out) {
          *out = T();
          return fn(context, *a.get<T>(), *b.get<T>(), out->get<T>());
        });
  }
};

// All memory is the CPU's: the function is checked by the compiler and never called.
template <typename T>
struct NoDeviceCopy {
  NoDeviceCopy(VariantDeviceCopyDirection,
               const std::function<
                   absl::Status(const T&, T*, UnaryVariantOpRegistry::AsyncTensorDeviceCopyFn)>&) {}
};

}  // namespace variant_op_registry_fn_registration
}  // namespace opgraft

#define OPGRAFT_VARIANT_FN_(Registrar, id, ...) OPGRAFT_VARIANT_FN_ID_(Registrar, id, __VA_ARGS__)
#define OPGRAFT_VARIANT_FN_ID_(Registrar, id, ...)                                                \
  static const ::opgraft::variant_op_registry_fn_registration::Registrar opgraft_variant_fn_##id( \
      __VA_ARGS__)

#define REGISTER_UNARY_VARIANT_DECODE_FUNCTION(T, type_name)   \
  OPGRAFT_VARIANT_FN_(RegisterDecoder, __COUNTER__, type_name, \
                      &::opgraft::variant_op_registry_fn_registration::DecodeAs<T>)
#define REGISTER_UNARY_VARIANT_DEVICE_COPY_FUNCTION(T, direction, copy_function) \
  INTERNAL_REGISTER_UNARY_VARIANT_DEVICE_COPY_FUNCTION(T, direction, copy_function)
#define INTERNAL_REGISTER_UNARY_VARIANT_DEVICE_COPY_FUNCTION(T, direction, copy_function) \
  OPGRAFT_VARIANT_FN_(NoDeviceCopy<T>, __COUNTER__, direction, copy_function)
#define REGISTER_UNARY_VARIANT_UNARY_OP_FUNCTION(op, device, T, unary_op_function) \
  OPGRAFT_VARIANT_FN_(RegisterUnary<T>, __COUNTER__, op, unary_op_function)
#define REGISTER_UNARY_VARIANT_BINARY_OP_FUNCTION(op, device, T, binary_op_function) \
  OPGRAFT_VARIANT_FN_(RegisterBinary<T>, __COUNTER__, op, binary_op_function)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIANT_OP_REGISTRY_H_
