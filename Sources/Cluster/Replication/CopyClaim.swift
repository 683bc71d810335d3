// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What a machine says of the copies that others have made of the log: whose logs are other ones than its own.
///
/// It stays until both are found to be alike, also while a broker is away that would say it: a machine that begins meanwhile is
/// not to begin with a copy of a log that is wrong.
public struct CopyClaim: Sendable, Hashable {
    /// Who says it.
    public let machine: String
    /// The machines whose logs are other ones, and up to where each is known to have had the same.
    public private(set) var contradicted: [String: JournalPlace]

    public init(machine: String, contradicted: [String: JournalPlace] = [:]) {
        (self.machine, self.contradicted) = (machine, contradicted)
    }

    /// Whether a copy may be one of such a log: it was made by one of those machines, behind where it had the same.
    public func contradicts(_ copy: StoredCopy) -> Bool {
        guard let maker = copy.machine, maker != machine, let place = contradicted[maker] else { return false }
        return copy.place > place
    }

    /// The claims without those of a node that has left.
    ///
    /// - Parameters:
    ///   - claim: What the machine says that takes it back.
    ///   - heard: The nodes that have reported within the timeout.
    ///   - alike: The nodes whose logs are known to be equal to that of the node that withdraws it, itself included.
    /// - Returns: Nothing, where this one's log is known to be wrong; what is left of it, where it has gone.
    public func revised(by claim: CopyClaim, heard: Set<String>, alike: Set<String>) -> CopyClaim {
        guard machine != claim.machine else { return self }
        if claim.contradicted[machine] != nil { return CopyClaim(machine: machine) }
        guard !heard.contains(machine) else { return self }
        return CopyClaim(machine: machine, contradicted: contradicted.filter { !alike.contains($0.key) })
    }

    /// What the machine says by what its broker has found since.
    ///
    /// - Parameter journal: What the broker says of the journal.
    /// - Returns: The claim to report from now on.
    public func updated(by journal: JournalStatus) -> CopyClaim {
        var next = self
        for name in journal.agreesWith ?? [] { next.contradicted[name] = nil }
        for difference in journal.differences ?? [] where difference.machine != machine {
            let after = JournalPlace(rawValue: UInt64(max(difference.after, 0)))
            // A broker that was started again has yet to learn what the one before knew.
            let name = difference.machine
            next.contradicted[name] = max(next.contradicted[name] ?? .zero, after)
        }
        return next
    }
}

extension CopyClaim {
    /// Reads its stored form; `nil` if invalid.
    public init?(_ facts: JSONObject) {
        guard let machine = facts["machine"]?.string, let members = facts["contradicted"]?.object?.members else {
            return nil
        }
        let places = members.compactMap { member in
            member.value.string.flatMap { UInt64($0) }.map { (member.key, JournalPlace(rawValue: $0)) }
        }
        self.init(machine: machine, contradicted: Dictionary(places) { first, _ in first })
    }

    /// It as it is stored.
    public var facts: JSONObject {
        let places = contradicted.sorted { $0.key < $1.key }.map { ($0.key, JSON.string("\($0.value.rawValue)")) }
        return JSONObject([("machine", .string(machine)), ("contradicted", .object(JSONObject(places)))])
    }
}

extension StoredCopy {
    /// The copy with what machines say of it.
    public func beside(_ claims: [CopyClaim]) -> StoredCopy {
        var copy = self
        copy.contradictors = Set(claims.filter { $0.contradicts(self) }.map(\.machine))
        return copy
    }
}
