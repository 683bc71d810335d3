// SPDX-License-Identifier: MIT

import AppModel
import Foundation
import SearchModel
import Subprocess
import SystemPackage
import Wire

/// Asks the engines of an app what their indexes have, through the executable that searchers of such engines run: keys stay in it.
public enum EngineQuestion {
    private static let limit = 8 << 20

    /// What the engines tell, by backend and index: `{"shape"}`, `{"error"}` or `{}`.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - executables: The folder of the executables.
    /// - Returns: The answers; none where the app asks no engine in another program.
    /// - Throws: `SearchBusError` where the executable cannot be run.
    public static func answers(of app: App, executables: String) async throws -> JSON {
        guard app.backends.contains(where: { BackendType(named: $0.type)?.place == .remote }) else { return [:] }
        do {
            let result = try await Subprocess.run(
                .path(FilePath("\(executables)/\(WorkerKind.remoteWorker)")),
                arguments: ["searcher", "--describe", "--app", "/dev/stdin"],
                input: .string(app.json.text),
                output: .string(limit: limit),
                error: .discarded
            )
            return try JSON(parsing: result.standardOutput, limits: JSONLimits(depth: 64, values: 1_000_000))
        } catch {
            throw SearchBusError(.libraryMissing, "The engines of the app cannot be reached: \(error)")
        }
    }
}
