// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor_proto.h"

#include <string>
#include <utility>
#include <vector>

#include "framework/tensor/variant_tensor_data.h"
#include "framework/types/visit_type.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kMaxBytes = 1 << 20;

TensorProto Parse(const std::string& text) {
  TensorProto proto;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &proto)) << text;
  return proto;
}

absl::StatusOr<Tensor> Read(const std::string& text) {
  return TensorFromProto(Parse(text), kMaxBytes);
}

// Six elements that differ, of any type.
template <typename T>
T Element(int i) {
  if constexpr (std::is_same<T, tstring>::value) {
    return std::string(static_cast<size_t>(i) * 70, static_cast<char>('a' + i));
  } else if constexpr (std::is_same<T, ResourceHandle>::value) {
    ResourceHandle handle;
    handle.set_device("CPU");
    handle.set_container("c");
    handle.set_name(std::string(1, static_cast<char>('a' + i)));
    handle.set_hash_code(static_cast<uint64_t>(i));
    handle.set_maybe_type_name("Var");
    handle.set_dtypes_and_shapes({{DT_FLOAT, PartialTensorShape({i, -1})}});
    return handle;
  } else if constexpr (std::is_same<T, Variant>::value) {
    if (i == 0) return Variant();
    VariantTensorData data;
    data.set_type_name("opgraft.test.Unregistered");
    data.set_metadata(i);
    *data.add_tensors() = Tensor::Of({i, i + 1});
    return data;
  } else if constexpr (std::is_same<T, complex64>::value || std::is_same<T, complex128>::value) {
    return T(static_cast<typename T::value_type>(i), -1);
  } else if constexpr (std::is_arithmetic<T>::value) {
    return static_cast<T>(i % 2 == 0 ? i : -i);
  } else {
    return T(static_cast<float>(i - 2));
  }
}
template <>
qint32 Element<qint32>(int i) {
  return qint32(i - 2);
}
template <>
qint16 Element<qint16>(int i) {
  return qint16(static_cast<int16_t>(i - 2));
}
template <>
qint8 Element<qint8>(int i) {
  return qint8(static_cast<int8_t>(i - 2));
}
template <>
quint16 Element<quint16>(int i) {
  return quint16(static_cast<uint16_t>(65530 + i));
}
template <>
quint8 Element<quint8>(int i) {
  return quint8(static_cast<uint8_t>(250 + i));
}

TEST(TensorProto, EveryTypeGoesThereAndBackInBothEncodings) {
  for (DataType dtype : AllTypes()) {
    Tensor tensor(dtype, {2, 3});
    VisitType(dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      for (int i = 0; i < 6; ++i) static_cast<T*>(tensor.data())[i] = Element<T>(i);
    });
    for (TensorEncoding encoding : {TensorEncoding::kFields, TensorEncoding::kContent}) {
      TensorProto proto;
      ASSERT_TRUE(TensorToProto(tensor, encoding, &proto).ok()) << dtype;
      EXPECT_EQ(proto.tensor_content().empty(), encoding == TensorEncoding::kFields) << dtype;
      const absl::StatusOr<Tensor> read = TensorFromProto(proto, kMaxBytes);
      ASSERT_TRUE(read.ok()) << dtype << " " << read.status();
      EXPECT_TRUE(read->Identical(tensor)) << dtype << " " << *read << " " << tensor;
    }
  }
}

TEST(TensorProto, EveryTypeWithoutElementsOrValues) {
  for (DataType dtype : AllTypes()) {
    TensorProto proto;
    for (TensorEncoding encoding : {TensorEncoding::kFields, TensorEncoding::kContent}) {
      ASSERT_TRUE(TensorToProto(Tensor(dtype, {2, 0}), encoding, &proto).ok());
      EXPECT_EQ(TensorFromProto(proto, kMaxBytes)->shape(), TensorShape({2, 0})) << dtype;
    }
    proto.Clear();
    proto.set_dtype(dtype);
    proto.mutable_tensor_shape()->add_dim()->set_size(3);
    const Tensor zeros = *TensorFromProto(proto, kMaxBytes);
    VisitType(dtype, [&](auto tag) {
      using T = typename decltype(tag)::Type;
      Tensor expected(dtype, {3});
      for (int i = 0; i < 3; ++i) static_cast<T*>(expected.data())[i] = T();
      EXPECT_TRUE(zeros.Identical(expected)) << dtype;
    });
  }
}

struct GoodCase {
  const char* proto;
  Tensor tensor;
};

