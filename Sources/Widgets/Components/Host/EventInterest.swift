// SPDX-License-Identifier: MIT

import Interactors
import Wire

/// What folds look at in responses and requests: the rest is stepped over when an event is parsed.
public struct EventInterest: Sendable, Hashable {
    /// The parts of a response.
    public var parts: ResponseParts
    /// The attributes whose counted values and bounds are looked at, by the names of the indexes; `nil` for all.
    public var attributes: Set<String>?
    /// The searchers whose part of a request is looked at; `nil` for all.
    public var searchers: Set<String>?

    public static let all = EventInterest(parts: .all, attributes: nil, searchers: nil)

    public init(parts: ResponseParts, attributes: Set<String>?, searchers: Set<String>?) {
        (self.parts, self.attributes, self.searchers) = (parts, attributes, searchers)
    }

    /// Adds what another fold looks at.
    public mutating func formUnion(_ other: EventInterest) {
        // An attribute matters only to those who look at counted values or bounds.
        let isCounting = !parts.isDisjoint(with: .counted)
        let otherIsCounting = !other.parts.isDisjoint(with: .counted)
        if isCounting, otherIsCounting {
            attributes = attributes.flatMap { own in other.attributes.map { own.union($0) } }
        } else if otherIsCounting {
            attributes = other.attributes
        }
        parts.formUnion(other.parts)
        searchers = searchers.flatMap { own in other.searchers.map { own.union($0) } }
    }

    /// Reads the data of a `results/` event.
    ///
    /// - Throws: `JSONError` where they are not JSON.
    func response(_ data: ArraySlice<UInt8>) throws -> JSON {
        // Records are passed on unchanged: they are not parsed.
        let kept = attributes.map { ["facets": $0, "facetStats": $0] } ?? [:]
        return try JSON(parsing: data, emptying: parts.unwanted, leaving: ["hits"], keeping: kept)
    }

    /// Reads the data of a `request/` event.
    ///
    /// - Throws: `JSONError` where they are not JSON.
    func request(_ data: ArraySlice<UInt8>) throws -> JSON {
        try JSON(parsing: data, keeping: searchers.map { ["members": $0] } ?? [:])
    }
}
