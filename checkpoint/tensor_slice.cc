// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "checkpoint/tensor_slice.h"

#include <algorithm>
#include <cstring>

#include "absl/numeric/bits.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/tensor_bundle.pb.h"

namespace opgraft_internal {
namespace {

// The bytes of a number, the highest first.
std::string BigEndian(uint64_t value) {
  std::string bytes(8, '\0');
  for (size_t i = 8; i-- > 0; value >>= 8) bytes[i] = static_cast<char>(value & 0xff);
  return bytes;
}

// A byte that says how many bytes follow, without leading zeros.
void AppendNumber(uint64_t value, std::string* key) {
  const std::string bytes = BigEndian(value);
  const size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
  key->push_back(static_cast<char>(bytes.size() - zeros));
  key->append(bytes, zeros, std::string::npos);
}

// Bytes 0 and 255 are followed by another; 0 and 1 end it.
void AppendText(absl::string_view text, std::string* key) {
  for (const char c : text) {
    key->push_back(c);
    if (c == '\0') key->push_back('\xff');
    if (c == '\xff') key->push_back('\0');
  }
  key->append("\0\1", 2);
}

// As many leading ones as there are bytes, seven bits of the number a byte; negative numbers are
// turned around.
void AppendSigned(int64_t value, std::string* key) {
  const bool is_negative = value < 0;
  const uint64_t size = is_negative ? ~static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const int length = static_cast<int>(absl::bit_width(size)) / 7 + 1;
  std::string bytes =
      std::string(2, is_negative ? '\xff' : '\0') + BigEndian(static_cast<uint64_t>(value));
  bytes = bytes.substr(bytes.size() - static_cast<size_t>(length));
  const uint32_t ones = 0xffffu << (16 - length) & 0xffffu;
  bytes[0] = static_cast<char>(static_cast<uint8_t>(bytes[0]) ^ (ones >> 8));
  if (length > 1) bytes[1] = static_cast<char>(static_cast<uint8_t>(bytes[1]) ^ (ones & 0xff));
  key->append(bytes);
}

// A dimension of what two slices have in common: its size, and how far its elements are apart.
struct CommonDim {
  int64_t count = 0;
  int64_t from_stride = 1;
  int64_t to_stride = 1;
};

void CopyRun(const Tensor& from, int64_t from_at, int64_t count, Tensor* to, int64_t to_at) {
  if (from.dtype() == DT_STRING) {
    const auto* const texts = static_cast<const tstring*>(from.data());
    std::copy_n(texts + from_at, count, static_cast<tstring*>(to->data()) + to_at);
    return;
  }
  const int64_t size = DataTypeSize(from.dtype());
  std::memcpy(static_cast<char*>(to->data()) + to_at * size,
              static_cast<const char*>(from.data()) + from_at * size,
              static_cast<size_t>(count * size));
}

void CopyDims(absl::Span<const CommonDim> dims, const Tensor& from, int64_t from_at, Tensor* to,
              int64_t to_at) {
  if (dims.size() <= 1) return CopyRun(from, from_at, dims.empty() ? 1 : dims[0].count, to, to_at);
  for (int64_t i = 0; i < dims[0].count; ++i) {
    CopyDims(dims.subspan(1), from, from_at + i * dims[0].from_stride, to,
             to_at + i * dims[0].to_stride);
  }
}

// Inner dimensions that both slices have as a whole are one run with the dimension before them.
void JoinInnerDims(std::vector<CommonDim>* dims) {
  while (dims->size() > 1) {
    const int64_t run = dims->back().count;
    CommonDim& outer = (*dims)[dims->size() - 2];
    if (outer.from_stride != run || outer.to_stride != run) return;
    outer = {outer.count * run, 1, 1};
    dims->pop_back();
  }
}

}  // namespace

TensorSlice::TensorSlice(const TensorShape& whole) : whole_(whole) {
  for (const int64_t size : whole.sizes()) extents_.push_back({0, size, true});
}

absl::Status TensorSlice::SetExtent(int dim, int64_t start, int64_t length) {
  const int64_t size = whole_.dim_size(dim);
  if (start < 0 || length < 0 || start > size || length > size - start) {
    return absl::InvalidArgumentError(
        absl::StrCat("a slice of dimension ", dim, " begins at ", start, " and is ", length,
                     " long, but there are ", size, " of shape ", whole_.DebugString()));
  }
  extents_[static_cast<size_t>(dim)] = {start, length, false};
  return absl::OkStatus();
}

absl::StatusOr<TensorSlice> TensorSlice::FromProto(const TensorSliceProto& proto,
                                                   const TensorShape& whole) {
  TensorSlice slice(whole);
  if (proto.extent_size() != whole.dims()) {
    return absl::InvalidArgumentError(absl::StrCat("a slice has ", proto.extent_size(),
                                                   " dimensions, not those of shape ",
                                                   whole.DebugString()));
  }
  for (int d = 0; d < proto.extent_size(); ++d) {
    const TensorSliceProto::Extent& extent = proto.extent(d);
    if (extent.has_length_case() == TensorSliceProto::Extent::HAS_LENGTH_NOT_SET) continue;
    OPGRAFT_RETURN_IF_ERROR(slice.SetExtent(d, extent.start(), extent.length()));
  }
  return slice;
}

bool TensorSlice::is_whole() const { return shape() == whole_; }

TensorShape TensorSlice::shape() const {
  TensorShape shape = whole_;
  for (size_t d = 0; d < extents_.size(); ++d)
    shape.set_dim(static_cast<int>(d), extents_[d].length);
  return shape;
}

int64_t TensorSlice::CommonElements(const TensorSlice& other) const {
  int64_t count = 1;
  for (size_t d = 0; d < extents_.size(); ++d) {
    const Extent& a = extents_[d];
    const Extent& b = other.extents_[d];
    const int64_t end = std::min(a.start + a.length, b.start + b.length);
    count *= std::max<int64_t>(end - std::max(a.start, b.start), 0);
  }
  return count;
}

void TensorSlice::ToProto(TensorSliceProto* proto) const {
  for (const Extent& extent : extents_) {
    TensorSliceProto::Extent* const stored = proto->add_extent();
    if (extent.is_all) continue;
    stored->set_start(extent.start);
    stored->set_length(extent.length);
  }
}

std::string TensorSlice::KeyOf(absl::string_view name) const {
  std::string key;
  AppendNumber(0, &key);
  AppendText(name, &key);
  AppendNumber(extents_.size(), &key);
  for (const Extent& extent : extents_) {
    AppendSigned(extent.is_all ? 0 : extent.start, &key);
    AppendSigned(extent.is_all ? -1 : extent.length, &key);
  }
  return key;
}

namespace {

absl::Status BadShapeAndSlice(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("shape_and_slice ", Quoted(text), " ", why,
                   "; it must be the sizes of the whole tensor, a space each, and of each "
                   "dimension START,LENGTH or -, with colons between: \"10 20 0,5:-\""));
}

// Reads "10 20 ". `text` is what messages say.
absl::StatusOr<TensorShape> ParseSizes(absl::string_view sizes, absl::string_view text) {
  TensorShape whole;
  for (const absl::string_view size : absl::StrSplit(sizes, ' ')) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(size, &number))
      return BadShapeAndSlice(text, "has a size that is not a number");
    OPGRAFT_RETURN_IF_ERROR(whole.AddDimWithStatus(number));
  }
  return whole;
}

