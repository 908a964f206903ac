// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "framework/types/data_type_info.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kMagic = "\x93NUMPY";
constexpr absl::string_view kZipMagic = "PK\3\4";

constexpr size_t kFixedBytes = 8;   // before the length of the header: magic, version
constexpr size_t kLeastBytes = 12;  // of a file
constexpr size_t kMaxHeaderBytes = 1 << 20;

struct Header {
  bool is_big_endian = false;
  std::string type;  // "f4"
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

absl::Status Wrong(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("not a .npy file: ", why));
}

// Where the header's text is.
struct HeaderPlace {
  size_t begin = 0;
  size_t end = 0;
};

absl::StatusOr<HeaderPlace> FindHeader(absl::string_view bytes) {
  if (absl::StartsWith(bytes, kZipMagic))
    return Wrong("it is a .npz file: write --input @FILE.npz");
  if (!absl::StartsWith(bytes, kMagic) || bytes.size() < kLeastBytes)
    return Wrong("bad magic number");
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3) return Wrong(absl::StrCat("version ", major));
  HeaderPlace place;
  place.begin = kFixedBytes + (major == 1 ? 2 : 4);
  size_t length = 0;
  for (size_t i = place.begin; i-- > kFixedBytes;)
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  if (length > kMaxHeaderBytes) return Wrong(absl::StrCat("a header of ", length, " bytes"));
  place.end = place.begin + length;
  return place;
}

// The text after 'key': in the header's Python dict, up to where `end` begins.
absl::StatusOr<absl::string_view> Field(absl::string_view dict, absl::string_view key,
                                        absl::string_view end) {
  const size_t at = dict.find(absl::StrCat("'", key, "':"));
  if (at == absl::string_view::npos) return Wrong(absl::StrCat("its header has no '", key, "'"));
  absl::string_view rest = dict.substr(at + key.size() + 3);
  const size_t stop = rest.find(end);
  if (stop == absl::string_view::npos) return Wrong(absl::StrCat("'", key, "' does not end"));
  return absl::StripAsciiWhitespace(rest.substr(0, stop));
}

absl::Status WrongType(absl::string_view descr) {
  if (absl::StrContains(descr, 'O'))
    return absl::InvalidArgumentError("the array holds Python objects, which no tensor can hold");
  return Wrong(absl::StrCat("elements of type ", Quoted(descr),
                            absl::StrContains(descr, 'V')
                                ? ": save a view of integers, x.view('uint8') or 'uint16'"
                                : ""));
}

// "<f4": the order of bytes, then the type.
absl::Status ParseDescr(absl::string_view quoted, Header* header) {
  absl::string_view descr = quoted.size() > 2 ? quoted.substr(1, quoted.size() - 2) : quoted;
  constexpr absl::string_view kOrders = "<>|=";
  if (descr.size() < 3 || kOrders.find(descr[0]) == absl::string_view::npos)
    return WrongType(descr);
  header->is_big_endian = descr[0] == '>';
  header->type = std::string(descr.substr(1));
  return absl::OkStatus();
}

absl::StatusOr<Header> ParseHeader(absl::string_view dict) {
  Header header;
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view descr, Field(dict, "descr", ","));
  OPGRAFT_RETURN_IF_ERROR(ParseDescr(descr, &header));
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view order, Field(dict, "fortran_order", ","));
  if (order != "True" && order != "False") return Wrong("'fortran_order' must be True or False");
  header.fortran_order = order == "True";
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view shape, Field(dict, "shape", ")"));
  for (absl::string_view dim :
       absl::StrSplit(shape.substr(shape.empty() ? 0 : 1), ',', absl::SkipWhitespace())) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(dim, &size) || size < 0)
      return Wrong(absl::StrCat("dimension ", Quoted(dim)));
    header.shape.push_back(size);
  }
  return header;
}

