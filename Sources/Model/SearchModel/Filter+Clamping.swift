// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension Filter {
    /// The filter with its numbers within limits: the nearest ones where they are outside.
    ///
    /// A filter that is negated, and one without numbers of its own, is left as it is.
    public func clamped(to limits: ClosedRange<Double>) -> Filter {
        guard !isNegated else { return self }
        return switch condition {
        case .range(let range): .range(attribute, range.clamped(to: limits))
        case .comparison(let comparison, let number):
            .comparison(attribute, comparison, min(max(number, limits.lowerBound), limits.upperBound))
        case .date, .facet, .geo: self
        }
    }
}
