// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Requested pages, one of which is in flight.
struct HitWish: Sendable, Hashable {
    /// The page in sight.
    var sight: Int
    /// The pages wanted, those that are loaded among them.
    var pages: ClosedRange<Int>
    var asked: Int

    /// The page to ask for next: the one in sight, then those after it, then those before it, the nearest first.
    static func next(_ pages: ClosedRange<Int>, around sight: Int, in list: HitList) -> Int? {
        let after = pages.lazy.filter { $0 >= sight && !list.has($0) }.first
        return after ?? pages.lazy.reversed().first { $0 < sight && !list.has($0) }
    }

    /// The page to ask for when the last one has come.
    func next(in list: HitList) -> Int? { Self.next(pages, around: sight, in: list) }
}

extension HitWish {
    /// The wish as it is kept for a restart.
    var saved: JSON { [JSON(sight), JSON(pages.lowerBound), JSON(pages.upperBound), JSON(asked)] }

    /// A saved wish; `nil` for other values.
    init?(saved: JSON?) {
        let numbers = (saved?.array ?? []).compactMap(\.int)
        guard numbers.count == 4, numbers.allSatisfy(HitList.pageRange.contains), numbers[1] <= numbers[2] else {
            return nil
        }
        self.init(sight: numbers[0], pages: numbers[1]...numbers[2], asked: numbers[3])
    }
}
