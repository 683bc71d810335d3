// SPDX-License-Identifier: MIT

import Wire

/// A relative time, such as `last 7 days` or `this month`, which becomes numbers when it is searched.
///
/// So a link or a saved state means the same tomorrow. Days begin at midnight UTC, weeks on Monday.
public struct DatePeriod: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case minute, hour, day, week, month, quarter, year
    }

    public enum Span: Sendable, Hashable {
        /// From so long ago until now.
        case last(Int, Unit)
        /// From now until so long from now.
        case next(Int, Unit)
        /// The whole of the day, week … that it is.
        case this(Unit)
        /// A time and everything after it.
        case since(CalendarTime)
        /// A time and everything before it; a day ends at its midnight.
        case until(CalendarTime)
    }

    /// What the numbers of an attribute count since 1970 began.
    public enum Scale: String, Sendable, Hashable, CaseIterable {
        case seconds
        case milliseconds

        var perSecond: Double { self == .seconds ? 1 : 1_000 }
    }

    /// How many units a period may have.
    public static let counts = 1...10_000

    public let span: Span
    public let scale: Scale

    public init(_ span: Span, in scale: Scale = .seconds) {
        self.span = span
        self.scale = scale
    }

    /// The period in words, as people read it.
    public var label: String {
        switch span {
        case .last(let count, let unit): "last \(DatePeriod.words(count, unit))"
        case .next(let count, let unit): "next \(DatePeriod.words(count, unit))"
        case .this(.day): "today"
        case .this(let unit): "this \(unit.rawValue)"
        case .since(let time): "since \(time.text)"
        case .until(let time): "until \(time.text)"
        }
    }

    /// The period in words, as it is read again: with ` in ms` where the attribute holds milliseconds.
    public var text: String { scale == .seconds ? label : label + " in ms" }

    private static func words(_ count: Int, _ unit: Unit) -> String {
        count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
    }
}

extension DatePeriod {
    private static let forms =
        "last N UNIT, next N UNIT, this UNIT, today, since DATE or until DATE, UNIT being "
        + Unit.allCases.map(\.rawValue).joined(separator: ", ")

    /// Reads what `text` writes.
    ///
    /// - Throws: `JSONError` for other words.
    public init(text: String) throws {
        var words = text.split(separator: " ").map(String.init)
        var scale = Scale.seconds
        if words.suffix(2) == ["in", "ms"] {
            scale = .milliseconds
            words.removeLast(2)
        }
        guard let span = try DatePeriod.span(words) else {
            throw JSONError("`\(text.prefix(64))` is not a time; write \(DatePeriod.forms)")
        }
        self.init(span, in: scale)
    }

    private static func span(_ words: [String]) throws -> Span? {
        switch (words.first, words.count) {
        case ("today", 1): return .this(.day)
        case ("this", 2): return unit(words[1]).map(Span.this)
        case ("since", 2): return .since(try CalendarTime(text: words[1]))
        case ("until", 2): return .until(try CalendarTime(text: words[1]))
        case ("last", 2), ("next", 2):
            guard let unit = unit(words[1]) else { return nil }
            return words[0] == "last" ? .last(1, unit) : .next(1, unit)
        case ("last", 3), ("next", 3):
            guard let count = Int(words[1]), let unit = unit(words[2]) ?? plural(words[2]) else { return nil }
            guard counts.contains(count) else {
                throw JSONError("a period has \(counts.lowerBound) to \(counts.upperBound) units")
            }
            return words[0] == "last" ? .last(count, unit) : .next(count, unit)
        default: return nil
        }
    }

    private static func unit(_ word: String) -> Unit? { Unit(rawValue: word) }

    private static func plural(_ word: String) -> Unit? { word.last == "s" ? unit(String(word.dropLast())) : nil }
}

// MARK: - Numbers

extension DatePeriod {
    /// What the numbers of a record must meet at a moment.
    ///
    /// `now` is the moment, in seconds since 1970 began; one beyond the calendar counts as its nearest.
    public func condition(at now: Double) -> Filter.Condition {
        let now = CalendarTime(seconds: now)
        switch span {
        case .last(let count, let unit): return .range(number(now.adding(-count, unit))...number(now))
        case .next(let count, let unit): return .range(number(now)...number(now.adding(count, unit)))
        case .this(let unit):
            let start = now.start(of: unit)
            return .range(number(start)...last(before: start.adding(1, unit)))
        case .since(let time): return .comparison(.greaterOrEqual, number(time))
        case .until(let time):
            return .comparison(.lessOrEqual, time.isDay ? last(before: time.adding(1, .day)) : number(time))
        }
    }

    private func number(_ time: CalendarTime) -> Double { Double(time.seconds) * scale.perSecond }

    /// The last whole number before a time.
    private func last(before time: CalendarTime) -> Double { number(time) - 1 }
}

extension Filter {
    /// A filter on a relative time.
    public static func date(_ attribute: String, _ period: DatePeriod, isNegated: Bool = false) -> Filter {
        Filter(attribute: attribute, condition: .date(period), isNegated: isNegated)
    }

    /// The filter with numbers instead of words; any other is unchanged.
    public func resolved(at now: Double) -> Filter {
        guard case .date(let period) = condition else { return self }
        return Filter(attribute: attribute, condition: period.condition(at: now), isNegated: isNegated)
    }
}

extension FilterState {
    /// The filters with numbers instead of relative times, which engines do not know.
    ///
    /// `now` is the moment, in seconds since 1970 began.
    public func resolved(at now: Double) -> FilterState {
        guard groups.contains(where: { $0.filters.contains(where: \.isDate) }) else { return self }
        return FilterState(
            groups: groups.map { group in
                let filters = group.filters.map { $0.resolved(at: now) }
                return FilterGroup(id: group.id, filters: filters, attributes: group.attributes)
            }
        )
    }
}

extension Filter {
    /// Checks that the filter is one that engines know.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for a relative time that is not resolved.
    public func checkResolved() throws(SearchBusError) {
        guard case .date(let period) = condition else { return }
        throw SearchBusError(
            .invalidArgument,
            "`\(attribute)` is filtered by `\(period.text)`, which is not resolved to a number yet.",
            remedy: "Resolve the filters of a request with the time of the search."
        )
    }

    fileprivate var isDate: Bool {
        guard case .date = condition else { return false }
        return true
    }
}

extension SearchRequest {
    /// The request with numbers instead of relative times.
    ///
    /// `now` is the moment, in seconds since 1970 began.
    public func resolved(at now: Double) -> SearchRequest {
        var request = self
        request.filters = filters.resolved(at: now)
        request.baseFilters = baseFilters.resolved(at: now)
        return request
    }

    /// Checks that engines know all filters.
    ///
    /// - Throws: `SearchBusError` as `Filter.checkResolved` does.
    public func checkResolved() throws(SearchBusError) {
        for group in baseFilters.groups + filters.groups {
            for filter in group.filters { try filter.checkResolved() }
        }
    }
}
