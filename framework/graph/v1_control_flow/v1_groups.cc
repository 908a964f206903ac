// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr int kNone = -1;

V1Path Rest(const V1Path& path, const V1Path& known) {
  V1Path rest;
  std::set_difference(path.begin(), path.end(), known.begin(), known.end(),
                      std::back_inserter(rest));
  return rest;
}

// Sorts one list of items. Their places in it number them here (entries).
//
// Each entry that is under a condition is put into the group of one: of the conditions that could
// be the outermost of its path, the one that its users want. Then entries run as in any topological
// sort, but those of a group wait until none of its inputs from outside is missing, and run at
// once. If no group can run whole, one runs in part, and another phase of the same condition does
// the rest.
//
//   entries  a {p is 0}   b joins a by p   c {p is 0}, needs d   d {}, needs b
//   phases   [p: a, b]  [d]  [p: c]          c waits for what comes of b, so p has two phases
class PhaseSorter {
 public:
  PhaseSorter(const V1Region& region, const std::vector<int>& items, const V1Path& path,
              const std::vector<Endpoint>& wanted);
  absl::StatusOr<std::vector<V1Phase>> Sort();

 private:
  // A value of an entry that another takes.
  struct Use {
    int user;   // an entry; kNone: it is wanted in the end
    int index;  // of the user's inputs, or of what is wanted
    Endpoint value;
  };
  struct Entry {
    int item = -1;
    V1Path rest;               // what must hold beyond the path
    std::vector<int> allowed;  // conditions that may be the outermost of `rest`
    int demand = kNone;        // the one that users want
    int group = kNone;         // the condition that it runs under, or ends
    std::vector<int> needs;    // entries
    std::vector<int> users;    // entries
    std::vector<Use> uses;     // of its values, aliases seen through
    int waits_for = 0;         // entries that have not run
    bool has_run = false;
    bool is_inner() const { return !rest.empty(); }
  };
  struct Group {
    std::set<int> ready;  // entries
    int blocks = 0;       // uses of what others give that have not run
  };

  const V1Item& item(const Entry& entry) const { return region_.item(entry.item); }
  Entry& at(int i) { return entries_[static_cast<size_t>(i)]; }
  const Entry& at(int i) const { return entries_[static_cast<size_t>(i)]; }
  void AddUse(int user, int index, Endpoint value);
  void AddConditionUses(int user, const V1Path& path);
  void FindAllowed(Entry* entry);
  absl::Status ChooseGroups();
  // Counts what blocks each group, and notes what waits for nothing.
  void BeginGroups();
  absl::Status ChooseGroup(Entry* entry);
  absl::Status Demand(const Entry& user, Entry* needed);
  void ChooseFetchGroup(Entry* entry);
  // Is the use of a value that comes from outside of the user's group?
  bool IsFromOutside(const Entry& user, const Entry& needed) const {
    return user.group != kNone && !(needed.is_inner() && needed.group == user.group);
  }
  void MakeReady(int i);
  void Release(int i);
  void NoteIfReady(int condition);
  int NextGroup() const;
  V1Phase RunPlain();
  V1Phase RunGroup(int condition);
  std::vector<int> Runnable(const std::set<int>& ready) const;
  std::vector<int> NeededByEnds(const std::vector<int>& runnable) const;
  std::vector<Endpoint> FindEscapes(const std::vector<int>& ran) const;

  const V1Region& region_;
  std::vector<Entry> entries_;
  absl::flat_hash_map<int, int> entry_of_;  // by item
  std::set<int> plain_ready_;
  std::map<int, Group> groups_;  // by condition
  // Conditions of the groups that can run in part, and of those that can run whole.
  std::set<int> ready_groups_;
  std::set<int> whole_groups_;
};

PhaseSorter::PhaseSorter(const V1Region& region, const std::vector<int>& items, const V1Path& path,
                         const std::vector<Endpoint>& wanted)
    : region_(region) {
  for (int id : items) {
    Entry entry;
    entry.item = id;
    const V1Item& made = region.item(id);
    entry.rest = Rest(made.path, path);
    for (int needed : made.needs) {
      const auto found = entry_of_.find(needed);
      if (found == entry_of_.end()) continue;
      entry.needs.push_back(found->second);
      at(found->second).users.push_back(static_cast<int>(entries_.size()));
    }
    entry.waits_for = static_cast<int>(entry.needs.size());
    FindAllowed(&entry);
    // A value that may be dead is asked for in the branch that gives it.
    const bool is_asked_for = made.kind == V1Item::Kind::kFetch && made.indices[0] == 1;
    for (const auto& [condition, branch] : Rest(made.value_path, path)) {
      if (is_asked_for) entry.allowed.push_back(condition);
    }
    const auto place = static_cast<int>(entries_.size());
    entry_of_[id] = place;
    entries_.push_back(std::move(entry));
    for (size_t i = 0; i < made.inputs.size(); ++i)
      AddUse(place, static_cast<int>(i), made.inputs[i]);
    AddConditionUses(place, path);
  }
  for (size_t i = 0; i < wanted.size(); ++i) AddUse(kNone, static_cast<int>(i), wanted[i]);
}

