// SPDX-License-Identifier: MIT

import Wire

/// A point on the earth, in degrees.
public struct GeoPoint: ViewValue, IntentValue, Hashable {
    /// From the south pole, -90, to the north pole, 90.
    public let latitude: Double
    /// From -180 to 180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    public static func read(_ json: JSON, named name: String) throws -> GeoPoint {
        let numbers = try [Double].read(json, named: name)
        guard numbers.count == 2 else { throw JSONError("`\(name)` is not a latitude and a longitude") }
        return GeoPoint(latitude: numbers[0], longitude: numbers[1])
    }

    public var intentValue: JSON { [.number(latitude), .number(longitude)] }
}

/// The area between two corners; across the antimeridian if the east is less than the west.
public struct GeoBox: ViewValue, IntentValue, Hashable {
    public let southWest: GeoPoint
    public let northEast: GeoPoint

    public init(southWest: GeoPoint, northEast: GeoPoint) {
        self.southWest = southWest
        self.northEast = northEast
    }

    public static func read(_ json: JSON, named name: String) throws -> GeoBox {
        let corners = try [GeoPoint].read(json, named: name)
        guard corners.count == 2 else { throw JSONError("`\(name)` is not two points") }
        return GeoBox(southWest: corners[0], northEast: corners[1])
    }

    public var intentValue: JSON { [southWest.intentValue, northEast.intentValue] }
}

/// A part of the earth to search in.
public enum GeoArea: ViewObject, Hashable {
    case box(GeoBox)
    /// The area within some metres of a point.
    case circle(GeoPoint, radius: Double)
    /// The area within lines from corner to corner, each of which is the shorter way around the earth.
    case polygon([GeoPoint])

    public init(json: JSON) throws {
        if let box: GeoBox = try json.optionalMember("box") {
            self = .box(box)
        } else if let corners: [GeoPoint] = try json.optionalMember("polygon") {
            self = .polygon(corners)
        } else {
            self = .circle(try json.member("point"), radius: try json.member("radius"))
        }
    }
}
