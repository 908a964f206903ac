// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parse_cost.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/message.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

constexpr int kNameField = 1;          // of a NodeDef; the signature of a FunctionDef
constexpr size_t kMaxNesting = 100;    // as deep as protobuf reads
constexpr int64_t kPointerBytes = 8;   // of an element of a repeated field
constexpr int64_t kMapNodeBytes = 48;  // of an entry of a map: its place in the table, its key

struct MessageType;

// What there is to know of a field: `type` of a message, `bytes` of an element of a repeated one.
struct Field {
  const MessageType* type = nullptr;
  int64_t bytes = 0;
};

// A type of messages, as a walk needs it: protobuf's descriptors take several look-ups a field.
struct MessageType {
  int64_t bytes = 0;  // of an empty one
  bool is_node = false, is_function = false, is_attr = false;
  std::vector<Field> fields;  // by number; those of no GraphDef's messages are larger
  const Descriptor* descriptor = nullptr;
};

// The types of a GraphDef, each made when it is met first.
class MessageTypes {
 public:
  const MessageType* Of(const Descriptor* descriptor) {
    const auto [known, is_new] = types_.try_emplace(descriptor);
    if (!is_new) return known->second.get();
    auto* const type = (known->second = std::make_unique<MessageType>()).get();
    type->descriptor = descriptor;
    type->bytes = BytesOf(descriptor);
    type->is_node = descriptor == NodeDef::descriptor();
    type->is_function = descriptor == FunctionDef::descriptor();
    type->is_attr =
        descriptor->options().map_entry() && descriptor->containing_type() == NodeDef::descriptor();
    for (int i = 0; i < descriptor->field_count(); ++i) AddField(descriptor->field(i), type);
    return type;
  }

 private:
  static int64_t BytesOf(const Descriptor* descriptor) {
    if (descriptor->options().map_entry()) return kPointerBytes + kMapNodeBytes;
    return kPointerBytes +
           static_cast<int64_t>(google::protobuf::MessageFactory::generated_factory()
                                    ->GetPrototype(descriptor)
                                    ->SpaceUsedLong());
  }
  void AddField(const FieldDescriptor* field, MessageType* type) {
    const auto number = static_cast<size_t>(field->number());
    if (number >= type->fields.size()) type->fields.resize(number + 1);
    Field& known = type->fields[number];
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      known.type = Of(field->message_type());
    } else if (field->is_repeated()) {
      const bool is_text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
      known.bytes = is_text ? static_cast<int64_t>(sizeof(std::string)) + kPointerBytes
                            : int64_t{sizeof(int64_t)};
    }
  }

  absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessageType>> types_;
};

const MessageType& GraphType() {
  static MessageTypes* const types = new MessageTypes();
  static const MessageType* const graph = types->Of(GraphDef::descriptor());
  return *graph;
}

// A message that a walk is in.
struct Level {
  const MessageType* type;       // null: of no known message
  bool is_named = false;         // its field 1 was there: what names nodes and functions
  const char* end = nullptr;     // in a binary file
  const Field* field = nullptr;  // in a text: the last one met
};

void BeginMessage(const MessageType& type, ParseCost* cost) {
  cost->bytes += type.bytes;
  cost->nodes += type.is_node;
  cost->functions += type.is_function;
  cost->attrs += type.is_attr;
}

void EndMessage(const Level& level, ParseCost* cost) {
  if (level.is_named || level.type == nullptr) return;
  cost->nameless += level.type->is_node || level.type->is_function;
}

// Walks over a binary message: the messages that it is in stand on a stack.
class BinaryWalk {
 public:
  BinaryWalk(absl::string_view contents, ParseCost* cost) : at_(contents.data()), cost_(cost) {
    levels_.push_back({&GraphType(), false, contents.data() + contents.size()});
  }

  void Run() {
    while (!levels_.empty()) {
      if (at_ == levels_.back().end) {
        EndMessage(levels_.back(), cost_);
        levels_.pop_back();
      } else if (!ReadField()) {
        return;
      }
    }
  }

 private:
  enum WireType { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  // False if the bytes are no message.
  bool ReadField() {
    Level& level = levels_.back();
    uint64_t tag = 0;
    if (!ReadVarint(&tag)) return false;
    const uint64_t number = tag >> 3;
    level.is_named |= number == kNameField;
    static constexpr Field kUnknown;
    const Field& field = number < level.type->fields.size()
                             ? level.type->fields[static_cast<size_t>(number)]
                             : kUnknown;
    if (field.type == nullptr) cost_->bytes += field.bytes;
    uint64_t size = 0;
    switch (tag & 7) {
      case kVarint:
        return ReadVarint(&size);
      case kFixed64:
        return Skip(8);
      case kFixed32:
        return Skip(4);
      case kBytes:
        if (!ReadVarint(&size)) return false;
        return field.type == nullptr ? Skip(size) : Enter(*field.type, size);
      default:  // groups: no GraphDef has any
        return false;
    }
  }

