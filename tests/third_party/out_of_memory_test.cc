// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What our patches promise: whatever allocation fails, what is left of Abseil's tables and
// once-flags and of Protocol Buffers' arenas is sound.

#include <new>
#include <string>
#include <vector>

#include "absl/base/call_once.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/any.pb.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/struct.pb.h"
#include "gtest/gtest.h"
#include "tests/failing_allocations/fail_each.h"

namespace opgraft {
namespace {

constexpr int kElements = 40;

absl::Status StatusOf(absl::FunctionRef<void()> work) {
  try {
    work();
    return absl::OkStatus();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("");
  }
}

const std::vector<std::string>& Keys() {
  static const auto* const keys = [] {
    auto* const made = new std::vector<std::string>;
    for (int i = 0; i < kElements; ++i)
      made->push_back(absl::StrCat("a text too long to be kept inside of its string ", i));
    return made;
  }();
  return *keys;
}

// Inserts all keys; what a table that could not take one holds is what it says.
template <typename Table>
void FailInserts(const char* name, void (*insert)(Table* table, const std::string& key)) {
  SCOPED_TRACE(name);
  Table table;
  size_t inserted = 0;
  FailEach inserts;
  inserts.prepare = [&] {
    table = Table();
    inserted = 0;
    Keys();
  };
  inserts.call = [&] {
    return StatusOf([&] {
      for (const std::string& key : Keys()) {
        insert(&table, key);
        ++inserted;
      }
    });
  };
  inserts.check = [&] {
    EXPECT_EQ(table.size(), inserted);
    size_t found = 0;
    for (auto it = table.begin(); it != table.end(); ++it) ++found;
    EXPECT_EQ(found, inserted);
    EXPECT_EQ(table.count(Keys()[inserted]), 0u);
    for (const std::string& key : Keys()) insert(&table, key);
    EXPECT_EQ(table.size(), Keys().size());
  };
  EXPECT_GT(inserts.Run(name), kElements);
  const Table whole = table;
  FailEach copies;
  copies.call = [&] { return StatusOf([&] { EXPECT_EQ(Table(whole).size(), whole.size()); }); };
  EXPECT_GT(copies.Run("copy"), kElements);
}

using FlatMap = absl::flat_hash_map<std::string, std::string>;
using NodeMap = absl::node_hash_map<std::string, std::string>;
using FlatSet = absl::flat_hash_set<std::string>;

TEST(OutOfMemory, LeavesATableAsItWas) {
  FailInserts<FlatMap>("emplace",
                       [](FlatMap* table, const std::string& key) { table->emplace(key, key); });
  FailInserts<FlatMap>("[]", [](FlatMap* table, const std::string& key) { (*table)[key] = ""; });
  FailInserts<FlatMap>(
      "assign", [](FlatMap* table, const std::string& key) { table->insert_or_assign(key, key); });
  FailInserts<FlatMap>("lazy", [](FlatMap* table, const std::string& key) {
    table->lazy_emplace(key, [&](const FlatMap::constructor& make) { make(key, key); });
  });
  FailInserts<NodeMap>(
      "nodes", [](NodeMap* table, const std::string& key) { table->try_emplace(key, key); });
  FailInserts<FlatSet>("set", [](FlatSet* table, const std::string& key) { table->insert(key); });
}

TEST(OutOfMemory, LeavesAOnceFlagToTheNextCaller) {
  absl::once_flag flag;
  int calls = 0;
  const auto make = [&] {
    if (++calls < 3) throw std::bad_alloc();
  };
  for (int i = 0; i < 5; ++i) {
    const absl::Status status = StatusOf([&] { absl::call_once(flag, make); });
    EXPECT_EQ(status.ok(), i >= 2);
  }
  EXPECT_EQ(calls, 3);
}

TEST(OutOfMemory, LeavesAnArenaSound) {
  FailEach strings;
  strings.call = [] {
    return StatusOf([] {
      google::protobuf::Arena arena;
      for (const std::string& key : Keys()) {
        auto* const any = google::protobuf::Arena::CreateMessage<google::protobuf::Any>(&arena);
        any->set_type_url(key);
      }
    });
  };
  EXPECT_GT(strings.Run("strings"), kElements);
}

TEST(OutOfMemory, LeavesAMapOfMessagesSound) {
  for (const bool in_arena : {false, true}) {
    FailEach inserts;
    inserts.call = [in_arena] {
      return StatusOf([in_arena] {
        google::protobuf::Arena arena;
        google::protobuf::Struct whole;
        auto* const filled =
            in_arena ? google::protobuf::Arena::CreateMessage<google::protobuf::Struct>(&arena)
                     : &whole;
        for (const std::string& key : Keys())
          (*filled->mutable_fields())[key].set_string_value(key);
        // It can be walked as well as ended.
        EXPECT_EQ(google::protobuf::Struct(*filled).fields_size(), kElements);
      });
    };
    EXPECT_GT(inserts.Run(in_arena ? "in an arena" : "by itself"), kElements);
  }
}

}  // namespace
}  // namespace opgraft
