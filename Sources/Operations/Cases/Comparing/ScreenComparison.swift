// SPDX-License-Identifier: MIT

import Wire

/// Compares the screen of a case with that of a test.
public struct ScreenComparison {
    /// The members that identify the elements of a list, the first that all elements have.
    private static let keys = ["objectID", "value", "name", "attribute", "label"]
    /// The texts that redaction keeps.
    static let keptMembers: Set<String> = ["phase", "code"]

    private let isShapeOnly: Bool
    private var found: [ScreenDifference] = []
    private var widget = ""

    private init(isShapeOnly: Bool) {
        self.isShapeOnly = isShapeOnly
    }

    /// The differences, by widget.
    ///
    /// - Parameters:
    ///   - expected: The views of the case.
    ///   - actual: The views of the test.
    ///   - isShapeOnly: Whether the case is redacted: only widgets, the kinds of values, phases and codes are compared.
    /// - Returns: The differences, widgets by name, and of a widget the worst first.
    public static func differences(
        from expected: [String: JSON],
        to actual: [String: JSON],
        isShapeOnly: Bool = false
    ) -> [ScreenDifference] {
        var all: [ScreenDifference] = []
        for widget in Set(expected.keys).union(actual.keys).sorted() where expected[widget] != actual[widget] {
            // How many pages a list has loaded depends on the records that were found.
            if isShapeOnly, widget.contains(".") { continue }
            var comparison = ScreenComparison(isShapeOnly: isShapeOnly)
            comparison.widget = widget
            comparison.compare(expected[widget], actual[widget], at: "")
            // The order of one kind is that of the view.
            for kind in ScreenDifference.Kind.allCases { all += comparison.found.filter { $0.kind == kind } }
        }
        return all
    }

    private mutating func note(_ kind: ScreenDifference.Kind, _ path: String, _ before: JSON?, _ after: JSON?) {
        found.append(ScreenDifference(kind, widget: widget, path: path, before: before, after: after))
    }

    private mutating func compare(_ before: JSON?, _ after: JSON?, at path: String, isKept: Bool = false) {
        switch (before?.read, after?.read) {
        case (nil, nil): return
        case (let before?, nil): note(.lost, path, before, nil)
        case (nil, let after?): note(.new, path, nil, after)
        case (.object(let before)?, .object(let after)?): compare(before, after, at: path)
        case (.array(let before)?, .array(let after)?):
            // Placeholders find other records: their number does not belong to the shape.
            if !isShapeOnly { compare(before, after, at: path) }
        case (let before?, let after?):
            let isSame = isShapeOnly && !isKept ? Self.haveOneShape(before, after) : before == after
            if !isSame { note(.changed, path, before, after) }
        }
    }

    private mutating func compare(_ before: JSONObject, _ after: JSONObject, at path: String) {
        for member in before.members {
            // Which members there are may depend on the records that were found.
            if isShapeOnly, after[member.key] == nil { continue }
            let place = path.isEmpty ? member.key : "\(path).\(member.key)"
            compare(member.value, after[member.key], at: place, isKept: Self.keptMembers.contains(member.key))
        }
        guard !isShapeOnly else { return }
        for member in after.members where before[member.key] == nil {
            note(.new, path.isEmpty ? member.key : "\(path).\(member.key)", nil, member.value)
        }
    }

    /// Values whose text may differ: of one kind, or one of them nothing.
    private static func haveOneShape(_ before: JSON, _ after: JSON) -> Bool {
        switch (before, after) {
        case (.null, _), (_, .null), (.string, .string), (.bool, .bool): true
        default: before.double != nil && after.double != nil
        }
    }

    // MARK: Lists

    private mutating func compare(_ before: [JSON], _ after: [JSON], at path: String) {
        let key = Self.keys.first { key in
            (before + after).allSatisfy { $0[key].map { $0.object == nil && $0.array == nil } ?? false }
        }
        guard let key, let old = Self.named(before, by: key), let new = Self.named(after, by: key) else {
            return compareUnnamed(before, after, at: path)
        }
        let oldNames = before.map { Self.label($0[key]) }
        let newNames = after.map { Self.label($0[key]) }
        for name in oldNames where new[name] == nil { note(.lost, "\(path)[\(name)]", old[name], nil) }
        for name in newNames where old[name] == nil { note(.new, "\(path)[\(name)]", nil, new[name]) }
        let (kept, there) = (oldNames.filter { new[$0] != nil }, newNames.filter { old[$0] != nil })
        let moved = Self.moved(kept, there)
        for name in kept {
            guard var before = old[name]?.object, var after = new[name]?.object else { continue }
            if moved.contains(name) {
                let places = (oldNames.firstIndex(of: name), newNames.firstIndex(of: name))
                note(.moved, "\(path)[\(name)]", places.0.map { JSON($0 + 1) }, places.1.map { JSON($0 + 1) })
            }
            // Its position follows from the list's order.
            (before["position"], after["position"]) = (nil, nil)
            compare(before, after, at: "\(path)[\(name)]")
        }
    }

    /// Lists whose elements have no names: what is in one only; if nothing is, what stands elsewhere.
    private mutating func compareUnnamed(_ before: [JSON], _ after: [JSON], at path: String) {
        var rest: [JSON: Int] = [:]
        for element in after { rest[element, default: 0] += 1 }
        var lost: [(Int, JSON)] = []
        for (place, element) in before.enumerated() {
            if let count = rest[element], count > 0 { rest[element] = count - 1 } else { lost.append((place, element)) }
        }
        var new: [(Int, JSON)] = []
        for (place, element) in after.enumerated().reversed() {
            guard let count = rest[element], count > 0 else { continue }
            rest[element] = count - 1
            new.append((place, element))
        }
        if before.count == after.count, lost.count == new.count, Set(lost.map(\.0)) == Set(new.map(\.0)) {
            for (place, element) in lost { compare(element, after[place], at: "\(path)[\(place)]") }
            if lost.isEmpty, before != after { note(.moved, path, .array(before), .array(after)) }
            return
        }
        for (place, element) in lost { note(.lost, "\(path)[\(place)]", element, nil) }
        for (place, element) in new.reversed() { note(.new, "\(path)[\(place)]", nil, element) }
    }

    private static func named(_ elements: [JSON], by key: String) -> [String: JSON]? {
        let pairs = elements.map { (label($0[key]), $0) }
        let named = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        return named.count == elements.count ? named : nil
    }

    private static func label(_ key: JSON?) -> String { key?.string ?? key?.text ?? "" }

    /// The fewest elements that must have moved for one order to become the other: those outside of a longest common sequence.
    private static func moved(_ before: [String], _ after: [String]) -> Set<String> {
        let places = Dictionary(after.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let order = before.compactMap { places[$0] }
        // Patience sorting: the tops of the piles, and of each element the one before it in the longest rising sequence.
        var tops: [Int] = []
        var previous = [Int?](repeating: nil, count: order.count)
        for (place, value) in order.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if order[tops[middle]] < value { low = middle + 1 } else { high = middle }
            }
            previous[place] = low > 0 ? tops[low - 1] : nil
            if low == tops.count { tops.append(place) } else { tops[low] = place }
        }
        var stays: Set<String> = []
        var next = tops.last
        while let place = next {
            stays.insert(before[place])
            next = previous[place]
        }
        return Set(before).subtracting(stays)
    }
}
