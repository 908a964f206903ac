// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// State files as SaveState and LoadState make and take them.
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/state_seal.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/state.pb.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

std::string PathOf(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

CompiledModel ModelWith(const std::string& id, const PartialTensorShape& shape) {
  GraphBuilder b;
  b.ReadValue(id, DT_FLOAT, shape);
  return *CompiledModel::Compile(*b.Build());
}

InferRequest RequestWith(const std::string& id, float value) {
  InferRequest request = ModelWith(id, {1}).CreateRequest();
  EXPECT_EQ(request.query_state()[0].set(Tensor::Of({value})), absl::OkStatus());
  return request;
}

float ValueOf(InferRequest* request) { return request->query_state()[0].get().flat<float>()(0); }

TEST(StateFile, IdsMayBeAnyBytes) {
  for (const std::string& id : {std::string("\xff\xfe"), std::string("a\0b", 3),
                                std::string("\x1b[31m\n"), std::string("h\xc3\xa9")}) {
    const InferRequest saved = RequestWith(id, 7);
    ASSERT_EQ(saved.SaveState(PathOf("any_id")), absl::OkStatus());
    InferRequest loaded = RequestWith(id, 1);
    ASSERT_EQ(loaded.LoadState(PathOf("any_id")), absl::OkStatus());
    EXPECT_EQ(ValueOf(&loaded), 7);
  }
}

TEST(StateFile, IdsAreShownEscaped) {
  const auto bytes = RequestWith("\x1b[31m", 7).SerializeState();
  InferRequest other = RequestWith("it's", 1);
  EXPECT_EQ(other.ParseState(*bytes).message(),
            "the file has a variable '\\033[31m', the model has only 'it\\'s'");
}

TEST(StateFile, ALinkStaysAndAPipeIsReadOnce) {
  ASSERT_EQ(RequestWith("v", 1).SaveState(PathOf("target")), absl::OkStatus());
  ASSERT_EQ(symlink("target", PathOf("link").c_str()), 0);
  ASSERT_EQ(RequestWith("v", 2).SaveState(PathOf("link")), absl::OkStatus());
  InferRequest loaded = RequestWith("v", 0);
  ASSERT_EQ(loaded.LoadState(PathOf("target")), absl::OkStatus());
  EXPECT_EQ(ValueOf(&loaded), 2);
  ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
  std::thread writer(
      [] { EXPECT_EQ(RequestWith("v", 3).SaveState(PathOf("pipe")), absl::OkStatus()); });
  EXPECT_EQ(loaded.LoadState(PathOf("pipe")), absl::OkStatus());
  writer.join();
  EXPECT_EQ(ValueOf(&loaded), 3);
}

TEST(StateFile, WhatNeverEndsIsNotReadOn) {
  InferRequest request = RequestWith("v", 5);
  EXPECT_EQ(request.LoadState("/dev/zero"),
            absl::InvalidArgumentError("/dev/zero: this is not a state file"));
  EXPECT_EQ(ValueOf(&request), 5);
}

// A file with one variable, whose tensor says `size` elements and has the one given.
std::string FileThatSays(const std::string& shape, int64_t size) {
  State state;
  VariableValue* variable = state.add_variable();
  variable->set_id("v");
  variable->set_type(DT_FLOAT);
  variable->set_shape(shape);
  variable->mutable_value()->set_dtype(DT_FLOAT);
  variable->mutable_value()->mutable_tensor_shape()->add_dim()->set_size(size);
  variable->mutable_value()->add_float_val(1);
  std::string file(kStateHeaderBytes, '\0');
  state.AppendToString(&file);
  SealState(&file);
  return file;
}

TEST(StateFile, ATensorIsNotMadeBeforeItIsKnownToFit) {
  InferRequest fixed = ModelWith("v", {1}).CreateRequest();
  EXPECT_EQ(fixed.ParseState(FileThatSays("[1]", 1)), absl::OkStatus());
  EXPECT_EQ(fixed.ParseState(FileThatSays("[1]", 2'000'000'000)).message(),
            "variable 'v' is float[1]; the file has float[2000000000]");
  InferRequest open = ModelWith("v", {-1}).CreateRequest();
  EXPECT_THAT(std::string(open.ParseState(FileThatSays("[?]", 2'000'000'000)).message()),
              HasSubstr("bytes for a tensor of shape [2000000000]"));
}

// Messages of two bytes that would take forty times as many.
TEST(StateFile, MessagesAreCountedBeforeTheyAreMade) {
  for (const char tag : {'\x12', '\x1a'}) {  // of variables, of cells
    std::string file(kStateHeaderBytes, '\0');
    for (int i = 0; i < 1'000'000; ++i) file.append({tag, '\0'});
    SealState(&file);
    InferRequest request = RequestWith("v", 5);
    const absl::Status status = request.ParseState(file);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_EQ(ValueOf(&request), 5);
  }
}

}  // namespace
}  // namespace opgraft
