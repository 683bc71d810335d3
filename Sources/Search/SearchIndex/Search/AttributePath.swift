// SPDX-License-Identifier: MIT

import Wire

/// The name of an attribute, cut at its dots, and the way to its values in a record.
struct AttributePath: Sendable, Hashable {
    let name: String
    private let parts: [String]

    init(_ name: String) {
        self.name = name
        parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Calls the closure with every scalar (string, number or boolean) that the record holds under the name.
    ///
    /// Arrays are looked through, so `variants.color` finds the colours of all variants. A member whose name itself has
    /// the dots is found too.
    func forEachScalar(in record: JSON, _ body: (JSON) -> Void) {
        if parts.count > 1, let value = record[name] { AttributePath.scalars(of: value, body) }
        descend(into: record, depth: 0, body)
    }

    private func descend(into value: JSON, depth: Int, _ body: (JSON) -> Void) {
        switch value {
        case .array(let elements):
            for element in elements { descend(into: element, depth: depth, body) }
        case .object(let object) where depth < parts.count:
            if let member = object[parts[depth]] { descend(into: member, depth: depth + 1, body) }
        case .string, .int, .double, .bool:
            if depth == parts.count { body(value) }
        default:
            break
        }
    }

    private static func scalars(of value: JSON, _ body: (JSON) -> Void) {
        switch value {
        case .array(let elements): for element in elements { scalars(of: element, body) }
        case .string, .int, .double, .bool: body(value)
        default: break
        }
    }
}
