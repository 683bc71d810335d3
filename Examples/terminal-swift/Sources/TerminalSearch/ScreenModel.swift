// SPDX-License-Identifier: MIT

import SearchClient

/// The screen as the controllers change it, and as the terminal draws it.
@MainActor
final class ScreenModel {
    var screen: Screen {
        didSet { if screen != oldValue { onChange?() } }
    }

    /// Called after each change.
    var onChange: (() -> Void)?

    init(_ screen: Screen = Screen()) { self.screen = screen }
}
