// SPDX-License-Identifier: MIT

/// One rule of a custom ranking: an attribute whose value puts a record before or behind another.
public struct RankingRule: Sendable, Hashable {
    /// Which records come first.
    public enum Direction: String, Sendable, Hashable {
        case ascending = "asc"
        case descending = "desc"
    }

    /// The attribute that is compared; nested ones are written with dots.
    public let attribute: String
    /// Whether low or high values come first.
    ///
    /// Records without the attribute come last either way.
    public let direction: Direction

    public init(_ attribute: String, _ direction: Direction) {
        self.attribute = attribute
        self.direction = direction
    }

    /// Reads a rule of the form `asc(ATTRIBUTE)` or `desc(ATTRIBUTE)`; `nil` for every other text.
    public init?(_ text: String) {
        guard text.last == ")", let parenthesis = text.firstIndex(of: "("),
            let direction = Direction(rawValue: String(text[..<parenthesis]))
        else { return nil }
        let attribute = text[text.index(after: parenthesis)...].dropLast()
        guard !attribute.isEmpty else { return nil }
        self.init(String(attribute), direction)
    }

    /// The rule as it is written in settings.
    public var text: String { "\(direction.rawValue)(\(attribute))" }
}
