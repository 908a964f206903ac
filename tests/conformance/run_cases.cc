// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Runs conformance cases: folders with case.json files, and tables of specs (.jsonl). See --help.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/library/library_loader.h"
#include "nlohmann/json.hpp"
#include "tests/conformance/graph_case.h"
#include "tests/conformance/isolate.h"
#include "tests/conformance/spec_table.h"
#include "tests/conformance/wrapper_table.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMiB = int64_t{1} << 20;

struct Options {
  std::vector<std::string> paths;
  std::string filter;
  std::vector<std::string> libraries;
  bool isolate = false;
  bool as_ir = false;
};

struct Tally {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  double worst_seconds = 0;
  int64_t worst_bytes = 0;
  std::string slowest;
  std::string largest;
};

void Count(const CaseResult& result, Tally* tally) {
  switch (result.outcome) {
    case CaseResult::kPass:
      ++tally->passed;
      std::printf("PASS %s\n", result.id.c_str());
      break;
    case CaseResult::kSkip:
      ++tally->skipped;
      std::printf("SKIP %s: %s\n", result.id.c_str(), result.why.c_str());
      break;
    case CaseResult::kFail:
      ++tally->failed;
      std::printf("FAIL %s: %s\n", result.id.c_str(), result.why.c_str());
      break;
  }
}

void RunOne(const Options& options, const std::string& id, double max_seconds,
            const std::function<CaseResult()>& run, Tally* tally) {
  if (!options.isolate) return Count(run(), tally);
  const IsolatedResult isolated = RunIsolated(id, max_seconds, 256 * kMiB, run);
  Count(isolated.result, tally);
  if (isolated.seconds > tally->worst_seconds) {
    tally->worst_seconds = isolated.seconds;
    tally->slowest = isolated.result.id;
  }
  if (isolated.bytes > tally->worst_bytes) {
    tally->worst_bytes = isolated.bytes;
    tally->largest = isolated.result.id;
  }
}

CaseLimits LimitsOf(const Options& options) {
  CaseLimits limits;
  limits.libraries = options.libraries;
  limits.as_ir = options.as_ir;
  if (options.isolate) {
    limits.run.max_tensor_bytes = 64 * kMiB;
    limits.run.max_total_bytes = 192 * kMiB;
  }
  return limits;
}

// True if the filter lets `name` through; a case's folder path and its table line are names.
bool Wanted(const Options& options, const std::string& name) {
  return options.filter.empty() || std::regex_search(name, std::regex(options.filter));
}

using RunLine = std::function<CaseResult(const nlohmann::json& line)>;

// What runs the lines of a table, by the beginning of its name.
RunLine LineRunner(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!absl::StartsWith(name, "wrappers"))
    return [=](const nlohmann::json& line) { return RunTableLine(name, line); };
  const auto wrappers = std::make_shared<const WrapperTable>(path.parent_path().string());
  return [=](const nlohmann::json& line) { return wrappers->RunLine(line); };
}

void RunTable(const Options& options, const fs::path& path, Tally* tally) {
  const RunLine run_line = LineRunner(path);
  std::ifstream in(path);
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    if (text.empty()) continue;
    const nlohmann::json line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    const std::string id = absl::StrCat(path.stem().string(), ":", number);
    if (line.is_discarded()) {
      Count({CaseResult::kFail, id, "not JSON"}, tally);
      continue;
    }
    const std::string name = absl::StrCat(
        id, " ",
        line.value("op", nlohmann::json()).is_string() ? line["op"].get<std::string>() : "", " ",
        line.value("group", ""));
    if (!Wanted(options, name)) continue;
    RunOne(
        options, id, 1,
        [&] {
          CaseResult result = run_line(line);
          result.id = result.id.empty() ? id : absl::StrCat(id, " ", result.id);
          return result;
        },
        tally);
  }
}

void RunFolder(const Options& options, const fs::path& folder, Tally* tally) {
  if (!Wanted(options, folder.string())) return;
  const double seconds = options.isolate ? LongestDeadline(folder.string()) + 1 : 0;
  RunOne(
      options, folder.string(), seconds,
      [&] { return RunGraphCase(folder.string(), LimitsOf(options)); }, tally);
}

