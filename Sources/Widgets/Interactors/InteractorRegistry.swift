// SPDX-License-Identifier: MIT

/// The widget types that come with SearchBus.
public enum InteractorRegistry {
    public static let types: [any Interactor.Type] = [
        AutocompleteInteractor.self,
        BreadcrumbInteractor.self,
        ClearFiltersInteractor.self,
        ConfigureInteractor.self,
        CurrentFiltersInteractor.self,
        DateRangeInteractor.self,
        DynamicFacetsInteractor.self,
        FilterListInteractor.self,
        FilterToggleInteractor.self,
        GeoHitsInteractor.self,
        HierarchicalMenuInteractor.self,
        HistogramInteractor.self,
        HistoryInteractor.self,
        HitsInteractor.self,
        HitsPerPageInteractor.self,
        LoadingInteractor.self,
        MenuInteractor.self,
        MultiHitsInteractor.self,
        NumberInteractor.self,
        NumberRangeInteractor.self,
        NumericMenuInteractor.self,
        PaginationInteractor.self,
        QueryRuleDataInteractor.self,
        QuerySuggestionsInteractor.self,
        RatingMenuInteractor.self,
        RefinementListInteractor.self,
        RelatedItemsInteractor.self,
        RelevantSortInteractor.self,
        SavedSearchesInteractor.self,
        SearchBoxInteractor.self,
        SegmentedInteractor.self,
        SortByInteractor.self,
        StatsInteractor.self,
    ]

    /// The type that an app file names, or `nil` where no such type comes with SearchBus.
    public static func type(named name: String) -> (any Interactor.Type)? {
        types.first { $0.type == name }
    }
}
