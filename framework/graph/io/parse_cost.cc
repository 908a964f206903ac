// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parse_cost.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/wire_format_lite.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

constexpr int kNameField = 1;            // of a NodeDef; the signature of a FunctionDef
constexpr size_t kMaxNesting = 100;      // as deep as protobuf reads
constexpr int64_t kPointerBytes = 8;     // of an element of a repeated field
constexpr int64_t kGrowthBytes = 16;     // of such an element, in the arrays left when it grew
constexpr int64_t kMapNodeBytes = 48;    // of an entry of a map: its place in the table, its key
constexpr int64_t kTextKeyBytes = 64;    // of a key that is a string: its destructor, larger tables
constexpr int64_t kTextValueBytes = 96;  // of a value that is a string, and of the reader's copy
constexpr int64_t kUnknownFieldBytes = 80;  // of a field that protobuf keeps as it is

struct MessageType;

// What there is to know of a field.
struct Field {
  const MessageType* type = nullptr;  // of a message
  // Of an element of a repeated field, a message's own bytes not counted.
  int64_t bytes = 0;
  // A bit for each wire type in which protobuf reads the field; in another one it is unknown.
  uint32_t wire_types = 0;
};

// A field that the message has not. Its contents are copied.
constexpr Field kUnknownField = {nullptr, kUnknownFieldBytes, 0};

// A type of messages, as a walk needs it: protobuf's descriptors take several look-ups a field.
struct MessageType {
  int64_t bytes = 0;  // of an empty one
  bool is_node = false, is_function = false, is_attr = false;
  std::vector<Field> fields;  // by number: no message that is walked has a large one
  const Descriptor* descriptor = nullptr;
};

// Types of messages, each made with those of its fields when it is met first.
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
    type->is_attr = IsAttr(*descriptor);
    for (int i = 0; i < descriptor->field_count(); ++i) AddField(descriptor->field(i), type);
    return type;
  }

 private:
  // An entry of a node's map of attrs.
  static bool IsAttr(const Descriptor& message) {
    return message.options().map_entry() && message.containing_type() == NodeDef::descriptor();
  }

  static int64_t BytesOf(const Descriptor* descriptor) {
    if (descriptor->options().map_entry()) return BytesOfEntry(*descriptor);
    return kPointerBytes +
           static_cast<int64_t>(google::protobuf::MessageFactory::generated_factory()
                                    ->GetPrototype(descriptor)
                                    ->SpaceUsedLong());
  }

  // A map makes the value with the entry, also where the file has a key alone.
  static int64_t BytesOfEntry(const Descriptor& entry) {
    int64_t bytes = kPointerBytes + kMapNodeBytes;
    if (entry.map_key()->cpp_type() == FieldDescriptor::CPPTYPE_STRING) bytes += kTextKeyBytes;
    const FieldDescriptor& value = *entry.map_value();
    if (value.cpp_type() == FieldDescriptor::CPPTYPE_STRING) bytes += kTextValueBytes;
    if (value.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
      bytes += BytesOf(value.message_type());
    return bytes;
  }

  void AddField(const FieldDescriptor* field, MessageType* type) {
    const auto number = static_cast<size_t>(field->number());
    if (number >= type->fields.size()) type->fields.resize(number + 1, kUnknownField);
    Field known;
    known.wire_types = WireTypesOf(*field);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      known.type = Of(field->message_type());
      known.bytes = field->is_repeated() ? kGrowthBytes : 0;
      // The entry has it already.
      if (field == field->containing_type()->map_value()) known.bytes = -known.type->bytes;
    } else if (field->is_repeated()) {
      const bool is_text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
      known.bytes = is_text ? static_cast<int64_t>(sizeof(std::string)) + kPointerBytes
                            : int64_t{sizeof(int64_t)};
    }
    type->fields[number] = known;
  }

  static uint32_t WireTypesOf(const FieldDescriptor& field) {
    const auto bit_of = [](WireFormatLite::WireType type) { return uint32_t{1} << type; };
    const auto own =
        WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field.type()));
    const uint32_t packed =
        field.is_packable() ? bit_of(WireFormatLite::WIRETYPE_LENGTH_DELIMITED) : 0;
    return bit_of(own) | packed;
  }

  absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessageType>> types_;
};

