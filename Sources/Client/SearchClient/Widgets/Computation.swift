// SPDX-License-Identifier: MIT

/// The ways to change a number, passed to its controller.
@MainActor
public final class Computation<Number: Numeric> {
    private let current: () -> Number?
    private let set: (Number?) -> Void
    private let move: ((_ step: Number?, _ isUp: Bool, _ start: Number?) -> Void)?

    /// - Parameters:
    ///   - current: The displayed number.
    ///   - set: Sets another one; `nil` for none.
    ///   - move: Adds a step to the number on the bus; without it, the step is added to `current`.
    init(
        current: @escaping () -> Number?,
        set: @escaping (Number?) -> Void,
        move: ((_ step: Number?, _ isUp: Bool, _ start: Number?) -> Void)? = nil
    ) {
        self.current = current
        self.set = set
        self.move = move
    }

    /// Increases the number by a step; without a number, it begins with the default.
    ///
    /// By default, step and default are those of the app file, or 1 and 0.
    public func increment(step: Number? = nil, default start: Number? = nil) { take(step, isUp: true, start) }

    /// Decreases the number by a step, like `increment`.
    public func decrement(step: Number? = nil, default start: Number? = nil) { take(step, isUp: false, start) }

    /// Multiplies the displayed number; without a number, it begins with the default.
    public func multiply(step: Number = 1, default start: Number = 0) { set(current().map { $0 * step } ?? start) }

    /// Sets the number; `nil` for none.
    public func just(value: Number?) { set(value) }

    private func take(_ step: Number?, isUp: Bool, _ start: Number?) {
        if let move { return move(step, isUp, start) }
        let step = step ?? 1
        set(current().map { isUp ? $0 + step : $0 - step } ?? start ?? 0)
    }
}

/// Draws one number within bounds, such as a slider, a stepper or stars; `invalidate` is called without a number.
@MainActor
public protocol NumberController: ItemController where Item: Numeric & Comparable {
    /// Receives the ways to change the number; called when the controller is connected.
    func setComputation(computation: Computation<Item>)
    /// Shows the lowest and highest number; `nil` if they are unknown.
    func setBounds(bounds: ClosedRange<Item>?)
}
