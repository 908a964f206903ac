// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/lookup/tables.h"

#include <map>
#include <memory>
#include <random>
#include <string>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"
#include "kernels/lookup/dense_table.h"
#include "kernels/lookup/table_bytes.h"
#include "kernels/lookup/table_contents.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft {
namespace {

constexpr auto kReplace = TableContents::Repeated::kReplace;
constexpr auto kMustBeEqual = TableContents::Repeated::kMustBeEqual;

Tensor Long(int64_t value) { return Tensor::Of({value}); }

int64_t Found(const TableContents& table, int64_t key) {
  Tensor value(DT_INT64, {1});
  table.Find(Long(key), Tensor(int64_t{-1}), true, &value);
  return value.flat<int64_t>()(0);
}

// Beside a std::map, through thousands of changes; from time to time the table is copied, and both
// go on apart.
TEST(TableContents, IsAsAMapIs) {
  auto table = std::make_unique<TableContents>(DT_INT64, DT_INT64, TensorShape());
  std::map<int64_t, int64_t> map;
  std::mt19937 random(1);
  for (int step = 0; step < 5000; ++step) {
    const auto key = static_cast<int64_t>(random() % 200);
    if (random() % 3 == 0) {
      ASSERT_TRUE(table->Remove(Long(key)).ok());
      map.erase(key);
    } else {
      ASSERT_TRUE(table->Insert(Long(key), Long(step), kReplace).ok());
      map[key] = step;
    }
    if (step % 500 == 0) {
      auto copy = std::make_unique<TableContents>(*table);
      ASSERT_TRUE(table->Insert(Long(-7), Long(-7), kReplace).ok());
      table = std::move(copy);
    }
    ASSERT_EQ(table->size(), static_cast<int64_t>(map.size()));
    const auto held = map.find(key);
    ASSERT_EQ(Found(*table, key), held == map.end() ? -1 : held->second);
  }
  EXPECT_EQ(Found(*table, -7), -1);
  std::map<int64_t, int64_t> exported;
  for (int64_t i = 0; i < table->size(); ++i)
    exported[table->Keys().flat<int64_t>()(i)] = table->Values().flat<int64_t>()(i);
  EXPECT_EQ(exported, map);
}

TEST(TableContents, WhatWasExportedStaysAsItWas) {
  TableContents table(DT_STRING, DT_STRING, TensorShape());
  ASSERT_TRUE(table.Insert(Tensor::Of({"a", "b"}), Tensor::Of({"x", "y"}), kReplace).ok());
  const Tensor keys = table.Keys();
  const Tensor values = table.Values();
  ASSERT_TRUE(table.Insert(Tensor::Of({"a"}), Tensor::Of({"z"}), kReplace).ok());
  ASSERT_TRUE(table.Remove(Tensor::Of({"b"})).ok());
  EXPECT_EQ(keys.SummarizeValue(-1), "a b");
  EXPECT_EQ(values.SummarizeValue(-1), "x y");
  EXPECT_EQ(table.Values().SummarizeValue(-1), "z");
}

TEST(TableContents, KeepsNothingOfEntriesOfWhichOneDoesNotFit) {
  TableContents table(DT_STRING, DT_FLOAT, TensorShape());
  ASSERT_TRUE(table.Insert(Tensor::Of({"a"}), Tensor::Of({1.0f}), kMustBeEqual).ok());
  const absl::Status status =
      table.Insert(Tensor::Of({"b", "c", "a"}), Tensor::Of({2.0f, 3.0f, 4.0f}), kMustBeEqual);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(),
            "HashTable has different value for same key. Key a has 1 and trying to add value 4");
  EXPECT_EQ(table.Keys().SummarizeValue(-1), "a");
}

TEST(TableContents, IsHeldByTheLimitsOfARun) {
  const auto budget = std::make_shared<MemoryBudget>(1 << 16, 1 << 16);
  const MemoryScope scope(budget);
  TableContents table(DT_INT64, DT_INT64, TensorShape());
  absl::Status status;
  int64_t key = 0;
  while (status.ok() && key < 1 << 20) status = table.Insert(Long(key++), Long(0), kReplace);
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(table.size(), key - 1);
}

std::string SavedTable(lookup::LookupInterface* table) {
  std::string bytes;
  EXPECT_TRUE(table->Serialize(&bytes).ok());
  return bytes;
}

core::RefCountPtr<MutableTable> SomeTable() {
  core::RefCountPtr<MutableTable> table(new MutableTable(DT_STRING, DT_FLOAT, {2}));
  const Tensor values = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2});
  EXPECT_TRUE(table->Insert(nullptr, Tensor::Of({"a", "b"}), values).ok());
  return table;
}