// Any thread may ask; what it gets stays as it is. Types are kept once all of them are made: memory
// may run out before.
const MessageType& TypeOf(const Descriptor& descriptor) {
  using TypesByRoot = absl::flat_hash_map<const Descriptor*, std::unique_ptr<MessageTypes>>;
  static std::mutex mu;
  static auto* const known = new TypesByRoot();
  const std::lock_guard<std::mutex> lock(mu);
  const auto found = known->find(&descriptor);
  if (found != known->end()) return *found->second->Of(&descriptor);
  auto types = std::make_unique<MessageTypes>();
  const MessageType* const type = types->Of(&descriptor);
  known->emplace(&descriptor, std::move(types));
  return *type;
}

// A message that a walk is in.
struct Level {
  const MessageType* type;       // null: of no known message
  bool is_named = false;         // its field 1 was there: what names nodes and functions
  const char* end = nullptr;     // in a binary file
  uint32_t group = 0;            // in a binary file: its number if it is a group
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

// Walks over a binary message: the messages that it is in stand on a stack. It reads tags and sizes
// as protobuf does, so that no bytes are a field to one and not to the other.
class BinaryWalk {
 public:
  BinaryWalk(absl::string_view contents, const MessageType& type, ParseCost* cost)
      : at_(contents.data()), cost_(cost) {
    levels_.push_back({&type, false, contents.data() + contents.size()});
  }

  void Run() {
    while (!levels_.empty() && !cost_->is_broken) {
      const bool is_at_end = at_ == levels_.back().end;
      cost_->is_broken = !(is_at_end ? LeaveMessage() : ReadField());
    }
  }

 private:
  static constexpr int kMaxTagBytes = 5;  // of sizes too
  static constexpr int kMaxVarintBytes = 10;

  // Each returns false if the bytes are no message.
  bool ReadField() {
    Level& level = levels_.back();
    uint64_t tag = 0;
    if (!ReadVarint(kMaxTagBytes, &tag)) return false;
    const uint32_t number = static_cast<uint32_t>(tag) >> 3;  // protobuf drops what is above
    const auto wire_type = static_cast<uint32_t>(tag & 7);
    if (number == 0) return false;
    const Field* field = &kUnknownField;
    if (number < level.type->fields.size() &&
        (level.type->fields[number].wire_types >> wire_type & 1) != 0) {
      field = &level.type->fields[number];
      level.is_named |= number == kNameField;
    }
    if (wire_type == WireFormatLite::WIRETYPE_END_GROUP) return LeaveGroup(number);
    cost_->bytes += field->bytes;
    return ReadContents(*field, number, wire_type);
  }

  bool ReadContents(const Field& field, uint32_t number, uint32_t wire_type) {
    uint64_t size = 0;
    switch (wire_type) {
      case WireFormatLite::WIRETYPE_VARINT:
        return ReadVarint(kMaxVarintBytes, &size);
      case WireFormatLite::WIRETYPE_FIXED64:
        return Skip(8);
      case WireFormatLite::WIRETYPE_FIXED32:
        return Skip(4);
      case WireFormatLite::WIRETYPE_LENGTH_DELIMITED:
        if (!ReadVarint(kMaxTagBytes, &size)) return false;
        if (field.type != nullptr) return Enter(*field.type, size);
        if (&field == &kUnknownField) cost_->bytes += static_cast<int64_t>(size);
        return Skip(size);
      case WireFormatLite::WIRETYPE_START_GROUP:
        return EnterGroup(number);
      default:
        return false;
    }
  }

