// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Synchronization
import Wire

/// The smallest backend: one method, with a test's answers and a record of its requests.
final class ScriptedBackend: DefaultBackend {
    private let answer: @Sendable (JSONObject) throws -> JSON
    private let asked = Mutex<[JSONObject]>([])
    let capabilities: BackendCapabilities

    init(
        capabilities: BackendCapabilities = BackendCapabilities(),
        answer: @escaping @Sendable (JSONObject) throws -> JSON
    ) {
        self.capabilities = capabilities
        self.answer = answer
    }

    func search(_ query: JSONObject) async throws -> JSON {
        asked.withLock { $0.append(query) }
        return try answer(query)
    }

    /// Its requests, in order of the indexes' names.
    var queries: [JSONObject] {
        asked.withLock { $0.sorted { ($0["indexName"]?.string ?? "") < ($1["indexName"]?.string ?? "") } }
    }
}