TEST(TensorProto, ReadsWhatTensorFlowReads) {
  const GoodCase cases[] = {
      // Fewer values than elements: the last one repeats. More: the surplus is ignored.
      {"dtype: DT_FLOAT tensor_shape { dim { size: 3 } } float_val: 1 float_val: 2",
       Tensor::Of({1.0f, 2.0f, 2.0f})},
      {"dtype: DT_FLOAT tensor_shape { dim { size: 1 } } float_val: 1 float_val: 2",
       Tensor::Of({1.0f})},
      {"dtype: DT_INT32", Tensor(0)},
      {"dtype: DT_STRING tensor_shape { dim { size: 3 } } string_val: 'a' string_val: 'b'",
       Tensor::Of({"a", "b", "b"})},
      {"dtype: DT_STRING tensor_shape { dim { size: 2 } } tensor_content: '\\001\\002abb'",
       Tensor::Of({"a", "bb"})},
      {"dtype: DT_BOOL tensor_shape { dim { size: 2 } } tensor_content: '\\001\\000'",
       Tensor::Of({true, false})},
      {"dtype: DT_HALF half_val: 15360", Tensor(half(1.0f))},
      {"dtype: DT_BFLOAT16 half_val: 49152", Tensor(bfloat16(-2.0f))},
      {"dtype: DT_COMPLEX64 tensor_shape { dim { size: 2 } } scomplex_val: 1 scomplex_val: 2",
       Tensor::Of({complex64(1, 2), complex64(1, 2)})},
      {"dtype: DT_COMPLEX128 dcomplex_val: 1 dcomplex_val: 2", Tensor(complex128(1, 2))},
      {"dtype: DT_UINT8 int_val: 200", Tensor(uint8_t{200})},
      {"dtype: DT_INT8 int_val: 300", Tensor(int8_t{44})},  // wraps
      {"dtype: DT_UINT32 uint32_val: 4294967295", Tensor(uint32_t{4294967295u})},
      {"dtype: DT_UINT64 uint64_val: 18446744073709551615", Tensor(uint64_t{UINT64_MAX})},
      {"dtype: DT_FLOAT8_E5M2 float8_val: '\\074'", Tensor(float8_e5m2(1))},
      {"dtype: DT_INT4 tensor_shape { dim { size: 2 } } tensor_content: '\\017\\370'",
       Tensor::Of({int4(-1), int4(-8)})},
      {"dtype: DT_INT4 int_val: -8", Tensor(int4(-8))},
      {"dtype: DT_U1 int_val: 1", Tensor(u1(1))},
      {"dtype: DT_FLOAT4_E2M1FN tensor_content: '\\367'", Tensor(float4_e2m1fn(6))},
  };
  for (const GoodCase& c : cases) {
    const absl::StatusOr<Tensor> read = Read(c.proto);
    ASSERT_TRUE(read.ok()) << c.proto << " " << read.status();
    EXPECT_TRUE(read->Identical(c.tensor)) << c.proto << " " << *read;
  }
}

struct BadCase {
  std::string proto;
  absl::StatusCode code;
  const char* message;
};

TEST(TensorProto, RefusesSizesAndValuesThatLie) {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  constexpr auto kExhausted = absl::StatusCode::kResourceExhausted;
  std::string ones;
  for (int i = 0; i < 300; ++i) ones += " dim { size: 1 }";
  const BadCase cases[] = {
      {"tensor_shape {}", kInvalid, "a tensor cannot be of type INVALID"},
      {"dtype: DT_FLOAT_REF", kInvalid, "a tensor cannot be of type float_ref"},
      {"dtype: DT_FLOAT tensor_shape { unknown_rank: true }", kInvalid,
       "the rank is unknown; a tensor's shape must be known"},
      {"dtype: DT_FLOAT tensor_shape { dim { size: -1 } }", kInvalid, "dimension 0 is -1"},
      {"dtype: DT_FLOAT tensor_shape {" + ones + "}", kInvalid,
       "a shape of 300 dimensions; at most 254 are possible"},
      {"dtype: DT_FLOAT tensor_shape { dim { size: 4611686018427387904 } dim { size: 4 } dim { "
       "size: 0 } }",
       kInvalid,
       "shape [4611686018427387904,4,0] has too many elements: the product is beyond int64"},
      {"dtype: DT_FLOAT tensor_shape { dim { size: 1099511627776 } } float_val: 1", kExhausted,
       "it takes more than the limit of 1048576 bytes"},
      {"dtype: DT_STRING tensor_shape { dim { size: 9223372036854775807 } }", kExhausted,
       "it takes more than the limit of 1048576 bytes"},
      {"dtype: DT_FLOAT tensor_shape { dim { size: 2 } } tensor_content: 'abcd'", kInvalid,
       "tensor_content has 4 bytes, but the shape has 2 elements of type float"},
      {"dtype: DT_FLOAT tensor_content: 'abcde'", kInvalid,
       "tensor_content has 5 bytes, but the shape has 1 elements of type float"},
      {"dtype: DT_STRING tensor_shape { dim { size: 3 } } tensor_content: 'ab'", kInvalid,
       "tensor_content has 2 bytes, but the shape has 3 elements of type string"},
      {"dtype: DT_STRING tensor_content: '\\005a'", kInvalid,
       "tensor_content of 2 bytes is too short for 1 elements"},
      {"dtype: DT_RESOURCE tensor_content: '\\002ab'", kInvalid,
       "tensor_content holds no ResourceHandleProto"},
      {"dtype: DT_VARIANT tensor_content: '\\002ab'", kInvalid,
       "tensor_content holds no VariantTensorDataProto"},
      {"dtype: DT_BOOL tensor_content: '\\002'", kInvalid,
       "tensor_content has a bool that is neither 0 nor 1"},
      {"dtype: DT_HALF half_val: 70000", kInvalid, "half_val 70000 does not fit into 16 bits"},
      {"dtype: DT_BFLOAT16 half_val: -1", kInvalid, "half_val -1 does not fit into 16 bits"},
      {"dtype: DT_COMPLEX64 tensor_shape { dim { size: 2 } } scomplex_val: 1 scomplex_val: 2 "
       "scomplex_val: 3",
       kInvalid, "complex elements need pairs of values, but there are 3"},
      {"dtype: DT_RESOURCE resource_handle_val { dtypes_and_shapes { shape { dim { size: -7 } } } "
       "}",
       kInvalid, "a dimension is -7; it must be >= 0, or -1 for unknown"},
      {"dtype: DT_VARIANT variant_val { type_name: 'x' tensors { dtype: DT_FLOAT tensor_content: "
       "'a' } }",
       kInvalid, "tensor_content has 1 bytes, but the shape has 1 elements of type float"},
      {"dtype: DT_VARIANT variant_val { type_name: 'x' tensors { dtype: DT_FLOAT tensor_shape { "
       "dim { size: 1000000 } "
       "} } }",
       kExhausted, "it takes more than the limit of 1048576 bytes"},
  };
  for (const BadCase& c : cases) {
    const absl::Status status = Read(c.proto).status();
    EXPECT_EQ(status, absl::Status(c.code, c.message)) << c.proto;
  }
}

