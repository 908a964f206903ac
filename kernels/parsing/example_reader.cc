// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An Example is {features: Features = 1}, a Features {feature: map<string, Feature> = 1}, a Feature
// one of {BytesList = 1, FloatList = 2, Int64List = 3}, a list {repeated value = 1}, packed or not.
// A SequenceExample is {context: Features = 1, feature_lists: FeatureLists = 2}, a FeatureLists
// {feature_list: map<string, FeatureList> = 1}, a FeatureList {repeated Feature = 1}.
#include "kernels/parsing/example_reader.h"

#include <cstring>

#include "framework/types/numeric_types.h"

namespace opgraft_internal {
namespace {

enum WireType : uint32_t { kVarint = 0, kFixed64 = 1, kDelimited = 2, kFixed32 = 5 };

// Takes fields off the beginning of a message. After anything wrong it is not ok() and gives no
// more.
class FieldReader {
 public:
  explicit FieldReader(absl::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty() || !ok_; }

  // The number of the field, whose contents the next call must take.
  uint32_t Tag(uint32_t* wire_type) {
    const uint64_t tag = Varint();
    *wire_type = static_cast<uint32_t>(tag & 7);
    if (tag >> 3 == 0 || tag > UINT32_MAX) ok_ = false;
    return static_cast<uint32_t>(tag >> 3);
  }

  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }

