// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/check_kernel.h"

#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <set>
#include <thread>  // NOLINT: plain threads, to be as unlike the runtime's as can be

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/checked_call.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/op/op_registry.h"
#include "framework/op/shape_function_report.h"
#include "framework/op/shape_function_watch.h"
#include "framework/op/shape_inference.h"
#include "testing/check_registrations.h"
#include "testing/compare_tensors.h"
#include "testing/guarded_tensor.h"
#include "testing/random_node.h"
#include "testing/shape_inference_test_op.h"

namespace opgraft {
namespace {

using Outputs = absl::StatusOr<std::vector<Tensor>>;

constexpr int kThreads = 2;
constexpr int kCallsPerThread = 8;
// A kernel that accepts fewer than one in so many random inputs was hardly checked.
constexpr int kEnough = 10;

// The bytes of a kernel's object, as far as the allocator knows them.
std::string BytesOf(OpKernel* kernel) {
  void* const object = dynamic_cast<void*>(kernel);
  return std::string(static_cast<const char*>(object), malloc_usable_size(object));
}

// "" or where two results differ.
std::string Difference(const Outputs& got, const Outputs& expected) {
  if (got.ok() != expected.ok())
    return absl::StrCat("one call failed: ", (got.ok() ? expected : got).status().message());
  if (!got.ok()) return "";
  for (size_t i = 0; i < expected->size(); ++i) {
    const std::string difference = CompareTensors((*got)[i], (*expected)[i]);
    if (!difference.empty()) return absl::StrCat("output ", i, ": ", difference);
  }
  return "";
}

// What lies around the inputs of a call, and in its outputs.
struct Surroundings {
  uint8_t fill = 0x5A;
  uint8_t poison = CheckedCall::kPoisons[0];
};

// One call with guarded inputs and fenced outputs, and what can be seen of it afterwards.
class GuardedCall {
 public:
  GuardedCall(const std::vector<Tensor>& inputs, const Surroundings& around) : around_(around) {
    for (const Tensor& input : inputs) inputs_.emplace_back(input, around.fill);
  }
  Outputs Run(OpKernel* kernel, ResourceMgr* resources) {
    std::vector<Tensor> tensors;
    for (const GuardedTensor& input : inputs_) tensors.push_back(input.tensor());
    StandaloneKernelCall call(kernel, tensors, resources, nullptr);
    tensors.clear();
    CheckedCall checked(around_.poison);
    const absl::Status status = call.Run();
    checked.End();
    std::vector<Tensor> outputs = call.outputs();
    fault_ = checked.FindFault(kernel->properties(), outputs);
    if (!status.ok()) return status;
    // Outputs may share an input's buffer; copies do not, so whoever still holds one is the kernel.
    for (Tensor& output : outputs) output = output.DeepCopy().value_or(output);
    return outputs;
  }
  const std::deque<GuardedTensor>& inputs() const { return inputs_; }
  // Where the kernel wrote beside its outputs and temporaries; "" if nowhere.
  const std::string& fault() const { return fault_; }

 private:
  const Surroundings around_;
  std::deque<GuardedTensor> inputs_;
  std::string fault_;
};

// Checks the kernels of one op.
class Checker {
 public:
  Checker(absl::string_view op, const CheckKernelOptions& options)
      : options_(options), registry_(KernelRegistry::Global()), op_name_(op) {}

  KernelCheckReport Run() {
    const absl::StatusOr<const OpRegistrationData*> op = registry_->ops().LookUp(op_name_);
    if (!op.ok()) {
      report_.findings.emplace_back(
          (registry_->errors().ok() ? op.status() : registry_->errors()).message());
      return report_;
    }
    op_ = *op;
    bool any = false;
    for (const KernelRegistration* kernel : registry_->KernelsOf(op_name_)) {
      if (kernel->spec.device != DEVICE_CPU && kernel->spec.device != DEVICE_DEFAULT) continue;
      any = true;
      CheckOne(*kernel);
    }
    if (!any) report_.findings.push_back(absl::StrCat(op_name_, " has no CPU kernel"));
    return report_;
  }

 private:
  void CheckOne(const KernelRegistration& kernel) {
    found_.clear();
    subject_ = kernel.spec.DebugString();
    const int accepted_before = report_.accepted;
    RandomNodeMaker maker(op_, options_.attrs, options_.input_shapes, options_.seed);
    for (int i = 0; i < options_.calls_per_kernel; ++i) {
      const auto node = maker.MakeNode(kernel.spec);
      const auto inputs = node.ok() ? MakeInputs(**node, &maker) : node.status();
      if (!inputs.ok()) return Found("cannot be checked", std::string(inputs.status().message()));
      CheckCall(kernel, *node, *inputs);
    }
    if (found_.empty()) CheckAccepted(report_.accepted - accepted_before);
  }

