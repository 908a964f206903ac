// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/loop_parts.h"
#include "framework/graph/shapes/loop_shapes.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/op/call_site.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/number_tensor.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

using opgraft_internal::CallSite;
using opgraft_internal::FunctionBody;
using Argument = CallSite::Argument;
using Output = CallSite::Output;

// The most nodes of an unrolled model.
constexpr int64_t kMostNodes = 1'000'000;

absl::Status No(absl::string_view why) { return absl::FailedPreconditionError(why); }

// One loop and its iterations as nodes of the model.
//
// Each iteration is a copy of the body's nodes. The call site says what its arguments are:
//
//   carried      the value that the iteration before gave; in the first the loop's input
//   invariant    the loop's input
//   sliced       a Slice of the loop's input: part i in iteration i
//   iteration    a Const i
//
// After the last iteration an output of the loop is the carried value, the last iteration's result,
// or the results of all iterations joined by one ConcatV2. Nodes of the body without inputs are
// copied once and shared. All reasons for which a loop has to stay are checked before the
// first copy is made.
//
// Example: y, parts = Loop[body = f](x, xs) of 2 iterations, where x is carried and xs is sliced:
//
//   x ------------> f's nodes --- x1 ---> f's nodes --- x2 = y
//   Slice(xs, 0) ----^   |    Slice(xs, 1) --^   |
//                      part 0                  part 1          parts = ConcatV2(part 0, part 1)
//
// The copies of node NODE are LOOP/NODE and LOOP/NODE_1.
class LoopUnroller {
 public:
  LoopUnroller(const CallSite& site, std::shared_ptr<const FunctionBody> body, int id, EditedIr* ir)
      : site_(site),
        body_(std::move(body)),
        id_(id),
        name_(ir->draft().editor().data().node(id).name),
        ir_(*ir) {}

  // FAILED_PRECONDITION says why the loop has to stay; the model is then as it was.
  // RESOURCE_EXHAUSTED: it would have too many nodes.
  absl::Status Unroll() {
    OPGRAFT_RETURN_IF_ERROR(Check());
    const absl::Span<const Endpoint> inputs = data().InputsOf(id_);
    current_.assign(inputs.begin(), inputs.end());
    for (int64_t i = 0; i < count_; ++i) OPGRAFT_RETURN_IF_ERROR(AddIteration(i));
    return Replace();
  }

 private:
  opgraft_internal::GraphData& data() { return ir_.draft().editor().data(); }
  Endpoint InputOf(int input) const { return current_[static_cast<size_t>(input)]; }

  absl::Status Check() {
    if (data().node(id_).op->op_def.is_stateful())
      return No("its body holds state, which each iteration would have for itself");
    if (!data().ControlsOf(id_).empty()) return No("it waits for other nodes");
    if (site_.condition.kind != CallSite::Condition::Kind::kNone)
      return No("a condition ends it when it runs");
    opgraft_internal::FoldBudget budget;
    opgraft_internal::ShapeFacts facts(data(), &budget);
    OPGRAFT_ASSIGN_OR_RETURN(const DimRange range,
                             opgraft_internal::IterationsOf(id_, site_, {}, &facts));
    if (!range.is_static()) return No("the number of its iterations is not known");
    count_ = range.min();
    if (count_ == 0) return No("it has no iterations");
    if (count_ > kMostNodes / (body_->graph.num_nodes() + 1) - data().num_nodes()) {
      return absl::ResourceExhaustedError(
          absl::StrCat("its ", count_, " iterations of ", body_->graph.num_nodes(),
                       " nodes would make a model of more than ", kMostNodes));
    }
    for (const Argument& arg : site_.loop_body().args) {
      if (arg.kind == Argument::Kind::kSliced) OPGRAFT_RETURN_IF_ERROR(CheckSliced(arg));
    }
    for (const Output& output : site_.outputs) {
      if (output.kind == Output::Kind::kConcatenated) OPGRAFT_RETURN_IF_ERROR(CheckJoined(output));
    }
    return absl::OkStatus();
  }

  absl::Status CheckSliced(const Argument& arg) {
    const PartialTensorShape& shape =
        data().OutputShape(data().InputsOf(id_)[static_cast<size_t>(arg.input)]);
    const auto axis = AxisOf(arg.slices, shape.dims());
    if (!axis.ok() || !shape.dim(*axis).is_static())
      return No("the shape of what its iterations take parts of is not known");
    OPGRAFT_ASSIGN_OR_RETURN(const opgraft_internal::LoopParts parts,
                             PartsOf(arg.slices, shape.dim_size(*axis)));
    return parts.count >= count_ ? absl::OkStatus()
                                 : No("it has more iterations than there are parts of an input");
  }

  // Parts that lie one behind the other.
  absl::Status CheckJoined(const Output& output) {
    const CallSite::Slices& slices = output.slices;
    const auto parts = PartsOf(slices, count_ * slices.part_size);
    const bool is_dense = slices.stride == slices.part_size || slices.stride == -slices.part_size;
    return parts.ok() && parts->count == count_ && (is_dense || count_ == 1)
               ? absl::OkStatus()
               : No("the parts of an output do not lie one behind the other");
  }

