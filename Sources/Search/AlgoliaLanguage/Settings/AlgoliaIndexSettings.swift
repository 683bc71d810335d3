// SPDX-License-Identifier: MIT

import Wire

/// The data of an index from Algolia's clients, except its records: settings, synonyms, and settings of its replicas.
///
/// They are stored with the index unchanged (`extra`), and passed to it in its own form.
public struct AlgoliaIndexSettings: Sendable, Hashable {
    public var settings: AlgoliaSettings
    public var synonyms: AlgoliaSynonyms
    public var replicas: AlgoliaReplicas

    /// Reads the data of an index: that of clients, or else that from other sources.
    ///
    /// - Parameters:
    ///   - given: The index's own settings.
    ///   - extra: Its data for other programs.
    public init(given: JSON, extra: JSON) {
        settings = extra["settings"]?.object.map(AlgoliaSettings.init(kept:)) ?? AlgoliaSettings(given: given)
        synonyms = extra["synonyms"]?.object.map(AlgoliaSynonyms.init(kept:)) ?? AlgoliaSynonyms(given: given)
        replicas = AlgoliaReplicas(kept: extra["replicas"]?.object ?? JSONObject())
    }

    /// Changes settings; null resets a setting to its default.
    ///
    /// With `forwardToReplicas` the changes apply to all replicas.
    public mutating func change(by changes: JSONObject) {
        settings = settings.changed(by: changes)
        if changes["forwardToReplicas"]?.bool == true { replicas.forward(changes) }
        if changes.keys.contains("replicas") { replicas.keep((try? AlgoliaReplicas.names(settings.members)) ?? []) }
    }

    /// Copies the settings of another index; the replicas stay.
    public mutating func takeSettings(of other: AlgoliaIndexSettings) {
        let own = self
        settings = other.settings
        takeReplicas(of: own)
    }

    /// Replaces the replicas by those of another index.
    public mutating func takeReplicas(of other: AlgoliaIndexSettings) {
        settings = settings.changed(by: JSONObject([("replicas", other.settings.members["replicas"] ?? .null)]))
        replicas = other.replicas
    }

    /// The settings of a replica in the format of clients.
    public func settings(ofReplica name: String, primary: String) -> AlgoliaSettings {
        replicas.settings(of: name, primary: primary, over: settings)
    }

    /// The data to store with the index: other members stay unchanged.
    public func kept(in extra: JSON) -> JSON {
        var members = extra.object ?? JSONObject()
        members["settings"] = .object(settings.members)
        members["synonyms"] = .object(synonyms.members)
        members["replicas"] = replicas.members.isEmpty ? nil : .object(replicas.members)
        return .object(members)
    }

    /// The settings of the index itself, as its JSON has them.
    ///
    /// - Throws: `AlgoliaError` that names the invalid setting.
    public func engineForm() throws(AlgoliaError) -> JSON {
        var engine = try settings.engineSettings().object ?? JSONObject()
        engine["synonyms"] = synonyms.engineForm
        if let names = try AlgoliaReplicas.names(settings.members) {
            engine["replicas"] = names.isEmpty ? nil : try replicas.engineForm(names)
        }
        return .object(engine)
    }
}