  absl::string_view Bytes(uint64_t count) {
    if (count > rest_.size()) {
      ok_ = false;
      return {};
    }
    const absl::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  absl::string_view Delimited() { return Bytes(Varint()); }

  void Skip(uint32_t wire_type) {
    switch (wire_type) {
      case kVarint:
        Varint();
        return;
      case kFixed64:
        Bytes(8);
        return;
      case kDelimited:
        Delimited();
        return;
      case kFixed32:
        Bytes(4);
        return;
      default:
        ok_ = false;
    }
  }

 private:
  absl::string_view rest_;
  bool ok_ = true;
};

// Calls visit(contents) for each field `number` that is a message or a string.
template <typename Visit>
bool ForEachMessage(absl::string_view bytes, uint32_t number, const Visit& visit) {
  FieldReader reader(bytes);
  while (!reader.at_end()) {
    uint32_t wire_type = 0;
    const uint32_t field = reader.Tag(&wire_type);
    if (field != number || wire_type != kDelimited) {
      reader.Skip(wire_type);
      continue;
    }
    const absl::string_view contents = reader.Delimited();
    if (!reader.ok() || !visit(contents)) return false;
  }
  return reader.ok();
}

// Calls visit(bytes) for each float, on its four bytes.
template <typename Visit>
bool ForEachFloat(absl::string_view list, const Visit& visit) {
  FieldReader reader(list);
  while (!reader.at_end()) {
    uint32_t wire_type = 0;
    const uint32_t field = reader.Tag(&wire_type);
    if (field == 1 && wire_type == kFixed32) {
      const absl::string_view bytes = reader.Bytes(4);
      if (reader.ok()) visit(bytes);
    } else if (field == 1 && wire_type == kDelimited) {
      absl::string_view packed = reader.Delimited();
      if (packed.size() % 4 != 0) return false;
      for (; !packed.empty(); packed.remove_prefix(4)) visit(packed.substr(0, 4));
    } else {
      reader.Skip(wire_type);
    }
  }
  return reader.ok();
}

// Calls visit(value) for each integer.
template <typename Visit>
bool ForEachInt64(absl::string_view list, const Visit& visit) {
  FieldReader reader(list);
  while (!reader.at_end()) {
    uint32_t wire_type = 0;
    const uint32_t field = reader.Tag(&wire_type);
    if (field == 1 && wire_type == kVarint) {
      const uint64_t value = reader.Varint();
      if (reader.ok()) visit(value);
    } else if (field == 1 && wire_type == kDelimited) {
      FieldReader packed(reader.Delimited());
      while (!packed.at_end()) {
        const uint64_t value = packed.Varint();
        if (packed.ok()) visit(value);
      }
      if (!packed.ok()) return false;
    } else {
      reader.Skip(wire_type);
    }
  }
  return reader.ok();
}

bool CountValues(absl::string_view list, DataType type, int64_t* count) {
  *count = 0;
  if (type == DT_FLOAT) return ForEachFloat(list, [&](absl::string_view) { ++*count; });
  if (type == DT_INT64) return ForEachInt64(list, [&](uint64_t) { ++*count; });
  return ForEachMessage(list, 1, [&](absl::string_view) {
    ++*count;
    return true;
  });
}

// The first list of a Feature, as TensorFlow takes it.
bool ReadFeature(absl::string_view bytes, ExampleFeature* feature) {
  *feature = {DT_INVALID, 0, nullptr, 0};
  constexpr DataType kTypes[] = {DT_INVALID, DT_STRING, DT_FLOAT, DT_INT64};
  FieldReader reader(bytes);
  while (!reader.at_end()) {
    uint32_t wire_type = 0;
    const uint32_t field = reader.Tag(&wire_type);
    if (field > 3 || wire_type != kDelimited || feature->type != DT_INVALID) {
      reader.Skip(wire_type);
      continue;
    }
    const absl::string_view list = reader.Delimited();
    if (!reader.ok()) return false;
    *feature = {kTypes[field], 0, list.data(), static_cast<int64_t>(list.size())};
    if (!CountValues(list, feature->type, &feature->count)) return false;
  }
  return reader.ok();
}

// An entry of the map: {key = 1, value = 2}; the last of each counts.
bool ReadEntry(absl::string_view entry, absl::string_view* name, absl::string_view* value) {
  const auto take_last = [](absl::string_view* last) {
    return [last](absl::string_view contents) {
      *last = contents;
      return true;
    };
  };
  return ForEachMessage(entry, 1, take_last(name)) && ForEachMessage(entry, 2, take_last(value));
}

}  // namespace

bool ReadExample(absl::string_view bytes,
                 absl::FunctionRef<void(absl::string_view, const ExampleFeature&)> visit) {
  const auto read_entry = [&](absl::string_view entry) {
    absl::string_view name;
    absl::string_view value;
    ExampleFeature feature;
    if (!ReadEntry(entry, &name, &value) || !ReadFeature(value, &feature)) return false;
    visit(name, feature);
    return true;
  };
  return ForEachMessage(bytes, 1, [&](absl::string_view features) {
    return ForEachMessage(features, 1, read_entry);
  });
}

bool ReadFeatureLists(absl::string_view bytes,
                      absl::FunctionRef<void(absl::string_view, absl::string_view)> visit) {
  return ForEachMessage(bytes, 2, [&](absl::string_view lists) {
    return ForEachMessage(lists, 1, [&](absl::string_view entry) {
      absl::string_view name, list;
      if (!ReadEntry(entry, &name, &list)) return false;
      visit(name, list);
      return true;
    });
  });
}

bool ReadFeatureList(absl::string_view list, absl::FunctionRef<bool(const ExampleFeature&)> visit) {
  return ForEachMessage(list, 1, [&](absl::string_view bytes) {
    ExampleFeature feature;
    return ReadFeature(bytes, &feature) && visit(feature);
  });
}

void CopyValues(const ExampleFeature& feature, void* to) {
  const absl::string_view list(feature.data, static_cast<size_t>(feature.size));
  if (feature.type == DT_FLOAT) {
    auto* values = static_cast<float*>(to);
    ForEachFloat(list, [&](absl::string_view bytes) { std::memcpy(values++, bytes.data(), 4); });
  } else if (feature.type == DT_INT64) {
    auto* values = static_cast<int64_t*>(to);
    ForEachInt64(list, [&](uint64_t value) { *values++ = static_cast<int64_t>(value); });
  } else if (feature.type == DT_STRING) {
    auto* values = static_cast<tstring*>(to);
    ForEachMessage(list, 1, [&](absl::string_view bytes) {
      (values++)->assign(bytes.data(), bytes.size());
      return true;
    });
  }
}

}  // namespace opgraft_internal
