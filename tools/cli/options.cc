// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/options.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft_internal {

void Demand(const absl::Status& status) {
  if (!status.ok()) throw CLI::ValidationError(std::string(status.message()));
}

CLI::Validator WholeNumber(int64_t least, int64_t most) {
  const auto check = [=](const std::string& text) {
    int64_t number = 0;
    if (absl::SimpleAtoi(text, &number) && number >= least && number <= most) return std::string();
    return absl::StrCat("'", text, "' is not a whole number from ", least, " to ", most);
  };
  return CLI::Validator(check, "");
}

CLI::Validator Seconds(double least, double most) {
  const auto check = [=](const std::string& text) {
    double seconds = 0;
    const bool is_number = absl::SimpleAtod(text, &seconds);
    const bool fits = most > 0 ? seconds >= least && seconds <= most : seconds > least;
    if (is_number && fits) return std::string();
    return most > 0 ? absl::StrCat("'", text, "' is not a number from ", least, " to ", most)
                    : absl::StrCat("'", text, "' is not a number above ", least);
  };
  return CLI::Validator(check, "");
}

CLI::Validator ExistingFolder() {
  const auto check = [](const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return std::string();
    return absl::StrCat("there is no folder '", path, "'");
  };
  return CLI::Validator(check, "");
}

CLI::Option* AddChoice(CLI::App* app, const std::string& name, std::string* value,
                       const std::vector<std::string>& words, const std::string& about) {
  const auto check = [=](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    return absl::StrCat("'", text, "' must be one of ", absl::StrJoin(words, ", "));
  };
  return app->add_option(name, *value, about)
      ->type_name(absl::StrJoin(words, "|"))
      ->check(CLI::Validator(check, ""));
}

CLI::Option* AddRepeatable(CLI::App* app, const std::string& name, std::vector<std::string>* values,
                           const std::string& type, const std::string& about) {
  return app->add_option(name, *values, about)->type_name(type)->allow_extra_args(false);
}

void AddOutput(CLI::App* app, std::string* output, const std::string& about,
               const std::string& type) {
  app->add_option("-o,--output", *output, about)->type_name(type);
}

void AddKernelThreads(CLI::App* app, int* threads) {
  app->add_option("--kernel-threads", *threads, "threads that one kernel may use [1]")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxThreads));
}

}  // namespace opgraft_internal
