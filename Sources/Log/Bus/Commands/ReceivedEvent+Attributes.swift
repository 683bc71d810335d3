// SPDX-License-Identifier: MIT

import Wire

extension ReceivedEvent {
    /// The attributes of an event to append, checked.
    struct Attributes: Hashable {
        let id: String
        /// Whether the sender gave a time.
        let hasTime: Bool
        /// Every attribute but those that the broker writes, as members of a JSON object without the braces.
        let kept: [UInt8]
        let typeDigest: UInt64
        let sourceDigest: UInt64

        /// What the broker alone writes.
        private static let reserved: Set<String> = [
            "specversion", "subject", "sequence", "previous", "channelprevious", "epoch", "data", "data_base64",
            "datacontenttype",
        ]
        /// How many attributes are compared with each other for a repeated name.
        private static let plainLimit = 16

        /// Takes attributes over as they are, where each is of the plain form, known to be right and not the broker's;
        /// `nil` where anything has to be looked at more closely.
        init?(plain bytes: UnsafeBufferPointer<UInt8>) {
            var members = PlainMembers(bytes)
            var names: [Range<Int>] = []
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            var id: String?
            var hasTime = false
            var (sourceDigest, typeDigest): (UInt64?, UInt64?)
            walk: while true {
                switch members.next() {
                case .member(let member):
                    let isRepeated = names.contains { Self.areEqual($0, member.key, bytes) }
                    guard !isRepeated, names.count < Self.plainLimit else { return nil }
                    names.append(member.key)
                    let isTime = members.equals(member.key, "time") && member.isString
                    // An underscore is in no attribute's name but a reserved one's.
                    guard !bytes[member.key].contains(UInt8(ascii: "_")),
                        isTime || !Self.isReserved(member.key, members)
                    else {
                        return nil
                    }
                    if isTime {
                        hasTime = true
                    } else if members.equals(member.key, "id") {
                        guard Self.isName(member) else { return nil }
                        id = members.text(member.value)
                    } else if members.equals(member.key, "source") {
                        guard Self.isName(member) else { return nil }
                        sourceDigest = Self.digest(member.value, bytes)
                    } else if members.equals(member.key, "type") {
                        guard Self.isName(member) else { return nil }
                        typeDigest = Self.digest(member.value, bytes)
                    }
                    if !kept.isEmpty { kept.append(UInt8(ascii: ",")) }
                    let end = member.value.upperBound + (member.isString ? 1 : 0)
                    kept.append(contentsOf: bytes[(member.key.lowerBound - 1)..<end])
                case .end: break walk
                case .stopped, .unusual: return nil
                }
            }
            guard let id, let sourceDigest, let typeDigest else { return nil }
            (self.id, self.hasTime, self.kept) = (id, hasTime, kept)
            (self.sourceDigest, self.typeDigest) = (sourceDigest, typeDigest)
        }

        private static func digest(_ text: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
            ContentDigest.digest(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[text])))
        }

        private static func digest(_ text: String) -> UInt64 {
            var text = text
            return text.withUTF8 { ContentDigest.digest(UnsafeRawBufferPointer($0)) }
        }

        private static func areEqual(
            _ left: Range<Int>,
            _ right: Range<Int>,
            _ bytes: UnsafeBufferPointer<UInt8>
        ) -> Bool {
            left.count == right.count && bytes[left].elementsEqual(bytes[right])
        }

        private static func isName(_ member: PlainMembers.Member) -> Bool {
            member.isString && (1...256).contains(member.value.count)
        }

        private static func isReserved(_ key: Range<Int>, _ members: PlainMembers) -> Bool {
            members.equals(key, "specversion") || members.equals(key, "subject") || members.equals(key, "sequence")
                || members.equals(key, "previous") || members.equals(key, "channelprevious")
                || members.equals(key, "epoch") || members.equals(key, "data") || members.equals(key, "time")
                || members.equals(key, "datacontenttype")
        }

        /// Reads attributes of any form.
        ///
        /// - Throws: `JSONError` that says what is wrong with them.
        init(parsing bytes: [UInt8]) throws {
            guard let members = try JSON(parsing: bytes, limits: JSONLimits(depth: 2, values: 128)).object else {
                throw JSONError("the attributes are not an object")
            }
            let json = JSON.object(members)
            id = try Self.text("id", in: json)
            sourceDigest = Self.digest(try Self.text("source", in: json))
            typeDigest = Self.digest(try Self.text("type", in: json))
            hasTime = json["time"]?.string != nil
            var object = JSONObject()
            for member in members.members where !Self.reserved.contains(member.key) {
                let key = member.key
                guard (1...20).contains(key.utf8.count),
                    key.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
                else {
                    throw JSONError("`\(key.prefix(40))` is an invalid attribute name: 1 to 20 of a-z, 0-9")
                }
                // A time that is not a text is ignored.
                if key == "time", !hasTime { continue }
                switch member.value {
                case .string, .bool, .int: object[key] = member.value
                case .null: break
                default: throw JSONError("`\(key)` is not a string, an integer or a boolean")
                }
            }
            var kept: [UInt8] = []
            object.writeMembers(to: &kept)
            self.kept = kept
        }

        private static func text(_ key: String, in json: JSON) throws -> String {
            let value = try json.requiredString(key)
            guard (1...256).contains(value.utf8.count) else { throw JSONError("`\(key)` must have 1 to 256 bytes") }
            return value
        }
    }
}

/// Tells one content from another in eight bytes.
///
/// It is kept in logs, so the same bytes have to give the same digest in every version. It holds off mistakes, not
/// a sender that creates a collision: an id is its sender's own.
enum ContentDigest {
    static func digest(_ bytes: UnsafeRawBufferPointer, after earlier: UInt64 = 0) -> UInt64 {
        var digest = mix(earlier ^ 0x9E37_79B9_7F4A_7C15, UInt64(bytes.count) ^ 0xE703_7ED1_A0B4_28DB)
        var place = 0
        while place + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            digest = mix(digest ^ word, 0x8EBC_6AF0_9C88_C6E3)
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        return mix(digest ^ rest, 0x5899_65CC_7537_4CC3)
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
