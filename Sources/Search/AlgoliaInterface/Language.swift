// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Users of the interface need its errors and parameters too.
@_exported import AlgoliaLanguage
