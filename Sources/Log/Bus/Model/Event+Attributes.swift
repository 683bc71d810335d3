// SPDX-License-Identifier: MIT

import Wire

extension Event {
    /// The attributes of a published event, read up to its data.
    struct Attributes: Hashable, Sendable {
        /// The text of an attribute.
        enum Value: Hashable, Sendable {
            case absent
            /// These bytes of the body.
            case part(Range<Int>)
            /// A text that the body has in another form, with escapes.
            case text(String)

            func text(in body: [UInt8]) -> String? {
                switch self {
                case .absent: nil
                case .part(let range): String(decoding: body[range], as: UTF8.self)
                case .text(let text): text
                }
            }
        }

        var id = Value.absent
        var source = Value.absent
        var type = Value.absent
        var time = Value.absent
        var correlationID = Value.absent
        var causationID = Value.absent
        var traceParent = Value.absent
        var epoch = Value.absent
        var sequence = SequenceNumber.zero
        var previous = SequenceNumber.zero
        var channelPrevious = SequenceNumber.zero
        /// Where the value of `data` begins.
        var dataStart = 0

        /// Reads the attributes.
        ///
        /// - Throws: `JSONError` if the body is not an object with `data` as its last member.
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
            func sequence() -> SequenceNumber { SequenceNumber(rawValue: members.number(member.value)) }
            if isNamed("id") {
                id = .part(member.value)
            } else if isNamed("source") {
                source = .part(member.value)
            } else if isNamed("type") {
                type = .part(member.value)
            } else if isNamed("time") {
                time = .part(member.value)
            } else if isNamed("correlationid") {
                correlationID = .part(member.value)
            } else if isNamed("causationid") {
                causationID = .part(member.value)
            } else if isNamed("epoch") {
                epoch = .part(member.value)
            } else if isNamed("sequence") {
                self.sequence = sequence()
            } else if isNamed("previous") {
                previous = sequence()
            } else if isNamed("channelprevious") {
                channelPrevious = sequence()
            } else if isNamed("traceparent") {
                traceParent = .part(member.value)
            }
        }

        init(parsing body: [UInt8]) throws {
            let (members, start) = try JSON.membersBefore("data", in: body)
            func text(_ key: String) -> Value { members[key]?.string.map(Value.text) ?? .absent }
            func sequence(_ key: String) -> SequenceNumber {
                members[key]?.string.flatMap { SequenceNumber($0) } ?? .zero
            }
            (id, source, type, time) = (text("id"), text("source"), text("type"), text("time"))
            (correlationID, causationID) = (text("correlationid"), text("causationid"))
            traceParent = text(TraceParent.name)
            epoch = text("epoch")
            self.sequence = sequence("sequence")
            previous = sequence("previous")
            channelPrevious = sequence("channelprevious")
            dataStart = start
        }
    }
}
