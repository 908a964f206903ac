// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft bench`: what a run of a model costs once it is warm.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/runtime/profile.h"
#include "framework/types/status_macros.h"
#include "nlohmann/json.hpp"
#include "tools/cli/feeds.h"
#include "tools/cli/measured_model.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"

namespace opgraft_internal {
namespace {

struct BenchArguments {
  MeasuredArguments measured;
  int requests = 0;  // 0: one a thread
  int threads = 1;   // each runs its requests in turn
  double seconds = 1;
  bool json = false;
  int64_t (*count_allocations)() = nullptr;  // of the calling thread so far; null: not counted
};

constexpr int kMaxRequests = 4096;      // each takes memory and is warmed up
constexpr double kBatchSeconds = 1e-3;  // long compared with reading the clock
constexpr double kWarmUpShare = 0.1;    // of the time to measure
constexpr int kWarmUpRuns = 3;          // at least, for each request if these are few
constexpr size_t kFewRequests = 64;
constexpr double kBytesThatMean = 65536;  // a run that moves fewer is not bound by memory

using Requests = std::vector<InferRequest>;

double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What one thread measured.
struct Sample {
  absl::Status status;
  std::vector<double> ns_per_run;  // by batch
  int64_t runs = 0;
  double seconds = 0;
  int64_t allocations = 0;  // -1: not counted
};

// Lets threads go on together.
class StartLine {
 public:
  explicit StartLine(int threads) : missing_(threads) {}
  void Wait() {
    std::unique_lock<std::mutex> lock(mu_);
    if (--missing_ <= 0) all_here_.notify_all();
    all_here_.wait(lock, [this] { return missing_ <= 0; });
  }

 private:
  std::mutex mu_;
  std::condition_variable all_here_;
  int missing_;
};

// Runs requests in turn: warms them up, waits for the others, and measures batches.
class Runner {
 public:
  Runner(Requests requests, double seconds, int64_t (*count_allocations)())
      : requests_(std::move(requests)), seconds_(seconds), count_allocations_(count_allocations) {}

  Sample Measure(StartLine* start) {
    Sample sample;
    const int64_t batch = WarmUp();
    start->Wait();
    const double begin = Seconds();
    for (double now = begin; status_.ok() && (now - begin < seconds_ || sample.runs == 0);) {
      const int64_t allocations = Allocations();
      Run(batch);
      sample.allocations = allocations < 0 ? -1 : sample.allocations + Allocations() - allocations;
      const double end = Seconds();
      sample.ns_per_run.push_back((end - now) * 1e9 / static_cast<double>(batch));
      sample.runs += batch;
      now = end;
    }
    sample.seconds = Seconds() - begin;
    sample.status = status_;
    return sample;
  }

 private:
  // How many runs make a batch.
  int64_t WarmUp() {
    const double begin = Seconds();
    const auto round = static_cast<int64_t>(requests_.size());
    const int64_t wanted = round * kWarmUpRuns;
    // Many requests run at least once, and three times if that is done before `seconds_` are over.
    const bool are_few = requests_.size() <= kFewRequests;
    int64_t runs = 0;
    double seconds = 0;
    do {
      Run(round);
      runs += round;
      seconds = Seconds() - begin;
    } while (status_.ok() && (seconds < seconds_ * kWarmUpShare ||
                              (runs < wanted && (are_few || seconds < seconds_))));
    const double seconds_per_run = seconds / static_cast<double>(runs);
    return std::max<int64_t>(1, static_cast<int64_t>(kBatchSeconds / seconds_per_run));
  }

  void Run(int64_t runs) {
    for (; runs > 0 && status_.ok(); --runs) {
      status_ = requests_[next_].Run();
      if (++next_ == requests_.size()) next_ = 0;
    }
  }

  int64_t Allocations() const { return count_allocations_ == nullptr ? -1 : count_allocations_(); }

