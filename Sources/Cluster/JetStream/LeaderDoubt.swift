// SPDX-License-Identifier: MIT

/// How often the server that leads has contradicted this machine, and the action to take.
///
/// A pure value. One that has just been chosen may have yet to carry out what it has, so that it is asked twice. Then another
/// server is to lead; where several say the same, it is this machine that is wrong.
struct LeaderDoubt: Sendable, Hashable {
    /// How many other leaders are tried before this machine is taken to be wrong.
    static let leadersTried = 6
    /// How often it is looked before that where no other machine has said that it has what this one has: others have that long
    /// to say that they have something else.
    static let looksUnsure = 16

    /// The action to take.
    enum Step: Sendable, Hashable {
        /// It is looked again.
        case look
        /// Report it, and check again.
        case tell
        /// Another server is to lead.
        case changeLeader
        /// This machine has something that the servers have lost.
        case giveUp
    }

    private var looks = 0
    private var leaders = 0

    /// Whether a problem may have been reported.
    var wasTold: Bool { looks > 1 }

    /// Notes a contradiction.
    ///
    /// - Parameters:
    ///   - isAlone: Whether one server alone keeps the log.
    ///   - isSure: Whether another machine has what this one has.
    /// - Returns: The action to take.
    mutating func contradicted(isAlone: Bool, isSure: Bool) -> Step {
        looks += 1
        guard looks.isMultiple(of: 2) else { return .look }
        guard isAlone || isSure || looks > Self.looksUnsure else { return .tell }
        leaders += 1
        return isAlone || leaders >= Self.leadersTried ? .giveUp : .changeLeader
    }
}
