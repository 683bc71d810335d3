// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A machine of those that share a log, by what its processes say.
struct MachineReport: Sendable {
    /// How a machine is.
    enum State: String, Sendable {
        /// It is heard.
        case working
        /// It is heard, and about to end.
        case leaving
        /// It ended as it said it would.
        case left
        /// It is not heard any more.
        case gone
    }

    /// After how much silence of all of its processes a machine is gone.
    static let goneAfter = Duration.seconds(5)

    let name: String
    /// Whether it is the gateway's own.
    let isOwn: Bool
    let state: State
    let silence: Duration
    /// What its supervisor said last.
    let supervisor: JSON?
    /// What its broker said last of the order that it shares.
    let journal: JSON?
    /// What its copies process said last of indexes of which others have a newer version.
    let indexesBehind: JSON?
    /// How many processes of it are heard.
    let heardCount: Int

    /// Whether it is heard.
    var isHeard: Bool { state == .working || state == .leaving }

    /// How far its copy of the log is; `nil` for what is no place.
    var place: Int? { journal?["place"]?.int.flatMap { $0 >= 0 ? $0 : nil } }

    /// The machine for programs.
    ///
    /// - Parameter furthest: How far the order is, as far as anybody knows.
    /// - Returns: The member of `machines`.
    func json(furthest: Int?) -> JSON {
        var members = JSONObject([
            ("name", .string(name)), ("isOwn", .bool(isOwn)), ("state", .string(state.rawValue)),
            ("silenceSeconds", .number((silence.inSeconds * 10).rounded() / 10)),
            ("processCount", JSON(heardCount)),
            ("shards", .array((isHeard ? supervisor.map(ShardWatch.shards) ?? [] : []).map { JSON($0) })),
        ])
        for key in ["version", "roles"] { if let value = supervisor?[key] { members[key] = value } }
        if let place { members["place"] = JSON(place) }
        if let place, let furthest { members["lag"] = JSON(max(0, furthest - place)) }
        if isHeard, let isAvailable = journal?["isAvailable"]?.bool { members["takesEntries"] = .bool(isAvailable) }
        if isHeard, let trouble = journal?["trouble"]?.string { members["trouble"] = .string(trouble) }
        if isHeard, let others = journal?["differsFrom"] { members["differsFrom"] = others }
        if isHeard, let indexesBehind { members["indexesBehind"] = indexesBehind }
        return .object(members)
    }
}
