// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The layers of a cache, read to be run (they grow in place) and read as they are: both have the
// same outputs and states. tests/conformance holds whole models against OpenVINO.
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/state_edits.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "openvino/transforms.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::TextNet;

constexpr int64_t kHeads = 2;  // of the caches
constexpr int64_t kDepth = 3;

// How a decoder layer is built.
struct Form {
  bool has_pick = true;
  int64_t shared = 2;  // heads of queries a head of the cache; 1: no layers between
  std::string mode = "bidirectional";
  std::vector<int64_t> target = {1, 1, 2, 1, 1};  // of the Broadcast
  bool has_mask = false;
  const char* mask_type = "f32";
  bool has_init = true;     // of no rows; without one a variable begins with none as well
  const char* batch = "?";  // of the variables
};

// Parameters n0 q, n1 k, n2 v, n3 beams, (n4 mask); results: the attention, all keys, their shape.
class Decoder {
 public:
  explicit Decoder(const Form& form) {
    const int64_t heads = kHeads * form.shared;
    const int q = Parameter(absl::StrCat("?,", heads, ",?,", kDepth), "f32");
    const int k = Parameter(absl::StrCat("?,", kHeads, ",?,", kDepth), "f32");
    const int v = Parameter(absl::StrCat("?,", kHeads, ",?,", kDepth), "f32");
    const int beams = Parameter("?", "i32");
    const int mask = form.has_mask ? Parameter("?,1,?,?", form.mask_type) : -1;
    std::vector<int> attends = {q};
    int keys = -1;
    for (const auto& [name, rows] : {std::pair("keys", k), {"values", v}}) {
      const int cache = Cache(form, name, rows, beams);
      if (keys < 0) keys = cache;
      attends.push_back(form.shared == 1 ? cache : Shared(form, cache, heads));
    }
    if (form.has_mask) attends.push_back(mask);
    Result(net_.Add("ScaledDotProductAttention", R"(causal="false")", attends, "opset13"));
    Result(keys);
    Result(net_.Add("ShapeOf", R"(output_type="i64")", {keys}, "opset3"));
  }

  absl::StatusOr<LoadedIr> Read(IrUse use) const { return ParseIr(net_.Text(), bytes_, {}, use); }

 private:
  int Parameter(const std::string& shape, const char* type) {
    return net_.Add("Parameter", absl::StrCat("shape=\"", shape, "\" element_type=\"", type, "\""),
                    {});
  }
  void Result(int from) { net_.Add("Result", "", {from}); }
  int Ints(const std::vector<int64_t>& values, bool is_scalar = false) {
    const size_t offset = bytes_.size(), size = values.size() * sizeof(int64_t);
    bytes_.append(reinterpret_cast<const char*>(values.data()), size);
    return net_.Constant("i64", is_scalar ? "" : absl::StrCat(values.size()).c_str(),
                         static_cast<int64_t>(offset), static_cast<int64_t>(size));
  }
  int Cache(const Form& form, const std::string& name, int rows, int beams) {
    const std::string shape = absl::StrCat("1,", kHeads, ",0,", kDepth);
    const std::string id = absl::StrCat("variable_id=\"", name, "\"");
    std::vector<int> init;
    if (form.has_init) init.push_back(net_.Constant("f32", shape.c_str(), 0, 0));
    int past = net_.Add("ReadValue",
                        absl::StrCat(id, " variable_type=\"f32\" variable_shape=\"", form.batch,
                                     ",", kHeads, ",?,", kDepth, "\""),
                        init, "opset6");
    if (form.has_pick)
      past = net_.Add("Gather", R"(batch_dims="0")", {past, beams, Ints({0}, true)}, "opset8");
    const int joined = net_.Add("Concat", R"(axis="-2")", {past, rows});
    net_.Add("Assign", id, {joined}, "opset6");
    return joined;
  }
  int Shared(const Form& form, int cache, int64_t heads) {
    const int wide = net_.Add("Unsqueeze", "", {cache, Ints({2})});
    const int all = net_.Add("Broadcast", absl::StrCat("mode=\"", form.mode, "\""),
                             {wide, Ints(form.target)}, "opset3");
    return net_.Add("Reshape", R"(special_zero="true")", {all, Ints({0, heads, -1, kDepth})});
  }

