// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws whether an answer is awaited.
@MainActor
public protocol LoadingController: ItemController where Item == Bool {}