struct NpyType {
  const char* descr;
  DataType dtype;
};
constexpr NpyType kTypes[] = {
    {"f4", DT_FLOAT},     {"f8", DT_DOUBLE},      {"f2", DT_HALF},   {"i1", DT_INT8},
    {"i2", DT_INT16},     {"i4", DT_INT32},       {"i8", DT_INT64},  {"u1", DT_UINT8},
    {"u2", DT_UINT16},    {"u4", DT_UINT32},      {"u8", DT_UINT64}, {"b1", DT_BOOL},
    {"c8", DT_COMPLEX64}, {"c16", DT_COMPLEX128},
};

DataType TypeOf(absl::string_view descr) {
  for (const NpyType& type : kTypes) {
    if (descr == type.descr) return type.dtype;
  }
  return DT_INVALID;
}

// The name NumPy has for elements stored as this dtype's bits.
std::string DescrOf(DataType dtype) {
  const DataType stored = NpyTypeOf(dtype);
  for (const NpyType& type : kTypes) {
    if (type.dtype == stored)
      return absl::StrCat(DataTypeSize(stored) == 1 ? "|" : "<", type.descr);
  }
  return "";
}

// What the header says of the data.
struct Layout {
  DataType dtype = DT_INVALID;
  bool is_unicode = false;
  int64_t element_bytes = 0;
  int64_t swapped_bytes = 0;  // of the pieces whose bytes are in the other order; 0: none
  bool fortran_order = false;
  TensorShape shape;

  int64_t bytes() const { return element_bytes * shape.num_elements(); }
};

// Empty strings take no bytes of the file, but memory: a small file must not ask for gigabytes.
constexpr int64_t kMaxEmptyStrings = 1 << 20;
constexpr int64_t kMaxStringWidth = 1 << 20;
constexpr int64_t kUnicodeBytes = 4;  // UTF-32

absl::Status DescribeStrings(const Header& header, Layout* layout) {
  layout->dtype = DT_STRING;
  layout->is_unicode = header.type[0] == 'U';
  int64_t width = 0;
  if (!absl::SimpleAtoi(header.type.substr(1), &width) || width < 0 || width > kMaxStringWidth)
    return Wrong("string width");
  layout->element_bytes = width * (layout->is_unicode ? kUnicodeBytes : 1);
  layout->swapped_bytes = layout->is_unicode && header.is_big_endian ? kUnicodeBytes : 0;
  if (width == 0 && layout->shape.num_elements() > kMaxEmptyStrings)
    return Wrong(absl::StrCat(layout->shape.num_elements(), " strings of no characters"));
  return absl::OkStatus();
}

absl::StatusOr<Layout> Describe(const Header& header) {
  Layout layout;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(header.shape, &layout.shape));
  layout.fortran_order = header.fortran_order && layout.shape.dims() > 1;
  if (header.type[0] == 'S' || header.type[0] == 'U') {
    OPGRAFT_RETURN_IF_ERROR(DescribeStrings(header, &layout));
  } else {
    layout.dtype = TypeOf(header.type);
    if (layout.dtype == DT_INVALID) return WrongType(header.type);
    layout.element_bytes = DataTypeSize(layout.dtype);
    if (header.is_big_endian)
      layout.swapped_bytes = DataTypeSize(PartTypeOf(layout.dtype));  // a complex has two
  }
  if (layout.element_bytes > 0 &&
      layout.shape.num_elements() > std::numeric_limits<int64_t>::max() / layout.element_bytes)
    return Wrong(absl::StrCat("a shape of ", layout.shape.num_elements(), " elements"));
  return layout;
}

// The place in the file of each element in C order, counted in elements.
class FileOrder {
 public:
  explicit FileOrder(const Layout& layout)
      : shape_(layout.shape), fortran_(layout.fortran_order), index_(layout.shape.dims(), 0) {}

  int64_t Next() {
    if (!fortran_) return next_++;
    int64_t place = 0;
    for (int d = shape_.dims() - 1; d >= 0; --d) place = place * shape_.dim_size(d) + index_[d];
    for (int d = shape_.dims() - 1; d >= 0 && ++index_[d] == shape_.dim_size(d); --d) index_[d] = 0;
    return place;
  }