  absl::Status AddIteration(int64_t i) {
    std::vector<Endpoint> args;
    const std::vector<Argument>& wanted = site_.loop_body().args;
    for (size_t k = 0; k < wanted.size(); ++k) {
      if (wanted[k].kind == Argument::Kind::kIteration) {
        args.push_back(Constant("iteration", Number(body_->arg_types[k], i)));
      } else if (wanted[k].kind == Argument::Kind::kSliced) {
        args.push_back(PartOf(wanted[k], i));
      } else {
        args.push_back(InputOf(wanted[k].input));
      }
    }
    OPGRAFT_ASSIGN_OR_RETURN(std::vector<Endpoint> results, CopyBody(args));
    for (const CallSite::Carried& carried : site_.carried) {
      current_[static_cast<size_t>(carried.input)] = results[static_cast<size_t>(carried.result)];
    }
    results_.push_back(std::move(results));
    return absl::OkStatus();
  }

  static Tensor Number(DataType type, int64_t value) {
    return type == DT_INT32 ? Tensor::Scalar(static_cast<int32_t>(value)) : Tensor::Scalar(value);
  }
  Endpoint Constant(absl::string_view end, const Tensor& value) {
    return Add(end, "Const", {}, {{"value", value}, {"dtype", value.dtype()}});
  }
  Endpoint Add(absl::string_view end, const std::string& op, const std::vector<Input>& inputs,
               const GraphDraft::Attrs& attrs) {
    return GraphDraft::EndpointOf(ir_.Add(absl::StrCat(name_, "/", end), op, inputs, attrs));
  }
  Value ValueOf(Endpoint output) { return ir_.draft().ValueOf(output); }

  Endpoint PartOf(const Argument& arg, int64_t i) {
    const Endpoint whole = InputOf(arg.input);
    const PartialTensorShape shape = data().OutputShape(whole);
    const int axis = *AxisOf(arg.slices, shape.dims());
    const int64_t size = shape.dim_size(axis);
    if (size == arg.slices.part_size) return whole;
    std::vector<int64_t> begin(static_cast<size_t>(shape.dims()), 0), sizes(begin.size(), -1);
    begin[static_cast<size_t>(axis)] = PartsOf(arg.slices, size)->BeginOf(i);
    sizes[static_cast<size_t>(axis)] = arg.slices.part_size;
    return Add("part", "Slice",
               {ValueOf(whole), ValueOf(Constant("begin", opgraft_internal::IntsTensor(begin))),
                ValueOf(Constant("size", opgraft_internal::IntsTensor(sizes)))},
               {});
  }

  // The nodes of the body, of these arguments; what it gives. Nodes without inputs are the same in
  // all iterations.
  absl::StatusOr<std::vector<Endpoint>> CopyBody(const std::vector<Endpoint>& args) {
    const Graph& graph = body_->graph;
    std::vector<Endpoint> made(static_cast<size_t>(graph.num_nodes()), Endpoint{-1, 0});
    const auto find = [&](Endpoint output) {
      const Endpoint start = made[static_cast<size_t>(output.node)];
      return Endpoint{start.node, start.port + output.port};
    };
    for (size_t k = 0; k < args.size(); ++k) made[static_cast<size_t>(body_->args[k])] = args[k];
    for (const int32_t id : graph.topological_order()) {
      if (made[static_cast<size_t>(id)].node >= 0) continue;
      const auto shared = shared_.find(id);
      if (shared != shared_.end()) {
        made[static_cast<size_t>(id)] = {shared->second, 0};
        continue;
      }
      OPGRAFT_ASSIGN_OR_RETURN(const int copy, CopyNode(id, find));
      made[static_cast<size_t>(id)] = {copy, 0};
      if (graph.node(id).num_inputs() == 0) shared_[id] = copy;
    }
    std::vector<Endpoint> results;
    for (const Endpoint& ret : body_->rets) results.push_back(find(ret));
    return results;
  }

  template <typename Find>
  absl::StatusOr<int> CopyNode(int32_t id, const Find& find) {
    const opgraft_internal::GraphData& from = GraphEditor::DataOf(body_->graph);
    const opgraft_internal::NodeData& node = from.node(id);
    std::vector<Endpoint> inputs;
    for (const Endpoint& input : from.InputsOf(id)) inputs.push_back(find(input));
    std::vector<int32_t> controls;
    for (const int32_t control : from.ControlsOf(id)) {
      const int32_t copy = find({control, 0}).node;
      if (!absl::c_linear_search(controls, copy)) controls.push_back(copy);
    }
    opgraft_internal::NewNode copy;
    copy.name = ir_.draft().FreeName(absl::StrCat(name_, "/", node.name));
    copy.op = node.op;
    if (node.op->is_function_op) {
      OPGRAFT_ASSIGN_OR_RETURN(copy.op, data().functions.LookUp(node.op->op_def.name()));
    }
    copy.attrs = node.attrs;
    copy.types = node.types;
    copy.inputs = inputs;
    copy.controls = controls;
    const int added = ir_.draft().editor().AddNode(std::move(copy));
    OPGRAFT_RETURN_IF_ERROR(opgraft_internal::ShapeRefiner(&data()).Infer(added));
    return added;
  }