  absl::StatusOr<std::vector<Tensor>> MakeInputs(const NodeProperties& node,
                                                 RandomNodeMaker* maker) {
    RandomNodeMaker::MakeHandle make_handle;
    if (options_.make_input != nullptr) {
      make_handle = [this](int input) { return options_.make_input(input, &resources_); };
    }
    resources_.Clear();
    return maker->MakeInputs(node, make_handle);
  }

  // Says so if the kernel was hardly tried.
  void CheckAccepted(int accepted) {
    if (accepted >= options_.calls_per_kernel / kEnough) return;
    const std::string count = accepted == 0 ? "none" : absl::StrCat("only ", accepted);
    Found(accepted == 0 ? "was not checked" : "was hardly checked",
          absl::StrCat(count, " of ", options_.calls_per_kernel, " random inputs ",
                       accepted > 1 ? "were" : "was", " accepted; the last error: ", last_refusal_,
                       ". Give CheckKernelOptions::input_shapes or attrs"));
  }

  void CheckCall(const KernelRegistration& registration,
                 const std::shared_ptr<const NodeProperties>& node,
                 const std::vector<Tensor>& inputs) {
    Describe(*node, inputs);
    std::vector<PartialTensorShape> promised;
    if (!InferShapes(*node, inputs, &promised)) return;
    auto kernel = ConstructKernel(registration, node, nullptr, &resources_);
    if (!kernel.ok()) return Refused(kernel.status());

    const std::string before = BytesOf(kernel->get());
    GuardedCall call(inputs, {});
    const Outputs outputs = call.Run(kernel->get(), &resources_);
    const bool inputs_changed = CheckInputs(call.inputs());
    if (!call.fault().empty()) return Found("writes beside its memory", "it " + call.fault());
    if (!outputs.ok()) return Refused(outputs.status());
    ++report_.accepted;
    if (!options_.may_write_members && BytesOf(kernel->get()) != before) {
      Found("writes its own members in Compute",
            "one kernel serves all runs and threads; set members in the constructor only, keep "
            "state in a resource or a variable");
    }
    CheckShapes(*outputs, promised);
    // An input that changes explains every difference.
    if (IsRepeatable(*node) && !inputs_changed) CheckRepeats(kernel->get(), inputs, outputs);
  }

  // False if the shape function refuses the inputs.
  bool InferShapes(const NodeProperties& node, const std::vector<Tensor>& inputs,
                   std::vector<PartialTensorShape>* promised) {
    promised->assign(node.output_types.size(), PartialTensorShape());
    if (op_->shape_inference_fn == nullptr) return true;
    std::vector<PartialTensorShape> shapes;
    for (const Tensor& input : inputs) shapes.emplace_back(input.shape());
    shape_inference::InputFacts facts;
    for (size_t i = 0; i < inputs.size(); ++i) {
      facts.shapes.push_back(&shapes[i]);
      facts.tensors.push_back(&inputs[i]);
    }
    shape_inference::InferenceContext context(node, facts);
    const ShapeFunctionWatch watch;
    const absl::Status status = context.Run(op_->shape_inference_fn);
    if (!status.ok()) {
      Refused(status);
      return false;
    }
    CheckShapeFunction(node, watch.notes());
    for (size_t i = 0; i < promised->size(); ++i)
      (*promised)[i] = context.OutputShape(static_cast<int>(i));
    return true;
  }

  void CheckShapeFunction(const NodeProperties& node, const ShapeFunctionNotes& notes) {
    for (int output : notes.unset_outputs)
      Found("has an output of no shape", UnsetOutputText(node, output));
    if (notes.ignored.empty() || options_.may_ignore_shape_errors) return;
    Found("has a shape function that drops an error",
          absl::StrCat(notes.ignored.front(),
                       ". Return it (TF_RETURN_IF_ERROR), or if the call is only a try, set "
                       "CheckKernelOptions::may_ignore_shape_errors"));
  }

