// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/jpeg_source.h"

extern "C" {
#include "jerror.h"
}

namespace opgraft_internal {
namespace {

constexpr JOCTET kEndOfImage[] = {0xff, JPEG_EOI};

// Blocks that end too soon take a few thousand bytes. What asks for more will never have enough:
// fill bytes, of which any number may stand before a marker.
constexpr size_t kMaxReadAgain = size_t{1} << 20;

}  // namespace

JpegSource::JpegSource(absl::string_view file, bool tries_to_recover)
    : file_(file), tries_to_recover_(tries_to_recover) {
  manager_.init_source = Init;
  manager_.fill_input_buffer = Fill;
  manager_.skip_input_data = Skip;
  manager_.resync_to_restart = jpeg_resync_to_restart;
  manager_.term_source = Term;
}

JpegSource* JpegSource::Of(j_decompress_ptr jpeg) {
  return reinterpret_cast<JpegSource*>(jpeg->src);
}

void JpegSource::Init(j_decompress_ptr jpeg) {
  const absl::string_view file = Of(jpeg)->file_;
  jpeg->src->next_input_byte = reinterpret_cast<const JOCTET*>(file.data());
  jpeg->src->bytes_in_buffer = file.size();
}

// Called when all has been read. The library writes what it read back to the manager only at the
// end of a unit: if bytes are left there, the file ends within one. Then the line is not finished,
// or, to recover, the unit's bytes are read once more, as long as that may help.
boolean JpegSource::Fill(j_decompress_ptr jpeg) {
  JpegSource* const source = Of(jpeg);
  const bool tries_to_recover = source->tries_to_recover_;
  jpeg_source_mgr* const manager = jpeg->src;
  if (manager->bytes_in_buffer > 0) {
    if (!tries_to_recover) return FALSE;
    source->bytes_read_again_ += manager->bytes_in_buffer;
    if (source->bytes_read_again_ <= kMaxReadAgain) return TRUE;
  }
  if (!tries_to_recover || manager->next_input_byte == kEndOfImage) ERREXIT(jpeg, JERR_FILE_READ);
  WARNMS(jpeg, JWRN_JPEG_EOF);
  manager->next_input_byte = kEndOfImage;
  manager->bytes_in_buffer = sizeof(kEndOfImage);
  return TRUE;
}

void JpegSource::Skip(j_decompress_ptr jpeg, long bytes) {
  jpeg_source_mgr* const manager = jpeg->src;
  if (bytes <= 0) return;
  if (static_cast<size_t>(bytes) > manager->bytes_in_buffer) {
    manager->bytes_in_buffer = 0;
    Fill(jpeg);
    return;
  }
  manager->bytes_in_buffer -= static_cast<size_t>(bytes);
  manager->next_input_byte += bytes;
}

}  // namespace opgraft_internal
