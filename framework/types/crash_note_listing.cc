// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/crash_note_listing.h"

namespace opgraft_internal {

std::atomic<const CrashNoteListing*> CrashNoteListing::listed_[kMaxListed] = {};

CrashNoteListing::CrashNoteListing(const CrashNote* note, const std::atomic<bool>* is_running)
    : note_(note), is_running_(is_running) {
  if (!CrashNote::IsWanted()) return;
  for (auto& place : listed_) {
    const CrashNoteListing* free = nullptr;
    if (!place.compare_exchange_strong(free, this, std::memory_order_release)) continue;
    place_ = &place;
    return;
  }
}

CrashNoteListing::~CrashNoteListing() {
  if (place_ != nullptr) place_->store(nullptr, std::memory_order_release);
}

bool CrashNoteListing::IsRunning() const {
  return is_running_ == nullptr || is_running_->load(std::memory_order_acquire);
}

bool CrashNoteListing::IsAnyRunning() {
  for (const auto& place : listed_) {
    const CrashNoteListing* const listing = place.load(std::memory_order_acquire);
    if (listing != nullptr && listing->IsRunning()) return true;
  }
  return false;
}

void CrashNoteListing::DescribeRunning(FatalText* text) {
  const char* separator = "";
  for (const auto& place : listed_) {
    const CrashNoteListing* const listing = place.load(std::memory_order_acquire);
    if (listing == nullptr || !listing->IsRunning()) continue;
    text->Append(separator);
    listing->note_->Describe(text);
    separator = " and ";
  }
}

}  // namespace opgraft_internal
