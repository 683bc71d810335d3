// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// What is made of each record before an index takes it: which attribute is its identifier, and which texts are other values.
public struct RecordConversion: Sendable, Hashable {
    /// One attribute and what becomes of it.
    public struct Rule: Sendable, Hashable {
        public let attribute: String
        public let conversion: Conversion

        public init(_ attribute: String, _ conversion: Conversion) {
            (self.attribute, self.conversion) = (attribute, conversion)
        }
    }

    /// The two attributes that say where a record lies.
    public struct Place: Sendable, Hashable {
        public let latitude: String
        public let longitude: String

        public init(latitude: String, longitude: String) { (self.latitude, self.longitude) = (latitude, longitude) }
    }

    /// How many levels of a path are distinguished.
    public static let deepest = 6
    /// The separator of the levels in attributes.
    public static let levelSeparator = " > "

    /// The attribute whose value becomes the `objectID`; `nil` leaves that as it is.
    public var identifier: String?
    /// The attributes whose texts become other values.
    public var rules: [Rule]
    /// What becomes `_geoloc`.
    public var place: Place?

    public init(identifier: String? = nil, rules: [Rule] = [], place: Place? = nil) {
        (self.identifier, self.rules, self.place) = (identifier, rules, place)
    }

    /// Whether records stay as they are.
    public var isEmpty: Bool { identifier == nil && rules.isEmpty && place == nil }

    /// Reads rules as they are written on a command line: `price=number`, `tags=list:;`, `lat,lng=place`.
    ///
    /// - Throws: `SearchBusError.invalidArgument` that says what is wrong.
    public init(identifier: String?, texts: [String]) throws {
        self.init(identifier: identifier)
        for text in texts {
            guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { throw Self.wrong(text) }
            let (name, kind) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
            if kind == "place" {
                guard let comma = name.firstIndex(of: ","), comma > name.startIndex,
                    comma < name.index(before: name.endIndex)
                else { throw Self.wrong(text) }
                place = Place(
                    latitude: String(name[..<comma]),
                    longitude: String(name[name.index(after: comma)...])
                )
            } else {
                guard let conversion = Conversion(kind) else { throw Self.wrong(text) }
                rules.append(Rule(name, conversion))
            }
        }
    }

    private static func wrong(_ text: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "Invalid conversion `\(text.prefix(80))`.",
            remedy:
                "Write ATTRIBUTE=KIND with `number`, `number:,` (a decimal comma), `date`, `date:dmy`, `date:mdy`, `truth`, `list:;` or "
                + "`levels:>` as KIND, or LATITUDE,LONGITUDE=place."
        )
    }

    /// The rules as they are written.
    public var texts: [String] {
        rules.map { "\($0.attribute)=\($0.conversion.text)" }
            + (place.map { ["\($0.latitude),\($0.longitude)=place"] } ?? [])
    }

    /// The attribute that has the levels of a path.
    public static func levelsAttribute(of attribute: String) -> String { "\(attribute)_levels" }
}
