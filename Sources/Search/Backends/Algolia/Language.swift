// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Who writes an engine of one's own that is asked as Algolia's is says how filters and parameters are told.
@_exported import AlgoliaLanguage
