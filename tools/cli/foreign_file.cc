// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/foreign_file.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/printable.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

// The first bytes of a file; fewer if it is shorter.
std::string BeginningOf(const std::string& path) {
  std::string bytes(16, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<size_t>(file.gcount()));
  return bytes;
}

// A message that begins with a small number as field 1 and goes on with field 2: TensorFlow's
// SavedModel with its version, 1, or ONNX's ModelProto with its version, from 3 on. A GraphDef
// begins with a node.
int LeadingVersion(const std::string& bytes) {
  const bool is_version = bytes.size() > 2 && bytes[0] == 0x08 && bytes[1] > 0 && bytes[1] < 100;
  return is_version && bytes[2] == 0x12 ? bytes[1] : 0;
}

// A file that the command takes, but in another place.
std::string DescribeOther(const std::string& bytes) {
  if (absl::StartsWith(bytes, "\x93NUMPY"))
    return "it is an array of NumPy's, not a model; feed it: --input NAME=@FILE.npy";
  if (absl::StartsWith(bytes, "PK\x03\x04"))
    return "it is a .zip or .npz file, not a model; arrays are fed: --input @FILE.npz";
  if (absl::StartsWith(bytes,
                       "\x7f"
                       "ELF"))
    return "it is a library or a program, not a model; a library of ops is loaded: --load FILE.so";
  if (absl::StartsWith(bytes, "opgraft state\n"))
    return "it is the state of a model, not the model; it is loaded beside it: --state-in FILE";
  return "";
}

// What the file is and what to do; "" if it may be a GraphDef.
std::string Describe(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  const std::string folder = fs::path(path).parent_path().string();
  const std::string bytes = BeginningOf(path);
  const int version = LeadingVersion(bytes);
  if (name == "saved_model.pb" || version == 1) {
    return absl::StrCat(
        "it is the graph of a SavedModel, whose variables lie beside it; give the "
        "folder: ",
        folder.empty() ? "." : folder);
  }
  if (absl::EndsWith(name, ".index") || absl::StrContains(name, ".data-0"))
    return "it is a part of a checkpoint, which has values and no graph; in Python: "
           "model.export('DIR'), then give DIR";
  if (absl::EndsWith(name, ".keras"))
    return absl::StrCat("it is a Keras model; in Python: keras.models.load_model('", name,
                        "').export('DIR'), then give DIR");
  if (absl::StartsWith(bytes, "\x89HDF"))
    return absl::StrCat(
        "it is an HDF5 file, an older form of Keras models; in Python: "
        "keras.models.load_model('",
        name, "').export('DIR'), then give DIR");
  if (bytes.size() >= 8 && bytes.substr(4, 4) == "TFL3")
    return "TensorFlow Lite models are not supported; use the SavedModel or GraphDef it was "
           "converted from";
  if (version >= 3 || absl::EndsWith(name, ".onnx"))
    return "ONNX models are not supported; use the SavedModel or GraphDef it was exported from";
  return DescribeOther(bytes);
}

}  // namespace

absl::Status CheckNotForeign(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        Printable(path), " is a folder without a saved_model.pb, so it is not a SavedModel"));
  }
  if (!fs::is_regular_file(path, error)) return absl::OkStatus();
  const std::string what = Describe(path);
  return what.empty()
             ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrCat(Printable(path), ": ", Printable(what)));
}

}  // namespace opgraft_internal
