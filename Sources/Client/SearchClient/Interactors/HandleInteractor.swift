// SPDX-License-Identifier: MIT

import Wire

/// A widget with a handle that the user drags, such as a slider's: while a local change is pending, older views do not move
/// the handle.
@MainActor
open class HandleInteractor<View: WidgetView>: WidgetInteractor<View> {
    /// Publishes each view that the handles must follow.
    public let onViewShown = Observer<View>()

    private var underWay = 0
    private var hasNews = false

    /// Sends a change; the display stays as the user has set it until it is settled.
    ///
    /// - Parameters:
    ///   - type: The intent's name, such as `set`.
    ///   - data: Its data.
    ///   - isLatest: Whether it is a complete value, which replaces a pending one of its type.
    public func change(_ type: String, _ data: JSON = [:], isLatest: Bool = true) {
        underWay += 1
        hasNews = false
        send(type, data, isLatest: isLatest) { [weak self] outcome in self?.settle(outcome) }
    }

    /// Sends a change that the widget type declares; the display stays until it is settled.
    public func change(_ intent: WidgetIntent<View>, isLatest: Bool = true) {
        change(intent.type, intent.data, isLatest: isLatest)
    }

    open override func take(_ view: View) {
        super.take(view)
        hasNews = true
        if underWay == 0 { show(view) }
    }

    /// Shows a view; a subclass may publish parts of it as well.
    open func show(_ view: View) { onViewShown.fire(view) }

    private func settle(_ outcome: IntentOutcome?) {
        underWay -= 1
        guard underWay == 0 else { return }
        guard outcome == .applied, !hasNews else { return showNewest() }
        // A change that took effect shows in the next view, unless another client changed it in the same turn.
        afterEchoes { [weak self] in self?.showNewest() }
    }

    private func showNewest() {
        if underWay == 0, let view { show(view) }
    }
}
