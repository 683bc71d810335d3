// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A point on the earth, in degrees.
public struct GeoPoint: Sendable, Hashable {
    /// From the south pole, -90, to the north pole, 90.
    public let latitude: Double
    /// From -180 to 180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    init(json: JSON) throws {
        guard let numbers = json.array, numbers.count == 2, let latitude = numbers[0].double,
            let longitude = numbers[1].double
        else { throw JSONError("a point is not a latitude and a longitude") }
        self.init(latitude: latitude, longitude: longitude)
    }

    var json: JSON { [.number(latitude), .number(longitude)] }
}

/// What is between two corners; where the east is less than the west, across the antimeridian.
public struct GeoBox: Sendable, Hashable {
    public let southWest: GeoPoint
    public let northEast: GeoPoint

    public init(southWest: GeoPoint, northEast: GeoPoint) {
        self.southWest = southWest
        self.northEast = northEast
    }

    init(json: JSON) throws {
        guard let corners = json.array, corners.count == 2 else { throw JSONError("a box is not two points") }
        self.init(southWest: try GeoPoint(json: corners[0]), northEast: try GeoPoint(json: corners[1]))
    }

    var json: JSON { [southWest.json, northEast.json] }
}

/// A part of the earth to search in.
public enum GeoArea: Sendable, Hashable {
    case box(GeoBox)
    /// What is within some metres of a point.
    case circle(GeoPoint, radius: Double)
    /// What is within lines from corner to corner, each of which goes the shorter way around the earth.
    case polygon([GeoPoint])

    init(json: JSON) throws {
        if let box = json["box"] {
            self = .box(try GeoBox(json: box))
        } else if let polygon = json["polygon"] {
            guard let corners = polygon.array else { throw JSONError("a polygon is not a list of points") }
            self = .polygon(try corners.map(GeoPoint.init(json:)))
        } else {
            self = .circle(try GeoPoint(json: json.required("point")), radius: try json.requiredDouble("radius"))
        }
    }
}
