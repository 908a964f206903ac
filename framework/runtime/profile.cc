// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/profile.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/runtime/program.h"

namespace opgraft {
namespace {

int64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The least that lies between two readings.
int64_t MeasureClock() {
  int64_t least = INT64_MAX;
  for (int i = 0; i < 1000; ++i) {
    const int64_t begin = Now();
    least = std::min(least, Now() - begin);
  }
  return least;
}

// The calls that a node stands in, outermost first, then its own name.
std::string PathOf(const Program& program, size_t pc) {
  const int step = static_cast<int>(pc);
  std::string path = StepNode(program, step).name();
  for (int32_t s = program.origins[pc].scope; s >= 0;) {
    const ProgramScope& scope = program.scopes[static_cast<size_t>(s)];
    if (!scope.function.empty()) path = absl::StrCat(scope.function, "/", path);
    if (!scope.call_node.empty()) path = absl::StrCat(scope.call_node, "/", path);
    s = scope.parent;
  }
  return path;
}

// True of a kernel that passes a buffer on: it neither reads nor writes its elements.
bool IsView(const Program& program, size_t pc) {
  const Graph& graph = program.scopes[static_cast<size_t>(program.origins[pc].scope)].graph;
  const auto kernel = graph.registry().Find(*StepNode(program, static_cast<int>(pc)).Properties());
  return kernel.ok() && !(*kernel)->spec.aliases.empty();
}

int64_t BytesOf(const OpKernelContext& context) {
  const KernelRunState& run = ContextAccess::run(context);
  const KernelBinding& binding = ContextAccess::binding(context);
  size_t bytes = 0;
  for (int i = 0; i < binding.num_inputs; ++i) bytes += run.slots[binding.inputs[i]].TotalBytes();
  for (int i = 0; i < binding.num_outputs; ++i) bytes += run.slots[binding.outputs[i]].TotalBytes();
  return static_cast<int64_t>(bytes);
}

// A JSON string. Bytes beyond ASCII are written as code points, so that whatever a file names a
// function is valid.
std::string Quote(absl::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string(1, c));
    } else if (byte < 0x20 || byte >= 0x7f) {
      absl::StrAppendFormat(&quoted, "\\u%04x", byte);
    } else {
      quoted += c;
    }
  }
  return quoted += '"';
}

// One slice of a trace; `ns` count from its start.
void WriteSlice(absl::string_view name, absl::string_view op, int64_t begin_ns, int64_t duration_ns,
                std::ostream& out) {
  out << ",\n"
      << absl::StrFormat(R"({"ph":"X","pid":1,"tid":1,"ts":%.3f,"dur":%.3f,"name":%s,"cat":%s})",
                         static_cast<double>(begin_ns) / 1e3,
                         static_cast<double>(duration_ns) / 1e3, Quote(name), Quote(op));
}

}  // namespace

Profile::Profile(size_t max_events) : max_events_(max_events), clock_cost_(MeasureClock()) {}

void Profile::Clear() {
  nodes_.clear();
  is_view_.clear();
  node_of_step_.clear();
  last_program_ = nullptr;
  events_.clear();
  calls_ = 0;
}

int32_t Profile::NodeOf(const Program& program, size_t pc) {
  if (last_program_ != &program) {
    std::vector<int32_t>& steps = node_of_step_[&program];
    steps.resize(program.steps.size(), -1);
    last_steps_ = &steps;
    last_program_ = &program;
  }
  int32_t& node = (*last_steps_)[pc];
  if (node < 0) {
    node = static_cast<int32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().node = PathOf(program, pc);
    nodes_.back().op = StepNode(program, static_cast<int>(pc)).op();
    is_view_.push_back(IsView(program, pc));
  }
  return node;
}

void Profile::BeforeKernel(const Program&, size_t, const OpKernelContext&) { begin_ = Now(); }

absl::Status Profile::AfterKernel(const Program& program, size_t pc,
                                  const OpKernelContext& context) {
  const int64_t took = std::max<int64_t>(Now() - begin_ - clock_cost_, 0);
  const int32_t index = NodeOf(program, pc);
  NodeProfile& node = nodes_[static_cast<size_t>(index)];
  ++calls_;
  ++node.calls;
  node.total += absl::Nanoseconds(took);
  node.longest = std::max(node.longest, absl::Nanoseconds(took));
  if (!is_view_[static_cast<size_t>(index)]) node.bytes += BytesOf(context);
  if (events_.size() < max_events_) events_.push_back({begin_, took, context.step_id(), index});
  return absl::OkStatus();
}

std::vector<NodeProfile> Profile::Nodes() const {
  std::vector<NodeProfile> nodes = nodes_;
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const NodeProfile& a, const NodeProfile& b) { return a.total > b.total; });
  return nodes;
}

absl::Duration Profile::total() const {
  absl::Duration total;
  for (const NodeProfile& node : nodes_) total += node.total;
  return total;
}

void Profile::WriteTrace(absl::string_view title, std::ostream& out) const {
  out << absl::StrFormat(
      "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
      R"({"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":%s}})",
      Quote(title));
  const int64_t start = events_.empty() ? 0 : events_.front().begin;
  for (size_t first = 0; first < events_.size();) {
    size_t next = first;
    while (next < events_.size() && events_[next].run == events_[first].run) ++next;
    const int64_t end = events_[next - 1].begin + events_[next - 1].duration;
    WriteSlice(absl::StrCat("run ", events_[first].run), "run", events_[first].begin - start,
               end - events_[first].begin, out);
    for (; first < next; ++first) {
      const Event& event = events_[first];
      const NodeProfile& node = nodes_[static_cast<size_t>(event.node)];
      WriteSlice(node.node, node.op, event.begin - start, event.duration, out);
    }
  }
  out << "\n]}\n";
}

}  // namespace opgraft