TEST(TensorProto, CountsRepeatedObjectsBeforeItMakesThem) {
  TensorProto proto;
  proto.set_dtype(DT_STRING);
  proto.mutable_tensor_shape()->add_dim()->set_size(10000);
  proto.add_string_val(std::string(1000, 'x'));
  EXPECT_EQ(TensorFromProto(proto, kMaxBytes).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(TensorFromProto(proto, 100 * kMaxBytes).ok());
  proto.set_dtype(DT_RESOURCE);
  proto.add_resource_handle_val()->set_name(std::string(1000, 'x'));
  EXPECT_EQ(TensorFromProto(proto, kMaxBytes).status().code(),
            absl::StatusCode::kResourceExhausted);
  proto.set_dtype(DT_VARIANT);
  proto.add_variant_val()->set_metadata(std::string(1000, 'x'));
  EXPECT_EQ(TensorFromProto(proto, kMaxBytes).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(TensorProto, RefusesVariantsThatAreNestedTooDeep) {
  TensorProto proto;
  TensorProto* inner = &proto;
  for (int i = 0; i < 1000; ++i) {
    inner->set_dtype(DT_VARIANT);
    inner->add_variant_val()->set_type_name("x");
    inner = inner->mutable_variant_val(0)->add_tensors();
  }
  inner->set_dtype(DT_FLOAT);
  EXPECT_EQ(TensorFromProto(proto, kMaxBytes).status(),
            absl::InvalidArgumentError("tensors are nested more than 32 deep in variants"));
}

TEST(TensorProto, KeepsToTheMemoryScope) {
  const auto budget = std::make_shared<MemoryBudget>(64, 64);
  const MemoryScope scope(budget);
  EXPECT_EQ(Read("dtype: DT_FLOAT tensor_shape { dim { size: 17 } } float_val: 1").status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(TensorProto, SaysWhatCannotBeWritten) {
  TensorProto proto;
  Tensor variant(DT_VARIANT, {});
  variant.scalar<Variant>()() = 7;
  EXPECT_EQ(TensorToProto(variant, TensorEncoding::kFields, &proto).code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(TensorToProto(Tensor(DT_FLOAT, {-1}), TensorEncoding::kFields, &proto).code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(TensorProto, MembersOfTensorDoTheSame) {
  const Tensor tensor = Tensor::Of({1.0f, 2.0f});
  TensorProto proto;
  tensor.AsProtoField(&proto);
  EXPECT_EQ(proto.float_val_size(), 2);
  Tensor read;
  EXPECT_TRUE(read.FromProto(proto));
  EXPECT_TRUE(read.Identical(tensor));
  tensor.AsProtoTensorContent(&proto);
  EXPECT_EQ(proto.float_val_size(), 0);
  EXPECT_EQ(proto.tensor_content().size(), 8u);
  EXPECT_TRUE(read.FromProto(proto));
  proto.set_tensor_content("x");
  EXPECT_FALSE(read.FromProto(proto));
  EXPECT_TRUE(read.Identical(tensor));
}

}  // namespace
}  // namespace opgraft
