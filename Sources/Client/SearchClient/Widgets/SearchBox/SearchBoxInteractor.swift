// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `search-box`: a text that people type, which is the query of a searcher.
public typealias SearchBoxInteractor = QueryInteractor<SearchBoxView>

/// A `search-box` of a session and a controller, connected as long as this is held.
public typealias SearchBoxConnector = WidgetConnector<SearchBoxInteractor>