  Requests requests_;
  const double seconds_;
  int64_t (*const count_allocations_)();
  size_t next_ = 0;
  absl::Status status_;
};

// All threads together.
struct Result {
  double median_ns = 0;
  double best_ns = 0;
  double runs_per_second = 0;
  int64_t runs = 0;
  double allocations_per_run = 0;  // -1: not counted
};

absl::StatusOr<Result> Sum(const std::vector<Sample>& samples) {
  Result result;
  std::vector<double> times;
  int64_t allocations = 0;
  for (const Sample& sample : samples) {
    OPGRAFT_RETURN_IF_ERROR(sample.status);
    times.insert(times.end(), sample.ns_per_run.begin(), sample.ns_per_run.end());
    result.runs += sample.runs;
    result.runs_per_second += static_cast<double>(sample.runs) / sample.seconds;
    allocations = sample.allocations < 0 ? -1 : allocations + sample.allocations;
  }
  std::sort(times.begin(), times.end());
  result.median_ns = times[times.size() / 2];
  result.best_ns = times.front();
  result.allocations_per_run =
      allocations < 0 ? -1 : static_cast<double>(allocations) / static_cast<double>(result.runs);
  return result;
}

absl::StatusOr<Result> Measure(const MeasuredModel& model, const BenchArguments& arguments,
                               int threads) {
  std::vector<Requests> requests(static_cast<size_t>(threads));
  for (int i = 0; i < arguments.requests; ++i) {
    OPGRAFT_ASSIGN_OR_RETURN(InferRequest request, model.CreateRequest());
    requests[static_cast<size_t>(i % threads)].push_back(std::move(request));
  }
  std::vector<Sample> samples(requests.size());
  StartLine start(threads);
  std::vector<std::thread> workers;
  const ProgressPhase progress(absl::StrCat("measuring ", arguments.measured.model.path));
  for (size_t t = 0; t < requests.size(); ++t) {
    workers.emplace_back([&, t] {
      samples[t] = Runner(std::move(requests[t]), arguments.seconds, arguments.count_allocations)
                       .Measure(&start);
    });
  }
  for (std::thread& worker : workers) worker.join();
  return Sum(samples);
}

// What one warm run passes through.
struct RunContents {
  int64_t nodes = 0;  // its steps
  int64_t bytes = 0;  // read and written by kernels
};

absl::StatusOr<RunContents> Inspect(const MeasuredModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(InferRequest request, model.CreateRequest());
  OPGRAFT_RETURN_IF_ERROR(request.Run());
  Profile profile(/*max_events=*/0);
  RunOptions options;
  options.observer = &profile;
  OPGRAFT_RETURN_IF_ERROR(request.Run(options));
  RunContents contents;
  contents.nodes = request.steps_run();
  for (const NodeProfile& node : profile.Nodes()) contents.bytes += node.bytes;
  return contents;
}

struct Report {
  const BenchArguments& arguments;
  RunContents contents;
  Result one_thread;  // the same as `all` if that is one thread
  Result all;

