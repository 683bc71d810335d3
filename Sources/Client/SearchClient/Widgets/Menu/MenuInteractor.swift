// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `menu`: the values of a facet, of which one at a time is selected.
///
/// A `FacetListController` draws it.
public typealias MenuInteractor = WidgetInteractor<MenuView>

/// A `menu` of a session and a controller, connected as long as this is held.
public typealias MenuConnector = WidgetConnector<MenuInteractor>

extension WidgetInteractor where View == MenuView {
    /// Shows more values, or fewer.
    public func showMore(_ isOn: Bool) { send("show-more", ["on": .bool(isOn)]) }
}
