// SPDX-License-Identifier: MIT

import Glibc

/// A Python program of the repository, and the Python that has what it needs.
struct RepositoryTools {
    struct Missing: Error {
        let text: String
    }

    let python: String
    let script: String

    /// Looks for a program in the folders above the executables, and in the one that we were started in.
    static func find(script: String, executables: String) -> Result<RepositoryTools, Missing> {
        var folders = ["."]
        var folder = executables[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            folders.append(String(folder))
        }
        guard let root = folders.first(where: { access("\($0)/\(script)", R_OK) == 0 }) else {
            return .failure(Missing(text: "It needs the repository: there is no \(script) here."))
        }
        let python = "\(root)/.venv/bin/python"
        guard access(python, X_OK) == 0 else {
            return .failure(Missing(text: "It needs \(python), which `make setup-tests` makes."))
        }
        return .success(RepositoryTools(python: python, script: "\(root)/\(script)"))
    }

    /// Runs the program with the executables that are measured.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    func run(_ arguments: [String], executables: String) throws -> Script.Result {
        try Script.run(python, [script] + arguments, environment: ["SEARCHBUS_BIN": executables])
    }
}
