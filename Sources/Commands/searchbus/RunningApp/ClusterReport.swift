// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How the machines are that share a log, by what was heard of them.
struct ClusterReport: Sendable {
    /// What a machine's supervisor is called, which speaks of the machine.
    static let supervisor = "supervisor"

    private let machines: [(name: String, isOwn: Bool, heard: [String: JSON])]

    /// - Parameter heard: What processes said; where this machine shares its log with none, there is nothing to report.
    init?(_ heard: HeardStatuses) {
        guard let machine = heard.machine else { return nil }
        let others = heard.others.map { (name: $0.key, isOwn: false, heard: $0.value) }
        machines = ([(name: machine, isOwn: true, heard: heard.own)] + others).sorted { $0.name < $1.name }
    }

    /// How far the order is, as far as any broker knows.
    private var furthest: Int? {
        machines.compactMap { $0.heard["broker"]?["journal"] }
            .flatMap { [$0["place"]?.int, $0["last"]?.int] }.compactMap { $0 }.max()
    }

    /// The machines for programs.
    var json: [JSON] {
        machines.map { machine in
            let (said, journal) = (machine.heard[Self.supervisor], machine.heard["broker"]?["journal"])
            var members = JSONObject([("name", .string(machine.name)), ("isOwn", .bool(machine.isOwn))])
            for key in ["state", "version", "roles", "shards", "shardCount"] {
                if let value = said?[key] { members[key] = value }
            }
            members["processCount"] = JSON(machine.heard.keys.count { $0 != Self.supervisor })
            if let place = journal?["place"]?.int, place >= 0 {
                members["place"] = JSON(place)
                members["lag"] = JSON(max(0, (furthest ?? place) - place))
            }
            if let journal { members["journal"] = journal }
            if let behind = machine.heard["copies"]?["indexesBehind"] { members["indexesBehind"] = behind }
            return .object(members)
        }
    }

    /// The machines for people.
    var lines: [String] {
        var table = Table([
            ("MACHINE", .left), ("STATE", .left), ("SHARDS", .left), ("PROCESSES", .right), ("COPY AT", .right),
            ("BEHIND", .right), ("LOG'S LEADER", .left),
        ])
        for machine in json { table.add(row(machine)) }
        let troubles = json.compactMap { machine in
            machine["journal"]?["trouble"]?.string.map { "\(name(machine)): \(Terminal.safe($0))" }
        }
        let differences = json.compactMap { machine in
            let others = (machine["journal"]?["differsFrom"]?.array ?? []).compactMap(\.string).map(Terminal.safe)
            return others.isEmpty
                ? nil : "\(name(machine)): its log differs from that of \(others.joined(separator: ", "))"
        }
        // All machines say it of the same servers.
        let advice = Set(json.compactMap { $0["journal"]?["advice"]?.string }).sorted().map(Terminal.safe)
        let behind = json.flatMap { machine in
            (machine["indexesBehind"]?.array ?? []).compactMap { index in
                index["index"]?.string.map {
                    "\(name(machine)): index \(Terminal.safe($0)) is older than that of \(Terminal.safe(index["origin"]?.string ?? "?"))"
                }
            }
        }
        return [""] + table.lines + troubles + differences + behind + advice
    }

    private func row(_ machine: JSON) -> [String] {
        let shards = (machine["shards"]?.array ?? []).compactMap(\.int).map(String.init)
        return [
            name(machine) + (machine["isOwn"] == true ? " (this)" : ""),
            Terminal.safe(machine["state"]?.string ?? "-"),
            shards.isEmpty ? "-" : shards.joined(separator: " "),
            machine["processCount"]?.int.map(String.init) ?? "-",
            machine["place"]?.int.map(String.init) ?? "-",
            machine["lag"]?.int.map(String.init) ?? "-",
            Terminal.safe(machine["journal"]?["leader"]?.string ?? "-"),
        ]
    }

    private func name(_ machine: JSON) -> String { machine["name"]?.string ?? "" }
}
