// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft profile`: which nodes of a model take the time.
#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/runtime/profile.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "nlohmann/json.hpp"
#include "tools/cli/feeds.h"
#include "tools/cli/measured_model.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

constexpr int kWarmUpRuns = 3;
constexpr double kNsThatMeanBytes = 1000;  // a shorter call is not bound by memory
constexpr size_t kMaxNameWidth = 60;
constexpr int kMaxRuns = 1'000'000'000;
constexpr int kMaxRows = 1'000'000'000;

double Ns(absl::Duration duration) { return absl::ToDoubleNanoseconds(duration); }
double MeanNs(const NodeProfile& node) { return Ns(node.total) / static_cast<double>(node.calls); }
// Bytes a nanosecond.
double GigabytesPerSecond(const NodeProfile& node) {
  return static_cast<double>(node.bytes) / Ns(node.total);
}
// Whether to tell how fast it moves its bytes.
bool IsAboutMemory(const NodeProfile& node) {
  return node.bytes > 0 && MeanNs(node) >= kNsThatMeanBytes;
}
double Percent(const NodeProfile& node, absl::Duration all) {
  return all > absl::ZeroDuration() ? 100 * absl::FDivDuration(node.total, all) : 0;
}

absl::Status Watch(const ProfileArguments& arguments, const MeasuredModel& model,
                   Profile* profile) {
  OPGRAFT_ASSIGN_OR_RETURN(InferRequest request, model.CreateRequest());
  for (int i = 0; i < kWarmUpRuns; ++i) OPGRAFT_RETURN_IF_ERROR(request.Run());
  RunOptions options;
  options.observer = profile;
  ProgressPhase progress(absl::StrCat("running ", arguments.measured.model.path));
  for (int i = 0; i < arguments.runs; ++i) OPGRAFT_RETURN_IF_ERROR(request.Run(options));
  return absl::OkStatus();
}

absl::Status WriteTraceFile(const ProfileArguments& arguments, const Profile& profile) {
  std::ostringstream trace;
  profile.WriteTrace(arguments.measured.model.path, trace);
  OPGRAFT_RETURN_IF_ERROR(WriteOutput(arguments.trace, trace.str()));
  if (profile.events_dropped() > 0) {
    std::cerr << "opgraft: " << arguments.trace << " holds the first " << Profile::kDefaultMaxEvents
              << " of " << profile.num_calls() << " calls; fewer --runs make it whole\n";
  }
  return absl::OkStatus();
}

// Names are shown whole if they are not absurd: their ends tell nodes of one function apart.
std::string Shortened(const std::string& name) {
  const std::string shown = Printable(name);
  return shown.size() <= kMaxNameWidth
             ? shown
             : absl::StrCat("...", shown.substr(shown.size() - kMaxNameWidth + 3));
}

void PrintTable(const std::vector<NodeProfile>& nodes, absl::Duration all, std::ostream& out) {
  const bool any_speed = std::any_of(nodes.begin(), nodes.end(), IsAboutMemory);
  size_t name_width = 4, op_width = 2;
  for (const NodeProfile& node : nodes) {
    name_width = std::max(name_width, Shortened(node.node).size());
    op_width = std::max(op_width, node.op.size());
  }
  const auto row = [&](const std::string& name, const std::string& op, const std::string& calls,
                       const std::string& total, const std::string& mean,
                       const std::string& percent, const std::string& speed) {
    const std::string line =
        absl::StrFormat("%-*s  %-*s  %9s  %9s  %9s  %5s  %6s", static_cast<int>(name_width), name,
                        static_cast<int>(op_width), op, calls, total, mean, percent, speed);
    out << absl::StripTrailingAsciiWhitespace(line) << "\n";
  };
  row("node", "op", "calls", "total", "mean", "%", any_speed ? "GB/s" : "");
  const std::string no_speed = any_speed ? "-" : "";
  for (const NodeProfile& node : nodes) {
    row(Shortened(node.node), node.op, absl::StrCat(node.calls), ShowTime(Ns(node.total)),
        ShowTime(MeanNs(node)), absl::StrFormat("%.1f", Percent(node, all)),
        IsAboutMemory(node) ? absl::StrFormat("%.3g", GigabytesPerSecond(node)) : no_speed);
  }
  if (any_speed) out << "GB/s: of nodes that take 1 us or more and move bytes\n";
}