// Reads "0,5"; false if it is not that.
bool ParseRun(absl::string_view run, int64_t* start, int64_t* length) {
  const std::vector<absl::string_view> ends = absl::StrSplit(run, ',', absl::SkipEmpty());
  return ends.size() == 2 && absl::SimpleAtoi(ends[0], start) &&
         absl::SimpleAtoi(ends[1], length) && *length > 0;
}

}  // namespace

absl::StatusOr<TensorSlice> ParseShapeAndSlice(absl::string_view text) {
  const size_t last = text.rfind(' ');
  if (last == absl::string_view::npos) return BadShapeAndSlice(text, "has no space");
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape whole, ParseSizes(text.substr(0, last), text));
  TensorSlice slice(whole);
  const std::vector<absl::string_view> runs =
      absl::StrSplit(text.substr(last + 1), ':', absl::SkipEmpty());
  if (static_cast<int>(runs.size()) != whole.dims())
    return BadShapeAndSlice(text, "has not a run for each size");
  for (size_t d = 0; d < runs.size(); ++d) {
    if (runs[d] == "-") continue;
    int64_t start = 0, length = 0;
    if (!ParseRun(runs[d], &start, &length))
      return BadShapeAndSlice(text, "has a run that is not a pair of numbers");
    OPGRAFT_RETURN_IF_ERROR(slice.SetExtent(static_cast<int>(d), start, length));
  }
  return slice;
}

void CopyCommonPart(const TensorSlice& from_slice, const Tensor& from, const TensorSlice& to_slice,
                    Tensor* to) {
  if (from_slice.CommonElements(to_slice) == 0) return;
  const TensorShape from_shape = from_slice.shape(), to_shape = to_slice.shape();
  std::vector<CommonDim> dims(static_cast<size_t>(from_shape.dims()));
  int64_t from_stride = 1, to_stride = 1, from_at = 0, to_at = 0;
  for (int d = from_shape.dims(); d-- > 0;) {
    const int64_t from_start = from_slice.start(d), to_start = to_slice.start(d);
    const int64_t begin = std::max(from_start, to_start);
    const int64_t end =
        std::min(from_start + from_shape.dim_size(d), to_start + to_shape.dim_size(d));
    dims[static_cast<size_t>(d)] = {end - begin, from_stride, to_stride};
    from_at += (begin - from_start) * from_stride;
    to_at += (begin - to_start) * to_stride;
    from_stride *= from_shape.dim_size(d);
    to_stride *= to_shape.dim_size(d);
  }
  JoinInnerDims(&dims);
  CopyDims(dims, from, from_at, to, to_at);
}

}  // namespace opgraft_internal
