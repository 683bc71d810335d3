// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The nodes that share a log, as `searchbus status` prints them.
struct ClusterReport: Sendable {
    let nodes: [NodeStatus]

    var json: [JSON] {
        nodes.map { node in
            var members = node.members
            members["state"] = node.supervisor?.state.map(JSON.string)
            members["shardCount"] = node.supervisor?.shardCount.map { JSON($0) }
            members["journal"] = node.journal?.json
            return .object(members)
        }
    }

    var lines: [String] {
        var table = Table([
            ("MACHINE", .left), ("STATE", .left), ("SHARDS", .left), ("PROCESSES", .right), ("COPY AT", .right),
            ("BEHIND", .right), ("LOG'S LEADER", .left),
        ])
        for node in nodes { table.add(row(node)) }
        let troubles = nodes.compactMap { node in
            node.journal?.trouble.map { "\(node.name): \(Terminal.safe($0))" }
        }
        let differences = nodes.compactMap { node in
            let others = (node.differsFrom ?? []).map(Terminal.safe)
            return others.isEmpty
                ? nil : "\(node.name): its log differs from that of \(others.joined(separator: ", "))"
        }
        // All nodes say it of the same servers.
        let advice = Set(nodes.compactMap { $0.journal?.advice }).sorted().map(Terminal.safe)
        let behind = nodes.flatMap { node in
            node.indexesBehind.map {
                "\(node.name): index \(Terminal.safe($0.index)) is older than that of \(Terminal.safe($0.origin))"
            }
        }
        return [""] + table.lines + troubles + differences + behind + advice
    }

    private func row(_ node: NodeStatus) -> [String] {
        [
            node.name + (node.isOwn ? " (this)" : ""),
            Terminal.safe(node.supervisor?.state ?? "-"),
            node.shards.isEmpty ? "-" : node.shards.map(String.init).joined(separator: " "),
            String(node.processCount),
            node.place.map(String.init) ?? "-",
            node.lag.map(String.init) ?? "-",
            Terminal.safe(node.journal?.leader ?? "-"),
        ]
    }
}
