// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/python_kernel.h"

#include <array>
#include <cstring>
#include <deque>
#include <memory>

#include "absl/strings/str_cat.h"
#include "framework/kernel/global_registry.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/op_kernel.h"
#include "python/extension/arrays.h"
#include "python/extension/attr_values.h"
#include "python/extension/python_error.h"

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

// A registration is made by a function without arguments, so there is one for each number.
constexpr size_t kMaxKernels = 256;
// Under the GIL. Never shrinks, nor is destroyed: the interpreter ends before static objects do.
auto& slots = *new std::array<std::unique_ptr<PythonKernelSpec>, kMaxKernels>;
size_t num_slots = 0;

class PythonKernel : public OpKernel {
 public:
  PythonKernel(OpKernelConstruction* context, size_t slot) : OpKernel(context), slot_(slot) {}

  void Compute(OpKernelContext* context) override {
    const nb::gil_scoped_acquire gil;
    try {
      const absl::Status status = Call(context);
      if (!status.ok()) context->CtxFailure(status);
    } catch (nb::python_error& error) {
      error.restore();
      context->CtxFailure(TakeKernelError());
    }
  }

 private:
  // The exception that is set; the run's own will name it as its cause.
  absl::Status TakeKernelError() const {
    return absl::InternalError(
        absl::StrCat("the Python function raised ", TakePythonError(/*is_cause=*/true)));
  }

  absl::Status Call(OpKernelContext* context) const {
    const PythonKernelSpec& spec = *slots[slot_];
    nb::list inputs;
    for (int i = 0; i < context->num_inputs(); ++i) {
      // What keeps its memory counts: the function may keep the array.
      PyObject* const array = ShareAsArray(context->input(i), /*writeable=*/false);
      if (array == nullptr) return TakeKernelError();
      inputs.append(nb::steal(array));
    }
    nb::dict attrs;
    for (const std::string& name : spec.attrs) {
      const AttrValue* const value = properties().attrs.Find(name);
      if (value != nullptr) attrs[name.c_str()] = AttrToPython(*value);
    }
    const nb::object function = spec.function;  // it may be replaced meanwhile
    const nb::object results =
        nb::steal(PyObject_Call(function.ptr(), nb::tuple(inputs).ptr(), attrs.ptr()));
    if (!results.is_valid()) return TakeKernelError();
    return PutResults(results, context);
  }

  absl::Status PutResults(const nb::object& results, OpKernelContext* context) const {
    const int wanted = context->num_outputs();
    if (wanted == 1 && !nb::isinstance<nb::tuple>(results) && !nb::isinstance<nb::list>(results))
      return PutOutput(0, results, context);
    if (wanted == 0 && results.is_none()) return absl::OkStatus();
    const nb::object row = nb::steal(PySequence_Tuple(results.ptr()));
    if (!row.is_valid()) return TakeKernelError();
    const nb::tuple values = nb::borrow<nb::tuple>(row);
    // One output may be given as a list of its rows.
    if (wanted == 1 && values.size() != 1) return PutOutput(0, results, context);
    if (values.size() != static_cast<size_t>(wanted)) {
      return absl::InternalError(absl::StrCat("the Python function gives ", values.size(),
                                              " values, the op has ", wanted, " outputs"));
    }
    for (int i = 0; i < wanted; ++i) {
      absl::Status status = PutOutput(i, nb::borrow(values[static_cast<size_t>(i)]), context);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status PutOutput(int i, const nb::object& value, OpKernelContext* context) const {
    Tensor tensor;
    if (!ToTensor(value.ptr(), output_type(i), absl::StrCat("output_", i), &tensor))
      return TakeKernelError();
    if (!DataTypeCanUseMemcpy(tensor.dtype())) {
      context->set_output(i, tensor);
      return absl::OkStatus();
    }
    Tensor* output = nullptr;
    absl::Status status = context->allocate_output(i, tensor.shape(), &output);
    if (status.ok() && tensor.TotalBytes() > 0)
      std::memcpy(output->data(), tensor.data(), tensor.TotalBytes());
    return status;
  }

  const size_t slot_;
};

template <size_t kSlot>
void Describe(KernelDescription& kernel) {
  const PythonKernelSpec& spec = *slots[kSlot];
  KernelDefBuilder& builder = kernel.Name(spec.op.c_str()).Device(DEVICE_CPU);
  for (const auto& [attr, types] : spec.constraints) builder.TypeConstraint(attr.c_str(), types);
  kernel.SetClass(
      "a Python function",
      [](OpKernelConstruction* context) -> OpKernel* { return new PythonKernel(context, kSlot); },
      {spec.file.c_str(), spec.line});
}

using Describer = void (*)(KernelDescription& kernel);

template <size_t... kSlots>
constexpr std::array<Describer, sizeof...(kSlots)> DescribersOf(std::index_sequence<kSlots...>) {
  return {&Describe<kSlots>...};
}
constexpr std::array<Describer, kMaxKernels> kDescribers =
    DescribersOf(std::make_index_sequence<kMaxKernels>());

// Replaces a kernel of the same op and constraints.
bool Replace(PythonKernelSpec* spec) {
  for (size_t i = 0; i < num_slots; ++i) {
    if (slots[i]->is_refused || slots[i]->op != spec->op ||
        slots[i]->constraints != spec->constraints)
      continue;
    slots[i]->function = std::move(spec->function);
    slots[i]->attrs = std::move(spec->attrs);
    return true;
  }
  return false;
}

}  // namespace

absl::Status RegisterPythonKernel(PythonKernelSpec spec) {
  if (Replace(&spec)) return absl::OkStatus();
  if (num_slots == kMaxKernels) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a process has at most ", kMaxKernels,
                     " kernels in Python; write the next ones in C++: opgraft.compile_op"));
  }
  slots[num_slots] = std::make_unique<PythonKernelSpec>(std::move(spec));
  RegistryGrowth growth;
  absl::Status status = GrowGlobalRegistry(
      "Python",
      [&] {
        // On the process's list for ever, also when it is refused.
        static auto* const registered = new std::deque<std::unique_ptr<RegisteredKernel>>;
        registered->push_back(std::make_unique<RegisteredKernel>(slots[num_slots]->op.c_str(),
                                                                 kDescribers[num_slots]));
        return absl::OkStatus();
      },
      &growth);
  // A refused kernel keeps its slot: numbers are not reused.
  slots[num_slots++]->is_refused = !status.ok();
  return status;
}

}  // namespace opgraft_internal
