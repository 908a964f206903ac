// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/state_store.h"

#include <map>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/runtime/model.h"
#include "framework/runtime/state_file.h"
#include "framework/types/status_macros.h"
#include "gtest/gtest.h"
#include "tests/failing_allocations/fail_each.h"

namespace opgraft {
namespace {

// A resource that can do all: a number.
class Number : public ResourceBase {
 public:
  explicit Number(int start) : value(start) {}
  std::string DebugString() const override { return absl::StrCat("number ", value); }
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override {
    copy->reset(new Number(value));
    return absl::OkStatus();
  }
  absl::Status Serialize(std::string* bytes) const override {
    *bytes = absl::StrCat(value);
    return absl::OkStatus();
  }
  static absl::Status Restore(absl::string_view bytes, Number** resource) {
    int value = 0;
    if (!absl::SimpleAtoi(bytes, &value)) return absl::InvalidArgumentError("no number");
    *resource = new Number(value);
    return absl::OkStatus();
  }
  int value;
};

// A resource that can do nothing.
class Mute : public ResourceBase {
 public:
  std::string DebugString() const override { return "mute"; }
};

// A view of a cell, as a Var is.
class View : public ResourceBase {
 public:
  explicit View(std::shared_ptr<TensorCell> cell) : cell_(std::move(cell)) {}
  static View* OfCell(std::shared_ptr<TensorCell> cell) { return new View(std::move(cell)); }
  std::string DebugString() const override { return "view"; }
  std::shared_ptr<TensorCell> tensor_cell() const override { return cell_; }

 private:
  const std::shared_ptr<TensorCell> cell_;
};

CellKey NumberKey(const std::string& name) { return {"c", ResourceType::Of<Number>().name, name}; }
CellKey ViewKey(const std::string& name) { return {"c", ResourceType::Of<View>().name, name}; }

std::unique_ptr<Model> ModelOf(const std::vector<std::string>& variables) {
  auto model = std::make_unique<Model>();
  for (const std::string& id : variables) {
    VariableInfo info;
    info.id = id;
    info.type = DT_FLOAT;
    info.shape = PartialTensorShape({2});
    info.zero_shape = TensorShape({2});
    model->variable_index[id] = static_cast<int>(model->variables.size());
    model->variables.push_back(info);
    model->cells.push_back(info);
  }
  return model;
}

absl::StatusOr<Tensor> ZeroCounter() { return Tensor::Of<uint32_t>({0, 0, 0, 0, 0, 0}); }

void Count(StateStore* store, const std::string& id) {
  ASSERT_TRUE(store->opened()
                  ->UpdateCounter(CellKey::OfCounter(id), ZeroCounter,
                                  [](Tensor* t) { ++t->flat<uint32_t>()(0); })
                  .ok());
}

// What a store is to hold, one text a cell. The reference of a transaction is a copy of the map.
using Contents = std::map<std::string, std::string>;

Contents ContentsOf(StateStore* store) {
  Contents contents;
  for (int v = 0; v < store->size(); ++v) {
    if (store->is_set(v))
      contents["variable " + store->spec(v).id] = store->value(v).SummarizeValue(-1);
  }
  EXPECT_TRUE(store->opened()
                  ->ForEach([&](const CellKey& key, const OpenedCell& cell) {
                    const std::string name = absl::StrCat(key.type, " ", key.name);
                    if (cell.tensor != nullptr) {
                      contents[name] = cell.tensor->value().SummarizeValue(-1);
                    } else {
                      contents[name] = cell.object == nullptr ? "number " + cell.bytes
                                                              : cell.object->DebugString();
                    }
                    return absl::OkStatus();
                  })
                  .ok());
  return contents;
}

// Does random things to a store and to a map of texts, and compares them after each.
class RandomWalk {
 public:
  explicit RandomWalk(uint32_t seed)
      : random_(seed),
        model_(ModelOf({"u", "v"})),
        store_(std::make_unique<StateStore>(&model_->cells)) {}

  void Run(int turns) {
    for (int turn = 0; turn < turns && !::testing::Test::HasFailure(); ++turn) {
      SCOPED_TRACE(turn);
      Pick(10) < 7 ? OneRun() : Between();
      ASSERT_EQ(ContentsOf(store_.get()), contents_);
    }
  }

