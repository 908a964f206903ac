// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Goes on with a sequence of tokens: greedily, or by the best of several beams.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "examples/language_model/decoder.h"

namespace {

constexpr char kUsage[] =
    "usage: language_model MODEL.xml [--prompt 1,2,3] [--tokens 16] [--beams 1] [--threads 1]\n"
    "Prints the tokens that follow the prompt, and on stderr how fast they came.\n";

struct Settings {
  std::string model;
  std::vector<int64_t> prompt = {1, 2, 3};
  int64_t tokens = 16;
  int64_t beams = 1;
  int64_t threads = 1;
};

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

absl::Status ReadPrompt(const std::string& text, std::vector<int64_t>* prompt) {
  prompt->clear();
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    int64_t token = 0;
    if (!absl::SimpleAtoi(part, &token))
      return absl::InvalidArgumentError(absl::StrCat("--prompt: '", part, "' is no token"));
    prompt->push_back(token);
  }
  return absl::OkStatus();
}

absl::StatusOr<Settings> ReadArguments(const std::vector<std::string>& arguments) {
  Settings settings;
  const struct {
    const char* name;
    int64_t* value;
  } numbers[] = {{"--tokens", &settings.tokens},
                 {"--beams", &settings.beams},
                 {"--threads", &settings.threads}};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const std::string value = i + 1 < arguments.size() ? arguments[i + 1] : "";
    const auto* const number = std::find_if(std::begin(numbers), std::end(numbers),
                                            [&](const auto& n) { return argument == n.name; });
    if (argument == "--prompt") {
      OPGRAFT_RETURN_IF_ERROR(ReadPrompt(value, &settings.prompt));
      ++i;
    } else if (number != std::end(numbers)) {
      if (!absl::SimpleAtoi(value, number->value) || *number->value < 1 || *number->value > 100000)
        return absl::InvalidArgumentError(absl::StrCat(argument, ": '", value, "' is no count"));
      ++i;
    } else if (settings.model.empty() && argument[0] != '-') {
      settings.model = argument;
    } else {
      return absl::InvalidArgumentError(kUsage);
    }
  }
  if (settings.model.empty()) return absl::InvalidArgumentError(kUsage);
  return settings;
}

// A sequence so far, its score, and the beam of the last step that it goes on from.
struct Beam {
  std::vector<int64_t> tokens;
  float score = 0;
  int64_t parent = 0;
};

// The best ways to go on with any of the beams, best first.
std::vector<Beam> GoOn(const std::vector<Beam>& beams, const std::vector<std::vector<float>>& next,
                       int64_t count) {
  std::vector<Beam> all;
  for (size_t b = 0; b < beams.size(); ++b) {
    for (size_t token = 0; token < next[b].size(); ++token)
      all.push_back({{static_cast<int64_t>(token)},
                     beams[b].score + next[b][token],
                     static_cast<int64_t>(b)});
  }
  count = std::min(count, static_cast<int64_t>(all.size()));
  std::partial_sort(all.begin(), all.begin() + count, all.end(),
                    [](const Beam& a, const Beam& b) { return a.score > b.score; });
  all.resize(static_cast<size_t>(count));
  for (Beam& beam : all) {
    const std::vector<int64_t>& before = beams[static_cast<size_t>(beam.parent)].tokens;
    beam.tokens.insert(beam.tokens.begin(), before.begin(), before.end());
  }
  return all;
}

// Greedy decoding is the search with one beam.
absl::StatusOr<std::vector<Beam>> Decode(const Settings& settings, Decoder* decoder) {
  OPGRAFT_ASSIGN_OR_RETURN(auto next, decoder->Step({settings.prompt}, {}));
  std::vector<Beam> beams = GoOn({Beam()}, next, settings.beams);
  const auto begin = Clock::now();
  for (int64_t i = 1; i < settings.tokens; ++i) {
    std::vector<std::vector<int64_t>> last;
    std::vector<int64_t> parents;
    for (const Beam& beam : beams) {
      last.push_back({beam.tokens.back()});
      parents.push_back(beam.parent);
    }
    OPGRAFT_ASSIGN_OR_RETURN(next, decoder->Step(last, parents));
    beams = GoOn(beams, next, settings.beams);
  }
  const double seconds = SecondsSince(begin);
  std::fprintf(stderr,
               "%.4g tokens a second, %.4g ms each; the cache of %ld tokens has %ld bytes\n",
               static_cast<double>(settings.tokens - 1) / seconds,
               1e3 * seconds / static_cast<double>(std::max<int64_t>(1, settings.tokens - 1)),
               static_cast<long>(decoder->length()), static_cast<long>(decoder->cache_bytes()));
  return beams;
}

absl::Status Main(const std::vector<std::string>& arguments) {
  OPGRAFT_ASSIGN_OR_RETURN(const Settings settings, ReadArguments(arguments));
  OPGRAFT_ASSIGN_OR_RETURN(Decoder decoder,
                           Decoder::Load(settings.model, static_cast<int>(settings.threads)));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Beam> beams, Decode(settings, &decoder));
  for (const Beam& beam : beams) {
    std::cout << absl::StrJoin(beam.tokens, " ");
    if (beams.size() > 1) std::cout << "  (log probability " << beam.score << ")";
    std::cout << "\n";
  }
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status status = Main({argv + 1, argv + argc});
  if (!status.ok()) std::cerr << "language_model: " << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
