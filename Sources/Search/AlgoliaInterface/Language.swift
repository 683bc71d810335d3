// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Who speaks the interface speaks its language: its errors and parameters.
@_exported import AlgoliaLanguage
