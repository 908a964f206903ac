// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A program on libopgraft.so.0 and an op library on it share one Abseil: what one makes, the other
// can use.
#include <dlfcn.h>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "opgraft/run.h"

namespace {

using opgraft::Tensor;

constexpr const char kLibrary[] = "tests/opgraft/border_library.so";

opgraft::InferRequest MakeRequest() {
  EXPECT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
  opgraft::GraphBuilder b;
  b.Op("BorderText", {b.Placeholder("n", opgraft::DT_INT64, {})}, "text");
  auto graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  auto model = opgraft::CompiledModel::Compile(*graph);
  EXPECT_TRUE(model.ok()) << model.status();
  return model->CreateRequest();
}

TEST(Border, ATextOfStrCatComesOver) {
  opgraft::InferRequest request = MakeRequest();
  auto outputs = request.Run({{"n", Tensor(int64_t{7})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["text"].scalar<opgraft::tstring>()(), "n = 7, 0.5");
}

TEST(Border, AStatusKeepsItsCodeAndPayload) {
  opgraft::InferRequest request = MakeRequest();
  const absl::Status status = request.Run({{"n", Tensor(int64_t{-7})}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(), "{{node text}} BorderText: n is -7");
  ASSERT_TRUE(status.GetPayload("test/payload").has_value());
  EXPECT_EQ(*status.GetPayload("test/payload"), "kept");
}

TEST(Border, AHashTableFilledThereIsFoundHere) {
  ASSERT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr) << dlerror();
  auto fill = reinterpret_cast<void (*)(absl::flat_hash_map<std::string, int>*)>(
      dlsym(library, "FillBorderTable"));
  ASSERT_NE(fill, nullptr);
  absl::flat_hash_map<std::string, int> table;
  fill(&table);
  for (int i = 0; i < 100; ++i) {
    auto it = table.find(absl::StrCat("key ", i));
    ASSERT_NE(it, table.end()) << i;
    EXPECT_EQ(it->second, i);
  }
  dlclose(library);
}

TEST(Border, AModelCompiledBeforeKeepsWorkingWhenLibrariesComeIn) {
  opgraft::InferRequest before = MakeRequest();
  ASSERT_TRUE(before.Run({{"n", Tensor(int64_t{1})}}).ok());
  ASSERT_TRUE(opgraft::LoadLibrary("examples/first_op/zero_out.so").ok());
  ASSERT_FALSE(opgraft::LoadLibrary("tests/opgraft/clashing_library.so").ok());
  opgraft::InferRequest after = MakeRequest();
  for (opgraft::InferRequest* request : {&before, &after}) {
    auto outputs = request->Run({{"n", Tensor(int64_t{7})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["text"].scalar<opgraft::tstring>()(), "n = 7, 0.5");
  }
}

TEST(Border, ALibraryThatClashesIsRefusedWhole) {
  MakeRequest();
  const absl::Status refused = opgraft::LoadLibrary("tests/opgraft/clashing_library.so").status();
  EXPECT_EQ(refused,
            absl::InvalidArgumentError(
                "BorderText: registered differently at tests/opgraft/clashing_library.cc:7 and "
                "tests/opgraft/border_library.cc:17: input n is int32 there, int64 here. "
                "Rename one (Name>Space is allowed)."));
  opgraft::GraphBuilder b;
  b.Op("BorderOther", {b.Const({1.0f})});
  EXPECT_EQ(b.Build().status().code(), absl::StatusCode::kNotFound)
      << "the op beside the one that clashes";
}

TEST(Border, ALibraryThatUsesWhatIsOursAloneIsRefused) {
  const absl::Status refused =
      opgraft::LoadLibrary("tests/opgraft/unchecked_inner_library.so").status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  const std::string message(refused.message());
  EXPECT_EQ(message.find(
                "'tests/opgraft/unchecked_inner_library.so' uses internals of Opgraft, which are "
                "another in each build (OPGRAFT_BUILD_"),
            0u)
      << message;
}

TEST(Border, LoadingTwiceIsHarmless) {
  EXPECT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
  EXPECT_TRUE(opgraft::LoadLibrary(kLibrary).ok());
}

}  // namespace
