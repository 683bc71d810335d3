// SPDX-License-Identifier: MIT

import AppModel
import Backends
import Wire

/// What the engines of an app tell of the indexes that it searches.
public enum EngineDescriptions {
    /// Asks every engine in another program for each of its indexes.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - environment: Where the values of variables are.
    /// - Returns: By backend and index, `{"shape"}` where the engine tells one, `{}` where it cannot, or `{"error"}`.
    public static func json(of app: App, environment: [String: String]) async -> JSON {
        var backends = JSONObject()
        for backend in app.backends where BackendType(named: backend.type)?.place == .remote {
            let indexes = Set(app.searchers.filter { $0.backend == backend.name }.compactMap(\.index)).sorted()
            var found = JSONObject()
            for index in indexes { found[index] = await description(of: index, backend, environment) }
            backends[backend.name] = .object(found)
        }
        return .object(backends)
    }

    private static func description(
        of index: String,
        _ backend: BackendConfiguration,
        _ environment: [String: String]
    ) async -> JSON {
        do {
            let shape = try await EngineRegistry.service(for: backend, environment: environment).describe(index)
            return shape.map { ["shape": $0.json] } ?? [:]
        } catch {
            let failure = error as? SearchBusError ?? SearchBusError(.backendFailed, "\(error)")
            return ["error": failure.json]
        }
    }
}