  bool ReadVarint(int max_bytes, uint64_t* value) {
    *value = 0;
    for (int i = 0; i < max_bytes && at_ != levels_.back().end; ++i) {
      const auto byte = static_cast<unsigned char>(*at_++);
      *value |= uint64_t{byte & 0x7Fu} << (7 * i);
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

  // No message has a group: everything in it is unknown.
  bool EnterGroup(uint32_t number) {
    static const MessageType* const group = new MessageType();
    if (levels_.size() > kMaxNesting) return false;
    levels_.push_back({group, false, levels_.back().end, number});
    return true;
  }

  bool LeaveGroup(uint32_t number) {
    if (levels_.back().group != number) return false;
    levels_.pop_back();
    return true;
  }

  bool LeaveMessage() {
    if (levels_.back().group != 0) return false;
    EndMessage(levels_.back(), cost_);
    levels_.pop_back();
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
  TextWalk(absl::string_view text, const MessageType& type, ParseCost* cost)
      : text_(text), cost_(cost) {
    levels_.push_back({&type});
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
  // Where a comment or string ends at the latest: behind such an error protobuf reads on.
  bool IsAtLineEnd() const {
    return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\0';
  }

  void SkipLine() {
    while (!IsAtLineEnd()) ++at_;
  }

  void SkipString(char quote) {
    for (++at_; !IsAtLineEnd() && text_[at_] != quote; ++at_) {
      if (text_[at_] != '\\') continue;
      ++at_;  // what is escaped
      if (IsAtLineEnd()) break;
    }
    ++at_;
    const Field* const field = levels_.back().field;
    if (field != nullptr && field->type == nullptr) cost_->bytes += field->bytes;
  }

  absl::string_view TakeWord() {
    const size_t begin = at_;
    const auto belongs = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // The name of a field; other names are values: `dtype: DT_FLOAT`.
  void ReadName() {
    const absl::string_view name = TakeWord();
    Level& level = levels_.back();
    if (level.type == nullptr) return;
    const FieldDescriptor* const field = level.type->descriptor->FindFieldByName(std::string(name));
    if (field == nullptr) return;
    level.field = &level.type->fields[static_cast<size_t>(field->number())];
    level.is_named |= field->number() == kNameField;
  }

  void Enter() {
    const Field* const field = levels_.back().field;
    const MessageType* const type = field == nullptr ? nullptr : field->type;
    if (type != nullptr) {
      cost_->bytes += field->bytes;
      BeginMessage(*type, cost_);
    }
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
// So many without a name are reported with the other problems of the file.
constexpr int64_t kFewNameless = 10'000;

absl::Status TooMany(absl::string_view what, int64_t count, int64_t limit, absl::string_view name) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "the graph has ", count, " ", what, "; the limit is ", limit, " (ImportLimits::", name, ")"));
}

}  // namespace

ParseCost CostOfBinary(absl::string_view contents, const Descriptor& message) {
  ParseCost cost;
  BinaryWalk(contents, TypeOf(message), &cost).Run();
  return cost;
}

ParseCost CostOfBinary(absl::string_view contents) {
  return CostOfBinary(contents, *GraphDef::descriptor());
}

ParseCost CostOfText(absl::string_view contents, const Descriptor& message) {
  ParseCost cost;
  TextWalk(contents, TypeOf(message), &cost).Run();
  return cost;
}

ParseCost CostOfText(absl::string_view contents) {
  return CostOfText(contents, *GraphDef::descriptor());
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
  if (cost.is_broken) {
    return absl::InvalidArgumentError(
        "the bytes are no whole binary message (damaged, cut off, or nested more than 100 deep)");
  }
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

absl::Status ParseCounted(absl::string_view contents, const ImportLimits& limits,
                          google::protobuf::Message* message) {
  const auto size = static_cast<int64_t>(contents.size());
  OPGRAFT_RETURN_IF_ERROR(
      CheckParseCost(CostOfBinary(contents, *message->GetDescriptor()), size, limits));
  if (contents.size() <= INT32_MAX &&
      message->ParseFromArray(contents.data(), static_cast<int>(contents.size())))
    return absl::OkStatus();
  return absl::InvalidArgumentError("the bytes are no binary message of this kind");
}

}  // namespace opgraft_internal
