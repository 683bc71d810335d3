// SPDX-License-Identifier: MIT

import Wire

/// The replicas of an index: its records in another order, each under a name of its own.
///
/// A replica has settings of its own, of which those for the order and the defaults of query parameters have an effect.
public struct AlgoliaReplicas: Sendable, Hashable {
    /// A replica as the setting `replicas` names it: `products_cheap`, `virtual(products_cheap)`.
    struct Name: Sendable, Hashable {
        let text: String
        let isVirtual: Bool
    }

    /// The settings of each replica, by its name.
    public private(set) var members: JSONObject

    /// Reads stored settings.
    public init(kept members: JSONObject = JSONObject()) { self.members = members }

    func own(_ name: String) -> JSONObject { members[name]?.object ?? JSONObject() }

    /// Changes settings of a replica; null resets a setting to that of the index.
    public mutating func change(_ name: String, by changes: JSONObject) {
        let changes = changes.members.filter { !Self.isFixed.contains($0.key) }
        let own = own(name).merging(changes.map { (key: $0.key, value: $0.value.isNull ? nil : $0.value) })
        members[name] = own.isEmpty ? nil : .object(own)
    }

    /// Resets settings of all replicas to those of the index.
    mutating func forward(_ changes: JSONObject) {
        for name in members.keys {
            change(name, by: JSONObject(changes.keys.map { ($0, .null) }))
        }
    }

    /// Removes the settings of former replicas.
    mutating func keep(_ names: [Name]) {
        for name in members.keys where !names.contains(where: { $0.text == name }) { members[name] = nil }
    }

    /// Settings that no replica has of its own.
    private static let isFixed: Set<String> = ["replicas", "primary", "forwardToReplicas"]

    // MARK: Settings for the index

    /// Reads the setting `replicas`.
    ///
    /// - Returns: `nil` if it is not a list: the index has no replicas, or has them in its own form.
    /// - Throws: `AlgoliaError` for a name that is invalid for an index, or occurs twice.
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
                throw AlgoliaError("replicas: `\(text.prefix(80))` must have 1 to 64 letters, digits, `_` or `-`")
            }
            guard !names.contains(where: { $0.text == name }) else {
                throw AlgoliaError("replicas: `\(name)` occurs twice")
            }
            names.append(Name(text: name, isVirtual: isVirtual))
        }
        return names
    }

    /// The replicas in the form of the index.
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
        // The order of a virtual replica has precedence over all criteria except the words, or over these too.
        let strictness = try ParameterValues(own).integer("relevancyStrictness", in: 0...100) ?? 100
        return strictness == 0 ? rules : ["ranking": ["typo", "words"], "customRanking": rules]
    }

    /// The settings of a replica in the format of clients: those of the index, overridden by its own.
    func settings(of name: String, primary: String, over index: AlgoliaSettings) -> AlgoliaSettings {
        var members = index.members
        members["replicas"] = nil
        members = members.merging(own(name))
        members["primary"] = .string(primary)
        return AlgoliaSettings(kept: members)
    }
}