  // True if an input was written.
  bool CheckInputs(const std::deque<GuardedTensor>& inputs) {
    bool changed = false;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].elements_changed()) {
        changed = true;
        Found("writes into its input",
              absl::StrCat("input ", i, " changed; use forward_input_or_allocate_output or copy"));
      }
      if (inputs[i].guards_changed()) Found("writes beside its input", absl::StrCat("input ", i));
      if (inputs[i].is_kept()) {
        Found("keeps a reference to its input",
              absl::StrCat("input ", i, "; its memory then cannot be used again for the next run"));
      }
    }
    return changed;
  }

  void CheckShapes(const std::vector<Tensor>& outputs,
                   const std::vector<PartialTensorShape>& promised) {
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (promised[i].IsCompatibleWith(outputs[i].shape())) continue;
      Found("disagrees with its shape function",
            absl::StrCat("output ", i, " is ", outputs[i].shape().DebugString(),
                         ", the shape function promised ", promised[i].DebugString()));
    }
  }

  void CheckRepeats(OpKernel* kernel, const std::vector<Tensor>& inputs, const Outputs& expected) {
    Surroundings around;
    const std::string again = Difference(Repeat(kernel, inputs, around), expected);
    if (!again.empty()) return Found("gives another result when it runs again", again);
    around.poison = CheckedCall::kPoisons[1];
    if (!CheckPoisoned(*kernel, expected, Repeat(kernel, inputs, around))) return;
    around = {};
    around.fill = static_cast<uint8_t>(~around.fill);
    const std::string beside = Difference(Repeat(kernel, inputs, around), expected);
    if (!beside.empty()) return Found("reads beside its inputs", beside);
    const std::string threads = RunInThreads(kernel, inputs, expected);
    if (!threads.empty()) Found("gives another result when two threads run it", threads);
  }

  Outputs Repeat(OpKernel* kernel, const std::vector<Tensor>& inputs, const Surroundings& around) {
    return GuardedCall(inputs, around).Run(kernel, &resources_);
  }

  // False if the result is another one over another poison. It is compared byte by byte: poison
  // need not be a value of its type.
  bool CheckPoisoned(const OpKernel& kernel, const Outputs& first, const Outputs& second) {
    CallDifference found;
    if (first.ok() && second.ok()) {
      found = FindCallDifference(kernel.properties(), *first, *second);
    } else {
      found.where = Difference(second, first);
    }
    if (found.where.empty()) return true;
    if (found.is_unwritten) {
      Found("leaves its output unwritten", UnwrittenText(found));
    } else {
      Found("reads memory that it has not written",
            absl::StrCat(found.where, " depends on what lay there before"));
    }
    return false;
  }

  std::string RunInThreads(OpKernel* kernel, const std::vector<Tensor>& inputs,
                           const Outputs& expected) {
    std::vector<std::string> differences(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kCallsPerThread && differences[t].empty(); ++i) {
          differences[t] = Difference(RunKernel(kernel, inputs, &resources_), expected);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    const auto first = std::find_if(differences.begin(), differences.end(),
                                    [](const auto& d) { return !d.empty(); });
    return first == differences.end() ? "" : *first;
  }

  // "ZeroOut[T=DT_FLOAT]([2,3])".
  void Describe(const NodeProperties& node, const std::vector<Tensor>& inputs) {
    subject_ = node.Summary(0);
    subject_ = subject_.substr(subject_.find(" = ") + 3);
    subject_ = subject_.substr(0, subject_.rfind('('));
    absl::StrAppend(&subject_, "(",
                    absl::StrJoin(inputs, ", ",
                                  [](std::string* out, const Tensor& t) {
                                    absl::StrAppend(out, t.shape().DebugString());
                                  }),
                    ")");
  }

  // An error that a kernel may give for inputs it does not like, or a fault.
  void Refused(const absl::Status& status) {
    if (status.code() == absl::StatusCode::kInternal)
      return Found("fails", std::string(status.message()));
    ++report_.refused;
    last_refusal_ = std::string(status.message());
  }

  void Found(const std::string& kind, const std::string& what) {
    if (!found_.insert(kind).second) return;
    report_.findings.push_back(absl::StrCat(subject_, " ", kind, ": ", what));
  }

  const CheckKernelOptions& options_;
  const std::shared_ptr<const KernelRegistry> registry_;
  const std::string op_name_;
  const OpRegistrationData* op_ = nullptr;
  ResourceMgr resources_;
  KernelCheckReport report_;
  std::set<std::string> found_;  // kinds, of the kernel at hand
  std::string subject_;
  std::string last_refusal_;
};

}  // namespace

std::string KernelCheckReport::ToString() const {
  return absl::StrCat(absl::StrJoin(findings, "\n"), findings.empty() ? "" : "\n", accepted,
                      " inputs accepted, ", refused, " refused, ", findings.size(), " findings");
}

KernelCheckReport CheckKernel(absl::string_view op, const CheckKernelOptions& options) {
  TellOfCrashes();
  return Checker(op, options).Run();
}

}  // namespace opgraft
