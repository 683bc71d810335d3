// SPDX-License-Identifier: MIT

/// A component's progress, moved in the transaction of its append.
public struct CursorMove: Sendable, Hashable {
    public let component: String
    /// The cursor as the component knows it.
    public let from: SequenceNumber
    /// The last sequence folded.
    public let to: SequenceNumber
    /// How many events were folded in between, and of which prefixes: the broker compares with its log, and refuses with
    /// `events-missed` where the component was not shown all of them.
    public let folded: Int
    public let prefixes: [TopicPrefix]
    /// The result of `claim`, 0 for a component that was never claimed: an append of another incarnation is refused.
    public let incarnation: Int
    /// What the component was configured with when it folded, 1 to 256 bytes, kept beside the cursor; `nil` leaves what is
    /// there.
    public let configuration: String?

    public init(
        component: String,
        from: SequenceNumber,
        to: SequenceNumber,
        folded: Int,
        prefixes: [TopicPrefix],
        incarnation: Int,
        configuration: String? = nil
    ) {
        self.component = component
        self.from = from
        self.to = to
        self.folded = folded
        self.prefixes = prefixes
        self.incarnation = incarnation
        self.configuration = configuration
    }
}

/// A component that was claimed.
public struct ComponentClaim: Sendable, Hashable {
    /// The last sequence that it has folded; zero for one that never appended.
    public let cursor: SequenceNumber
    /// What its appends carry from now on.
    public let incarnation: Int
    /// What it was configured with when it appended last; `nil` where it never said.
    public let configuration: String?

    public init(cursor: SequenceNumber, incarnation: Int, configuration: String?) {
        self.cursor = cursor
        self.incarnation = incarnation
        self.configuration = configuration
    }
}
