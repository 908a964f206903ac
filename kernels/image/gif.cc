// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/gif.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "gif_lib.h"
#include "kernels/image/scratch_memory.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kChannels = 3;

// A code of 12 bits stands for 4,096 pixels at most. A larger frame is refused before its memory is
// allocated.
constexpr int64_t kMaxPixelsAByte = 4096 * 8 / 12 + 1;

absl::Status Invalid(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("Invalid GIF data: ", why));
}

absl::Status Failed(int error) {
  const char* const why = GifErrorString(error);
  return Invalid(why == nullptr ? "a record is damaged" : why);
}

// One image of the file: where it lies, and a colour's index a pixel.
struct Frame {
  int64_t left = 0;
  int64_t top = 0;
  int64_t width = 0;
  int64_t height = 0;
  int transparent = NO_TRANSPARENT_COLOR;  // the index that draws nothing
  std::vector<GifColorType> colors;        // empty: those of the file
  ScratchBytes indices;
};

// The frames of a file that are whole. Borrows its bytes. giflib's own DGifSlurp is not used: it
// takes memory before anybody has seen how much.
class GifReader {
 public:
  explicit GifReader(absl::string_view file) : rest_(file) {
    gif_ = DGifOpen(&rest_, Read, &error_);
  }
  ~GifReader() {
    if (gif_ != nullptr) DGifCloseFile(gif_, nullptr);
  }
  GifReader(const GifReader&) = delete;
  GifReader& operator=(const GifReader&) = delete;

  absl::Status ReadFrames() {
    if (gif_ == nullptr) return Failed(error_);
    absl::Status status;
    bool is_at_end = false;
    while (status.ok() && !is_at_end) status = ReadRecord(&is_at_end);
    // Out of memory is not reported as a damaged file.
    if (frames_.empty() || absl::IsResourceExhausted(status)) {
      return status.ok() ? Failed(D_GIF_ERR_NO_IMAG_DSCR) : status;
    }
    return absl::OkStatus();
  }

  const std::vector<Frame>& frames() const { return frames_; }
  int64_t width() const { return width_; }
  int64_t height() const { return height_; }

  // The colours of a frame; none if the file has no map for it.
  absl::Span<const GifColorType> ColorsOf(const Frame& frame) const {
    if (!frame.colors.empty()) return frame.colors;
    const ColorMapObject* const map = gif_->SColorMap;
    if (map == nullptr) return {};
    return absl::MakeConstSpan(map->Colors, static_cast<size_t>(map->ColorCount));
  }

 private:
  static int Read(GifFileType* gif, GifByteType* data, int length) {
    absl::string_view* const rest = static_cast<absl::string_view*>(gif->UserData);
    const size_t bytes = std::min(static_cast<size_t>(length), rest->size());
    std::copy_n(rest->data(), bytes, data);  // an empty file may have no address
    rest->remove_prefix(bytes);
    return static_cast<int>(bytes);
  }

