// SPDX-License-Identifier: MIT

import Wire

/// The rules by which brokers apply an entry, and the version of SearchBus that set them.
///
/// Each broker of a journal decides by itself: two with different rules make two logs of one journal. So a journal keeps
/// the rules of its creator, and a version with others begins another one; see “Other rules” in
/// docs/cluster.md.
public struct JournalRules: Sendable, Hashable {
    /// Raised with every change after which an entry does something else, or has another outcome, than before.
    public let number: Int
    /// The version of SearchBus; `nil` if it is not stored.
    public let version: String?

    public init(number: Int, version: String?) { (self.number, self.version) = (number, version) }

    /// What this version goes by.
    public static let own = JournalRules(number: 1, version: Release.version)
    /// What a journal goes by that says nothing: it was made before there were others.
    public static let first = JournalRules(number: 1, version: nil)

    private static let numberMark = "rules="
    private static let versionMark = "by="

    /// The words by which a journal says it.
    public var words: [String] {
        ["\(Self.numberMark)\(number)"] + (version.map { ["\(Self.versionMark)\($0)"] } ?? [])
    }

    /// Reads the words; `nil` if one of them is unknown.
    public init?(words: [String]) {
        var (number, version) = (Self.first.number, Self.first.version)
        for word in words {
            if word.hasPrefix(Self.numberMark), let read = Int(word.dropFirst(Self.numberMark.count)), read > 0 {
                number = read
            } else if word.hasPrefix(Self.versionMark) {
                version = String(word.dropFirst(Self.versionMark.count))
            } else {
                return nil
            }
        }
        self.init(number: number, version: version)
    }

    /// Why a version cannot take part in a journal of these rules; `nil` where it can.
    ///
    /// - Parameters:
    ///   - journal: What the journal is called.
    ///   - own: What the version goes by.
    /// - Returns: What to tell people.
    public func problem(of journal: String, for own: JournalRules) -> SearchBusError? {
        guard number != own.number else { return nil }
        let maker = version.map { "SearchBus \($0)" } ?? "a SearchBus that has not written down its version"
        let reader = own.version.map { "SearchBus \($0)" } ?? "SearchBus"
        return SearchBusError(
            .journalUnreadable,
            """
            The stream \(journal) was created by \(maker), which applies rules \(number), and this is \(reader), which applies \
            rules \(own.number): their logs would differ.
            """,
            remedy: """
                Run a version with rules \(number) on every machine. To continue with rules \(own.number), move all machines at \
                once: see “Incompatible versions” in docs/cluster.md.
                """
        )
    }
}
