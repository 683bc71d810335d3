// SPDX-License-Identifier: MIT

import SearchClient

/// Runs a test in a session of its own in the app that tests share.
@MainActor
func withLiveSession(_ body: @MainActor (SearchSession) async throws -> Void) async throws {
    let session = try await SearchSession.open(try await LiveApp.shared.address)
    defer { session.close() }
    try await body(session)
}
