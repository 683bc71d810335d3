// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `sort-by`: a choice among indexes that hold the same records in other orders.
public typealias SortByInteractor = WidgetInteractor<SortByView>

/// `sort-by` of a session and a controller, connected as long as this is held.
public typealias SortByConnector = WidgetConnector<SortByInteractor>
