// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a searcher is to search now, complete: the data of a `request/` event.
public struct UnitRequest: Sendable, Hashable {
    /// The searcher: one of type `multi`, or one that is in no such searcher.
    public var searcher: String
    public var number: Int
    /// What each member is to search; a searcher that is not of type `multi` is its only member.
    public var members: [String: MemberRequest]

    public init(searcher: String, number: Int, members: [String: MemberRequest]) {
        self.searcher = searcher
        self.number = number
        self.members = members
    }
}

extension UnitRequest: JSONConvertible {
    public init(json: JSON) throws {
        guard let members = try json.required("members").object else { throw JSONError("`members` is not an object") }
        self.init(
            searcher: try json.requiredString("searcher"),
            number: try json.requiredNumber(),
            members: Dictionary(
                uniqueKeysWithValues: try members.members.map { ($0.key, try MemberRequest(json: $0.value)) }
            )
        )
    }

    /// `{"searcher", "number", "members": {NAME: …}}`, the members in the order of their names.
    public var json: JSON {
        [
            "searcher": .string(searcher), "number": JSON(number),
            "members": .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
        ]
    }
}
