// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The widget types that come with SearchBus.
public enum InteractorRegistry {
    /// The types, one line each.
    public static let types: [any Interactor.Type] = [
        BreadcrumbInteractor.self,
        ClearFiltersInteractor.self,
        CurrentFiltersInteractor.self,
        DateRangeInteractor.self,
        FilterListInteractor.self,
        FilterToggleInteractor.self,
        HierarchicalMenuInteractor.self,
        HistogramInteractor.self,
        HitsInteractor.self,
        LoadingInteractor.self,
        MenuInteractor.self,
        NumberInteractor.self,
        NumberRangeInteractor.self,
        NumericMenuInteractor.self,
        RatingMenuInteractor.self,
        RefinementListInteractor.self,
        SearchBoxInteractor.self,
        SegmentedInteractor.self,
        StatsInteractor.self,
    ]

    /// The type that an app file names, or `nil` where no such type comes with SearchBus.
    public static func type(named name: String) -> (any Interactor.Type)? {
        types.first { $0.type == name }
    }
}
