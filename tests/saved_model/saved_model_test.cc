// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/saved_model.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "opgraft/proto/saved_model.pb.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

// Two signatures over two variables: add counts and sums up x; clear sets the sum to zero. The
// checkpoint has a count of 10.
constexpr char kCounter[] = "tests/saved_model/data/counter";

CompiledModel Load(const SavedModelOptions& options = {}, const std::string& folder = kCounter) {
  const absl::StatusOr<LoadedSavedModel> saved = LoadSavedModel(folder, options);
  EXPECT_TRUE(saved.ok()) << saved.status();
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(saved->graph, saved->options);
  EXPECT_TRUE(model.ok()) << model.status();
  return *model;
}

// "count 11, sum 1 2" after a run of add.
std::string Add(InferRequest* request, float x, float y) {
  const auto outputs = request->Run("add", {{"x", Tensor::Of({x, y})}});
  if (!outputs.ok()) return outputs.status().ToString();
  return absl::StrCat("count ", (*outputs)["count"].SummarizeValue(-1), ", sum ",
                      (*outputs)["sum"].SummarizeValue(-1));
}

TEST(SavedModelTest, StartsFromTheCheckpoint) {
  const CompiledModel model = Load();
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
  EXPECT_EQ(Add(&request, 1, 2), "count 12, sum 2 4");
  InferRequest other = model.CreateRequest();
  EXPECT_EQ(Add(&other, 5, 5), "count 11, sum 5 5");
}

TEST(SavedModelTest, ItsVariablesAreStates) {
  const CompiledModel model = Load();
  InferRequest request = model.CreateRequest();
  std::vector<VariableState> states = request.query_state();
  ASSERT_EQ(states.size(), 2u);
  for (const VariableState& state : states) EXPECT_TRUE(state.is_set()) << state.name();
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
  const std::string saved = *request.SerializeState();
  InferRequest fork = *request.Fork();
  EXPECT_EQ(Add(&fork, 1, 1), "count 12, sum 2 3");
  ASSERT_TRUE(request.reset_state().ok());
  EXPECT_EQ(Add(&request, 0, 1), "count 11, sum 0 1");
  ASSERT_TRUE(request.ParseState(saved).ok());
  EXPECT_EQ(Add(&request, 0, 1), "count 12, sum 1 3");
  for (VariableState& state : states) ASSERT_TRUE(state.reset().ok());
  EXPECT_EQ(Add(&request, 7, 7), "count 11, sum 7 7");
}

TEST(SavedModelTest, StatesAreSetWhatTheyCanBe) {
  const CompiledModel model = Load();
  InferRequest request = model.CreateRequest();
  int counts = 0;
  for (VariableState& state : request.query_state()) {
    const DataType type = state.get().dtype();
    EXPECT_FALSE(state.set(Tensor(true)).ok());
    if (type != DT_INT64) continue;
    ++counts;
    ASSERT_TRUE(state.set(Tensor::Scalar(int64_t{41})).ok());
  }
  EXPECT_EQ(counts, 1);
  EXPECT_EQ(Add(&request, 1, 2), "count 42, sum 1 2");
}

// The signature that is not loaded assigns the sum; the one that is assigns both.
TEST(SavedModelTest, ALoadedSignatureIsEnough) {
  SavedModelOptions options;
  options.signatures = {"add"};
  const CompiledModel model = Load(options);
  EXPECT_EQ(model.num_signatures(), 1);
  EXPECT_EQ(model.input_name(0), "x");
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
}

std::string Error(const SavedModelOptions& options, const std::string& folder = kCounter) {
  const absl::Status status = LoadSavedModel(folder, options).status();
  EXPECT_FALSE(status.ok());
  return status.ToString();
}

TEST(SavedModelTest, SaysWhichSignaturesAndTagsThereAre) {
  SavedModelOptions options;
  options.signatures = {"ad"};
  EXPECT_TRUE(absl::StrContains(Error(options), "there are 'add', 'clear'")) << Error(options);
  options.signatures = {};
  options.tags = {"train"};
  EXPECT_TRUE(absl::StrContains(Error(options), "there are 'serve'")) << Error(options);
  EXPECT_TRUE(absl::StrContains(Error({}, "no/such"), "no/such/saved_model.pb"));
}

