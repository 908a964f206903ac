// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "framework/kernel/checked_call.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"

namespace opgraft {
namespace {

absl::Status FindRange(absl::string_view kind, absl::string_view name,
                       const std::vector<ArgRange>& args, int* start, int* stop) {
  for (const ArgRange& arg : args) {
    if (arg.name != name) continue;
    *start = arg.start;
    *stop = arg.limit;
    return absl::OkStatus();
  }
  const auto append_name = [](std::string* out, const ArgRange& arg) { out->append(arg.name); };
  return absl::InvalidArgumentError(
      absl::StrCat("Unknown ", kind, " name: ", name, "; ", kind,
                   "s: ", args.empty() ? "none" : absl::StrJoin(args, ", ", append_name)));
}

// Waits for ComputeAsync's `done`. Every copy of the callback holds a Ticket; when the last one
// goes without a call, nobody can call it any more.
class DoneSignal {
 public:
  // How often `done` was called so far. Waits for a call, or until nobody can call it; in a
  // CheckedCall for the latter, so that a second call is seen too, but not for ever: a kernel may
  // keep a copy.
  int Wait() {
    absl::MutexLock lock(&mu_);
    mu_.Await(absl::Condition(this, &DoneSignal::IsOver));
    if (CheckedCall::Active()) mu_.AwaitWithTimeout(absl::Condition(&dropped_), kPatience);
    return calls_;
  }

  class Ticket {
   public:
    explicit Ticket(std::shared_ptr<DoneSignal> signal) : signal_(std::move(signal)) {}
    ~Ticket() {
      absl::MutexLock lock(&signal_->mu_);
      signal_->dropped_ = true;
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    void Call() const {
      absl::MutexLock lock(&signal_->mu_);
      ++signal_->calls_;
    }

   private:
    const std::shared_ptr<DoneSignal> signal_;
  };

 private:
  static constexpr absl::Duration kPatience = absl::Seconds(1);

  bool IsOver() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return calls_ > 0 || dropped_; }

  absl::Mutex mu_;
  int calls_ ABSL_GUARDED_BY(mu_) = 0;
  bool dropped_ ABSL_GUARDED_BY(mu_) = false;
};

}  // namespace

OpKernel::OpKernel(OpKernelConstruction* context) : properties_(context->properties()) {
  if (properties_->op != nullptr) {
    context->SetStatus(CheckOpDeprecation(properties_->op->op_def, properties_->graph_def_version));
  }
}

absl::Status OpKernel::InputRange(absl::string_view name, int* start, int* stop) const {
  return FindRange("input", name, properties_->input_args, start, stop);
}

absl::Status OpKernel::OutputRange(absl::string_view name, int* start, int* stop) const {
  return FindRange("output", name, properties_->output_args, start, stop);
}

std::string OpKernel::ShapeTraceString(const OpKernelContext& context) const {
  std::vector<std::string> shapes;
  for (int i = 0; i < context.num_inputs(); ++i) {
    shapes.push_back(absl::StrCat(DataTypeString(context.input_dtype(i)),
                                  context.input(i).shape().DebugString()));
  }
  return absl::StrCat("(", absl::StrJoin(shapes, ";"), ")");
}

std::string OpKernel::TraceString(const OpKernelContext& context, bool verbose) const {
  const std::string trace = absl::StrCat(name(), ":", type_string());
  return verbose ? absl::StrCat(trace, "#shape=", ShapeTraceString(context), "#") : trace;
}

KernelFacets OpKernel::Facets() { return {}; }

KernelFacets AsyncOpKernel::Facets() {
  KernelFacets facets;
  facets.async = this;
  return facets;
}

void AsyncOpKernel::Compute(OpKernelContext* context) {
  const auto signal = std::make_shared<DoneSignal>();
  {
    auto ticket = std::make_shared<DoneSignal::Ticket>(signal);
    DoneCallback done = [ticket] { ticket->Call(); };
    ticket.reset();
    try {
      ComputeAsync(context, std::move(done));
    } catch (...) {
      done = nullptr;
      signal->Wait();  // another thread may still use the context
      throw;
    }
  }
  const int calls = signal->Wait();
  if (calls == 1) return;
  context->SetStatus(absl::InternalError(
      calls == 0
          ? "ComputeAsync ended without calling `done`: call it on every path; OP_REQUIRES "
            "has a form for this, OP_REQUIRES_ASYNC"
          : "ComputeAsync called `done` more than once: after the first call the context may "
            "be gone; return behind each call"));
}

}  // namespace opgraft
