// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `hits-per-page`: a choice of how many results a page has.
public typealias HitsPerPageInteractor = WidgetInteractor<HitsPerPageView>

/// `hits-per-page` of a session and a controller, connected as long as this is held.
public typealias HitsPerPageConnector = WidgetConnector<HitsPerPageInteractor>
