// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Image files that want more than they should. What is wrong with them in other ways is in
// tests/tensorflow_answers and tests/fuzz.
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"
#include "kernels/image/gif.h"
#include "kernels/image/jpeg.h"
#include "kernels/image/png.h"
#include "zlib.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMiB = 1 << 20;

std::string BigEndian(uint32_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text.push_back(static_cast<char>(value >> 8 * i));
  return text;
}

// Memory for an image, beyond what is counted.
class Pixels {
 public:
  // An ImageAllocator.
  auto allocator() {
    return [this](const ImageSize& size) -> absl::StatusOr<uint8_t*> {
      bytes_.resize(static_cast<size_t>(size.frames * size.height * size.width * size.channels));
      return bytes_.data();
    };
  }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<uint8_t> bytes_;
};

std::string PngChunk(const std::string& kind, const std::string& data) {
  const std::string checked = kind + data;
  const uLong crc =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  return BigEndian(static_cast<uint32_t>(data.size()), 4) + checked +
         BigEndian(static_cast<uint32_t>(crc), 4);
}

std::string Deflated(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit(&stream, 9), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// A grey PNG file that holds one pixel, or `rows`, whatever its header says.
std::string Png(uint32_t width, uint32_t height, const std::string& chunks = "",
                const std::string& rows = std::string("\0\x2a", 2)) {
  const std::string header =
      BigEndian(width, 4) + BigEndian(height, 4) + std::string("\x08\0\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + PngChunk("IHDR", header) + chunks +
         PngChunk("IDAT", Deflated(rows)) + PngChunk("IEND", "");
}

// A frame that says it is so large, and holds nothing.
std::string Gif(int width, int height) {
  std::string gif("GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0", 24);
  for (const int size : {width, height}) {
    gif.push_back(static_cast<char>(size));
    gif.push_back(static_cast<char>(size >> 8));
  }
  return gif + std::string("\0\2\1\x05\0;", 6);
}

// Frames of one pixel.
std::string GifOfFrames(int count) {
  std::string gif("GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff", 19);
  for (int i = 0; i < count; ++i) gif += std::string(",\0\0\0\0\1\0\1\0\0\2\2\x44\1\0", 15);
  return gif + ";";
}

// A progressive JPEG file of 16 by 16 pixels, whose header says another size.
std::string Jpeg(uint32_t size) {
  std::vector<uint8_t> pixels(size_t{16} * 16 * 3, 100);
  JpegEncoding encoding;
  encoding.progressive = true;
  std::string file;
  EXPECT_TRUE(EncodeJpeg(pixels.data(), {1, 16, 16, 3}, encoding, &file).ok());
  const size_t header = file.find("\xff\xc2");  // its length and the bits of a sample are next
  return file.replace(header + 5, 4, BigEndian(size, 2) + BigEndian(size, 2));
}

struct Case {
  const char* what;
  std::string file;
  absl::StatusCode code;
  const char* message;
};

absl::Status Decode(const std::string& file, ImageAllocator pixels) {
  if (file[0] == 'G') return DecodeGif(file, /*all_frames=*/true, pixels);
  if (file[0] != '\xff') return DecodePng(file, 0, 8, pixels);
  JpegDecoding decoding;
  return DecodeJpeg(file, decoding, pixels);
}

// A megabyte suffices to decode or to refuse any of these, and is given back.
TEST(HostileImages, TakeNoMoreThanTheyMay) {
  const std::string jpeg = Jpeg(16);
  const std::string text =
      PngChunk("zTXt", std::string("a\0\0", 3) + Deflated(std::string(7 * kMiB, 'a')));
  constexpr absl::StatusCode kOk = absl::StatusCode::kOk;
  constexpr absl::StatusCode kWrong = absl::StatusCode::kInvalidArgument;
  constexpr absl::StatusCode kTooMuch = absl::StatusCode::kResourceExhausted;
  const Case cases[] = {
      {"a pixel", Png(1, 1), kOk, ""},
      {"texts", Png(1, 1, text + text), kOk, ""},
      {"a PNG without its pixels", Png(40000, 1), kWrong, "Invalid PNG data"},
      {"a wide PNG", Png(1000000, 1, "", std::string(1000001, '\0')), kTooMuch, "no memory"},
      {"a high PNG", Png(1, 1000000), kWrong, "cannot hold"},
      {"a large PNG", Png(1000000, 1000000), kWrong, "too large"},
      {"a large GIF", Gif(60000, 8000), kWrong, "cannot hold"},
      {"a larger GIF", Gif(60000, 60000), kWrong, "cannot hold"},
      {"many frames", GifOfFrames(1000), kOk, ""},
      {"an empty GIF", Gif(3, 3), kWrong, "EOF"},
      {"a JPEG", jpeg, kOk, ""},
      {"a large JPEG", Jpeg(4000), kTooMuch, "no memory"},
      {"a larger JPEG", Jpeg(10000), kWrong, "cannot hold"},
      {"the largest JPEG", Jpeg(65000), kWrong, "cannot hold"},
  };
  const auto budget = std::make_shared<MemoryBudget>(kMiB, kMiB);
  const MemoryScope scope(budget);
  for (const Case& c : cases) {
    Pixels pixels;
    const absl::Status status = Decode(c.file, pixels.allocator());
    EXPECT_EQ(status.code(), c.code) << c.what << ": " << status;
    EXPECT_NE(status.message().find(c.message), std::string::npos) << c.what << ": " << status;
    EXPECT_EQ(budget->used(), 0) << c.what;
  }
}

// Each goes over the whole image.
TEST(HostileImages, ScansAreAsManyAsTheirBytesAreWorth) {
  const auto with_scans = [](const std::string& jpeg, int count) {
    const size_t at = jpeg.find("\xff\xda");
    const std::string scan = jpeg.substr(at, jpeg.find("\xff\xc4", at) - at);
    std::string file = jpeg.substr(0, at);
    for (int i = 0; i < count; ++i) file += scan;
    return file + "\xff\xd9";
  };
  Pixels pixels;
  EXPECT_TRUE(Decode(with_scans(Jpeg(16), 10000), pixels.allocator()).ok());
  const absl::Status status = Decode(with_scans(Jpeg(2000), 10000), pixels.allocator());
  EXPECT_EQ(status.message(), "Invalid JPEG data: too many scans");
}

// Where a marker begins any number of bytes 0xff may stand. The library reads them again and again
// when a file ends within them.
TEST(HostileImages, FillBytesAtTheEndAreReadToAnEnd) {
  const std::string jpeg = Jpeg(16);
  JpegDecoding recovers;
  recovers.try_recover_truncated = true;
  for (const size_t count : {size_t{1}, size_t{1000}, size_t{3} * kMiB}) {
    const std::string header = jpeg.substr(0, jpeg.find("\xff\xda"));
    Pixels pixels;
    const absl::Status status =
        DecodeJpeg(header + std::string(count, '\xff'), recovers, pixels.allocator());
    EXPECT_EQ(status.message(),
              "Invalid JPEG data: Invalid JPEG file structure: missing SOS marker");
  }
}

TEST(HostileImages, AllocatorsMayRefuse) {
  const auto none = [](const ImageSize&) -> absl::StatusOr<uint8_t*> {
    return absl::CancelledError("no");
  };
  for (const std::string& file : {Png(1, 1), Jpeg(16)})
    EXPECT_EQ(Decode(file, none).code(), absl::StatusCode::kCancelled);
}

// TensorFlow ends the process.
TEST(HostileImages, WindowsMayBeAnywhere) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  for (const ImageWindow& window :
       {ImageWindow{kMost, 0, kMost, 1}, ImageWindow{0, kMost, 1, kMost}, ImageWindow{0, 0, 17, 1},
        ImageWindow{-1, 0, 1, 1}}) {
    JpegDecoding decoding;
    decoding.window = window;
    Pixels pixels;
    EXPECT_EQ(DecodeJpeg(Jpeg(16), decoding, pixels.allocator()).code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(pixels.bytes().empty());
  }
}

}  // namespace
}  // namespace opgraft_internal
