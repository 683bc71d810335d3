// SPDX-License-Identifier: MIT

import Foundation
import SearchClient
import Testing
import Wire

/// Numbers, ranges and switches of a whole app.
@MainActor
@Suite("Numbers of a running app", .timeLimit(.minutes(5)))
struct LiveNumberTests {
    @Test func `steps of a number are taken from what it is on the bus`() async throws {
        try await withLiveSession { session in
            let number = NumberRecorder()
            let connector = FilterComparisonConnector(session: session, widget: "reviews", controller: number)
            try await number.shown.until { $0 == nil }
            number.computation?.increment()
            number.computation?.increment()
            number.computation?.increment(step: 5)
            try await number.shown.until { $0 == 6 }
            number.computation?.decrement(step: 2)
            try await number.shown.until { $0 == 4 }
            number.computation?.multiply(step: 3)
            try await number.shown.until { $0 == 12 }
            number.computation?.just(value: 7)
            try await number.shown.until { $0 == 7 }
            #expect(connector.interactor.item == 7)
            connector.interactor.clear()
            try await number.shown.until { $0 == nil }
        }
    }

    @Test func `a range of prices`() async throws {
        try await withLiveSession { session in
            let range = HistogramRecorder()
            let price = NumberRangeConnector(session: session, widget: "price", controller: range)
            try await range.shown.until { $0 == nil && range.bounds == 5...200 }
            range.onRangeChanged?(50...200)
            try await range.shown.until { $0 == 50...200 }
            #expect(price.interactor.view?.range == RangeSelection(low: 50, high: nil))
            price.interactor.clear()
            try await range.shown.until { $0 == nil }
        }
    }

    @Test func `bars and a range of years`() async throws {
        try await withLiveSession { session in
            let bars = HistogramRecorder()
            let years = HistogramConnector(session: session, widget: "years", controller: bars)
            let shown = try await bars.bars.until { !$0.isEmpty }
            #expect(shown.compactMap(\.count).reduce(0, +) == 30)
            bars.onRangeChanged?(1990...2000)
            try await bars.shown.until { $0 == 1990...2000 }
            try await bars.bars.until { $0.contains { !$0.inside } }
            years.connection.disconnect()
            #expect(bars.onRangeChanged == nil)
        }
    }

    @Test func `a range of dates, and a period`() async throws {
        try await withLiveSession { session in
            let (dates, periods) = (DateRecorder(), ListRecorder<DatePreset>())
            let released = DateRangeConnector(session: session, widget: "released", controller: dates)
            let connection = released.interactor.connectController(periods)
            try await dates.shown.until { $0 == nil && dates.bounds != nil }
            let bounds = try #require(dates.bounds)
            #expect(bounds.lowerBound == Date(timeIntervalSince1970: 1_700_086_400))
            let wanted = bounds.lowerBound.addingTimeInterval(86_400)...bounds.upperBound
            dates.onRangeChanged?(wanted)
            try await dates.shown.until { $0 == wanted }
            let preset = try #require(try await periods.shown.until { $0.count == 2 }.first)
            periods.onClick?(preset.item)
            try await periods.shown.until { $0.first?.isSelected == true }
            periods.onClick?(preset.item)
            try await periods.shown.until { $0.first?.isSelected == false }
            connection.disconnect()
        }
    }

    @Test func `a switch`() async throws {
        try await withLiveSession { session in
            let toggle = SwitchRecorder()
            let shipping = FilterToggleConnector(session: session, widget: "shipping", controller: toggle)
            try await toggle.shown.until { !$0 && toggle.item?.count == 20 }
            toggle.onClick?(true)
            try await toggle.shown.until { $0 }
            shipping.interactor.toggle()
            try await toggle.shown.until { !$0 }
            #expect(toggle.item?.title == "Free shipping")
        }
    }
}
