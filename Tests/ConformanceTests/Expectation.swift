// SPDX-License-Identifier: MIT

import Wire

/// What an output is expected to be, and how the two are compared.
struct Expectation {
    private static let sets = ["selections", "disjunctive-attributes", "requested-pages", "pending-pages", "cancelled"]
    private static let listsOfSets = ["computed", "levels", "facet-values"]
    private static let partial = ["main-query", "faceting-queries", "response", "request", "requests", "searches"]

    /// The name of the output.
    let output: String
    /// What it should be.
    let value: JSON
    /// How deep the arrays lie whose order does not matter; `nil` where every order does.
    private let setDepth: Int?
    /// Whether an object may have members beyond those expected.
    private let isPartial: Bool

    init(_ member: JSONObject.Member, of testCase: ConformanceCase) {
        output = member.key
        value = member.value
        isPartial = Self.partial.contains(output)
        if Self.sets.contains(output) || testCase.unordered.contains(output) {
            setDepth = value.object == nil ? 0 : 1
        } else {
            setDepth = Self.listsOfSets.contains(output) ? 1 : nil
        }
    }

    /// Whether the output is what it should be.
    func isMet(by actual: JSON) -> Bool {
        Self.matches(value, actual, setDepth: setDepth, isPartial: isPartial)
    }

    private static func matches(_ expected: JSON, _ actual: JSON, setDepth: Int?, isPartial: Bool) -> Bool {
        let inner = setDepth.flatMap { $0 > 0 ? $0 - 1 : nil }
        switch (expected, actual) {
        case (.array(let expected), .array(let actual)):
            guard expected.count == actual.count else { return false }
            guard setDepth == 0 else {
                return zip(expected, actual).allSatisfy {
                    matches($0, $1, setDepth: inner, isPartial: isPartial)
                }
            }
            var rest = actual
            return expected.allSatisfy { element in
                let place = rest.firstIndex { matches(element, $0, setDepth: nil, isPartial: isPartial) }
                if let place { rest.remove(at: place) }
                return place != nil
            }
        case (.object(let expected), .object(let actual)):
            let keys = isPartial ? expected.keys : Array(Set(expected.keys + actual.keys))
            return keys.allSatisfy {
                matches(expected[$0] ?? .null, actual[$0] ?? .null, setDepth: inner, isPartial: false)
            }
        default:
            guard let number = expected.double else { return expected == actual }
            return number == actual.double
        }
    }
}
