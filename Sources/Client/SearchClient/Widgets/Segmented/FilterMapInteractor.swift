// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `segmented`: named filters of which one at a time holds.
public typealias FilterMapInteractor = WidgetInteractor<SegmentedView>

/// `segmented` of a session and a controller, connected as long as this is held.
public typealias FilterMapConnector = WidgetConnector<FilterMapInteractor>
