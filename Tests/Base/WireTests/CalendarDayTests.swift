// SPDX-License-Identifier: MIT

import Testing

@testable import Wire

@Suite struct CalendarDayTests {
    @Test func `Days follow each other through all years`() throws {
        let first = try #require(CalendarDay(year: 1, month: 1, day: 1)).days
        let last = try #require(CalendarDay(year: 9_999, month: 12, day: 31)).days
        #expect(first == -719_162 && last == 2_932_896)
        for days in stride(from: first, to: last, by: 89) {
            let (day, next) = (CalendarDay(days: days), CalendarDay(days: days + 1))
            #expect(day.days == days && CalendarDay(year: day.year, month: day.month, day: day.day) == day)
            let isLast = day.day == CalendarDay.length(of: day.month, in: day.year)
            #expect(isLast ? next.day == 1 : next.day == day.day + 1 && next.month == day.month)
        }
        #expect(CalendarDay(year: 1970, month: 1, day: 1)?.days == 0 && CalendarDay(days: -719_528).year == 0)
    }

    @Test func `Only days that the calendar has are days`() {
        #expect(
            CalendarDay(year: 2_000, month: 2, day: 29) != nil && CalendarDay(year: 1_900, month: 2, day: 29) == nil
        )
        for (year, month, day) in [
            (0, 1, 1), (10_000, 1, 1), (2_024, 13, 1), (2_024, 0, 1), (2_024, 4, 31), (2_024, 4, 0),
        ] {
            #expect(CalendarDay(year: year, month: month, day: day) == nil)
        }
    }
}
