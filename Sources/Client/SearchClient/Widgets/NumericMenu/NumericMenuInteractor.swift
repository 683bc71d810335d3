// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A `numeric-menu`: ranges of numbers, of which one or several can be selected.
public typealias NumericMenuInteractor = WidgetInteractor<NumericMenuView>

/// A `numeric-menu` of a session and a controller, connected as long as this is held.
public typealias NumericMenuConnector = WidgetConnector<NumericMenuInteractor>
