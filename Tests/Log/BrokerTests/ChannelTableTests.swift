// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Testing
import Wire

@testable import Broker

@Suite final class ChannelTableTests: LogFixture {
    @Test func `The number of known channels is bounded, and the bound for the others is correct`() throws {
        let store = try open()
        _ = try append(store, [try draft("first", "write/first/")])
        for part in 0..<25 {
            let events = try (0..<200).map { try draft("e\(part)-\($0)", "write/index\(part * 200 + $0)/") }
            _ = try append(store, events)
        }
        let (heads, since) = store.channels.heads()
        #expect(heads.count <= 256)
        // A channel that is not listed had no event after the reported sequence number.
        #expect(since >= SequenceNumber(rawValue: 1) && since < store.head)
        #expect(heads["write/index4999/"] == store.head)
        var table = ChannelTable()
        for number in 0..<(3 * ChannelTable.maxChannels) {
            if table.isFull { table.forget() }
            let place = SequenceNumber(rawValue: UInt64(number + 1))
            let channel = table.number(of: "write/index\(number)/")
            #expect(channel < ChannelTable.maxChannels)
            #expect(table.last(of: channel) < place)
            table.note(place, channel: channel)
        }
        #expect(table.heads().heads.count == 256)
        #expect(table.heads().since.rawValue == UInt64(3 * ChannelTable.maxChannels - 256))
    }

    @Test func `A component's turn is checked as before once channels were forgotten`() throws {
        let store = try open()
        _ = try append(store, [try draft("a", "view/w/s/")])
        for part in 0..<25 {
            _ = try append(store, try (0..<200).map { try draft("e\(part)-\($0)", "write/index\(part * 200 + $0)/") })
        }
        _ = try append(store, [try draft("b", "view/w/s/")])
        let prefixes = [TopicPrefix(.view, "w")]
        let refused = #expect(throws: SearchBusError.self) {
            try append(store, [], move(0, 5_002, id: "t", folded: 1, prefixes: prefixes))
        }
        #expect(refused?.code == .eventsMissed)
        _ = try append(store, [], move(0, 5_002, id: "t", folded: 2, prefixes: prefixes))
    }
}