// Notes it at the entry that gives the value.
void PhaseSorter::AddUse(int user, int index, Endpoint value) {
  const Endpoint resolved = region_.Resolve(value);
  const auto source = entry_of_.find(region_.ItemOf(resolved));
  if (source != entry_of_.end()) at(source->second).uses.push_back({user, index, resolved});
}

// What decides is taken too: by a Switch, and by all that is under its condition.
void PhaseSorter::AddConditionUses(int user, const V1Path& path) {
  const V1Item& made = item(at(user));
  auto index = static_cast<int>(made.inputs.size());
  if (region_.frames().KindOf(made.node) == V1Kind::kSwitch)
    AddUse(user, index++, region_.frames().ConditionOf(made.node));
  for (const auto& [condition, branch] : Rest(made.path, path))
    AddUse(user, index++, region_.condition(condition).value);
  for (const auto& [condition, branch] : Rest(made.value_path, path))
    AddUse(user, index++, region_.condition(condition).value);
}

// The outermost condition of an item is one of those that are the outermost of all it needs.
void PhaseSorter::FindAllowed(Entry* entry) {
  entry->allowed.clear();
  for (const auto& [condition, branch] : entry->rest) {
    bool is_allowed = true;
    for (int needed : entry->needs) {
      const Entry& source = at(needed);
      is_allowed &= !source.is_inner() || std::find(source.allowed.begin(), source.allowed.end(),
                                                    condition) != source.allowed.end();
    }
    if (is_allowed) entry->allowed.push_back(condition);
  }
}

absl::Status PhaseSorter::ChooseGroups() {
  for (size_t i = entries_.size(); i-- > 0;) {
    Entry& entry = entries_[i];
    if (entry.is_inner()) {
      OPGRAFT_RETURN_IF_ERROR(ChooseGroup(&entry));
    } else if (item(entry).kind == V1Item::Kind::kJoin) {
      entry.group = item(entry).condition;
    }
    for (int needed : entry.needs) {
      if (at(needed).is_inner()) OPGRAFT_RETURN_IF_ERROR(Demand(entry, &at(needed)));
    }
  }
  for (Entry& entry : entries_) {
    if (item(entry).kind == V1Item::Kind::kFetch && !entry.is_inner()) ChooseFetchGroup(&entry);
  }
  return absl::OkStatus();
}

absl::Status PhaseSorter::ChooseGroup(Entry* entry) {
  const std::vector<int>& allowed = entry->allowed;
  if (entry->demand == kNone && !allowed.empty()) entry->demand = allowed.front();
  entry->group = entry->demand;
  if (std::find(allowed.begin(), allowed.end(), entry->group) != allowed.end())
    return absl::OkStatus();
  return region_.frames().Refuse(item(*entry).node, "is under conditions that overlap");
}

absl::Status PhaseSorter::Demand(const Entry& user, Entry* needed) {
  const bool is_free = item(user).kind == V1Item::Kind::kFetch;
  if (is_free) return absl::OkStatus();
  if (needed->demand != kNone && needed->demand != user.group)
    return region_.frames().Refuse(item(*needed).node, "is under conditions that overlap");
  needed->demand = user.group;
  return absl::OkStatus();
}

void PhaseSorter::ChooseFetchGroup(Entry* entry) {
  for (int needed : entry->needs) {
    if (at(needed).is_inner()) entry->group = at(needed).group;
  }
  if (entry->group == kNone && !entry->allowed.empty()) entry->group = entry->allowed.front();
}

void PhaseSorter::MakeReady(int i) {
  const Entry& entry = at(i);
  (entry.group == kNone ? plain_ready_ : groups_[entry.group].ready).insert(i);
  if (entry.group != kNone) NoteIfReady(entry.group);
}

// After a change of the group of the condition.
void PhaseSorter::NoteIfReady(int condition) {
  const Group& group = groups_[condition];
  const auto note = [condition](bool is_in, std::set<int>* groups) {
    if (is_in) {
      groups->insert(condition);
    } else {
      groups->erase(condition);
    }
  };
  note(!group.ready.empty(), &ready_groups_);
  note(!group.ready.empty() && group.blocks == 0, &whole_groups_);
}

// The users of entry `i` can have its value.
void PhaseSorter::Release(int i) {
  for (int user : at(i).users) {
    if (IsFromOutside(at(user), at(i))) {
      --groups_[at(user).group].blocks;
      NoteIfReady(at(user).group);
    }
    if (--at(user).waits_for == 0) MakeReady(user);
  }
}

