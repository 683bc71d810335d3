// SPDX-License-Identifier: MIT

import Wire

/// Places of records as widgets read them: `lat` and `lng`, where the engine says `lat` and `lon`.
enum ElasticPlace {
    /// A place or a list of them; `nil` if it does not have the engine's form.
    static func members(of value: JSON?) -> JSON? {
        guard let value else { return nil }
        if let elements = value.array {
            let places = elements.compactMap(point)
            return !places.isEmpty && places.count == elements.count ? .array(places) : nil
        }
        return point(value)
    }

    private static func point(_ value: JSON) -> JSON? {
        guard let latitude = value["lat"]?.double, let longitude = value["lon"]?.double else { return nil }
        return ["lat": .number(latitude), "lng": .number(longitude)]
    }
}

extension JSON {
    /// The value at a path of names with dots between them; a name may contain dots, too.
    func at(_ path: String) -> JSON? {
        guard let members = object?.members else { return nil }
        for member in members where path.hasPrefix(member.key) {
            if member.key.utf8.count == path.utf8.count { return member.value }
            let rest = path.dropFirst(member.key.count)
            if rest.first == ".", let value = member.value.at(String(rest.dropFirst())) { return value }
        }
        return nil
    }
}