// A copy of the folder, to be changed.
class Damaged : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(testing::TempDir(), "/damaged_",
                           testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/variables");
    for (const char* name : {"saved_model.pb", "variables/variables.index",
                             "variables/variables.data-00000-of-00001"}) {
      Write(name, ReadFrom(absl::StrCat(kCounter, "/", name)));
    }
  }
  static std::string ReadFrom(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  std::string Read(const std::string& name) { return ReadFrom(folder_ + "/" + name); }
  void Write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << bytes;
  }

  std::string folder_;
};

TEST_F(Damaged, ACheckpointThatIsCutOffIsDataLoss) {
  const std::string data = Read("variables/variables.data-00000-of-00001");
  Write("variables/variables.data-00000-of-00001", data.substr(0, 10));
  EXPECT_EQ(LoadSavedModel(folder_).status().code(), absl::StatusCode::kDataLoss);
  Write("variables/variables.data-00000-of-00001", std::string(data.size(), 'x'));
  EXPECT_EQ(LoadSavedModel(folder_).status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(Damaged, NoBytesOfTheGraphEndTheProcess) {
  const std::string bytes = Read("saved_model.pb");
  for (size_t i = 0; i < bytes.size(); i += 97) {
    Write("saved_model.pb", bytes.substr(0, i));
    EXPECT_FALSE(LoadSavedModel(folder_).ok()) << i;
  }
}

// As TensorFlow prints it, fields that are not read included.
TEST_F(Damaged, WithTextForBytesIsTheSameModel) {
  fs::remove(folder_ + "/saved_model.pb");
  const std::string text = ReadFrom("tests/saved_model/data/counter.pbtxt");
  Write("saved_model.pbtxt", text);
  const CompiledModel model = Load({}, folder_);
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
  Write("saved_model.pbtxt", text.substr(0, text.size() / 2));
  const absl::Status status = LoadSavedModel(folder_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(status.message(), "saved_model.pbtxt: line ")) << status;
}

// Names of other ports are passed over.
TEST_F(Damaged, PartsOfACompositeArePorts) {
  SavedModel model;
  ASSERT_TRUE(model.ParseFromString(Read("saved_model.pb")));
  auto* const outputs =
      (*model.mutable_meta_graphs(0)->mutable_signature_def())["add"].mutable_outputs();
  const TensorInfo count = outputs->at("count"), sum = outputs->at("sum");
  TensorInfo::CooSparse* const sparse = (*outputs)["count"].mutable_coo_sparse();
  sparse->set_indices_tensor_name(count.name());
  sparse->set_values_tensor_name(sum.name());
  sparse->set_dense_shape_tensor_name(count.name());
  (*outputs)["count_1"] = count;
  TensorInfo nested;
  *nested.mutable_composite_tensor()->add_components() = sum;
  *(*outputs)["sum"].mutable_composite_tensor()->add_components() = nested;
  Write("saved_model.pb", model.SerializeAsString());
  const CompiledModel compiled = Load({}, folder_);
  InferRequest request = compiled.CreateRequest();
  const auto given = request.Run("add", {{"x", Tensor::Of({1.0f, 2.0f})}});
  ASSERT_TRUE(given.ok()) << given.status();
  for (const char* port : {"count", "count_1", "count_3"})
    EXPECT_EQ((*given)[port].SummarizeValue(-1), "11") << port;
  for (const char* port : {"count_2", "sum"})
    EXPECT_EQ((*given)[port].SummarizeValue(-1), "1 2") << port;
}

TEST_F(Damaged, AnOutputThatIsNothingIsNotServed) {
  SavedModel model;
  ASSERT_TRUE(model.ParseFromString(Read("saved_model.pb")));
  (*(*model.mutable_meta_graphs(0)->mutable_signature_def())["add"].mutable_outputs())["none"];
  Write("saved_model.pb", model.SerializeAsString());
  SavedModelOptions options;
  options.signatures = {"add"};
  const absl::Status status = LoadSavedModel(folder_, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_TRUE(absl::StrContains(status.message(), "'none' is no tensor")) << status;
  EXPECT_TRUE(LoadSavedModel(folder_).ok());
}

TEST_F(Damaged, AnAssetMayNotLeadOutOfTheFolder) {
  SavedModel model;
  ASSERT_TRUE(model.ParseFromString(Read("saved_model.pb")));
  AssetFileDef* const asset = model.mutable_meta_graphs(0)->add_asset_file_def();
  asset->mutable_tensor_info()->set_name("saver_filename:0");
  for (const char* name : {"../secret", "a/../../secret", "/etc/passwd", ""}) {
    asset->set_filename(name);
    Write("saved_model.pb", model.SerializeAsString());
    const absl::Status status = LoadSavedModel(folder_).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_TRUE(absl::StrContains(status.message(), "does not lie in the folder")) << status;
  }
}

// As Keras saves a stateful LSTM: the restore function fills copies of the variables, and only the
// object graph says that `count` and `sum` are what the checkpoint has.
class RestoresCopies : public Damaged {
 protected:
  using BoundInputs = google::protobuf::RepeatedField<int32_t>;

  void SetUp() override {
    Damaged::SetUp();
    ASSERT_TRUE(model_.ParseFromString(Read("saved_model.pb")));
    GraphDef graph;
    ASSERT_TRUE(graph.ParseFromString(meta()->graph_def()));
    for (const char* name : {"count", "sum"}) {
      for (NodeDef& node : *graph.mutable_node()) {
        if (node.name() == meta()->saver_def().restore_op_name()) Rename(name, &node);
      }
      for (int i = 0; i < graph.node_size(); ++i) {
        if (graph.node(i).name() != name) continue;
        NodeDef copy = graph.node(i);
        copy.set_name(absl::StrCat("copy_of_", name));
        (*copy.mutable_attr())["shared_name"].set_s(copy.name());
        *graph.add_node() = copy;
        break;
      }
    }
    meta()->set_graph_def(graph.SerializeAsString());
    Save();
  }
  static void Rename(const std::string& name, NodeDef* node) {
    for (std::string& input : *node->mutable_input()) {
      if (input == name) input = absl::StrCat("copy_of_", name);
    }
  }
  MetaGraphDef* meta() { return model_.mutable_meta_graphs(0); }
  void Save() { Write("saved_model.pb", model_.SerializeAsString()); }
  // Sets which objects all functions capture.
  void Bind(const std::vector<int32_t>& objects) {
    for (auto& function : *meta()->mutable_object_graph_def()->mutable_concrete_functions()) {
      *function.second.mutable_bound_inputs() = BoundInputs(objects.begin(), objects.end());
    }
    Save();
  }

  SavedModel model_;
};

TEST_F(RestoresCopies, VariablesStartFromTheCheckpoint) {
  const CompiledModel model = Load({}, folder_);
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(request.query_state().size(), 2u);
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
}

TEST_F(RestoresCopies, WithoutAnObjectAVariableHasNoValue) {
  Bind({});
  const CompiledModel model = Load({}, folder_);
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(request.Run("add", {{"x", Tensor::Of({1.0f, 2.0f})}}).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(RestoresCopies, AnObjectGraphThatLiesIsInvalid) {
  const struct {
    std::vector<int32_t> objects;
    const char* error;
  } kLies[] = {
      {{2, 1}, "value of type"},
      {{1, 1000}, "no object 1000; it has 10"},
      {{-1, 2}, "no object -1"},
      {{INT32_MIN, INT32_MAX}, "no object"},
      {{1, 2, 1, 2}, "has 3 inputs, the function that it calls captures 4"},
  };
  SavedModelOptions options;
  options.signatures = {"add"};
  for (const auto& lie : kLies) {
    Bind(lie.objects);
    const absl::Status status = LoadSavedModel(folder_, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << lie.error;
    EXPECT_TRUE(absl::StrContains(status.message(), lie.error)) << status;
  }
}

}  // namespace
}  // namespace opgraft