bool IsTable(const fs::path& path) {
  const std::string name = path.filename().string();
  if (path.extension() != ".jsonl") return false;
  for (const char* kind : {"op_specs", "spec_cases", "node_cases", "compat_cases", "wrappers"}) {
    if (absl::StartsWith(name, kind)) return true;
  }
  return false;
}

// Where the user stands: `bazel run` changes the folder and says where it was.
fs::path FromUser(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return folder == nullptr || fs::path(path).is_absolute() ? fs::path(path)
                                                           : fs::path(folder) / path;
}

// Cases and tables below `path`, sorted.
bool RunPath(const Options& options, const std::string& given, Tally* tally) {
  const fs::path path = FromUser(given);
  if (fs::is_regular_file(path)) {
    if (!IsTable(path)) {
      std::fprintf(stderr,
                   "run_cases: '%s' is no table of cases (op_specs, spec_cases, node_cases, "
                   "compat_cases or wrappers *.jsonl)\n",
                   given.c_str());
      return false;
    }
    RunTable(options, path, tally);
    return true;
  }
  if (!fs::is_directory(path)) {
    std::fprintf(stderr, "run_cases: there is no '%s'\n", given.c_str());
    return false;
  }
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().filename() == "case.json" || IsTable(entry.path()))
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  for (const fs::path& file : found) {
    if (IsTable(file)) {
      RunTable(options, file, tally);
    } else {
      RunFolder(options, file.parent_path(), tally);
    }
  }
  return true;
}

int Main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Runs conformance cases: every case.json and every table (op_specs*, spec_cases*, "
      "node_cases*, "
      "compat_cases*,\n"
      "wrappers*.jsonl) below the paths. A line a case: PASS, FAIL with the reason, SKIP if ops "
      "are not registered or "
      "a\n"
      "library is not loaded. Ends with 1 if one fails,\n"
      "with 2 for a usage error."};
  app.add_option("PATH", options.paths, "folders or .jsonl files; relative to where you stand")
      ->required();
  app.add_option("--filter", options.filter,
                 "run only cases whose path, or table line, matches this regular expression");
  app.add_option("--load", options.libraries,
                 "X.so with ops, loaded first; repeatable; without it the cases that name it in "
                 "`needs` are skipped")
      ->allow_extra_args(false);
  app.add_flag("--isolate", options.isolate,
               "each case in a process of its own: 64 MiB a tensor and 192 MiB in all as limits of "
               "the model; and, as a net,\n"
               "256 MiB over its start and 1 s (deadline_s + 1 s); prints the worst of both");
  app.add_flag("--as-ir", options.as_ir,
               "graphs are written as an IR of OpenVINO's and read again before they run; SKIP "
               "says what cannot be written");
  try {
    app.parse(argc, argv);
    static_cast<void>(std::regex(options.filter));
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  } catch (const std::regex_error& e) {
    std::fprintf(stderr, "run_cases: --filter: %s\n", e.what());
    return 2;
  }
  for (const std::string& library : options.libraries) {
    const absl::Status loaded = LoadLibrary(FromUser(library).string()).status();
    if (loaded.ok()) continue;
    std::fprintf(stderr, "run_cases: %s\n", std::string(loaded.message()).c_str());
    return 2;
  }
  KernelRegistry::Global();  // before children are made of this process
  Tally tally;
  for (const std::string& path : options.paths) {
    if (!RunPath(options, path, &tally)) return 2;
  }
  if (options.isolate) {
    std::printf("worst: %.2f s (%s), %.0f MiB (%s)\n", tally.worst_seconds, tally.slowest.c_str(),
                static_cast<double>(tally.worst_bytes) / static_cast<double>(kMiB),
                tally.largest.c_str());
  }
  std::printf("%d passed, %d failed, %d skipped\n", tally.passed, tally.failed, tally.skipped);
  return tally.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) { return opgraft::Main(argc, argv); }
