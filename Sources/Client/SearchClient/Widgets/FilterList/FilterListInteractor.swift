// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `filter-list`: filters that the app file gives, each of which can be selected.
public typealias FilterListInteractor = WidgetInteractor<FilterListView>

/// A `filter-list` of a session and a controller, connected as long as this is held.
public typealias FilterListConnector = WidgetConnector<FilterListInteractor>