 private:
  const TensorShape& shape_;
  const bool fortran_;
  std::vector<int64_t> index_;
  int64_t next_ = 0;
};

void SwapBytes(int64_t piece, int64_t size, char* bytes) {
  for (char* end = bytes + size; bytes < end; bytes += piece) std::reverse(bytes, bytes + piece);
}

void ParseNumbers(const Layout& layout, const char* data, Tensor* tensor) {
  char* const out = static_cast<char*>(tensor->data());
  const int64_t size = layout.element_bytes;
  const int64_t count = layout.shape.num_elements();
  if (count == 0) return;
  if (layout.fortran_order) {
    FileOrder order(layout);
    for (int64_t n = 0; n < count; ++n)
      std::memcpy(out + n * size, data + order.Next() * size, static_cast<size_t>(size));
  } else {
    std::memcpy(out, data, static_cast<size_t>(size * count));
  }
  if (layout.swapped_bytes > 1) SwapBytes(layout.swapped_bytes, size * count, out);
  // To C++ a bool of another value is nothing.
  for (int64_t n = 0; layout.dtype == DT_BOOL && n < count; ++n) out[n] = out[n] != 0 ? 1 : 0;
}

// UTF-8 of characters of four bytes. False if one is none.
bool Utf8FromUtf32(absl::string_view wide, std::string* text) {
  for (size_t i = 0; i < wide.size(); i += kUnicodeBytes) {
    uint32_t code = 0;
    std::memcpy(&code, wide.data() + i, kUnicodeBytes);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    AppendUtf8(code, text);
  }
  return true;
}

absl::Status ParseStrings(const Layout& layout, const char* data, Tensor* tensor) {
  tstring* const out = static_cast<tstring*>(tensor->data());
  const auto size = static_cast<size_t>(layout.element_bytes);
  FileOrder order(layout);
  for (int64_t n = 0; n < layout.shape.num_elements(); ++n) {
    std::string text(data + order.Next() * layout.element_bytes, size);
    if (layout.swapped_bytes > 0) SwapBytes(kUnicodeBytes, layout.element_bytes, text.data());
    const std::string raw = layout.is_unicode ? std::exchange(text, std::string()) : text;
    if (layout.is_unicode && !Utf8FromUtf32(raw, &text))
      return Wrong("a string has a character that is not in Unicode");
    out[n] = text.substr(0, text.find_last_not_of('\0') + 1);
  }
  return absl::OkStatus();
}

absl::StatusOr<Tensor> ParseData(const Layout& layout, absl::string_view data) {
  if (static_cast<int64_t>(data.size()) < layout.bytes()) return Wrong("its data is cut off");
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(layout.dtype, layout.shape));
  if (layout.dtype == DT_STRING) {
    OPGRAFT_RETURN_IF_ERROR(ParseStrings(layout, data.data(), &tensor));
  } else {
    ParseNumbers(layout, data.data(), &tensor);
  }
  return tensor;
}

absl::StatusOr<Layout> ParseLayout(absl::string_view bytes, const HeaderPlace& place) {
  if (place.end > bytes.size()) return Wrong("its header is cut off");
  OPGRAFT_ASSIGN_OR_RETURN(const Header header,
                           ParseHeader(bytes.substr(place.begin, place.end - place.begin)));
  return Describe(header);
}

