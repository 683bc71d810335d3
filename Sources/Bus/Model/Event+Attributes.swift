// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension Event {
    /// The attributes of a published event, read up to its data.
    struct Attributes: Hashable {
        var id: String?
        var source: String?
        var type: String?
        var time: String?
        var correlationID: String?
        var causationID: String?
        var epoch: String?
        var sequence = SequenceNumber.zero
        var previous = SequenceNumber.zero
        var channelPrevious = SequenceNumber.zero
        /// Where the value of `data` begins.
        var dataStart = 0

        /// Reads the attributes.
        ///
        /// - Throws: `JSONError` where the body is no object with `data` as its last member.
        init(_ body: [UInt8]) throws {
            if let plain = body.withUnsafeBufferPointer({ Attributes(plain: $0) }) {
                self = plain
            } else {
                try self.init(parsing: body)
            }
        }

        /// Reads what the broker writes of plain attributes; `nil` for every other form.
        init?(plain body: UnsafeBufferPointer<UInt8>) {
            guard body.last == UInt8(ascii: "}") else { return nil }
            var members = PlainMembers(body, stoppingAt: "data")
            while true {
                switch members.next() {
                case .member(let member): take(member, members)
                case .stopped(let start):
                    guard start < body.count - 1 else { return nil }
                    dataStart = start
                    return
                case .end, .unusual: return nil
                }
            }
        }

        private mutating func take(_ member: PlainMembers.Member, _ members: PlainMembers) {
            guard member.isString else { return }
            func isNamed(_ name: StaticString) -> Bool { members.equals(member.key, name) }
            func text() -> String { members.text(member.value) }
            func sequence() -> SequenceNumber { SequenceNumber(rawValue: members.number(member.value)) }
            if isNamed("id") {
                id = text()
            } else if isNamed("source") {
                source = text()
            } else if isNamed("type") {
                type = text()
            } else if isNamed("time") {
                time = text()
            } else if isNamed("correlationid") {
                correlationID = text()
            } else if isNamed("causationid") {
                causationID = text()
            } else if isNamed("epoch") {
                epoch = text()
            } else if isNamed("sequence") {
                self.sequence = sequence()
            } else if isNamed("previous") {
                previous = sequence()
            } else if isNamed("channelprevious") {
                channelPrevious = sequence()
            }
        }

        /// Reads attributes of any form.
        init(parsing body: [UInt8]) throws {
            let (members, start) = try JSON.membersBefore("data", in: body)
            func text(_ key: String) -> String? { members[key]?.string }
            func sequence(_ key: String) -> SequenceNumber { text(key).flatMap { SequenceNumber($0) } ?? .zero }
            (id, source, type, time) = (text("id"), text("source"), text("type"), text("time"))
            (correlationID, causationID) = (text("correlationid"), text("causationid"))
            epoch = text("epoch")
            self.sequence = sequence("sequence")
            previous = sequence("previous")
            channelPrevious = sequence("channelprevious")
            dataStart = start
        }

        /// An attribute that every event has.
        func required(_ value: String?, _ name: String) throws -> String {
            guard let value else { throw JSONError("`\(name)` is missing") }
            return value
        }
    }
}