void PrintText(const ProfileArguments& arguments, const Profile& profile, int num_folded,
               std::ostream& out) {
  std::vector<NodeProfile> nodes = profile.Nodes();
  const size_t all = nodes.size();
  if (arguments.top > 0 && nodes.size() > static_cast<size_t>(arguments.top))
    nodes.resize(static_cast<size_t>(arguments.top));
  PrintTable(nodes, profile.total(), out);
  if (nodes.size() < all) out << "... and " << all - nodes.size() << " more (--top 0 shows all)\n";
  out << absl::StreamFormat(
      "%d node%s, %d run%s: %s per run in kernels (%s per node for reading the clock already "
      "subtracted)\n",
      all, all == 1 ? "" : "s", arguments.runs, arguments.runs == 1 ? "" : "s",
      ShowTime(Ns(profile.total()) / arguments.runs), ShowTime(Ns(profile.clock_cost())));
  if (num_folded > 0) {
    out << num_folded << (num_folded == 1 ? " node follows" : " nodes follow")
        << " from constants: computed once, when the model was compiled\n";
  }
}

void PrintJson(const ProfileArguments& arguments, const Profile& profile, int num_folded,
               std::ostream& out) {
  nlohmann::json nodes = nlohmann::json::array();
  for (const NodeProfile& node : profile.Nodes()) {
    nlohmann::json row = {{"node", node.node},
                          {"op", node.op},
                          {"calls", node.calls},
                          {"total_ns", Ns(node.total)},
                          {"mean_ns", MeanNs(node)},
                          {"longest_ns", Ns(node.longest)},
                          {"percent", Percent(node, profile.total())},
                          {"bytes", node.bytes}};
    if (IsAboutMemory(node)) row["gb_per_s"] = GigabytesPerSecond(node);
    nodes.push_back(std::move(row));
  }
  const nlohmann::json json = {{"model", arguments.measured.model.path},
                               {"runs", arguments.runs},
                               {"kernel_ns_per_run", Ns(profile.total()) / arguments.runs},
                               {"clock_ns", Ns(profile.clock_cost())},
                               {"folded_nodes", num_folded},
                               {"nodes", std::move(nodes)}};
  out << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace

absl::Status ProfileModel(const ProfileArguments& arguments) {
  Profile profile(arguments.trace.empty() ? 0 : Profile::kDefaultMaxEvents);
  OPGRAFT_ASSIGN_OR_RETURN(const MeasuredModel model, MeasuredModel::Load(arguments.measured));
  OPGRAFT_RETURN_IF_ERROR(Watch(arguments, model, &profile));
  // Nodes that are no steps, as they follow from constants.
  const int num_folded = model.model().memory().num_folded;
  std::ostream& out = ResultStream(arguments.trace);
  if (arguments.json) {
    PrintJson(arguments, profile, num_folded, out);
  } else {
    PrintText(arguments, profile, num_folded, out);
  }
  return arguments.trace.empty() ? absl::OkStatus() : WriteTraceFile(arguments, profile);
}

void AddProfile(CLI::App* app, Call* call) {
  auto arguments = std::make_shared<ProfileArguments>();
  CLI::App* profile =
      app->add_subcommand("profile", "Show how long each node of a model takes")->group("Models");
  AddMeasured(profile, &arguments->measured);
  profile
      ->add_option("--runs", arguments->runs,
                   "number of runs to watch, after a few to warm up [100]")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxRuns));
  profile
      ->add_option("--top", arguments->top, "number of rows to print, slowest first [20]; 0 is all")
      ->type_name("N")
      ->check(WholeNumber(0, kMaxRows));
  profile
      ->add_option("--trace", arguments->trace,
                   "write a Chrome trace of the runs to FILE, for https://ui.perfetto.dev or "
                   "chrome://tracing")
      ->type_name(kFile);
  profile->add_flag("--json", arguments->json,
                    "print all nodes as one line of JSON; times are in ns");
  profile->footer(
      absl::StrCat(kInputHelp,
                   "\n\n"
                   "Nodes in functions and branches are named by their path: call/function/node.\n"
                   "\n"
                   "Examples:\n"
                   "  opgraft profile model.pb\n"
                   "  opgraft profile model.pb --input x=@x.npy --runs 10 --trace run.json"));
  profile->callback([=] {
    Demand(CheckFedOnce(arguments->measured.inputs.inputs));
    call->action = [=] { return ProfileModel(*arguments); };
  });
}

}  // namespace opgraft_internal
