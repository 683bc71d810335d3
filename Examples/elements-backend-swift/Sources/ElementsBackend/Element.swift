// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A chemical element, as the engine knows it.
public struct Element: Sendable, Hashable {
    public let number: Int
    public let name: String
    public let family: String

    /// The element as a record that widgets show.
    var hit: Hit {
        let id = JSON.string("\(number)")
        return Hit(
            objectID: "\(number)",
            record: ["objectID": id, "name": .string(name), "family": .string(family), "number": JSON(number)]
        )
    }

    /// The first twelve.
    static let lightest = [
        ("Hydrogen", "nonmetal"), ("Helium", "noble gas"), ("Lithium", "alkali metal"), ("Beryllium", "earth metal"),
        ("Boron", "metalloid"), ("Carbon", "nonmetal"), ("Nitrogen", "nonmetal"), ("Oxygen", "nonmetal"),
        ("Fluorine", "halogen"), ("Neon", "noble gas"), ("Sodium", "alkali metal"), ("Magnesium", "earth metal"),
    ].enumerated().map { Element(number: $0 + 1, name: $1.0, family: $1.1) }
}