  TextNet net_;
  std::string bytes_;
};

std::map<std::string, int> OpsOf(const LoadedIr& ir) {
  std::map<std::string, int> counts;
  for (int id = 0; id < ir.graph.num_nodes(); ++id) ++counts[ir.graph.node(id).op()];
  return counts;
}

// A model in two forms, with a request of each.
class Pair {
 public:
  explicit Pair(const Form& form) {
    const Decoder decoder(form);
    for (const IrUse use : {IrUse::kRun, IrUse::kEdit}) {
      const auto ir = decoder.Read(use);
      EXPECT_TRUE(ir.ok()) << ir.status();
      const auto model = CompiledModel::Compile(ir->graph, ir->options);
      EXPECT_TRUE(model.ok()) << model.status();
      requests_.push_back(model->CreateRequest());
    }
  }

  InferRequest& operator[](size_t i) { return requests_[i]; }
  std::vector<InferRequest>& requests() { return requests_; }

  // Runs both; true if both succeed.
  bool Run(const std::vector<NamedTensor>& feeds) {
    const auto outputs = requests_[0].Run(feeds), expected = requests_[1].Run(feeds);
    EXPECT_EQ(outputs.ok(), expected.ok()) << outputs.status() << expected.status();
    if (!outputs.ok() || !expected.ok()) return false;
    for (int i = 0; i < expected->size(); ++i) ExpectNear((*outputs)[i], (*expected)[i]);
    return true;
  }
  void ExpectSameStates() {
    for (const char* name : {"keys", "values"}) {
      const auto state = requests_[0].state(name), expected = requests_[1].state(name);
      EXPECT_EQ(state->is_set(), expected->is_set());
      EXPECT_TRUE(state->get().Identical(expected->get()))
          << state->get().DebugString() << expected->get().DebugString();
    }
  }

 private:
  static void ExpectNear(const Tensor& value, const Tensor& expected) {
    ASSERT_EQ(value.shape(), expected.shape());
    if (value.dtype() != DT_FLOAT) {
      EXPECT_TRUE(value.Identical(expected));
      return;
    }
    for (int64_t i = 0; i < value.NumElements(); ++i) {
      const float number = value.flat<float>()(i), wanted = expected.flat<float>()(i);
      if (std::isnan(wanted) && std::isnan(number)) continue;
      ASSERT_NEAR(number, wanted, 1e-5) << i;
    }
  }

  std::vector<InferRequest> requests_;
};

class Feeder {
 public:
  explicit Feeder(const Form& form) : form_(form) {}

  Tensor Floats(const TensorShape& shape) {
    Tensor tensor(DT_FLOAT, shape);
    for (int64_t i = 0; i < tensor.NumElements(); ++i)
      tensor.flat<float>()(i) = static_cast<float>(random_() % 1000) / 500 - 1;
    return tensor;
  }
  // So many rows for the beams named.
  std::vector<NamedTensor> Feeds(int64_t count, const std::vector<int>& beams) {
    const auto batch = static_cast<int64_t>(beams.size());
    Tensor picks(DT_INT32, {batch});
    for (int64_t i = 0; i < batch; ++i) picks.flat<int>()(i) = beams[static_cast<size_t>(i)];
    std::vector<NamedTensor> feeds = {{"n0", Floats({batch, kHeads * form_.shared, count, kDepth})},
                                      {"n1", Floats({batch, kHeads, count, kDepth})},
                                      {"n2", Floats({batch, kHeads, count, kDepth})},
                                      {"n3", picks}};
    if (!form_.has_pick) feeds.pop_back();
    return feeds;
  }
  uint32_t Draw(uint32_t count) { return static_cast<uint32_t>(random_()) % count; }

 private:
  const Form form_;
  std::mt19937 random_{3};
};

