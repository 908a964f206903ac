// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A window over the last columns of a stream, read to be run (it slides in place) and read as it
// is: both have the same outputs and states. tests/conformance/cases/openvino holds one against
// OpenVINO.
#include <map>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::TextNet;
using Ints = std::vector<int64_t>;

constexpr int64_t kChannels = 16;
constexpr int64_t kAdded = 3;  // columns a step

// How a filter keeps its window.
struct Form {
  std::string name;
  std::string cut;       // the type of the layer that cuts
  std::string data;      // its attributes
  std::vector<Ints> at;  // its other inputs; the one number of an empty list is the axis
  bool is_past = false;  // it cuts what ReadValue gives
  bool is_rows = false;  // [batch, columns, channels] and not [batch, channels, columns]
  std::string batch = "1";
  std::string added = "3";
  int64_t columns = 150;
  int outputs = 1;
  int port = 0;         // the output of `cut` that is assigned
  bool is_kept = true;  // as a cache
};
std::ostream& operator<<(std::ostream& out, const Form& form) { return out << form.name; }

int64_t AxisOf(const Form& form) { return form.is_rows ? 1 : 2; }
TensorShape ShapeOf(const Form& form, int64_t batch, int64_t columns) {
  return form.is_rows ? TensorShape({batch, columns, kChannels})
                      : TensorShape({batch, kChannels, columns});
}

// Parameters n0 x, n1 the init, n2 what is added to the joined columns; results: what was joined,
// what was cut, the sum.
class Filter {
 public:
  explicit Filter(const Form& form) : form_(form) {
    const int x = Parameter(Text(form.added)), init = Parameter(Text(absl::StrCat(form.columns)));
    const int bias = Parameter("?,?,?");
    const int past =
        net_.Add("ReadValue",
                 absl::StrCat(R"(variable_id="w" variable_type="f32" variable_shape=")",
                              Text(absl::StrCat(form.columns)), "\""),
                 {init}, "opset6");
    std::string cut = form.is_past ? Cut(past) : "";
    const int joined =
        net_.AddFrom("Concat", absl::StrCat("axis=\"", AxisOf(form) - 3, "\""),
                     {form.is_past ? cut : absl::StrCat(past), absl::StrCat(x)}, "opset1", 1);
    if (!form.is_past) cut = Cut(joined);
    net_.AddFrom("Assign", R"(variable_id="w")", {form.is_past ? absl::StrCat(joined) : cut},
                 "opset6", 0);
    net_.Add("Result", "", {joined});
    net_.AddFrom("Result", "", {cut}, "opset1", 0);
    net_.Add("Result", "", {net_.Add("Add", R"(auto_broadcast="none")", {joined, bias})});
  }

  absl::StatusOr<LoadedIr> Read(IrUse use) const { return ParseIr(net_.Text(), bytes_, {}, use); }

 private:
  std::string Text(const std::string& columns) const {
    return form_.is_rows ? absl::StrCat(form_.batch, ",", columns, ",", kChannels)
                         : absl::StrCat(form_.batch, ",", kChannels, ",", columns);
  }
  int Parameter(const std::string& shape) {
    return net_.Add("Parameter", absl::StrCat("element_type=\"f32\" shape=\"", shape, "\""), {});
  }
  int Numbers(const Ints& numbers) {
    const bool is_axis = numbers.empty();
    const Ints values = is_axis ? Ints{AxisOf(form_)} : numbers;
    const size_t offset = bytes_.size(), size = values.size() * sizeof(int64_t);
    bytes_.append(reinterpret_cast<const char*>(values.data()), size);
    const bool is_scalar = is_axis && form_.cut == "Split";
    return net_.Constant("i64", is_scalar ? "" : absl::StrCat(values.size()).c_str(),
                         static_cast<int64_t>(offset), static_cast<int64_t>(size));
  }
  std::string Cut(int from) {
    std::vector<std::string> inputs = {absl::StrCat(from)};
    for (const Ints& numbers : form_.at) inputs.push_back(absl::StrCat(Numbers(numbers)));
    const int cut = net_.AddFrom(form_.cut, form_.data, inputs,
                                 form_.cut == "Slice" ? "opset8" : "opset1", form_.outputs);
    return absl::StrCat(cut, ":", form_.port);
  }

  const Form form_;
  TextNet net_;
  std::string bytes_;
};