  absl::Status Replace() {
    Endpoint last{-1, 0};
    for (size_t i = 0; i < site_.outputs.size(); ++i) {
      const Output& output = site_.outputs[i];
      Endpoint value{-1, 0};
      if (output.kind == Output::Kind::kConcatenated) {
        value = Joined(output);
      } else if (output.kind == Output::Kind::kCarried) {
        value = InputOf(output.index);
      } else {
        value = results_.back()[static_cast<size_t>(output.index)];
      }
      OPGRAFT_RETURN_IF_ERROR(ir_.Rewire({id_, static_cast<int>(i)}, ValueOf(value)));
      last = value;
    }
    if (last.node < 0) return absl::OkStatus();
    return ir_.Remove(id_, ValueOf(last));
  }

  Endpoint Joined(const Output& output) {
    std::vector<Value> parts;
    for (const std::vector<Endpoint>& results : results_) {
      Value part = ValueOf(results[static_cast<size_t>(output.index)]);
      if (ir_.draft().ShapeOf(part).dims() == 0) {
        part = ValueOf(Add("part", "ExpandDims",
                           {part, ValueOf(Constant("axis", Tensor::Scalar(int32_t{0})))}, {}));
      }
      parts.push_back(part);
    }
    if (output.slices.stride < 0) absl::c_reverse(parts);
    if (parts.size() == 1) return GraphDraft::EndpointOf(parts[0]);
    const Value axis = ValueOf(Constant("axis", Tensor::Scalar(output.slices.axis)));
    return Add("joined", "ConcatV2", {Input(parts), axis}, {});
  }

  const CallSite& site_;
  const std::shared_ptr<const FunctionBody> body_;
  const int id_;
  const std::string name_;
  EditedIr& ir_;
  int64_t count_ = 0;
  std::vector<Endpoint> current_;               // by input: what it has become
  std::vector<std::vector<Endpoint>> results_;  // by iteration
  absl::flat_hash_map<int32_t, int> shared_;    // by node of the body
};

class Unroller {
 public:
  explicit Unroller(EditedIr* ir) : ir_(*ir) {}

  // Loops in copied bodies become new nodes at the end, so they are visited after all others. One
  // loop that stays does not keep others from being unrolled; only if none was is there an error.
  absl::Status Run() {
    for (const int32_t id : ir_.before().topological_order()) OPGRAFT_RETURN_IF_ERROR(Visit(id));
    for (int id = ir_.before().num_nodes(); id < ir_.draft().editor().data().num_nodes(); ++id)
      OPGRAFT_RETURN_IF_ERROR(Visit(id));
    if (count_ > 0) return absl::OkStatus();
    if (kept_.empty()) return No("the model has no loop");
    return No(absl::StrJoin(kept_, "\n"));
  }

 private:
  absl::Status Visit(int id) {
    const opgraft_internal::NodeData& node = ir_.draft().editor().data().node(id);
    if (node.op->role != OpRole::kLoop) return absl::OkStatus();
    const std::string tag = opgraft_internal::NodeTag(node.name, node.op->op_def.name());
    const opgraft_internal::GraphData& data = ir_.draft().editor().data();
    OPGRAFT_ASSIGN_OR_RETURN(
        const CallSite site,
        MakeCallSite(*node.op, {node.op->op_def.name(), node.attrs,
                                static_cast<int>(data.InputsOf(id).size()), data.NumOutputs(id)}));
    OPGRAFT_ASSIGN_OR_RETURN(
        std::shared_ptr<const FunctionBody> body,
        data.functions.Instantiate(site.loop_body().function, site.loop_body().attrs));
    const absl::Status status = LoopUnroller(site, std::move(body), id, &ir_).Unroll();
    if (status.ok()) {
      ++count_;
      return absl::OkStatus();
    }
    const std::string message = absl::StrCat(tag, ": ", status.message());
    if (!absl::IsFailedPrecondition(status)) return absl::Status(status.code(), message);
    kept_.push_back(absl::StrCat(message, "; it stays"));
    return absl::OkStatus();
  }

  EditedIr& ir_;
  int64_t count_ = 0;  // of loops that were unrolled
  std::vector<std::string> kept_;
};

}  // namespace

absl::StatusOr<LoadedIr> UnrollLoops(const LoadedIr& ir) {
  EditedIr edited(ir, "unroll");
  OPGRAFT_RETURN_IF_ERROR(Unroller(&edited).Run());
  return edited.Finish();
}

}  // namespace opgraft