 private:
  int Pick(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  std::string Name() { return std::string(1, static_cast<char>('a' + Pick(3))); }

  void OneRun() {
    const Contents before = contents_;
    store_->BeginRun();
    staged_.clear();
    for (int i = Pick(6); i > 0; --i) Step();
    if (Pick(3) > 0) {
      store_->Commit();
      for (const auto& [id, text] : staged_) contents_["variable " + id] = text;
      return;
    }
    store_->Rollback();
    // Resources are not rolled back.
    const std::string resource = ResourceType::Of<Number>().name + " ";
    Contents after;
    for (const auto& entry : before) {
      if (entry.first.rfind(resource, 0) != 0) after.insert(entry);
    }
    for (const auto& entry : contents_) {
      if (entry.first.rfind(resource, 0) == 0) after.insert(entry);
    }
    contents_ = std::move(after);
  }

  void Step() {
    switch (Pick(6)) {
      case 0:
        return Stage();
      case 1:
        return WriteTensor();
      case 2:
        return CountUp();
      case 3:
        return ChangeNumber();
      case 4:
        return MakeView();
      default:
        return RemoveOne();
    }
  }

  void Stage() {
    const int v = Pick(2);
    const Tensor value = Tensor::Of({1.0f * static_cast<float>(Pick(9)), 2.0f});
    ASSERT_TRUE((Pick(2) == 0 ? store_->StageShared(v, value) : store_->StageCopy(v, value)).ok());
    EXPECT_TRUE(store_->is_staged(v));
    staged_[store_->spec(v).id] = value.SummarizeValue(-1);
  }

  void Write(TensorCell* cell, const std::string& name) {
    const float value = static_cast<float>(Pick(100));
    (*cell->Write())->flat<float>()(Pick(2)) = value;
    contents_[name] = cell->value().SummarizeValue(-1);
  }
  void WriteTensor() {
    const std::string id = Name();
    const auto cell = store_->OpenTensor(id, DT_FLOAT, {2});
    ASSERT_TRUE(cell.ok());
    Write(*cell, "#tensor " + id);
  }
  void MakeView() {
    const std::string id = Name();
    const std::string name = ViewKey(id).type + " " + id;
    auto own = std::make_shared<TensorCell>(Tensor::Of({0.0f, 0.0f}));
    const bool is_new = contents_.count(name) == 0;
    ASSERT_EQ(store_->opened()->Create(ViewKey(id), core::RefCountPtr<ResourceBase>(new View(own))),
              is_new);
    const auto view = store_->opened()->Find(ViewKey(id), ResourceType::Of<View>().makers);
    ASSERT_TRUE(view.ok());
    Write((*view)->tensor_cell().get(), name);
  }
  void CountUp() {
    const std::string id = Name();
    Count(store_.get(), id);
    uint32_t count = 0;
    std::string& text = contents_["#counter " + id];
    (void)absl::SimpleAtoi(text.substr(0, text.find(' ')), &count);
    text = absl::StrCat(count + 1, " 0 0 0 0 0");
  }
  void ChangeNumber() {
    const std::string id = Name();
    const CellKey key = NumberKey(id);
    auto found = store_->opened()->Find(key, ResourceType::Of<Number>().makers);
    ASSERT_TRUE(found.ok()) << found.status();
    const int value = Pick(100);
    if (*found == nullptr) {
      ASSERT_TRUE(
          store_->opened()->Create(key, core::RefCountPtr<ResourceBase>(new Number(value))));
    } else {
      static_cast<Number*>(found->get())->value = value;
    }
    contents_[key.type + " " + id] = absl::StrCat("number ", value);
  }
  void RemoveOne() {
    const CellKey keys[] = {NumberKey(Name()), ViewKey(Name()), CellKey::OfTensor(Name()),
                            CellKey::OfCounter(Name())};
    const CellKey& key = keys[Pick(4)];
    EXPECT_EQ(store_->opened()->Remove(key), contents_.erase(key.type + " " + key.name) > 0);
  }

  void Between() {
    switch (Pick(5)) {
      case 0:
        store_->ResetAll();
        return contents_.clear();
      case 1:
        return Fork();
      case 2:
        return SaveAndLoad();
      case 3:
        return store_->Trim();
      default: {
        const int v = Pick(2);
        store_->Reset(v);
        contents_.erase("variable " + store_->spec(v).id);
      }
    }
  }
  // Goes on with the fork; the original keeps what it had.
  void Fork() {
    auto fork = std::make_unique<StateStore>(&model_->cells);
    ASSERT_TRUE(fork->CopyFrom(*store_).ok());
    store_.swap(fork);
    const Contents before = contents_;
    OneRun();
    EXPECT_EQ(ContentsOf(fork.get()), before);
  }
  void SaveAndLoad() {
    const auto bytes = WriteState(*model_, *store_);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    const Contents before = contents_;
    OneRun();
    const absl::Status loaded = ReadState(*bytes, *model_, store_.get(), nullptr);
    ASSERT_TRUE(loaded.ok()) << loaded;
    contents_ = before;
  }

  std::mt19937 random_;
  const std::unique_ptr<Model> model_;
  std::unique_ptr<StateStore> store_;
  Contents contents_;
  std::map<std::string, std::string> staged_;
};

TEST(StateStore, HoldsWhatAMapHoldsAfterRandomRunsResetsForksAndFiles) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    RandomWalk(seed).Run(100);
    if (HasFailure()) return;
  }
}

TEST(StateStore, SaysWhyACellCannotBeOpened) {
  const auto model = ModelOf({"v"});
  StateStore store(&model->cells);
  ASSERT_TRUE(store.OpenTensor("x", DT_FLOAT, {2}).ok());
  EXPECT_EQ(store.OpenTensor("x", DT_FLOAT, {2}).value()->value().SummarizeValue(-1), "0 0");
  EXPECT_EQ(store.OpenTensor("x", DT_INT32, {2}).status(),
            absl::InvalidArgumentError("cell 'x' is float[2], not int32[2]"));
  EXPECT_EQ(store.OpenTensor("x", DT_FLOAT, {}).status(),
            absl::InvalidArgumentError("cell 'x' is float[2], not float[]"));
  EXPECT_EQ(store.OpenTensor("v", DT_FLOAT, {2}).status(),
            absl::InvalidArgumentError("cell 'v' is a variable of ReadValue and Assign"));
}

TEST(StateStore, NamesTheResourceThatCannotBeForkedOrSaved) {
  const auto model = ModelOf({});
  StateStore store(&model->cells), fork(&model->cells);
  Count(&fork, "kept");
  ASSERT_TRUE(store.opened()->Create({"c", ResourceType::Of<Mute>().name, "n"},
                                     core::RefCountPtr<ResourceBase>(new Mute)));
  EXPECT_EQ(fork.CopyFrom(store),
            absl::UnimplementedError("resource c/n/opgraft::(anonymous namespace)::Mute cannot be "
                                     "copied: its class offers no Clone"));
  EXPECT_EQ(ContentsOf(&fork), Contents({{"#counter kept", "1 0 0 0 0 0"}}));
  EXPECT_EQ(WriteState(*model, store).status(),
            absl::UnimplementedError("resource c/n/opgraft::(anonymous namespace)::Mute cannot be "
                                     "saved: its class offers no Serialize"));
}

TEST(StateStore, NamesTheResourceThatCannotComeBack) {
  StateStore store;
  std::map<CellKey, OpenedCell> cells;
  cells[{"c", ResourceType::Of<Mute>().name, "n"}].bytes = "x";
  store.opened()->Replace(std::move(cells));
  const auto found = store.opened()->Find({"c", ResourceType::Of<Mute>().name, "n"},
                                          ResourceType::Of<Mute>().makers);
  EXPECT_EQ(found.status(), absl::UnimplementedError(
                                "resource c/n/opgraft::(anonymous namespace)::Mute was loaded; "
                                "its class offers no Restore"));
}

TEST(StateStore, KeepsWhatOthersHoldOfATensorThatIsWritten) {
  StateStore store;
  TensorCell* const cell = *store.OpenTensor("x", DT_FLOAT, {1});
  const Tensor kept = cell->value();
  store.BeginRun();
  (*cell->Write())->flat<float>()(0) = 5;
  EXPECT_EQ(kept.flat<float>()(0), 0);
  EXPECT_EQ(cell->value().flat<float>()(0), 5);
  store.Commit();
}

// As a kernel that assigns an input to a variable, and one that adds to the variable.
TEST(StateStore, KeepsWhatOthersHoldOfATensorThatIsWrittenAgain) {
  StateStore store;
  TensorCell* const cell = *store.OpenTensor("x", DT_FLOAT, {1});
  const Tensor input = Tensor::Of({3.0f});
  store.BeginRun();
  **cell->Write() = input;
  (*cell->Write())->flat<float>()(0) += 1;
  EXPECT_EQ(input.flat<float>()(0), 3);
  EXPECT_EQ(cell->value().flat<float>()(0), 4);
  store.Rollback();
  EXPECT_EQ(cell->value().flat<float>()(0), 0);
}

TEST(StateStore, GivesTensorsThatAreLentMemoryOfTheirOwn) {
  StateStore store;
  TensorCell* const lent = *store.OpenTensor("lent", DT_FLOAT, {1});
  TensorCell* const other = *store.OpenTensor("other", DT_FLOAT, {1});
  const Tensor feed = Tensor::Of({3.0f}), constant = Tensor::Of({4.0f});
  store.BeginRun();
  EXPECT_FALSE(store.opened()->has_changes());
  **lent->Write() = feed;
  **other->Write() = constant;
  EXPECT_TRUE(store.opened()->has_changes());
  const auto is_lent = [&](const Tensor& value) { return value.SharesBufferWith(feed); };
  ASSERT_TRUE(store.opened()->CopyLent(is_lent).ok());
  store.Commit();
  EXPECT_FALSE(lent->value().SharesBufferWith(feed));
  EXPECT_EQ(lent->value().flat<float>()(0), 3);
  EXPECT_TRUE(other->value().SharesBufferWith(constant));
}

// All that a run may do to opened cells; whatever allocation fails, the rollback needs none.
absl::Status DoAll(StateStore* store) {
  const auto start = []() -> absl::StatusOr<Tensor> { return Tensor::Of({7.0f}); };
  OpenedCells& cells = *store->opened();
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell * made, cells.OpenTensor(CellKey::OfTensor("made"), start));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor * value, made->Write());
  value->flat<float>()(0) = 8;
  const ResourceMakers makers = ResourceType::Of<View>().makers;
  OPGRAFT_RETURN_IF_ERROR(cells.Find(ViewKey("seen"), makers).status());
  OPGRAFT_ASSIGN_OR_RETURN(value, cells.FindTensor(ViewKey("seen"))->Write());
  value->flat<float>()(0) = 9;
  cells.Remove(ViewKey("removed"));
  cells.Create(ViewKey("removed"),
               core::RefCountPtr<ResourceBase>(new View(std::make_shared<TensorCell>())));
  cells.RemoveContainer("c");
  return absl::OkStatus();
}