  absl::Status ReadRecord(bool* is_at_end) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif_, &type) != GIF_OK) return Failed(gif_->Error);
    *is_at_end = type == TERMINATE_RECORD_TYPE;
    if (type == EXTENSION_RECORD_TYPE) return ReadExtension();
    return type == IMAGE_DESC_RECORD_TYPE ? ReadFrame() : absl::OkStatus();
  }

  // Of extensions only the first that says which colour is transparent counts, for one frame.
  absl::Status ReadExtension() {
    int code = 0;
    GifByteType* data = nullptr;  // its length, then its bytes
    if (DGifGetExtension(gif_, &code, &data) != GIF_OK) return Failed(gif_->Error);
    if (code == GRAPHICS_EXT_FUNC_CODE && data != nullptr && !has_control_) {
      has_control_ = true;
      GraphicsControlBlock control;
      if (DGifExtensionToGCB(data[0], data + 1, &control) == GIF_OK)
        transparent_ = control.TransparentColor;
    }
    while (data != nullptr) {
      if (DGifGetExtensionNext(gif_, &data) != GIF_OK) return Failed(gif_->Error);
    }
    return absl::OkStatus();
  }

  absl::Status ReadFrame() {
    if (DGifGetImageHeader(gif_) != GIF_OK) return Failed(gif_->Error);
    const GifImageDesc& image = gif_->Image;
    if (image.Width <= 0 || image.Height <= 0) return Invalid("a frame has no pixels");
    Frame frame;
    frame.left = image.Left;
    frame.top = image.Top;
    frame.width = image.Width;
    frame.height = image.Height;
    frame.transparent = std::exchange(transparent_, NO_TRANSPARENT_COLOR);
    has_control_ = false;
    if (image.ColorMap != nullptr) {
      frame.colors.assign(image.ColorMap->Colors,
                          image.ColorMap->Colors + image.ColorMap->ColorCount);
    }
    OPGRAFT_RETURN_IF_ERROR(ReadIndices(image.Interlace, &frame));
    width_ = std::max(width_, frame.width);
    height_ = std::max(height_, frame.height);
    frames_.push_back(std::move(frame));
    return absl::OkStatus();
  }

  absl::Status ReadIndices(bool is_interlaced, Frame* frame) {
    const int64_t pixels = frame->width * frame->height;
    if (pixels > kMaxPixelsAByte * static_cast<int64_t>(rest_.size()))
      return Invalid(absl::StrCat(rest_.size(), " bytes cannot hold ", pixels, " pixels"));
    const int64_t in_all = (static_cast<int64_t>(frames_.size()) + 1) *
                           std::max(width_, frame->width) * std::max(height_, frame->height);
    if (in_all >= ImageSize::kMaxPixels)
      return absl::ResourceExhaustedError(absl::StrCat("GIF too large: ", in_all, " pixels"));
    frame->indices.reset(static_cast<uint8_t*>(AllocateScratch(static_cast<size_t>(pixels))));
    if (frame->indices == nullptr) {
      return absl::ResourceExhaustedError(
          absl::StrCat("no memory for the ", pixels, " pixels of a GIF's frame"));
    }
    // All lines, or those of four passes: every eighth, those between them, and so on.
    constexpr int64_t kFirst[] = {0, 4, 2, 1};
    constexpr int64_t kStep[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (is_interlaced ? 4 : 1); ++pass) {
      const int64_t step = is_interlaced ? kStep[pass] : 1;
      for (int64_t y = is_interlaced ? kFirst[pass] : 0; y < frame->height; y += step) {
        if (DGifGetLine(gif_, frame->indices.get() + y * frame->width,
                        static_cast<int>(frame->width)) != GIF_OK)
          return Failed(gif_->Error);
      }
    }
    return absl::OkStatus();
  }

  absl::string_view rest_;
  int error_ = 0;  // of opening
  GifFileType* gif_ = nullptr;
  bool has_control_ = false;
  int transparent_ = NO_TRANSPARENT_COLOR;  // of the next frame
  std::vector<Frame> frames_;
  int64_t width_ = 0;
  int64_t height_ = 0;
};

// Draws a frame upon the pixels of those before it.
absl::Status Draw(const Frame& frame, absl::Span<const GifColorType> colors, int64_t width,
                  int64_t height, uint8_t* image) {
  const int64_t right = std::min(frame.left + frame.width, width);
  const int64_t bottom = std::min(frame.top + frame.height, height);
  for (int64_t y = frame.top; y < bottom; ++y) {
    const uint8_t* const line = frame.indices.get() + (y - frame.top) * frame.width;
    for (int64_t x = frame.left; x < right; ++x) {
      const uint8_t index = line[x - frame.left];
      if (index == frame.transparent) continue;
      if (index >= colors.size()) {
        return Invalid(absl::StrCat("found color index ", index, " outside of color map range ",
                                    colors.size()));
      }
      const GifColorType& color = colors[index];
      uint8_t* const pixel = image + (y * width + x) * kChannels;
      pixel[0] = color.Red;
      pixel[1] = color.Green;
      pixel[2] = color.Blue;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status DecodeGif(absl::string_view file, bool all_frames, ImageAllocator allocate) {
  GifReader reader(file);
  OPGRAFT_RETURN_IF_ERROR(reader.ReadFrames());
  const std::vector<Frame>& frames = reader.frames();
  const size_t count = all_frames ? frames.size() : 1;
  OPGRAFT_ASSIGN_OR_RETURN(uint8_t * image, allocate({static_cast<int64_t>(count), reader.height(),
                                                      reader.width(), kChannels}));
  const size_t bytes = static_cast<size_t>(reader.height() * reader.width() * kChannels);
  for (size_t i = 0; i < count; ++i, image += bytes) {
    if (i == 0) {
      std::memset(image, 0, bytes);
    } else {
      std::memcpy(image, image - bytes, bytes);
    }
    const absl::Span<const GifColorType> colors = reader.ColorsOf(frames[i]);
    if (colors.empty()) return Invalid(absl::StrCat("missing color map for frame ", i));
    OPGRAFT_RETURN_IF_ERROR(Draw(frames[i], colors, reader.width(), reader.height(), image));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