constexpr int64_t kEnd = INT64_MAX;

std::vector<Form> Forms() {
  std::vector<Form> forms;
  const auto add = [&](Form form) { forms.push_back(std::move(form)); };
  const std::vector<Ints> last = {{-150}, {kEnd}, {1}, {}};
  add({"Slice", "Slice", "", last});
  add({"SliceOfRows", "Slice", "", last, false, true});
  add({"SliceByPlaces", "Slice", "", {{3}, {153}, {1}, {}}});
  add({"SliceOfPast", "Slice", "", {{3}, {kEnd}, {1}, {}}, true});
  add({"SliceOfPastRows", "Slice", "", {{-147}, {150}, {1}, {}}, true, true});
  add({"AnyBatch", "Slice", "", last, false, false, "?"});
  add({"AnyCount", "Slice", "", last, false, false, "1", "?"});
  add({"AnyCountOfRows", "Slice", "", last, false, true, "1", "?"});
  const std::string ends = R"(begin_mask="1,1,0" end_mask="1,1,1" new_axis_mask="0,0,0" )"
                           R"(shrink_axis_mask="0,0,0" ellipsis_mask="0,0,0")";
  add({"StridedSlice", "StridedSlice", ends, {{0, 0, -150}, {0, 0, 0}, {1, 1, 1}}});
  add({"StridedSliceOfRows",
       "StridedSlice",
       R"(begin_mask="1,0" end_mask="1,1")",
       {{0, 3}, {0, 0}, {1, 1}},
       false,
       true});
  add({"StridedSliceWithEllipsis",
       "StridedSlice",
       R"(begin_mask="0,0" end_mask="0,1" ellipsis_mask="1,0")",
       {{0, 3}, {0, 0}, {1, 1}}});
  add({"StridedSliceOfMiddleWithEllipsis",
       "StridedSlice",
       R"(begin_mask="0,0,0" end_mask="0,1,1" ellipsis_mask="1,0,0")",
       {{0, -150, 0}, {0, 0, kEnd}, {1, 1, 1}},
       false,
       true});
  add({"Split", "Split", R"(num_splits="2")", {{}}, false, false, "1", "150", 150, 2, 1});
  add({"VariadicSplit", "VariadicSplit", "", {{}, {3, 150}}, false, false, "1", "3", 150, 2, 1});
  add({"VariadicSplitOfPast", "VariadicSplit", "", {{}, {3, -1}}, true, true, "1", "3", 150, 2, 1});
  add({"NotTheLast", "Slice", "", {{1}, {151}, {1}, {}}, false, false, "1", "3"});
  add({"TheFirstPart", "Split", R"(num_splits="2")", {{}}, false, false, "1", "150", 150, 2});
  add({"Small", "Slice", "", {{-20}, {kEnd}, {1}, {}}, false, false, "1", "3", 20, 1, 0, false});
  return forms;
}

class WindowLayers : public ::testing::TestWithParam<Form> {
 protected:
  const Form form_ = GetParam();
  std::mt19937 random_{11};

  uint32_t Draw(uint32_t count) { return static_cast<uint32_t>(random_()) % count; }
  Tensor Floats(const TensorShape& shape) {
    Tensor tensor(DT_FLOAT, shape);
    for (int64_t i = 0; i < tensor.NumElements(); ++i)
      tensor.flat<float>()(i) = static_cast<float>(Draw(1000)) / 500 - 1;
    return tensor;
  }
  // One that the sum does not take: the run fails.
  std::vector<NamedTensor> Feeds(int64_t batch, bool is_wrong = false) {
    const int64_t added = form_.added == "?" ? 1 + Draw(5) : std::stoll(form_.added);
    const int64_t joined = (form_.is_past ? form_.columns - kAdded : form_.columns) + added;
    return {{"n0", Floats(ShapeOf(form_, batch, added))},
            {"n1", Floats(ShapeOf(form_, batch, form_.columns))},
            {"n2", Floats(ShapeOf(form_, batch, joined + (is_wrong ? 1 : 0)))}};
  }
};

