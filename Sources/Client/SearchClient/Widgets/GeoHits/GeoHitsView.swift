// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A record that was found, and where it lies.
public struct GeoHit<Record: Decodable & Sendable>: Sendable {
    public let hit: Hit<Record>
    /// The points at which it lies, one or more.
    public let points: [GeoPoint]

    init(json: JSON) throws {
        hit = try Hit(json: json.required("hit"))
        points = try json.required("points", each: GeoPoint.init(json:))
    }
}

extension GeoHit: Equatable where Record: Equatable {}
extension GeoHit: Hashable where Record: Hashable {}

/// What `geo-hits` show: the records found where they lie on the earth, and the part of it that is searched.
public struct GeoHitsView<Record: Decodable & Sendable>: PhasedView {
    public let status: ViewStatus
    public let title: String
    /// The text that was searched.
    public let query: String
    /// How many records match.
    public let nbHits: Int
    /// The records that have a place.
    public let items: [GeoHit<Record>]
    /// How many of the page have none.
    public let withoutPlace: Int
    /// The smallest box around the records.
    public let bounds: GeoBox?
    /// The part that is searched; `nil` for all the earth.
    public let selected: GeoArea?
    /// How the app file says that a record is drawn.
    public let template: JSON

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.requiredString("title")
        query = try json.requiredString("query")
        nbHits = try json.requiredInt("nbHits")
        items = try json.required("items", each: GeoHit<Record>.init(json:))
        withoutPlace = try json.requiredInt("withoutPlace")
        bounds = try json.nullable("bounds").map(GeoBox.init(json:))
        selected = try json.nullable("selected").map(GeoArea.init(json:))
        template = try json.requiredObject("template")
    }
}

extension GeoHitsView: Equatable where Record: Equatable {}
extension GeoHitsView: Hashable where Record: Hashable {}
