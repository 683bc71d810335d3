// SPDX-License-Identifier: MIT

import Wire

/// A point on the earth, in degrees.
public struct GeoPoint: Sendable, Hashable {
    /// From the south pole, -90, to the north pole, 90.
    public let latitude: Double
    /// From -180 to 180, both of which are the antimeridian.
    public let longitude: Double

    /// - Returns: `nil` if it is not a point on the earth.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads a latitude and a longitude with a comma between.
    ///
    /// - Returns: `nil` if it is not a point on the earth.
    public init?(text: String) {
        let numbers = text.split(separator: ",").map { Double($0.filter { $0 != " " }) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// A part of the earth that records may lie in.
public enum GeoShape: Sendable, Hashable {
    /// What is within some metres of a point, the edge included.
    case circle(GeoPoint, radius: Double)
    /// What is between two corners, the edges included; where the east is less than the west, across the antimeridian.
    case box(southWest: GeoPoint, northEast: GeoPoint)
    /// What is within the lines from corner to corner and back to the first, the lines included; see `outline`.
    case polygon([GeoPoint])

    /// What sort of shape it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case circle, box, polygon
    }

    /// What sort of shape it is.
    public var kind: Kind {
        switch self {
        case .circle: .circle
        case .box: .box
        case .polygon: .polygon
        }
    }

    /// How many corners a polygon may have.
    public static let corners = 3...1_000

    /// How large a radius may be, in metres: half way around the earth.
    public static let radii = 0.0...20_040_000

    /// The boxes of the shape that do not cross the antimeridian; none for a circle and for a polygon.
    public var simpleBoxes: [(southWest: GeoPoint, northEast: GeoPoint)] {
        guard case .box(let southWest, let northEast) = self else { return [] }
        guard southWest.longitude > northEast.longitude,
            let east = GeoPoint(latitude: northEast.latitude, longitude: 180),
            let west = GeoPoint(latitude: southWest.latitude, longitude: -180)
        else { return [(southWest, northEast)] }
        return [(southWest, east), (west, northEast)]
    }

    public var label: String {
        switch self {
        case .circle(let center, let radius):
            "within \(GeoShape.distance(radius)) of \(center.text)"
        case .box(let southWest, let northEast):
            "between \(southWest.text) and \(northEast.text)"
        case .polygon(let corners):
            "within \(corners.count) corners from \(corners.first?.text ?? "nowhere")"
        }
    }

    private static func distance(_ metres: Double) -> String {
        metres < 1_000 ? "\(JSON.number(metres).text) m" : "\(JSON.number(metres / 1_000).text) km"
    }
}

// MARK: - JSON

extension GeoPoint: JSONConvertible {
    /// Reads a point: `{"lat", "lng"}`, or `[LAT, LNG]`.
    ///
    /// - Throws: `JSONError` if it is not a point on the earth.
    public init(json: JSON) throws {
        let numbers = json.array ?? [json["lat"] ?? .null, json["lng"] ?? .null]
        guard numbers.count == 2, let latitude = numbers[0].double, let longitude = numbers[1].double,
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { throw JSONError("a point is a latitude from -90 to 90 and a longitude from -180 to 180") }
        self = point
    }

    public var json: JSON { [.number(latitude), .number(longitude)] }

    var text: String { "\(JSON.number(latitude).text), \(JSON.number(longitude).text)" }
}

extension GeoShape {
    /// Reads the members `point` and `radius`, or `box`, or `polygon`.
    ///
    /// - Throws: `JSONError` that names the member.
    public init(members json: JSON) throws {
        guard ["point", "box", "polygon"].count(where: { json[$0] != nil }) == 1 else {
            throw JSONError("a geo filter has either `point` and `radius`, or `box`, or `polygon`")
        }
        if let polygon = json["polygon"] {
            guard let corners = polygon.array else { throw JSONError("`polygon` is not a list of points") }
            guard corners.count <= GeoShape.corners.upperBound else { throw GeoShape.cornerCount }
            try self.init(corners: corners.map(GeoPoint.init(json:)))
        } else if let box = json["box"] {
            guard let corners = box.array, corners.count == 2 else {
                throw JSONError("`box` is not two points, the south-west and the north-east corner")
            }
            try self.init(southWest: GeoPoint(json: corners[0]), northEast: GeoPoint(json: corners[1]))
        } else {
            try self.init(point: GeoPoint(json: json.required("point")), radius: json.requiredDouble("radius"))
        }
    }

    init(southWest: GeoPoint, northEast: GeoPoint) throws {
        guard southWest.latitude <= northEast.latitude else {
            throw JSONError("a box has its south-west corner first, then its north-east corner")
        }
        self = .box(southWest: southWest, northEast: northEast)
    }

    init(point: GeoPoint, radius: Double) throws {
        guard GeoShape.radii.contains(radius) else {
            throw JSONError("`radius` is not within 0 and \(JSON.number(GeoShape.radii.upperBound).text) metres")
        }
        self = .circle(point, radius: radius)
    }

    /// Makes a polygon.
    ///
    /// - Throws: `JSONError` for too few or too many corners, and for one that goes around a pole.
    public init(corners: [GeoPoint]) throws {
        guard GeoShape.corners.contains(corners.count) else { throw GeoShape.cornerCount }
        guard GeoShape.outline(corners) != nil else {
            throw JSONError("a polygon must not go around a pole: split it")
        }
        self = .polygon(corners)
    }

    private static let cornerCount = JSONError(
        "a polygon has \(corners.lowerBound) to \(corners.upperBound) corners"
    )

    /// The shape as an object: `{"point": [LAT, LNG], "radius": METRES}`, `{"box": [[LAT, LNG], [LAT, LNG]]}`, or
    /// `{"polygon": [[LAT, LNG], …]}`.
    public var json: JSON { .object(JSONObject(members)) }

    var members: [(String, JSON)] {
        switch self {
        case .circle(let point, let radius): [("point", point.json), ("radius", .number(radius))]
        case .box(let southWest, let northEast): [("box", [southWest.json, northEast.json])]
        case .polygon(let corners): [("polygon", .array(corners.map(\.json)))]
        }
    }
}

// MARK: - Links

extension GeoShape {
    /// The shape in a link: `near 48.137 11.575 5000`, `box 48 11 49 12`, `polygon 48 11 49 12 48 13`.
    var linkText: String {
        let (word, numbers) =
            switch self {
            case .circle(let point, let radius): ("near", [point.latitude, point.longitude, radius])
            case .box(let southWest, let northEast):
                ("box", [southWest.latitude, southWest.longitude, northEast.latitude, northEast.longitude])
            case .polygon(let corners): ("polygon", corners.flatMap { [$0.latitude, $0.longitude] })
            }
        return ([word] + numbers.map { JSON.number($0).text }).joined(separator: " ")
    }

    /// Reads what `linkText` writes; `nil` for a text that begins in another way.
    ///
    /// - Throws: `JSONError` for an invalid shape.
    init?(linkText text: String) throws {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let word = words.first, ["near", "box", "polygon"].contains(word) else { return nil }
        let numbers = try words.dropFirst().map { word in
            guard let number = (try? JSON(parsing: Array(word.utf8)))?.double else { throw GeoShape.damaged }
            return number
        }
        guard word != "polygon" else {
            guard numbers.count.isMultiple(of: 2) else { throw GeoShape.damaged }
            let corners = stride(from: 0, to: numbers.count, by: 2).map {
                GeoPoint(latitude: numbers[$0], longitude: numbers[$0 + 1])
            }
            guard !corners.contains(nil) else { throw GeoShape.damaged }
            try self.init(corners: corners.compactMap(\.self))
            return
        }
        guard numbers.count == (word == "near" ? 3 : 4),
            let first = GeoPoint(latitude: numbers[0], longitude: numbers[1])
        else { throw GeoShape.damaged }
        if word == "near" {
            try self.init(point: first, radius: numbers[2])
        } else {
            guard let second = GeoPoint(latitude: numbers[2], longitude: numbers[3]) else { throw GeoShape.damaged }
            try self.init(southWest: first, northEast: second)
        }
    }

    private static let damaged = JSONError(
        "a geographic filter is (near_LAT_LNG_METRES), (box_SOUTH_WEST_NORTH_EAST) or (polygon_LAT_LNG_LAT_LNG_…)"
    )
}