TEST_P(WindowLayers, AreFoundAsOneOrCopied) {
  const auto ir = Filter(form_).Read(IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  std::map<std::string, int> ops;
  for (int id = 0; id < ir->graph.num_nodes(); ++id) ++ops[ir->graph.node(id).op()];
  EXPECT_EQ(ops["OpenVINO>RowsOfCache"], form_.is_kept ? 1 : 0);
  EXPECT_EQ(ops["OpenVINO>AppendToCache"], form_.is_kept ? 1 : 0);
  EXPECT_EQ(ops["ReadValue"], form_.is_kept ? 0 : 1);
}

// Random steps: states that are set, reset, saved and loaded, forks, runs that fail.
TEST_P(WindowLayers, HaveTheOutputsAndStatesOfLayersThatCopy) {
  std::vector<InferRequest> requests, forks;
  for (const IrUse use : {IrUse::kRun, IrUse::kEdit}) {
    const auto ir = Filter(form_).Read(use);
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    requests.push_back(model->CreateRequest());
  }
  std::vector<std::pair<Tensor, Tensor>> kept;
  int64_t batch = 1;
  for (int step = 0; step < 250 && !HasFailure(); ++step) {
    const uint32_t action = Draw(20);
    if (action == 0) {
      for (InferRequest& request : requests) ASSERT_TRUE(request.reset_state().ok());
      batch = form_.batch == "?" ? 1 + Draw(2) : 1;
    } else if (action == 1) {
      const Tensor value = Floats(ShapeOf(form_, batch, form_.columns));
      for (InferRequest& request : requests) ASSERT_TRUE(request.state("w")->set(value).ok());
    } else if (action == 2) {
      const auto saved = requests[0].SerializeState();
      ASSERT_TRUE(saved.ok()) << saved.status();
      ASSERT_TRUE(requests[0].ParseState(*saved).ok());
    } else if (action == 3) {
      std::vector<InferRequest> now;
      for (InferRequest& request : requests) now.push_back(*request.Fork());
      std::swap(forks, now);
    } else if (action == 4 && !forks.empty()) {
      std::swap(requests, forks);
      const auto state = requests[1].state("w");
      if (state->is_set()) batch = state->get().dim_size(0);
    } else {
      const bool is_wrong = action == 5;
      const std::vector<NamedTensor> feeds = Feeds(batch, is_wrong);
      const auto outputs = requests[0].Run(feeds), expected = requests[1].Run(feeds);
      ASSERT_EQ(outputs.ok(), !is_wrong) << outputs.status();
      ASSERT_EQ(expected.ok(), !is_wrong) << expected.status();
      for (int i = 0; !is_wrong && i < 3; ++i) {
        ASSERT_EQ((*outputs)[i].shape(), (*expected)[i].shape()) << i;
        EXPECT_TRUE((*outputs)[i].Identical((*expected)[i])) << i;
        if (step % 10 == 0) kept.emplace_back((*outputs)[i], *(*expected)[i].DeepCopy());
      }
    }
    const auto state = requests[0].state("w"), expected = requests[1].state("w");
    ASSERT_EQ(state->is_set(), expected->is_set());
    ASSERT_TRUE(state->get().Identical(expected->get()));
  }
  for (const auto& [output, value] : kept) EXPECT_TRUE(output.Identical(value));
}

INSTANTIATE_TEST_SUITE_P(All, WindowLayers, ::testing::ValuesIn(Forms()),
                         [](const auto& form) { return form.param.name; });

}  // namespace
}  // namespace opgraft
