// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The replicas of an index: its records in another order, each under a name of its own.
///
/// A replica has settings of its own, of which those count that say the order, and those that stand for parameters of a query.
public struct AlgoliaReplicas: Sendable, Hashable {
    /// A replica as the setting `replicas` names it: `products_cheap`, `virtual(products_cheap)`.
    struct Name: Sendable, Hashable {
        let text: String
        let isVirtual: Bool
    }

    /// The settings that were made for each replica, by its name.
    public private(set) var members: JSONObject

    /// Takes what was kept.
    public init(kept members: JSONObject = JSONObject()) { self.members = members }

    /// The settings that were made for a replica.
    func own(_ name: String) -> JSONObject { members[name]?.object ?? JSONObject() }

    /// Changes settings of a replica; one that is null is that of the index again.
    public mutating func change(_ name: String, by changes: JSONObject) {
        let changes = changes.members.filter { !Self.isFixed.contains($0.key) }
        let own = own(name).merging(changes.map { (key: $0.key, value: $0.value.isNull ? nil : $0.value) })
        members[name] = own.isEmpty ? nil : .object(own)
    }

    /// Lets settings of the index count for all replicas again.
    mutating func forward(_ changes: JSONObject) {
        for name in members.keys {
            change(name, by: JSONObject(changes.keys.map { ($0, .null) }))
        }
    }

    /// Forgets the settings of replicas that are none any more.
    mutating func keep(_ names: [Name]) {
        for name in members.keys where !names.contains(where: { $0.text == name }) { members[name] = nil }
    }

    /// What no replica has of its own.
    private static let isFixed: Set<String> = ["replicas", "primary", "forwardToReplicas"]

    // MARK: What the index is told

    /// Reads the setting `replicas`.
    ///
    /// - Returns: `nil` if it is not a list: the index has no replicas, or was given them in its own form.
    /// - Throws: `AlgoliaError` for a name that cannot name an index, or stands there twice.
    static func names(_ settings: JSONObject) throws(AlgoliaError) -> [Name]? {
        guard let value = settings["replicas"], value.object == nil, !value.isNull else { return nil }
        guard let list = value.array, list.count <= 100 else {
            throw AlgoliaError("replicas: a list of up to 100 names is expected")
        }
        var names: [Name] = []
        for element in list {
            guard let text = element.string else { throw AlgoliaError("replicas: a list of names is expected") }
            let isVirtual = text.hasPrefix("virtual(") && text.hasSuffix(")")
            let name = isVirtual ? String(text.dropFirst(8).dropLast()) : text
            guard Wire.Name.isValid(name) else {
                throw AlgoliaError("replicas: `\(text.prefix(80))` is no name of 1 to 64 letters, digits, `_` or `-`")
            }
            guard !names.contains(where: { $0.text == name }) else {
                throw AlgoliaError("replicas: `\(name)` stands there twice")
            }
            names.append(Name(text: name, isVirtual: isVirtual))
        }
        return names
    }

    /// The replicas as the index takes them.
    ///
    /// - Throws: `AlgoliaError` that names the setting which makes no sense.
    func engineForm(_ names: [Name]) throws(AlgoliaError) -> JSON {
        var forms = JSONObject()
        for name in names { forms[name.text] = try form(name) }
        return .object(forms)
    }

    private func form(_ name: Name) throws(AlgoliaError) -> JSON {
        let own = own(name.text)
        let order = JSONObject(["ranking", "customRanking"].compactMap { key in own[key].map { (key, $0) } })
        guard !order.isEmpty else { return [] }
        let form = try AlgoliaSettings(kept: order).engineSettings()
        guard name.isVirtual, own["ranking"] == nil, let rules = form["customRanking"] else { return form }
        // What a virtual replica orders by comes before all but how well the words were found, or before that too.
        let strictness = try ParameterValues(own).integer("relevancyStrictness", in: 0...100) ?? 100
        return strictness == 0 ? rules : ["ranking": ["typo", "words"], "customRanking": rules]
    }

    /// The settings of a replica as clients read them: those of the index, and its own in their place.
    func settings(of name: String, primary: String, over index: AlgoliaSettings) -> AlgoliaSettings {
        var members = index.members
        members["replicas"] = nil
        members = members.merging(own(name))
        members["primary"] = .string(primary)
        return AlgoliaSettings(kept: members)
    }
}
