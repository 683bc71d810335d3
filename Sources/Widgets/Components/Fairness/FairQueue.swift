// SPDX-License-Identifier: MIT

/// A queue in which callers take turns: each caller's elements in their order, one of each caller after the other.
///
/// A pure value.
public struct FairQueue<Caller: Hashable & Sendable, Element: Sendable>: Sendable {
    /// The callers that have elements, the one whose turn is next first; each once.
    private var order: ArraySlice<Caller> = []
    private var waiting: [Caller: ArraySlice<Element>] = [:]
    public private(set) var count = 0

    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { count == 0 }

    /// The elements, in no order.
    public var elements: some Sequence<Element> { waiting.values.lazy.flatMap(\.self) }

    /// The number of elements of a caller.
    public func count(of caller: Caller) -> Int { waiting[caller]?.count ?? 0 }

    /// Whether a caller that meets a condition has an element.
    public func contains(where condition: (Caller) -> Bool) -> Bool { order.contains(where: condition) }

    /// Appends an element of a caller.
    public mutating func append(_ element: Element, of caller: Caller) {
        if waiting[caller] == nil { order.append(caller) }
        waiting[caller, default: []].append(element)
        count += 1
    }

    /// Removes the next element of the next caller that meets a condition; the caller then has to let all others go first.
    public mutating func popFirst(
        where condition: (Caller) -> Bool = { _ in true }
    ) -> (caller: Caller, element: Element)? {
        guard let place = order.firstIndex(where: condition) else { return nil }
        let caller = order.remove(at: place)
        guard let element = waiting[caller]?.popFirst() else { return nil }
        count -= 1
        if waiting[caller]?.isEmpty == true { waiting[caller] = nil } else { order.append(caller) }
        return (caller, element)
    }

    /// Removes the elements of a caller that meet a condition.
    ///
    /// - Returns: The removed elements.
    public mutating func remove(of caller: Caller, where condition: (Element) -> Bool) -> [Element] {
        guard let elements = waiting[caller] else { return [] }
        let removed = elements.filter(condition)
        let rest = elements.filter { !condition($0) }
        count -= removed.count
        waiting[caller] = rest.isEmpty ? nil : rest[...]
        if rest.isEmpty { order.removeAll { $0 == caller } }
        return removed
    }
}
