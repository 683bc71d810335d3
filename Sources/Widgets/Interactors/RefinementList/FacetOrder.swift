// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// In which order a list of facet values stands: criteria that are tried until one separates two values.
struct FacetOrder: Sendable, Hashable {
    /// One criterion, as the app file writes it.
    enum Criterion: String, Sendable, Hashable, CaseIterable {
        /// What is selected comes first.
        case isRefined
        case countDescending = "count:desc"
        case countAscending = "count:asc"
        case nameAscending = "name:asc"
        case nameDescending = "name:desc"
    }

    let criteria: [Criterion]

    /// Reads the criteria as a parameter has them.
    init(_ words: [String]) {
        criteria = words.compactMap(Criterion.init)
    }

    /// Which values the searcher is asked for, where there are more than are listed.
    var need: FacetNeed.Order {
        criteria.lazy.compactMap { FacetNeed.Order(rawValue: $0.rawValue) }.first ?? .nameAscending
    }

    /// The items in order.
    ///
    /// Names decide where the criteria do not, so that the order never depends on chance.
    func sorted(_ items: [FacetItem]) -> [FacetItem] {
        items
            .map { Named(item: $0) }
            .sorted { left, right in
                for criterion in criteria + [.nameAscending] {
                    if let comesFirst = comesFirst(left, right, by: criterion) { return comesFirst }
                }
                return left.item.value.json.text < right.item.value.json.text
            }
            .map(\.item)
    }

    /// An item and what its name is compared by: numbers as numbers, before everything else.
    private struct Named {
        let item: FacetItem
        let number: Double
        let name: String

        init(item: FacetItem) {
            self.item = item
            number = item.value.double ?? .infinity
            name = item.label.lowercased()
        }

        func isNamed(before other: Named) -> Bool? {
            if number != other.number { return number < other.number }
            return name == other.name ? nil : name < other.name
        }
    }

    /// Whether one item comes before another; `nil` where the criterion does not separate them.
    private func comesFirst(_ left: Named, _ right: Named, by criterion: Criterion) -> Bool? {
        switch criterion {
        case .isRefined: left.item.isRefined == right.item.isRefined ? nil : left.item.isRefined
        case .countDescending: left.item.count == right.item.count ? nil : left.item.count > right.item.count
        case .countAscending: left.item.count == right.item.count ? nil : left.item.count < right.item.count
        case .nameAscending: left.isNamed(before: right)
        case .nameDescending: right.isNamed(before: left)
        }
    }
}
