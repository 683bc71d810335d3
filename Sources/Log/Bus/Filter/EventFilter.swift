// SPDX-License-Identifier: MIT

import Wire

/// A condition on events, as people write it: terms that must all hold, such as
/// `kind:view component:hits -kind:state query:boots >5ms >4kb "two words"`.
///
/// `NAME:TEXT` compares a field (`FilterTerm.Field`): it equals TEXT, or starts with it where TEXT ends with `*`, or is one of
/// `TEXT,TEXT`; a `query` contains TEXT. `>5ms` and `<5ms` compare the time since an event's cause, `>4kb` its size. Any other word is a text that the event
/// contains. A minus sign negates a term. Upper and lower case are the same, except in IDs. The console has the same language: the
/// cases of both are in `Tests/Log/BusTests/filter-cases.json`.
public struct EventFilter: Sendable, Hashable, CustomStringConvertible {
    /// The maximum length of a filter in bytes.
    public static let maximumLength = 2_000
    /// The maximum number of terms.
    public static let maximumTerms = 32

    /// In the order in which they are evaluated: those that cost the least first.
    let terms: [FilterTerm]

    /// The filter without terms, which every event passes.
    public static let none = EventFilter([])

    private init(_ terms: [FilterTerm]) {
        self.terms = terms.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
    }

    /// Reads a filter.
    ///
    /// - Parameters:
    ///   - text: The terms.
    ///   - now: What times such as `since:10m` count from.
    /// - Throws: `SearchBusError` with `invalid-argument` that names the wrong term.
    public init(parsing text: String, now: Timestamp) throws {
        guard text.utf8.count <= Self.maximumLength else {
            throw SearchBusError(.invalidArgument, "A filter has at most \(Self.maximumLength) bytes.")
        }
        var words = FilterWords(text)
        var terms: [FilterTerm] = []
        while let word = words.next() {
            guard terms.count < Self.maximumTerms else {
                throw SearchBusError(.invalidArgument, "A filter has at most \(Self.maximumTerms) terms.")
            }
            terms.append(try FilterTerm(word, now: now))
        }
        self.init(terms)
    }

    /// The filter that the events of an intent's chain pass: the intent, and everything that it caused.
    public init(chain id: String) {
        self.init([FilterTerm(isNot: false, .field(.correlation, .init(texts: [id], isQuoted: true)))])
    }

    /// The filter that an event passes if it passes both.
    public func and(_ other: EventFilter) -> EventFilter { EventFilter(terms + other.terms) }

    /// The filter as text; times that counted from now are absolute.
    public var description: String { terms.map(\.description).joined(separator: " ") }

    public var isEmpty: Bool { terms.isEmpty }

    /// No event that was stored before this moment passes; `nil` without such a moment.
    public var since: Timestamp? {
        terms.compactMap { term in
            if case .since(let moment) = term.test, !term.isNot { moment } else { nil }
        }.max { $0.microseconds < $1.microseconds }
    }
}
