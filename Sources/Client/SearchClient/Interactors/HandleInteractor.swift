// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A widget of which a person holds a handle, such as a slider's: while a change of one's own is on its way, older views leave
/// the handle alone.
@MainActor
open class HandleInteractor<View: WidgetView>: WidgetInteractor<View> {
    /// Tells each view that the handles are to follow.
    public let onViewShown = Observer<View>()

    private var underWay = 0
    private var hasNews = false

    /// Asks for a change; what is shown stays as the person has put it until it is settled.
    ///
    /// - Parameters:
    ///   - type: What is asked for, such as `set`.
    ///   - data: What it takes.
    ///   - isLatest: Whether it says the whole anew, so that it takes the place of one of its type that still waits.
    public func change(_ type: String, _ data: JSON = [:], isLatest: Bool = true) {
        underWay += 1
        hasNews = false
        send(type, data, isLatest: isLatest) { [weak self] outcome in self?.settle(outcome) }
    }

    /// Asks for a change that the widget type declares; what is shown stays until it is settled.
    public func change(_ intent: WidgetIntent<View>, isLatest: Bool = true) {
        change(intent.type, intent.data, isLatest: isLatest)
    }

    open override func take(_ view: View) {
        super.take(view)
        hasNews = true
        if underWay == 0 { show(view) }
    }

    /// Shows a view; a class that derives from this may tell parts of it as well.
    open func show(_ view: View) { onViewShown.fire(view) }

    private func settle(_ outcome: IntentOutcome?) {
        underWay -= 1
        guard underWay == 0 else { return }
        guard outcome == .applied, !hasNews else { return showNewest() }
        // What took effect shows in the next view, unless somebody else has changed it within the same turn.
        afterEchoes { [weak self] in self?.showNewest() }
    }

    private func showNewest() {
        if underWay == 0, let view { show(view) }
    }
}
