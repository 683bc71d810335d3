// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension Filter {
    /// A filter on a relative time.
    public static func date(_ attribute: String, _ period: DatePeriod, isNegated: Bool = false) -> Filter {
        Filter(attribute: attribute, condition: .date(period), isNegated: isNegated)
    }

    /// The filter with numbers instead of words; any other is unchanged.
    public func resolved(at now: Double) -> Filter {
        guard case .date(let period) = condition else { return self }
        return Filter(attribute: attribute, condition: period.condition(at: now), isNegated: isNegated)
    }
}

extension FilterState {
    /// The filters with numbers instead of relative times, which engines do not know.
    ///
    /// `now` is the moment, in seconds since 1970 began.
    public func resolved(at now: Double) -> FilterState {
        guard groups.contains(where: { $0.filters.contains(where: \.isDate) }) else { return self }
        return FilterState(
            groups: groups.map { group in
                let filters = group.filters.map { $0.resolved(at: now) }
                return FilterGroup(id: group.id, filters: filters, attributes: group.attributes)
            }
        )
    }
}

extension Filter {
    /// Checks that the filter is one that engines know.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for a relative time that is not resolved.
    public func checkResolved() throws(SearchBusError) {
        guard case .date(let period) = condition else { return }
        throw SearchBusError(
            .invalidArgument,
            "`\(attribute)` is filtered by `\(period.text)`, which is not resolved to a number yet.",
            remedy: "Resolve the filters of a request with the time of the search."
        )
    }

    fileprivate var isDate: Bool {
        guard case .date = condition else { return false }
        return true
    }
}

extension SearchRequest {
    /// The request with numbers instead of relative times.
    ///
    /// `now` is the moment, in seconds since 1970 began.
    public func resolved(at now: Double) -> SearchRequest {
        var request = self
        request.filters = filters.resolved(at: now)
        request.baseFilters = baseFilters.resolved(at: now)
        return request
    }

    /// Checks that engines know all filters.
    ///
    /// - Throws: `SearchBusError` as `Filter.checkResolved` does.
    public func checkResolved() throws(SearchBusError) {
        for group in baseFilters.groups + filters.groups {
            for filter in group.filters { try filter.checkResolved() }
        }
    }
}
