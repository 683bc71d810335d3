// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The ways to change a number, handed to what draws it.
@MainActor
public final class Computation<Number: Numeric> {
    private let current: () -> Number?
    private let set: (Number?) -> Void
    private let move: ((_ step: Number?, _ isUp: Bool, _ start: Number?) -> Void)?

    /// - Parameters:
    ///   - current: The number as it is shown.
    ///   - set: Asks for another one; `nil` for none.
    ///   - move: Asks for a step from what the number is on the bus; without it, the step is taken from `current`.
    init(
        current: @escaping () -> Number?,
        set: @escaping (Number?) -> Void,
        move: ((_ step: Number?, _ isUp: Bool, _ start: Number?) -> Void)? = nil
    ) {
        self.current = current
        self.set = set
        self.move = move
    }

    /// Makes the number a step higher; where there is none, it begins with the default.
    ///
    /// Left out, step and default are those of the app file, or 1 and 0.
    public func increment(step: Number? = nil, default start: Number? = nil) { take(step, isUp: true, start) }

    /// Makes the number a step lower, as `increment` makes it higher.
    public func decrement(step: Number? = nil, default start: Number? = nil) { take(step, isUp: false, start) }

    /// Multiplies the number as it is shown; where there is none, it begins with the default.
    public func multiply(step: Number = 1, default start: Number = 0) { set(current().map { $0 * step } ?? start) }

    /// Makes it this number; `nil` for none.
    public func just(value: Number?) { set(value) }

    private func take(_ step: Number?, isUp: Bool, _ start: Number?) {
        if let move { return move(step, isUp, start) }
        let step = step ?? 1
        set(current().map { isUp ? $0 + step : $0 - step } ?? start ?? 0)
    }
}