  bool ReadVarint(uint64_t* value) {
    *value = 0;
    for (int shift = 0; shift < 64 && at_ != levels_.back().end; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at_++);
      *value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool Skip(uint64_t bytes) {
    if (bytes > static_cast<uint64_t>(levels_.back().end - at_)) return false;
    at_ += bytes;
    return true;
  }

  bool Enter(const MessageType& type, uint64_t size) {
    if (size > static_cast<uint64_t>(levels_.back().end - at_)) return false;
    BeginMessage(type, cost_);
    if (levels_.size() > kMaxNesting) return false;
    levels_.push_back({&type, false, at_ + size});
    return true;
  }

  const char* at_;
  ParseCost* const cost_;
  std::vector<Level> levels_;
};

// Walks over a text. Of the grammar it knows what opens and closes a message, names and strings:
// `name { ... }`, `name: < ... >`, `name: [{...}, {...}]`, `name: "..."`, `# comment`.
class TextWalk {
 public:
  TextWalk(absl::string_view text, ParseCost* cost) : text_(text), cost_(cost) {
    levels_.push_back({&GraphType()});
  }

  void Run() {
    while (at_ < text_.size() && !levels_.empty()) {
      const char c = text_[at_];
      if (c == '#') {
        SkipLine();
      } else if (c == '"' || c == '\'') {
        SkipString(c);
      } else if (absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_') {
        ReadName();
      } else {
        ++at_;
        if (c == '{' || c == '<') Enter();
        if (c == '}' || c == '>') Leave();
      }
    }
  }

 private:
  void SkipLine() {
    const size_t end = text_.find('\n', at_);
    at_ = end == absl::string_view::npos ? text_.size() : end;
  }

  void SkipString(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
    const Field* const field = levels_.back().field;
    if (field != nullptr) cost_->bytes += field->bytes;
  }

  // The name of a field; other names are values: `dtype: DT_FLOAT`.
  void ReadName() {
    const size_t begin = at_;
    const auto belongs = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    Level& level = levels_.back();
    if (level.type == nullptr) return;
    const FieldDescriptor* const field =
        level.type->descriptor->FindFieldByName(std::string(text_.substr(begin, at_ - begin)));
    if (field == nullptr) return;
    level.field = &level.type->fields[static_cast<size_t>(field->number())];
    level.is_named |= field->number() == kNameField;
  }

  void Enter() {
    const Field* const field = levels_.back().field;
    const MessageType* const type = field == nullptr ? nullptr : field->type;
    if (type != nullptr) BeginMessage(*type, cost_);
    if (levels_.size() > kMaxNesting) {
      at_ = text_.size();
    } else {
      levels_.push_back({type});
    }
  }

  void Leave() {
    EndMessage(levels_.back(), cost_);
    levels_.pop_back();
  }

  const absl::string_view text_;
  ParseCost* const cost_;
  size_t at_ = 0;
  std::vector<Level> levels_;
};

// What a file may take. A dimension of four bytes takes 12 times as many, a node of 20 bytes 10
// times and what its attrs do.
constexpr int64_t kFreeBytes = int64_t{32} << 20;
constexpr int64_t kBytesPerByte = 16;
constexpr int64_t kBytesPerNode = 768;
// So many without a name are told of with the other problems of the file.
constexpr int64_t kFewNameless = 10'000;

absl::Status TooMany(absl::string_view what, int64_t count, int64_t limit, absl::string_view name) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "the graph has ", count, " ", what, "; the limit is ", limit, " (ImportLimits::", name, ")"));
}

}  // namespace

ParseCost CostOfBinary(absl::string_view contents) {
  ParseCost cost;
  BinaryWalk(contents, &cost).Run();
  return cost;
}

ParseCost CostOfText(absl::string_view contents) {
  ParseCost cost;
  TextWalk(contents, &cost).Run();
  return cost;
}

absl::Status CheckCounts(const ParseCost& cost, const ImportLimits& limits) {
  if (cost.nodes > limits.max_nodes) {
    return TooMany("nodes, those of its functions included", cost.nodes, limits.max_nodes,
                   "max_nodes");
  }
  if (cost.functions > limits.max_functions)
    return TooMany("functions", cost.functions, limits.max_functions, "max_functions");
  if (cost.attrs > limits.max_attrs)
    return TooMany("attrs", cost.attrs, limits.max_attrs, "max_attrs");
  return absl::OkStatus();
}

absl::Status CheckParseCost(const ParseCost& cost, int64_t file_bytes, const ImportLimits& limits) {
  OPGRAFT_RETURN_IF_ERROR(CheckCounts(cost, limits));
  if (cost.nameless > kFewNameless) {
    return absl::InvalidArgumentError(
        absl::StrCat(cost.nameless, " nodes and functions of the file have no name"));
  }
  const int64_t allowed =
      kFreeBytes + kBytesPerByte * file_bytes + kBytesPerNode * (cost.nodes + cost.functions);
  if (cost.bytes <= allowed) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the ", file_bytes, " bytes of the file would take ", cost.bytes >> 20,
                   " MiB of memory: ", cost.nodes, " nodes have use for ", allowed >> 20));
}

}  // namespace opgraft_internal
