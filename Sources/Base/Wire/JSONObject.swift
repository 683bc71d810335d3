// SPDX-License-Identifier: MIT

/// The members of a JSON object, in the order in which they were written.
///
/// Objects on the bus are small (a dozen members), so a look-up that walks the list is quicker than hashing. Two objects
/// are equal when they have the same members, whatever their order.
public struct JSONObject: Sendable {
    /// A name and its value.
    ///
    /// A type with a name, since storage of nameless tuples costs a look-up in the runtime for each object.
    public struct Member: Sendable {
        public let key: String
        public internal(set) var value: JSON

        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    public private(set) var members: [Member]

    /// Makes an object from members; of members with the same key the last wins.
    public init(_ members: [(String, JSON)] = []) {
        self.init(read: members.map { Member(key: $0.0, value: $0.1) })
    }

    /// Creates an object from members in order; of members with the same key the last wins.
    ///
    /// Few members are compared, many are hashed, so that no input takes quadratic time.
    init(read members: [Member]) {
        let areDistinct =
            if members.count > 16 {
                Set(members.map(\.key)).count == members.count
            } else {
                !members.indices.contains { index in
                    members[(index + 1)...].contains { $0.key == members[index].key }
                }
            }
        guard !areDistinct else {
            self.members = members
            return
        }
        var places: [String: Int] = [:]
        self.members = []
        for member in members {
            if let place = places[member.key] {
                self.members[place].value = member.value
            } else {
                places[member.key] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// Creates an object from members with different keys.
    @usableFromInline
    init(distinct members: [Member]) { self.members = members }

    public subscript(key: String) -> JSON? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The object with members set to other values, or added behind the others; of changes of the same key the last wins.
    ///
    /// Takes time that grows with the number of members and changes, however many there are.
    ///
    /// - Parameter changes: The values by key; a member whose value is `nil` is removed.
    /// - Returns: The object with the changes.
    public func merging(_ changes: [(key: String, value: JSON?)]) -> JSONObject {
        guard !changes.isEmpty else { return self }
        var places = Dictionary(
            members.enumerated().map { ($0.element.key, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        var slots: [(key: String, value: JSON?)] = members.map { ($0.key, $0.value) }
        for change in changes {
            if let place = places[change.key] {
                slots[place].value = change.value
            } else {
                places[change.key] = slots.count
                slots.append(change)
            }
        }
        var merged = JSONObject()
        merged.members = slots.compactMap { slot in slot.value.map { Member(key: slot.key, value: $0) } }
        return merged
    }

    /// The object with another one's members, which replace its own of the same keys or follow the others.
    ///
    /// Takes time that grows with the number of members, however many there are.
    public func merging(_ other: JSONObject) -> JSONObject {
        merging(other.members.map { (key: $0.key, value: Optional($0.value)) })
    }

    public var keys: [String] { members.map(\.key) }

    public var count: Int { members.count }

    public var isEmpty: Bool { members.isEmpty }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        // Where the order differs the places are looked up at once, so that no two objects take quadratic time.
        var places: [String: Int]?
        for (index, member) in left.members.enumerated() {
            var counterpart: Member? = right.members[index]
            if counterpart?.key != member.key {
                let known =
                    places
                    ?? Dictionary(
                        right.members.enumerated().map { ($0.element.key, $0.offset) },
                        uniquingKeysWith: { first, _ in first }
                    )
                places = known
                counterpart = known[member.key].map { right.members[$0] }
            }
            guard counterpart?.value == member.value else { return false }
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        var combined = 0
        for member in members {
            var one = Hasher()
            one.combine(member.key)
            one.combine(member.value)
            combined ^= one.finalize()
        }
        hasher.combine(combined)
    }
}
