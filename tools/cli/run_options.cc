// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/run_options.h"

#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tools/cli/feeds.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxThreads = 1024;

// A wrong call of the command.
void Demand(const absl::Status& status) {
  if (!status.ok()) throw CLI::ValidationError(std::string(status.message()));
}

// A number above `least`, or at least it if there is a `most`. CLI11's own checks take "nan".
CLI::Validator Seconds(double least, double most = 0) {
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

void AddCast(CLI::App* app, NpyCast* cast) {
  app->add_flag_callback(
      "--cast", [=] { *cast = NpyCast::kSameKind; },
      "convert .npy files to the types of the feeds as NumPy's casting=\"same_kind\" does\n"
      "(double to float, int32 to float), where they are refused else");
}

// What `bench` and `profile` have in common.
void AddMeasured(CLI::App* app, MeasuredArguments* arguments) {
  app->add_option("MODEL", arguments->model, "GraphDef, .pb or .pbtxt")->required();
  app->add_option("--input", arguments->inputs,
                  "NAME=VALUES or NAME=@FILE.npy, as of run; repeatable. Feeds not given are made "
                  "up by their shapes:\n"
                  "floats in [0, 1), other numbers 1, empty strings")
      ->allow_extra_args(false);
  AddCast(app, &arguments->cast);
  app->add_option("--dimension", arguments->dimension,
                  "what unknown dimensions of made-up feeds become [1]")
      ->check(CLI::Range(0, 1 << 20));
  app->add_option("--kernel-threads", arguments->kernel_threads, "threads a kernel may use [1]")
      ->check(CLI::Range(1, kMaxThreads));
}

}  // namespace

void AddRun(CLI::App* app, RunArguments* arguments, Action* action) {
  CLI::App* run = app->add_subcommand(
      "run", "Run a model: once, or over a sequence with state from step to step.");
  run->add_option("MODEL", arguments->model, "GraphDef, .pb or .pbtxt")->required();
  run->add_option("--input", arguments->inputs,
                  "NAME=VALUES, e.g. x=1,2,3 (takes the static shape if that is known, else a "
                  "vector; one value fills it),\n"
                  "or NAME=@FILE.npy; repeatable");
  run->add_option(
      "--sequence", arguments->sequences,
      "NAME=FIRST..LAST or NAME=V1,V2,...: one value a step; repeatable, of one length");
  run->add_option(
         "--fetch", arguments->fetches,
         "tensor to print, e.g. y or y:1, or variable; repeatable or with commas; default: the "
         "model's outputs")
      ->delimiter(',');
  run->add_option("--target", arguments->targets, "node to run besides; repeatable or with commas")
      ->delimiter(',');
  run->add_option("--reset-at", arguments->reset_at,
                  "reset the state before step K, counted from 1")
      ->check(CLI::PositiveNumber);
  run->add_option("--state-in", arguments->state_in,
                  "load the state from FILE before the first step");
  run->add_option("--state-out", arguments->state_out,
                  "save the state to FILE after the last step");
  run->add_option("--deadline", arguments->deadline_s, "seconds each run may take")
      ->check(Seconds(0));
  run->add_option("--threads", arguments->threads, "threads a kernel may use")
      ->check(CLI::PositiveNumber);
  run->add_flag("--check-inputs", arguments->check_inputs,
                "fail when a kernel writes into one of its inputs, and name it; slow");
  run->add_flag("--json", arguments->json, "print JSON: a line a step");
  for (const char* repeatable : {"--input", "--sequence", "--fetch", "--target"}) {
    run->get_option(repeatable)
        ->allow_extra_args(false);  // one value each time: what follows is the model
  }
  AddCast(run, &arguments->cast);
  run->callback([=] {
    std::vector<std::string> fed = arguments->inputs;
    fed.insert(fed.end(), arguments->sequences.begin(), arguments->sequences.end());
    Demand(CheckFedOnce(fed));
    *action = [arguments] { return RunModel(*arguments); };
  });
}

void AddBench(CLI::App* app, BenchArguments* arguments, Action* action) {
  CLI::App* bench = app->add_subcommand(
      "bench", "Measure warm runs of a model: time a run and a node, allocations.");
  AddMeasured(bench, &arguments->measured);
  bench
      ->add_option("--threads", arguments->threads,
                   "threads that run requests [1]; with more than one the speed-up is printed")
      ->check(CLI::Range(1, kMaxThreads));
  bench
      ->add_option("--requests", arguments->requests,
                   "requests over the one model, shared out [one a thread]")
      ->check(CLI::Range(1, 1 << 20));
  bench
      ->add_option("--seconds", arguments->seconds,
                   "how long to measure, after a tenth of it to warm up [1]")
      ->check(Seconds(0.001, 3600));
  bench->add_flag("--json", arguments->json, "print one line of JSON, times in ns");
  bench->footer(
      "Times are of batches of a millisecond or more: their median, and the best, which the rest "
      "of the machine\n"
      "disturbed least. For steady figures pin it to a core. Nodes are the steps that a run passes "
      "through: constants,\n"
      "placeholders and branches not taken are none.\n"
      "\n"
      "  taskset -c 1 opgraft bench model.pb\n"
      "  opgraft bench model.pb --input x=@x.npy --threads 2 --requests 64\n"
      "  opgraft bench model.pb --dimension 32 --seconds 5 --json");
  bench->callback([=] {
    Demand(CheckFedOnce(arguments->measured.inputs));
    *action = [arguments] { return BenchModel(*arguments); };
  });
}

void AddProfile(CLI::App* app, ProfileArguments* arguments, Action* action) {
  CLI::App* profile = app->add_subcommand("profile", "Tell which nodes of a model take the time.");
  AddMeasured(profile, &arguments->measured);
  profile->add_option("--runs", arguments->runs, "warm runs to watch [100]")
      ->check(CLI::PositiveNumber);
  profile->add_option("--top", arguments->top, "rows to print, the slowest first [20]; 0: all")
      ->check(CLI::NonNegativeNumber);
  profile->add_option(
      "--trace", arguments->trace,
      "write a Chrome trace of the runs, for https://ui.perfetto.dev or chrome://tracing");
  profile->add_flag("--json", arguments->json,
                    "print one line of JSON with all nodes, times in ns");
  profile->footer(
      "Nodes in functions and branches are named by their path: call/function/node.\n\n"
      "  opgraft profile model.pb\n"
      "  opgraft profile model.pb --input x=@x.npy --runs 10 --trace run.json");
  profile->callback([=] {
    Demand(CheckFedOnce(arguments->measured.inputs));
    *action = [arguments] { return ProfileModel(*arguments); };
  });
}

}  // namespace opgraft_internal
