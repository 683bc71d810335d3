// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import AppModel
import Foundation
import Glibc
import Membership
import Runtime
import SearchIndex
import Supervisor
import Wire

/// What a cluster for trying needs on the disk before it starts.
struct ClusterDemoFiles {
    let plan: ClusterDemoPlan

    /// Makes the folders, writes what configures the servers, and lets the same people in at every machine.
    ///
    /// - Throws: `SearchBusError` where something cannot be written.
    func prepare(servesAlgolia: Bool) throws {
        for machine in plan.machines { try RuntimeDirectory.make(machine.data) }
        for server in plan.servers {
            try Files.replace(
                plan.configurationPath(of: server),
                with: Array(plan.configuration(of: server).utf8),
                isDurable: false
            )
        }
        guard let first = plan.machines.first else { return }
        _ = try AccessFile(dataDirectory: first.data).load()
        var names = [AccessFile.name]
        if servesAlgolia {
            _ = try KeyFile(dataDirectory: first.data).load(at: time(nil))
            names.append(KeyFile.name)
        }
        for machine in plan.machines.dropFirst() {
            for name in names { try link("\(machine.data)/\(name)", to: "../\(first.name)/\(name)") }
        }
    }

    /// Gives each machine the indexes that it lacks and another folder has.
    ///
    /// - Returns: The names of those that were copied.
    /// - Throws: `SearchBusError` where a folder cannot be read or written.
    func copyIndexes(from folder: String) throws -> [String] {
        let names = try IndexDirectory(path: folder).list().map(\.name)
        var copied: Set<String> = []
        for machine in plan.machines {
            let own = "\(machine.data)/indexes"
            for name in names where !IndexDirectory(path: own).exists(name) {
                let draft = "\(own)/.\(name).copy"
                do {
                    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
                    try? FileManager.default.removeItem(atPath: draft)
                    try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: draft)
                    try FileManager.default.moveItem(atPath: draft, toPath: "\(own)/\(name)")
                } catch {
                    throw SearchBusError(
                        .storageFailed,
                        "The index `\(name)` cannot be copied to \(own): \(error.localizedDescription)"
                    )
                }
                copied.insert(name)
            }
        }
        return copied.sorted()
    }

    private func link(_ path: String, to target: String) throws {
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == target { return }
        unlink(path)
        guard symlink(target, path) == 0 else {
            throw SearchBusError(.storageFailed, "`\(path)` cannot be created: \(String(cString: strerror(errno))).")
        }
    }
}