TEST(CacheLayers, BecomeNodesThatPassTheCacheOnAsItLies) {
  const auto ir = Decoder(Form()).Read(IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  std::map<std::string, int> ops = OpsOf(*ir);
  EXPECT_EQ(ops["OpenVINO>ReadCache"], 2);
  EXPECT_EQ(ops["OpenVINO>PickFromCache"], 2);
  EXPECT_EQ(ops["OpenVINO>AppendToCache"], 2);
  EXPECT_EQ(ops["OpenVINO>CacheAttention"], 1);
  EXPECT_EQ(ops["OpenVINO>ShapeOfCache"], 1);
  EXPECT_EQ(ops["Assign"], 2);
  EXPECT_EQ(ops["OpenVINO>FromCache"], 1);  // a result is all keys
  EXPECT_EQ(ops["ReadValue"] + ops["Concat"] + ops["OpenVINO>Broadcast"] + ops["OpenVINO>Reshape"],
            0);
  const auto plain = Decoder(Form()).Read(IrUse::kEdit);
  ASSERT_TRUE(plain.ok()) << plain.status();
  ops = OpsOf(*plain);
  EXPECT_EQ(ops["ReadValue"], 2);
  EXPECT_EQ(ops["OpenVINO>ReadCache"] + ops["OpenVINO>CacheAttention"], 0);
}

// What is made of a cache's shape is known as far as the variable's and the rows' shapes tell.
TEST(CacheLayers, TellTheShapeThatTheyMayHave) {
  TextNet net;
  const int rows = net.Add("Parameter", R"(shape="1,4,?,8" element_type="f32")", {});
  const int other = net.Add("Parameter", R"(shape="?" element_type="f32")", {});
  const int init = net.Constant("f32", "1,4,0,8", 0, 0);
  const int past =
      net.Add("ReadValue", R"(variable_id="c" variable_type="f32" variable_shape="?,4,?,8")",
              {init}, "opset6");
  const int all = net.Add("Concat", R"(axis="2")", {past, rows});
  net.AddFrom("Assign", R"(variable_id="c")", {absl::StrCat(all)}, "opset6", 0);
  const int shape = net.Add("ShapeOf", R"(output_type="i64")", {all}, "opset3");
  net.Add("Result", "", {net.Add("Reshape", R"(special_zero="false")", {other, shape})});
  const auto ir = ParseIr(net.Text(), "", {}, IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(OpsOf(*ir)["OpenVINO>ShapeOfCache"], 1);
  const auto tensor = ir->graph.FindTensor(ir->outputs[0].tensor);
  ASSERT_TRUE(tensor.ok()) << tensor.status();
  EXPECT_EQ(ir->graph.node(tensor->node).output_shape(tensor->port).DebugString(), "[1,4,?,8]");
}

// Random steps of each form: several rows at once, beams that permute, repeat, grow and shrink,
// states that are set, reset, trimmed, saved and loaded, runs that fail.
// As MakeStateful makes it of a parameter and a result.
Form WithoutInit() {
  Form form;
  form.has_pick = false;
  form.has_init = false;
  form.batch = "1";
  return form;
}

class CacheLayersOfAForm : public ::testing::TestWithParam<Form> {};

TEST_P(CacheLayersOfAForm, HaveTheOutputsAndStatesOfLayersThatCopy) {
  Feeder feeder(GetParam());
  Pair pair(GetParam());
  int64_t past = 0, batch = 1;
  for (int step = 0; step < 150 && !testing::Test::HasFailure(); ++step) {
    const uint32_t action = feeder.Draw(13);
    if (action == 0) {
      for (InferRequest& request : pair.requests()) ASSERT_TRUE(request.reset_state().ok());
      past = 0;
      batch = 1;
    } else if (action == 1) {
      past = feeder.Draw(5);
      for (const char* name : {"keys", "values"}) {
        const Tensor value = feeder.Floats({batch, kHeads, past, kDepth});
        for (InferRequest& request : pair.requests())
          ASSERT_TRUE(request.state(name)->set(value).ok());
      }
    } else if (action == 2 && past > 1 && pair[0].state("keys")->is_set()) {
      --past;
      for (InferRequest& request : pair.requests())
        for (const char* name : {"keys", "values"})
          ASSERT_TRUE(TrimState(*request.state(name), 2, past).ok());
    } else if (action == 5 && pair[0].state("keys")->is_set()) {
      std::vector<int64_t> beams(static_cast<size_t>(batch));
      for (int64_t& beam : beams) beam = feeder.Draw(static_cast<uint32_t>(batch));
      for (InferRequest& request : pair.requests())
        for (const char* name : {"keys", "values"})
          ASSERT_TRUE(ReorderState(*request.state(name), 0, beams).ok());
    } else if (action == 3) {
      const auto saved = pair[0].SerializeState();
      ASSERT_TRUE(saved.ok()) << saved.status();
      ASSERT_TRUE(pair[0].ParseState(*saved).ok());
    } else if (action == 4) {  // the rows do not fit the queries
      std::vector<NamedTensor> feeds =
          feeder.Feeds(1, std::vector<int>(static_cast<size_t>(batch), 0));
      feeds[2].second = feeder.Floats({batch + 1, kHeads, 1, kDepth});
      EXPECT_FALSE(pair.Run(feeds));
    } else {
      std::vector<int> beams(GetParam().has_pick ? 1 + feeder.Draw(3) : static_cast<size_t>(batch));
      const bool in_order = feeder.Draw(2) == 0 && static_cast<int64_t>(beams.size()) <= batch;
      for (size_t i = 0; i < beams.size(); ++i)
        beams[i] = static_cast<int>(in_order ? i : feeder.Draw(static_cast<uint32_t>(batch)));
      const int64_t count = 1 + feeder.Draw(3);
      ASSERT_TRUE(pair.Run(feeder.Feeds(count, beams)));
      batch = static_cast<int64_t>(beams.size());
      past += count;
    }
    pair.ExpectSameStates();
  }
}

INSTANTIATE_TEST_SUITE_P(All, CacheLayersOfAForm,
                         ::testing::Values(Form(), Form{false}, Form{true, 1},
                                           Form{true, 2, "bidirectional", {2, 1, 1}},
                                           // Rows are repeated too: more than a sharing of heads.
                                           Form{true, 2, "bidirectional", {1, 1, 4, 1, 1}},
                                           Form{true, 4, "bidirectional", {4, 1, 1}},
                                           WithoutInit()));

// The first row of a prompt that is padded on the left sees nothing. What OpenVINO's CPU gives: the
// mean of the values if the mask is of truth values, 0 if it is of floats.
TEST(CacheLayers, GiveFiniteNumbersForRowsThatSeeNothing) {
  Tensor truths(DT_BOOL, {1, 1, 2, 2}), floats(DT_FLOAT, {1, 1, 2, 2});
  for (int i = 0; i < 4; ++i) {
    truths.flat<bool>()(i) = i == 3;
    floats.flat<float>()(i) = i == 3 ? 0 : -std::numeric_limits<float>::infinity();
  }
  for (const Tensor& mask : {truths, floats}) {
    const bool is_bool = mask.dtype() == DT_BOOL;
    Form form;
    form.shared = 1;
    form.has_mask = true;
    form.mask_type = is_bool ? "boolean" : "f32";
    const auto ir = Decoder(form).Read(IrUse::kRun);
    ASSERT_TRUE(ir.ok()) << ir.status();
    EXPECT_EQ(OpsOf(*ir)["OpenVINO>CacheAttention"], 1);
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    std::vector<NamedTensor> feeds = Feeder(form).Feeds(2, {0});
    feeds.emplace_back("n4", mask);
    const auto outputs = request.Run(feeds);
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const auto y = (*outputs)[0].tensor<float, 4>();
    const auto values = feeds[2].second.tensor<float, 4>();
    for (int64_t head = 0; head < kHeads; ++head) {
      for (int64_t i = 0; i < kDepth; ++i) {
        const float mean = (values(0, head, 0, i) + values(0, head, 1, i)) / 2;
        EXPECT_NEAR(y(0, head, 0, i), is_bool ? mean : 0, 1e-6);
        EXPECT_NEAR(y(0, head, 1, i), values(0, head, 1, i), 1e-6);
      }
    }
  }
}

TEST(CacheLayers, OfForksGrowApart) {
  Feeder feeder{Form()};
  Pair pair{Form()};
  ASSERT_TRUE(pair.Run(feeder.Feeds(3, {0})));
  auto fork = pair[0].Fork();
  ASSERT_TRUE(fork.ok()) << fork.status();
  const Tensor before = fork->state("keys")->get();
  ASSERT_TRUE(pair.Run(feeder.Feeds(1, {0})));
  pair.ExpectSameStates();
  EXPECT_TRUE(fork->state("keys")->get().Identical(before));
  const std::vector<NamedTensor> feeds = feeder.Feeds(1, {0});
  ASSERT_TRUE(fork->Run(feeds).ok());
  EXPECT_EQ(fork->state("keys")->get().dim_size(2), 4);
  pair.ExpectSameStates();
}

TEST(CacheLayers, GiveAFetchedCacheThatStays) {
  Feeder feeder{Form()};
  Pair pair{Form()};
  ASSERT_TRUE(pair.Run(feeder.Feeds(2, {0})));
  const auto outputs = pair[0].Run(feeder.Feeds(1, {0}));
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  const Tensor kept = (*outputs)[1], state = pair[0].state("keys")->get();
  EXPECT_TRUE(kept.Identical(state));
  for (int step = 0; step < 30; ++step) ASSERT_TRUE(pair[0].Run(feeder.Feeds(1, {0})).ok());
  EXPECT_EQ(kept.shape(), TensorShape({1, kHeads, 3, kDepth}));
  EXPECT_TRUE(kept.Identical(state));
}

TEST(CacheLayers, RefuseValuesThatTheVariableDoesNotAdmit) {
  Pair pair{Form()};
  const auto state = pair[0].state("keys");
  ASSERT_TRUE(state.ok()) << state.status();
  VariableState keys = *state;
  EXPECT_EQ(keys.set(Tensor(DT_FLOAT, {1, 3, 1, 3})).message(),
            "variable 'keys' is float[?,2,?,3]; got float[1,3,1,3]");
  EXPECT_EQ(keys.set(Tensor(DT_INT32, {1, 2, 1, 3})).message(),
            "variable 'keys' is float[?,2,?,3]; got int32[1,2,1,3]");
  EXPECT_FALSE(keys.is_set());
  EXPECT_EQ(keys.get().shape(), TensorShape({0, 2, 0, 3}));
}

// What is appended is copied as bytes, which strings do not survive.
TEST(CacheLayers, HoldNoStrings) {
  GraphBuilder b;
  const Value init = b.Op("OpenVINO>ToCache", {b.Const(Tensor::Of({1.f}))});
  const Value past = b.Op("OpenVINO>ReadCache", {Input(std::vector<Value>{init})}, "past",
                          {{"variable_id", "texts"},
                           {"variable_type", DT_STRING},
                           {"variable_shape", PartialTensorShape({-1})}});
  b.Op("OpenVINO>AppendToCache", {past, b.Const(Tensor::Of({"a", "b"}))}, "joined", {{"axis", 0}});
  const auto graph = b.Build();
  ASSERT_FALSE(graph.ok());
  EXPECT_NE(graph.status().message().find("variable_type"), std::string::npos) << graph.status();
}

TEST(CacheLayers, AreMadeStatelessOnlyWhenReadForThat) {
  const auto run = Decoder(Form()).Read(IrUse::kRun);
  const auto made = StatefulToStateless(*run);
  EXPECT_EQ(made.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(made.status().message().find("read it with IrUse::kEdit"), std::string::npos)
      << made.status();
}

}  // namespace
}  // namespace opgraft