TEST(Tables, ComeBackFromBytes) {
  const auto table = SomeTable();
  const std::string bytes = SavedTable(table.get());
  lookup::LookupInterface* restored = nullptr;
  ASSERT_TRUE(lookup::LookupInterface::Restore(bytes, &restored).ok());
  const core::RefCountPtr<lookup::LookupInterface> owner(restored);
  EXPECT_EQ(restored->size(), 2u);
  EXPECT_EQ(restored->value_shape(), TensorShape({2}));
  EXPECT_EQ(SavedTable(restored), bytes);
}

TEST(Tables, ThatWereNotInitialisedComeBackSo) {
  const core::RefCountPtr<HashTable> table(new HashTable(DT_INT64, DT_STRING));
  lookup::LookupInterface* restored = nullptr;
  ASSERT_TRUE(RestoreTable(SavedTable(table.get()), &restored).ok());
  const core::RefCountPtr<lookup::LookupInterface> owner(restored);
  EXPECT_FALSE(restored->GetInitializableLookupTable()->is_initialized());
  EXPECT_EQ(restored->value_dtype(), DT_STRING);
}

// A dense table that had entries and lost one.
core::RefCountPtr<lookup::LookupInterface> SomeDenseTable() {
  DenseTable::Options options;
  options.empty_key = Tensor(int64_t{0});
  options.deleted_key = Tensor(int64_t{-1});
  options.value_type = DT_STRING;
  options.value_shape = TensorShape({2});
  lookup::LookupInterface* const table = DenseTable::Create(options, 4).value();
  const Tensor keys = Tensor::Of({int64_t{3}, int64_t{7}, int64_t{11}});
  const Tensor values = Tensor::Of({"a", "b", "c", "d", "e", "f"}, {3, 2});
  EXPECT_TRUE(table->Insert(nullptr, keys, values).ok());
  EXPECT_TRUE(table->Remove(nullptr, Long(7)).ok());
  return core::RefCountPtr<lookup::LookupInterface>(table);
}

std::string FoundIn(lookup::LookupInterface* table, const Tensor& keys) {
  Tensor values(DT_STRING, TensorShape({keys.NumElements(), 2}));
  EXPECT_TRUE(table->Find(nullptr, keys, &values, Tensor::Of({"?", "!"})).ok());
  return values.SummarizeValue(-1);
}

TEST(DenseTable, ComesBackFromBytes) {
  const auto table = SomeDenseTable();
  const std::string bytes = SavedTable(table.get());
  lookup::LookupInterface* restored = nullptr;
  ASSERT_TRUE(lookup::LookupInterface::Restore(bytes, &restored).ok());
  const core::RefCountPtr<lookup::LookupInterface> owner(restored);
  EXPECT_EQ(restored->size(), 2u);
  EXPECT_EQ(SavedTable(restored), bytes);
  const Tensor keys = Tensor::Of({int64_t{3}, int64_t{7}, int64_t{11}});
  EXPECT_EQ(FoundIn(restored, keys), FoundIn(table.get(), keys));
  EXPECT_EQ(FoundIn(restored, keys), "[a b][? !][e f]");
  EXPECT_EQ(restored->Remove(nullptr, Long(0)).message(),
            "Using the empty_key as a table key is not allowed");
}

TEST(DenseTable, OfBrokenBytesIsRefused) {
  const std::string bytes = SavedTable(SomeDenseTable().get());
  for (size_t length = 0; length < bytes.size(); ++length) {
    lookup::LookupInterface* restored = nullptr;
    EXPECT_FALSE(RestoreTable(bytes.substr(0, length), &restored).ok()) << length;
  }
}

TEST(DenseTable, ACopyGoesItsOwnWay) {
  const auto table = SomeDenseTable();
  core::RefCountPtr<ResourceBase> copy;
  ASSERT_TRUE(table->Clone(&copy).ok());
  auto* const other = static_cast<lookup::LookupInterface*>(copy.get());
  ASSERT_TRUE(other->Insert(nullptr, Long(3), Tensor::Of({"x", "y"}, {1, 2})).ok());
  ASSERT_TRUE(table->Remove(nullptr, Long(11)).ok());
  const Tensor keys = Tensor::Of({int64_t{3}, int64_t{11}});
  EXPECT_EQ(FoundIn(table.get(), keys), "[a b][? !]");
  EXPECT_EQ(FoundIn(other, keys), "[x y][e f]");
}