  double NsPerNode(double ns) const { return ns / static_cast<double>(contents.nodes); }
  double GigabytesPerSecond() const {
    return static_cast<double>(contents.bytes) * all.runs_per_second / 1e9;
  }
  bool IsAboutMemory() const { return static_cast<double>(contents.bytes) >= kBytesThatMean; }
};

std::string Times(double median_ns, double best_ns) {
  return absl::StrFormat("%8s median  %8s best", ShowTime(median_ns), ShowTime(best_ns));
}

void PrintText(const Report& report) {
  const Result& all = report.all;
  std::cout << absl::StreamFormat("%s: %d node%s per run, %d request%s, %d thread%s, %d runs\n",
                                  report.arguments.measured.model.path, report.contents.nodes,
                                  report.contents.nodes == 1 ? "" : "s", report.arguments.requests,
                                  report.arguments.requests == 1 ? "" : "s",
                                  report.arguments.threads,
                                  report.arguments.threads == 1 ? "" : "s", all.runs);
  std::cout << "  per run      " << Times(all.median_ns, all.best_ns) << "\n";
  if (report.contents.nodes > 0) {
    std::cout << "  per node     "
              << Times(report.NsPerNode(all.median_ns), report.NsPerNode(all.best_ns)) << "\n";
  }
  if (all.allocations_per_run >= 0) {
    std::cout << absl::StreamFormat("  allocations  %8.3g per run\n", all.allocations_per_run);
  }
  if (report.IsAboutMemory()) {
    std::cout << absl::StreamFormat(
        "  memory       %8.3g GB/s read and written by kernels, %.3g MB per run\n",
        report.GigabytesPerSecond(), static_cast<double>(report.contents.bytes) / 1e6);
  }
  if (report.arguments.threads > 1) {
    std::cout << absl::StreamFormat(
        "  all threads  %8.4g runs/s, %.2fx one thread's %.4g\n", all.runs_per_second,
        all.runs_per_second / report.one_thread.runs_per_second, report.one_thread.runs_per_second);
  }
}

void PrintJson(const Report& report) {
  const Result& all = report.all;
  nlohmann::json json = {{"model", report.arguments.measured.model.path},
                         {"requests", report.arguments.requests},
                         {"threads", report.arguments.threads},
                         {"runs", all.runs},
                         {"ns_per_run", {{"median", all.median_ns}, {"best", all.best_ns}}},
                         {"nodes_per_run", report.contents.nodes},
                         {"bytes_per_run", report.contents.bytes},
                         {"runs_per_s", all.runs_per_second},
                         {"runs_per_s_of_one_thread", report.one_thread.runs_per_second}};
  if (report.contents.nodes > 0) {
    json["ns_per_node"] = {{"median", report.NsPerNode(all.median_ns)},
                           {"best", report.NsPerNode(all.best_ns)}};
  }
  if (all.allocations_per_run >= 0) json["allocations_per_run"] = all.allocations_per_run;
  if (report.IsAboutMemory()) json["gb_per_s"] = report.GigabytesPerSecond();
  std::cout << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

absl::Status BenchModel(const BenchArguments& given) {
  BenchArguments arguments = given;
  if (arguments.requests == 0) arguments.requests = arguments.threads;
  if (arguments.requests < arguments.threads) {
    return absl::InvalidArgumentError(absl::StrCat("--requests ", arguments.requests,
                                                   " cannot keep --threads ", arguments.threads,
                                                   " busy: give each thread a request"));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const MeasuredModel model, MeasuredModel::Load(arguments.measured));
  Report report{arguments, {}, {}, {}};
  OPGRAFT_ASSIGN_OR_RETURN(report.contents, Inspect(model));
  OPGRAFT_ASSIGN_OR_RETURN(report.one_thread, Measure(model, arguments, 1));
  report.all = report.one_thread;
  if (arguments.threads > 1) {
    OPGRAFT_ASSIGN_OR_RETURN(report.all, Measure(model, arguments, arguments.threads));
  }
  if (arguments.json) {
    PrintJson(report);
  } else {
    PrintText(report);
  }
  return absl::OkStatus();
}

}  // namespace

void AddBench(CLI::App* app, Call* call) {
  auto arguments = std::make_shared<BenchArguments>();
  arguments->count_allocations = call->count_allocations;
  CLI::App* bench =
      app->add_subcommand("bench", "Measure how long a run of a model takes once it is warm")
          ->group("Models");
  AddMeasured(bench, &arguments->measured);
  bench
      ->add_option("--threads", arguments->threads,
                   "number of threads that run requests [1]; with more than one, the speed-up is "
                   "printed")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxThreads));
  bench
      ->add_option("--requests", arguments->requests,
                   "number of requests, shared out among the threads [one per thread]")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxRequests));
  bench
      ->add_option("--seconds", arguments->seconds,
                   "how long to measure, after a tenth of it to warm up [1]")
      ->type_name("S")
      ->check(Seconds(0.001, 3600));
  bench->add_flag("--json", arguments->json, "print one line of JSON; times are in ns");
  bench->footer(absl::StrCat(
      kInputHelp,
      "\n\n"
      "Runs are timed in batches of a millisecond or more. Printed are the median of the batches "
      "and the best one, which other programs disturbed least. For steady figures, pin the command "
      "to one core. A node is a step that a run takes: constants, placeholders and branches "
      "that are not taken do not count.\n"
      "\n"
      "Examples:\n"
      "  taskset -c 1 opgraft bench model.pb\n"
      "  opgraft bench model.pb --input x=@x.npy --threads 2 --requests 64\n"
      "  opgraft bench model.pb --dimension 32 --seconds 5 --json"));
  bench->callback([=] {
    Demand(CheckFedOnce(arguments->measured.inputs.inputs));
    call->action = [=] { return BenchModel(*arguments); };
  });
}

}  // namespace opgraft_internal
