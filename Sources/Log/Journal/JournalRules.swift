// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// By which rules brokers decide what becomes of an entry, and which version of SearchBus says so.
///
/// Each broker of a journal decides by itself: two that go by different rules make two logs of one journal. So a journal has
/// the rules of whoever made it for all of its life, and a version with others begins another one; see “Other rules” in
/// docs/cluster.md.
public struct JournalRules: Sendable, Hashable {
    /// Raised with every change after which an entry does something else, or has another outcome, than before.
    public let number: Int
    /// The version of SearchBus; `nil` where nobody has written it down.
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

    /// Reads the words; `nil` where one of them is none of these.
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
            The stream \(journal) was made by \(maker), which decides by rules \(number), and this is \(reader), which decides \
            by rules \(own.number): their logs would differ.
            """,
            remedy: """
                Run a version with rules \(number) on every machine. To go on with rules \(own.number), move all machines at \
                once: see “Incompatible versions” in docs/cluster.md.
                """
        )
    }
}
