// SPDX-License-Identifier: MIT

import Wire

/// The file in the cluster that replaces a version if an index was deleted.
struct IndexDeletion: Sendable, Hashable {
    /// How long it is kept: a machine that was away for longer keeps the index.
    static let memory: Int64 = 7 * 86_400_000_000

    /// Where and when it was put there, for people.
    let origin: String
    /// When, in microseconds since 1970.
    let time: Int64

    init(origin: String, time: Int64) { (self.origin, self.time) = (origin, time) }

    /// Reads what a manifest says; `nil` for that of a version.
    init?(_ facts: JSONObject) {
        guard facts["isDeleted"]?.bool == true else { return nil }
        origin = facts["origin"]?.string ?? "?"
        time = facts["time"]?.int.map(Int64.init) ?? 0
    }

    var facts: JSONObject {
        JSONObject([("isDeleted", true), ("origin", .string(origin)), ("time", JSON(Int(time)))])
    }

    /// Whether every required node has received it.
    func isOver(at now: Int64) -> Bool { now.subtractingReportingOverflow(time).partialValue > Self.memory }
}