// One that can run whole, or else the first that can run in part.
int PhaseSorter::NextGroup() const {
  const std::set<int>& groups = whole_groups_.empty() ? ready_groups_ : whole_groups_;
  return groups.empty() ? kNone : *groups.begin();
}

V1Phase PhaseSorter::RunPlain() {
  const int i = *plain_ready_.begin();
  plain_ready_.erase(plain_ready_.begin());
  at(i).has_run = true;
  Release(i);
  V1Phase phase;
  phase.items = {at(i).item};
  return phase;
}

// What can run of a group at one time, in order, if the entries `ready` are.
std::vector<int> PhaseSorter::Runnable(const std::set<int>& ready) const {
  std::set<int> open = ready;
  std::vector<int> runnable;
  absl::flat_hash_map<int, int> waits_for;
  while (!open.empty()) {
    const int i = *open.begin();
    open.erase(open.begin());
    runnable.push_back(i);
    const Entry& entry = at(i);
    // What ends the condition is there when all of the phase has run.
    if (!entry.is_inner()) continue;
    for (int user : entry.users) {
      if (--waits_for.try_emplace(user, at(user).waits_for).first->second == 0) open.insert(user);
    }
  }
  return runnable;
}

// Those that have to run for what ends the condition; all, if nothing does. So what only a later
// phase needs waits for that.
std::vector<int> PhaseSorter::NeededByEnds(const std::vector<int>& runnable) const {
  absl::flat_hash_set<int> needed;
  for (auto i = runnable.rbegin(); i != runnable.rend(); ++i) {
    const Entry& entry = at(*i);
    if (!entry.is_inner()) needed.insert(*i);
    if (needed.contains(*i)) needed.insert(entry.needs.begin(), entry.needs.end());
  }
  std::vector<int> some;
  for (int i : runnable) {
    if (needed.contains(i)) some.push_back(i);
  }
  return some.empty() ? runnable : some;
}

V1Phase PhaseSorter::RunGroup(int condition) {
  V1Phase phase;
  phase.condition = condition;
  Group& group = groups_[condition];
  std::vector<int> ran = Runnable(group.ready);
  if (group.blocks > 0) ran = NeededByEnds(ran);
  for (int i : ran) {
    group.ready.erase(i);
    at(i).has_run = true;
    phase.items.push_back(at(i).item);
    if (at(i).is_inner()) Release(i);
  }
  NoteIfReady(condition);
  phase.escapes = FindEscapes(ran);
  for (int i : ran) {
    if (!at(i).is_inner()) Release(i);
  }
  return phase;
}

// Values of a branch that entries yet to run take, and then those that are wanted: user by user, as
// they are met, in the order of their inputs.
std::vector<Endpoint> PhaseSorter::FindEscapes(const std::vector<int>& ran) const {
  absl::flat_hash_map<int, int> order;  // by user
  for (int i : ran) {
    for (int user : entries_[static_cast<size_t>(i)].users) {
      if (!entries_[static_cast<size_t>(user)].has_run)
        order.emplace(user, static_cast<int>(order.size()));
    }
  }
  order.emplace(kNone, static_cast<int>(order.size()));
  std::vector<Use> uses;
  for (int i : ran) {
    const Entry& entry = entries_[static_cast<size_t>(i)];
    if (!entry.is_inner()) continue;
    for (const Use& use : entry.uses) {
      if (order.contains(use.user)) uses.push_back({order.at(use.user), use.index, use.value});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return std::tie(a.user, a.index) < std::tie(b.user, b.index);
  });
  absl::flat_hash_set<Endpoint> seen;
  std::vector<Endpoint> escapes;
  for (const Use& use : uses) {
    if (seen.insert(use.value).second) escapes.push_back(use.value);
  }
  return escapes;
}

void PhaseSorter::BeginGroups() {
  for (size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    for (int needed : entry.needs) {
      if (IsFromOutside(entry, at(needed))) ++groups_[entry.group].blocks;
    }
    if (entry.waits_for == 0) MakeReady(static_cast<int>(i));
  }
}

absl::StatusOr<std::vector<V1Phase>> PhaseSorter::Sort() {
  OPGRAFT_RETURN_IF_ERROR(ChooseGroups());
  BeginGroups();
  std::vector<V1Phase> phases;
  for (;;) {
    if (!plain_ready_.empty()) {
      phases.push_back(RunPlain());
      continue;
    }
    const int next = NextGroup();
    if (next == kNone) return phases;
    phases.push_back(RunGroup(next));
  }
}

}  // namespace

absl::StatusOr<std::vector<V1Phase>> SortIntoPhases(const V1Region& region,
                                                    const std::vector<int>& items,
                                                    const V1Path& path,
                                                    const std::vector<Endpoint>& wanted) {
  return PhaseSorter(region, items, path, wanted).Sort();
}

}  // namespace opgraft_internal
