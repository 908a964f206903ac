// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/output_files.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/files/standard_streams.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/npz.h"

namespace opgraft_internal {
namespace {

bool IsOneArray(const std::string& path) { return path == "-" || absl::EndsWith(path, ".npy"); }

bool IsFolder(const std::string& path) {
  std::error_code error;
  return absl::EndsWith(path, "/") || std::filesystem::is_directory(path, error);
}

// A tensor's name as that of a file: it may hold slashes and whatever else its file has.
std::string FileName(const std::string& tensor) {
  std::string name;
  for (const char c : tensor) {
    const bool is_plain = absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                          absl::StrContains("_-.", absl::string_view(&c, 1));
    name.push_back(is_plain ? c : '_');
  }
  return absl::StrCat(name, ".npy");
}

}  // namespace

absl::Status CheckOutputPath(const std::string& path) {
  if (path == "-" || IsFolder(path)) return absl::OkStatus();  // the folder is made
  if (IsOneArray(path) || absl::EndsWith(path, ".npz")) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (folder.empty() || std::filesystem::is_directory(folder, error)) return absl::OkStatus();
    return absl::NotFoundError(
        absl::StrCat("--output: there is no folder ", Quoted(folder.string())));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--output: the ending of ", Quoted(path),
                   " names no format: .npy is one array, .npz all of them; a folder ends in /"));
}

absl::Status OutputFiles::Add(const std::vector<NamedTensor>& outputs) {
  if (IsOneArray(path_) && outputs.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a .npy file holds one array, and there are ", outputs.size(),
                     " outputs: choose one with --fetch, or write .npz"));
  }
  if (stacks_.empty()) stacks_.resize(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    Stack& stack = stacks_[i];
    const Tensor& output = outputs[i].second;
    if (stack.steps == 0) {
      stack.name = outputs[i].first;
      stack.dtype = output.dtype();
      stack.shape = output.shape();
    }
    OPGRAFT_RETURN_IF_ERROR(Append(output, &stack));
  }
  return absl::OkStatus();
}

absl::Status OutputFiles::Append(const Tensor& output, Stack* stack) {
  if (output.dtype() != stack->dtype || output.shape() != stack->shape) {
    return absl::InvalidArgumentError(
        absl::StrCat("steps of output ", Quoted(stack->name),
                     " do not fit in one array: the first is ", stack->shape.DebugString(),
                     ", step ", stack->steps + 1, " ", output.shape().DebugString()));
  }
  ++stack->steps;
  if (DataTypeCanUseMemcpy(stack->dtype)) {
    absl::StrAppend(&stack->bytes, output.tensor_data());
  } else if (stack->dtype == DT_STRING) {
    const tstring* const texts = static_cast<const tstring*>(output.data());
    stack->texts.insert(stack->texts.end(), texts, texts + output.NumElements());
  } else {
    return absl::InvalidArgumentError(absl::StrCat("output ", Quoted(stack->name), " is a ",
                                                   DataTypeString(stack->dtype),
                                                   ", which .npy files cannot hold"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Tensor> OutputFiles::Whole(const Stack& stack) const {
  TensorShape shape = stack.shape;
  if (is_sequence_) OPGRAFT_RETURN_IF_ERROR(shape.InsertDimWithStatus(0, stack.steps));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor whole, Tensor::Create(stack.dtype, shape));
  if (!stack.bytes.empty()) std::memcpy(whole.data(), stack.bytes.data(), stack.bytes.size());
  std::copy(stack.texts.begin(), stack.texts.end(), static_cast<tstring*>(whole.data()));
  return whole;
}

absl::Status OutputFiles::WriteFolder(const std::vector<NamedTensor>& arrays) const {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error)
    return absl::InvalidArgumentError(
        absl::StrCat("cannot make folder ", Quoted(path_), ": ", error.message()));
  std::set<std::string> files;
  for (const auto& [name, array] : arrays) {
    const std::string file = FileName(name);
    if (!files.insert(file).second) {
      return absl::InvalidArgumentError(absl::StrCat("two outputs would be the file ", Quoted(file),
                                                     ": write .npz, which keeps their names"));
    }
    OPGRAFT_RETURN_IF_ERROR(WriteNpy((std::filesystem::path(path_) / file).string(), array));
  }
  return absl::OkStatus();
}

absl::Status OutputFiles::Write() const {
  std::vector<NamedTensor> arrays;
  for (const Stack& stack : stacks_) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor whole, Whole(stack));
    arrays.emplace_back(stack.name, std::move(whole));
  }
  if (IsFolder(path_)) return WriteFolder(arrays);
  absl::StatusOr<std::string> bytes;
  if (IsOneArray(path_)) {
    if (arrays.empty()) return absl::OkStatus();  // Add has said so
    bytes = FormatNpy(arrays[0].second);
  } else {
    bytes = FormatNpz(arrays);
  }
  OPGRAFT_RETURN_IF_ERROR(bytes.status());
  return WriteOutput(path_, *bytes);
}

}  // namespace opgraft_internal