// TensorFlow puts such a key in twice.
TEST(DenseTable, AKeyBehindADeletedOneIsFound) {
  const auto table = SomeDenseTable();
  ASSERT_TRUE(table->Remove(nullptr, Long(3)).ok());
  ASSERT_TRUE(table->Insert(nullptr, Long(11), Tensor::Of({"x", "y"}, {1, 2})).ok());
  EXPECT_EQ(table->size(), 1u);
  EXPECT_EQ(FoundIn(table.get(), Long(11)), "[x y]");
}

// Beside a std::map, through thousands of changes and some copies.
TEST(DenseTable, IsAsAMapIs) {
  DenseTable::Options options;
  options.empty_key = Tensor(int64_t{-1});
  options.deleted_key = Tensor(int64_t{-2});
  options.value_type = DT_INT64;
  core::RefCountPtr<ResourceBase> table(DenseTable::Create(options, 4).value());
  std::map<int64_t, int64_t> map;
  std::mt19937 random(1);
  for (int step = 0; step < 5000; ++step) {
    auto* const dense = static_cast<lookup::LookupInterface*>(table.get());
    const auto key = static_cast<int64_t>(random() % 200);
    if (random() % 3 == 0) {
      ASSERT_TRUE(dense->Remove(nullptr, Long(key)).ok());
      map.erase(key);
    } else {
      ASSERT_TRUE(dense->Insert(nullptr, Long(key), Long(step)).ok());
      map[key] = step;
    }
    Tensor value(DT_INT64, {1});
    ASSERT_TRUE(dense->Find(nullptr, Long(key), &value, Tensor(int64_t{-1})).ok());
    const auto held = map.find(key);
    ASSERT_EQ(value.flat<int64_t>()(0), held == map.end() ? -1 : held->second);
    ASSERT_EQ(dense->size(), map.size());
    core::RefCountPtr<ResourceBase> copy;
    if (step % 500 == 0) {
      ASSERT_TRUE(dense->Clone(&copy).ok());
      table = std::move(copy);
    }
  }
}

// The bytes of a dense table whose values are `values`, of `keys` buckets.
std::string DenseTableOf(const Tensor& keys, const Tensor& values) {
  std::string bytes(DenseTable::kTag);
  const Tensor empty_key(int64_t{0}), deleted_key(int64_t{-1}), factor(0.8f), is_vector(true);
  for (const Tensor& tensor : {empty_key, deleted_key, factor, is_vector, keys, values})
    EXPECT_TRUE(AppendTensor(tensor, &bytes).ok());
  return bytes;
}

// It made four buckets before it took those that are there: eight tebibytes here.
TEST(DenseTable, OfNoBucketsTakesNoMemoryForAny) {
  const Tensor no_keys(DT_INT64, TensorShape({0, 1}));
  const Tensor wide(DT_FLOAT, TensorShape({0, int64_t{1} << 39}));
  lookup::LookupInterface* restored = nullptr;
  ASSERT_TRUE(RestoreTable(DenseTableOf(no_keys, wide), &restored).ok());
  const core::RefCountPtr<lookup::LookupInterface> owner(restored);
  EXPECT_EQ(restored->MemoryUsed(), 0);
  EXPECT_EQ(restored->size(), 0u);
  EXPECT_EQ(restored->Insert(nullptr, Long(3), wide).code(), absl::StatusCode::kInvalidArgument);
}

// A few bytes whose shape has 2^20 elements, each of them the one value that is there.
TEST(Tables, OfATensorThatRepeatsItsValueAreBroken) {
  TensorProto proto;
  proto.set_dtype(DT_INT64);
  proto.add_int64_val(7);
  proto.mutable_tensor_shape()->add_dim()->set_size(1 << 20);
  const std::string text = proto.SerializeAsString();
  std::string bytes = "opgraft.HashTable.1;";
  bytes.push_back(static_cast<char>(text.size()));
  bytes.append(7, '\0').append(text).append(text);
  lookup::LookupInterface* restored = nullptr;
  const absl::Status status = RestoreTable(bytes, &restored);
  EXPECT_EQ(status, absl::InvalidArgumentError("the saved table is broken"));
  EXPECT_EQ(restored, nullptr);
}

// Some begin as another table's do.
TEST(Tables, OfBrokenBytesAreRefusedOrTables) {
  const std::string bytes = SavedTable(SomeTable().get());
  lookup::LookupInterface* other = nullptr;
  EXPECT_EQ(RestoreTable("another;" + bytes, &other).code(), absl::StatusCode::kUnimplemented);
  for (size_t length = 0; length < bytes.size(); ++length) {
    lookup::LookupInterface* restored = nullptr;
    const absl::Status status = RestoreTable(bytes.substr(0, length), &restored);
    EXPECT_EQ(status.ok(), restored != nullptr) << length;
    if (restored != nullptr) restored->Unref();
  }
}

}  // namespace
}  // namespace opgraft
