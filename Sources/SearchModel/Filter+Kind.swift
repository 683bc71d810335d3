// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension Filter {
    /// What a filter compares: filters of one kind on one attribute belong together, those of another are left alone.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case facet
        case numeric
        case tag
    }

    /// What the filter compares.
    public var kind: Kind {
        switch condition {
        case .facet: attribute == Filter.tagAttribute ? .tag : .facet
        case .comparison, .range: .numeric
        }
    }
}

extension FilterState {
    /// Replaces a group's filters of one kind on one attribute, and leaves all others alone.
    public mutating func set(_ filters: [Filter], attribute: String, kind: Filter.Kind, in id: FilterGroup.ID) {
        let others = self.filters(in: id, attribute: attribute).filter { $0.kind != kind }
        set(others + filters.filter { $0.kind == kind }, attribute: attribute, in: id)
    }
}
