// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Implementations of `DefaultBackend` need the types for filters and parameters too.
@_exported import AlgoliaLanguage
