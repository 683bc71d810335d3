// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A black-box case: how a component is built, the commands, and the expected outputs.
struct ConformanceCase {
    /// The name of the case.
    let id: String
    /// The component under test.
    let component: String
    /// What the component is built from.
    let given: JSON
    /// The commands, in order.
    let commands: [JSON]
    /// The expected values after the last command, by output.
    let expected: [JSONObject.Member]
    /// The outputs whose order does not matter.
    let unordered: [String]

    init(json: JSON) throws {
        id = try json.requiredString("id")
        component = try json.requiredString("component")
        given = json["given"] ?? [:]
        commands = try json.list("when")
        expected = json["then"]?.object?.members ?? []
        unordered = try json.strings("unordered")
    }

    /// Reads a file of cases.
    static func read(_ file: URL) throws -> [ConformanceCase] {
        guard let elements = try JSON(parsing: Array(try Data(contentsOf: file))).array else {
            throw JSONError("the file of cases is not an array")
        }
        return try elements.map(ConformanceCase.init(json:))
    }
}