TEST(StateStore, RollsBackWhateverAllocationHasFailed) {
  const auto model = ModelOf({});
  auto store = std::make_unique<StateStore>(&model->cells);
  Contents before;
  FailEach all;
  all.prepare = [&] {
    store = std::make_unique<StateStore>(&model->cells);
    for (const char* name : {"seen", "removed"}) {
      auto* const view = new View(std::make_shared<TensorCell>(Tensor::Of({1.0f})));
      store->opened()->Create(ViewKey(name), core::RefCountPtr<ResourceBase>(view));
    }
    before = ContentsOf(store.get());
  };
  all.call = [&]() -> absl::Status {
    store->BeginRun();
    absl::Status status;
    try {
      status = DoAll(store.get());
    } catch (const std::bad_alloc&) {
      status = absl::ResourceExhaustedError("");
    }
    store->Rollback();
    return status;
  };
  all.check = [&] { EXPECT_EQ(ContentsOf(store.get()), before); };
  EXPECT_GT(all.Run("all"), 10);
  EXPECT_EQ(ContentsOf(store.get()), before);
}

// A view that somebody holds after its cell or its request is gone is a tensor of its own.
TEST(TensorCell, OutlivesItsStore) {
  auto cell = std::make_shared<TensorCell>(Tensor::Of({1.0f}));
  {
    StateStore store;
    ASSERT_TRUE(
        store.opened()->Create(ViewKey("v"), core::RefCountPtr<ResourceBase>(new View(cell))));
  }
  (*cell->Write())->flat<float>()(0) = 2;
  EXPECT_EQ(cell->value().flat<float>()(0), 2);
}

// --- Files from strangers ---

TEST(StateStore, RefusesCellsThatNoStoreWrites) {
  struct Case {
    CellKey key;
    CellKind kind;
    Tensor value;
  };
  const std::string name = "'/x/#counter'";
  for (const Case& c : std::vector<Case>{
           {CellKey::OfCounter("x"), CellKind::kCounter, Tensor::Of<uint32_t>({1})},
           {CellKey::OfCounter("x"), CellKind::kCounter, Tensor::Of<int32_t>({1, 2, 3, 4, 5, 6})},
           {CellKey::OfCounter("x"), CellKind::kTensor, *ZeroCounter()},
       }) {
    const auto model = ModelOf({});
    StateStore store;
    std::map<CellKey, OpenedCell> cells;
    cells[c.key].kind = c.kind;
    cells[c.key].tensor = std::make_shared<TensorCell>(c.value);
    store.opened()->Replace(std::move(cells));
    const auto bytes = WriteState(*model, store);
    ASSERT_TRUE(bytes.ok());
    EXPECT_EQ(
        ReadState(*bytes, *model, &store, nullptr),
        absl::InvalidArgumentError("the kind of cell " + name + " is not known to this version"));
  }
}

}  // namespace
}  // namespace opgraft
