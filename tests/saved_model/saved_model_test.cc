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
#include "absl/strings/str_join.h"
#include "framework/kernel/cancellation.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "opgraft/proto/saved_model.pb.h"
#include "saved_model/saved_model_file.h"

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

TEST(SavedModelTest, TellsHowFarItIsAndEndsWhenItIsCancelled) {
  std::vector<std::string> phases;
  double restored = 0;
  SavedModelOptions options;
  options.import.progress = [&](absl::string_view phase, double done) {
    if (phases.empty() || phases.back() != phase) phases.emplace_back(phase);
    if (phase == "restoring variables") restored = done;
  };
  ASSERT_TRUE(LoadSavedModel(kCounter, options).ok());
  EXPECT_EQ(absl::StrJoin(phases, ", "),
            "reading, parsing, checking, inferring shapes, restoring variables, checking, "
            "inferring shapes");
  EXPECT_GT(restored, 0);
  EXPECT_LE(restored, 1);
  for (const std::string& at : phases) {
    CancellationManager manager;
    options.import.cancellation_manager = &manager;
    options.import.progress = [&](absl::string_view phase, double done) {
      if (phase == at && (done > 0 || phase != "restoring variables")) manager.StartCancel();
    };
    const absl::Status status = LoadSavedModel(kCounter, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << at << ": " << status;
  }
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

std::string Repeat(absl::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all.append(text.data(), text.size());
  return all;
}

// Each file has a few million bytes and would take a hundred times as many.
TEST_F(Damaged, MessagesAreCountedBeforeTheyAreMade) {
  const std::string model = Read("saved_model.pb");
  const absl::string_view meta_graph("\x12\0", 2), unknown("\x7a\0", 2);
  for (const absl::string_view field : {meta_graph, unknown}) {
    Write("saved_model.pb", model + Repeat(field, 1'000'000));
    const absl::Status status = LoadSavedModel(folder_).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
  }
  fs::remove(folder_ + "/saved_model.pb");
  for (const absl::string_view field : {"node {} ", "library { function {} } "}) {
    Write("saved_model.pbtxt",
          absl::StrCat("meta_graphs { meta_info_def { tags: 'serve' } graph_def { ",
                       Repeat(field, 100'000), "} }"));
    const absl::Status status = LoadSavedModel(folder_).status();
    EXPECT_TRUE(absl::StrContains(status.message(), "have no name")) << status;
  }
}

TEST_F(Damaged, SignaturesAreLimited) {
  SavedModel model;
  ASSERT_TRUE(model.ParseFromString(Read("saved_model.pb")));
  SavedModelOptions options;
  options.import.limits.max_signatures = model.meta_graphs(0).signature_def_size();
  EXPECT_TRUE(LoadSavedModel(folder_, options).ok());
  --options.import.limits.max_signatures;
  EXPECT_TRUE(absl::StrContains(Error(options, folder_), "ImportLimits::max_signatures"));
}

TEST_F(Damaged, ManyTagsAreNotAllNamed) {
  SavedModel model;
  for (int i = 0; i < 30; ++i)
    model.add_meta_graphs()->mutable_meta_info_def()->add_tags(absl::StrCat("tag", i));
  Write("saved_model.pb", model.SerializeAsString());
  const std::string error = Error({}, folder_);
  EXPECT_TRUE(absl::StrContains(error, "'tag18' and 'tag19' and 10 more")) << error;
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
  EXPECT_TRUE(absl::StrContains(status.message(), "'none' is not a tensor")) << status;
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

// As builders of TensorFlow 1 write them.
TEST_F(Damaged, AssetsOfACollectionAreReadIfThereAreNoOthers) {
  SavedModel model;
  ASSERT_TRUE(model.ParseFromString(Read("saved_model.pb")));
  MetaGraphDef* const meta = model.mutable_meta_graphs(0);
  auto* const collection =
      (*meta->mutable_collection_def())["saved_model_assets"].mutable_any_list();
  AssetFileDef asset;
  asset.mutable_tensor_info()->set_name("saver_filename:0");
  asset.set_filename("voc.txt");
  auto* const packed = collection->add_value();
  packed->set_type_url("type.googleapis.com/tensorflow.AssetFileDef");
  packed->set_value(asset.SerializeAsString());
  const auto read = [&] {
    Write("saved_model.pb", model.SerializeAsString());
    return opgraft_internal::ReadSavedModel(folder_, {"serve"}, {});
  };
  auto file = read();
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->assets.size(), 1);
  EXPECT_EQ(file->assets[0].first, "saver_filename:0");
  EXPECT_EQ(file->assets[0].second, folder_ + "/assets/voc.txt");
  AssetFileDef* const other = meta->add_asset_file_def();
  other->mutable_tensor_info()->set_name("other:0");
  other->set_filename("other.txt");
  file = read();
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->assets.size(), 1);
  EXPECT_EQ(file->assets[0].first, "other:0");
}

// Text writes them by the names of their types, of which none is known here.
TEST_F(Damaged, MessagesOfACollectionArePassedOverInText) {
  fs::remove(folder_ + "/saved_model.pb");
  const std::string text = ReadFrom("tests/saved_model/data/counter.pbtxt");
  const std::string graphs = "meta_graphs {";
  const size_t at = text.find(graphs);
  ASSERT_NE(at, std::string::npos);
  Write(
      "saved_model.pbtxt",
      absl::StrCat(text.substr(0, at + graphs.size()),
                   " collection_def { key: 'saved_model_assets' value { any_list { value { "
                   "[type.googleapis.com/tensorflow.AssetFileDef] { filename: 'voc.txt' } } } } } ",
                   text.substr(at + graphs.size())));
  const CompiledModel model = Load({}, folder_);
  InferRequest request = model.CreateRequest();
  EXPECT_EQ(Add(&request, 1, 2), "count 11, sum 1 2");
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
