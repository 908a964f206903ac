// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Runs a fuzz target on every file of its corpus, and on changed copies of each with a fixed seed:
//   NAME_corpus_test [--mutations=N] FOLDER_OR_FILE...
// Without libFuzzer, so that the corpus is tested in any build.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Bytes flipped, runs dropped, doubled, or replaced by digits that make large numbers.
std::string Mutate(std::string text, std::mt19937* random) {
  const int changes = 1 + static_cast<int>((*random)() % 4);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = (*random)() % text.size();
    const size_t length = std::min<size_t>(1 + (*random)() % 16, text.size() - at);
    switch ((*random)() % 5) {
      case 0:
        text[at] = static_cast<char>((*random)());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.replace(at, length, "9999999999999999999");
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

void RunTarget(const std::string& bytes) {
  // A copy of just the size, so that a sanitizer sees a read beyond the end.
  const std::vector<uint8_t> data(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(data.data(), data.size());
}

void Replay(const fs::path& path, int mutations, std::mt19937* random) {
  std::cerr << path.string() << std::endl;  // the last one named is the one that failed
  const std::string bytes = ReadAll(path);
  RunTarget(bytes);
  for (int i = 0; i < mutations; ++i) RunTarget(Mutate(bytes, random));
}

// The files in a folder and its folders, in order.
std::vector<fs::path> FilesOf(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::path& file : fs::recursive_directory_iterator(path)) {
    if (fs::is_regular_file(file)) files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

int Main(int argc, char** argv) {
  std::mt19937 random(301);
  int mutations = 0;
  int num_files = 0;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (absl::ConsumePrefix(&argument, "--mutations=") && absl::SimpleAtoi(argument, &mutations))
      continue;
    for (const fs::path& file : FilesOf(argv[i])) {
      Replay(file, mutations, &random);
      ++num_files;
    }
  }
  std::cerr << num_files << " files\n";
  return num_files > 0 ? 0 : 1;  // an empty corpus tests nothing
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) { return opgraft::Main(argc, argv); }