// No more than the array is read: others may follow it.
absl::StatusOr<Tensor> ReadFrom(InputFile* file, int64_t max_bytes) {
  std::string bytes;
  OPGRAFT_RETURN_IF_ERROR(file->Read(kLeastBytes, &bytes));
  OPGRAFT_ASSIGN_OR_RETURN(const HeaderPlace place, FindHeader(bytes));
  OPGRAFT_RETURN_IF_ERROR(file->Read(static_cast<int64_t>(place.end - kLeastBytes), &bytes));
  OPGRAFT_ASSIGN_OR_RETURN(const Layout layout, ParseLayout(bytes, place));
  if (layout.bytes() > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the array takes ", layout.bytes(), " bytes, the limit is ", max_bytes));
  }
  std::string data;
  OPGRAFT_RETURN_IF_ERROR(file->Read(layout.bytes(), &data));
  return ParseData(layout, data);
}

}  // namespace

DataType NpyTypeOf(DataType dtype) {
  for (const NpyType& type : kTypes) {
    if (type.dtype == dtype) return dtype;
  }
  const DataTypeInfo& info = InfoOf(dtype);
  if (info.family == TypeFamily::kFloating) return info.size == 1 ? DT_UINT8 : DT_UINT16;
  if (info.family == TypeFamily::kQuantized) return info.compute;
  if (dtype == DT_U1) return DT_UINT8;
  return info.family == TypeFamily::kSigned || info.family == TypeFamily::kUnsigned ? info.compute
                                                                                    : DT_INVALID;
}

absl::StatusOr<Tensor> ParseNpy(absl::string_view bytes) {
  OPGRAFT_ASSIGN_OR_RETURN(const HeaderPlace place, FindHeader(bytes));
  OPGRAFT_ASSIGN_OR_RETURN(const Layout layout, ParseLayout(bytes, place));
  return ParseData(layout, bytes.substr(place.end));
}

absl::StatusOr<Tensor> ReadNpy(const std::string& path, int64_t max_bytes) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
  absl::StatusOr<Tensor> tensor = ReadFrom(&file, max_bytes);
  if (tensor.ok()) return tensor;
  return absl::Status(tensor.status().code(), absl::StrCat(path, ": ", tensor.status().message()));
}

namespace {

// Strings, each filled up with zero bytes; `*width` is that of the longest one.
absl::StatusOr<std::string> FormatStrings(const Tensor& tensor, size_t* width) {
  const tstring* const texts = static_cast<const tstring*>(tensor.data());
  for (int64_t n = 0; n < tensor.NumElements(); ++n) {
    *width = std::max(*width, texts[n].size());
    if (!texts[n].empty() && texts[n].back() == '\0') {
      return absl::InvalidArgumentError(
          absl::StrCat("string ", n, " ends in a zero byte, which a .npy file cannot keep"));
    }
  }
  std::string data;
  for (int64_t n = 0; n < tensor.NumElements(); ++n)
    data += texts[n] + std::string(*width - texts[n].size(), '\0');
  return data;
}

}  // namespace

absl::StatusOr<std::string> FormatNpy(const Tensor& tensor) {
  std::string data;
  std::string descr = DescrOf(tensor.dtype());
  if (tensor.dtype() == DT_STRING) {
    size_t width = 1;
    OPGRAFT_ASSIGN_OR_RETURN(data, FormatStrings(tensor, &width));
    descr = absl::StrCat("|S", width);
  } else if (descr.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor of ", DataTypeString(tensor.dtype()), " has no .npy form"));
  } else {
    data = std::string(tensor.tensor_data());
  }
  std::vector<std::string> dims;
  for (int d = 0; d < tensor.dims(); ++d) dims.push_back(absl::StrCat(tensor.dim_size(d), ","));
  std::string dict = absl::StrCat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (",
                                  absl::StrJoin(dims, " "), "), }");
  // The data begins at a multiple of 64.
  dict.append(63 - (kMagic.size() + 4 + dict.size()) % 64, ' ');
  dict += '\n';
  std::string bytes(kMagic);
  bytes += {'\1', '\0', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  return bytes + dict + data;
}

absl::Status WriteNpy(const std::string& path, const Tensor& tensor) {
  OPGRAFT_ASSIGN_OR_RETURN(std::string bytes, FormatNpy(tensor));
  return WriteFile(path, bytes);
}

}  // namespace opgraft_internal
